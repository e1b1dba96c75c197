/// What the panel adds to the style of all pages.
enum PanelStyle {
  static let text = """

    body { display: flow-root; }
    header { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; padding: .75rem 1rem;
      background: var(--ground); border-bottom: 1px solid var(--line); }
    h1 { font-size: 1.125rem; }
    h2 { font-size: 1rem; margin-bottom: .5rem; }
    .choice { display: flex; align-items: center; gap: .5rem; min-width: 0; }
    .choice select { min-width: 8rem; max-width: 100%; }
    #link { margin-left: auto; overflow-wrap: anywhere; }
    main { display: grid; gap: 1.25rem; padding: 1rem; max-width: 80rem; margin: 0 auto;
      grid-template-columns: minmax(0, 1fr); }
    section { min-width: 0; }
    #phone { width: 17rem; min-height: 16rem; font-size: .9375rem; }
    #phone .entry { letter-spacing: normal; border: 0; display: flex; flex-wrap: wrap; gap: .25rem;
      justify-content: center; align-items: center; }
    #phone .entry label { width: 100%; }
    #phone .entry input { width: 7rem; }
    #facts { margin-top: .75rem; display: grid; gap: .25rem; }
    #facts li { display: grid; grid-template-columns: 5.5rem minmax(0, 1fr); overflow-wrap: anywhere; }
    #facts .name { color: var(--faint); }
    #facts .pieces { white-space: pre-wrap; }
    .actions .buttons { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.25rem, 1fr)); gap: .5rem; }
    .actions .buttons button { min-height: 2.75rem; }
    #outcome { margin: .75rem 0; min-height: 1.5em; overflow-wrap: anywhere; }
    details { margin-top: .5rem; }
    summary { cursor: pointer; padding: .25rem 0; }
    form p { margin-bottom: .5rem; }
    #ask, #create { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .5rem; align-items: center;
      max-width: 28rem; }
    #ask button, #create button { grid-column: 2; justify-self: start; }
    #log { max-height: 24rem; overflow-y: auto; border: 1px solid var(--line); border-radius: .5rem; padding: .5rem;
      min-height: 4rem; }
    #log li { display: grid; grid-template-columns: 4.5rem 1.25rem minmax(0, 1fr); gap: .25rem; padding: .125rem 0;
      overflow-wrap: anywhere; }
    #log li:last-child { font-weight: 600; }
    #log .time { color: var(--faint); font-variant-numeric: tabular-nums; text-align: right; padding-right: .25rem; }
    #log .icon { margin-top: .25rem; }
    .fields { display: grid; gap: .75rem 1.25rem; grid-template-columns: repeat(auto-fill, minmax(min(16rem, 100%), 1fr));
      margin: .5rem 0; }
    .field { display: grid; grid-template-columns: minmax(0, 1fr); gap: .125rem; align-content: start; }
    .field label { font: .875rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
    .field input[type="checkbox"] { justify-self: start; width: 1.25rem; height: 1.25rem; }
    .field p { font-size: .8125rem; margin: 0; }
    .field.changed label::after { content: " – changed"; color: var(--warning); }
    @media (min-width: 40rem) {
      main { grid-template-columns: 17rem minmax(0, 1fr); }
      .device { grid-row: span 2; }
      .state { grid-column: 1 / -1; }
    }
    @media (min-width: 68rem) {
      main { grid-template-columns: 17rem minmax(0, 1fr) minmax(0, 1.25fr); }
      .device { grid-row: auto; }
    }
    @media (prefers-reduced-motion: no-preference) {
      #phone .scanning { animation: scan 1.5s ease-in-out infinite alternate; }
      @keyframes scan { from { opacity: 1; } to { opacity: .55; } }
    }
    """
}
