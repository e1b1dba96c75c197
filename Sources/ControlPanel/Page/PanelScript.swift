/// What the page does. It knows no names and no rules of the device: texts and controls come from the panel, and all
/// that comes from there becomes text.
enum PanelScript {
  static let text = #"""

    "use strict";
    const find = (id) => document.getElementById(id);
    const element = (name, className, text = "") => {
      const made = document.createElement(name);
      made.className = className;
      made.textContent = text;
      return made;
    };
    const icon = (name, colour) => {
      const space = "http://www.w3.org/2000/svg";
      const drawing = document.createElementNS(space, "svg");
      drawing.setAttribute("class", `icon ${colour}`);
      drawing.setAttribute("aria-hidden", "true");
      drawing.appendChild(document.createElementNS(space, "use")).setAttribute("href", `#${name}`);
      return drawing;
    };
    const write = (place, text, colour = "text") => {
      if (place.textContent !== text) place.textContent = text;
      place.className = colour;
    };

    // What is asked of the daemon.

    // After a reload, the device that was chosen.
    let device = sessionStorage.getItem("device") ?? document.body.dataset.device;

    async function call(method, params = {}, on = { device }) {
      let answer;
      try {
        const response = await fetch("call", {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ method, params: { ...on, ...params } }),
        });
        answer = response.headers.get("Content-Type")?.startsWith("application/json")
          ? await response.json() : { error: true, text: `the panel refuses it (${response.status})`, colour: "bad" };
      } catch {
        answer = { error: true, text: "the panel has ended; start it again with devicesim panel", colour: "bad" };
      }
      write(find("outcome"), answer.text, answer.colour);
      return !answer.error;
    }

    for (const button of document.querySelectorAll("[data-method]"))
      button.onclick = () => call(button.dataset.method);

    find("ask").onsubmit = (event) => {
      event.preventDefault();
      call("evaluatePolicy", { policy: find("policy").value, reason: find("reason").value });
    };

    find("create").onsubmit = async (event) => {
      event.preventDefault();
      const name = find("name").value;
      const state = { biometryType: find("sensor").value };
      if (await call("createDevice", { state }, { device: name })) choose(name);
    };

    // What the panel tells.

    let source;
    function listen() {
      source?.close();
      source = new EventSource("events" + (device ? `?device=${encodeURIComponent(device)}` : ""));
      for (const [name, take] of Object.entries({ link, devices, device: show, entry, displaced }))
        source.addEventListener(name, (event) => take(JSON.parse(event.data)));
      // Whatever there was comes again.
      source.onopen = () => find("log").replaceChildren();
      source.onerror = () => write(find("link"), source.readyState === EventSource.CLOSED
        ? "this page may not use the panel any more; open the address that it printed"
        : "the panel does not answer; it may have ended", "bad");
    }

    function link({ trouble }) {
      document.body.dataset.link = trouble ? "down" : "up";
      write(find("link"), trouble || "connected", trouble ? "bad" : "good");
      // So it does from a daemon that was found again, or that was started anew.
      if (!trouble) find("log").replaceChildren();
    }

    function displaced() {
      source.close();
      const again = element("button", "", "go on here");
      again.onclick = listen;
      write(find("link"), "too many pages are open, and this one is paused: ", "warning");
      find("link").append(again);
    }

    function devices({ devices, more }) {
      const names = devices.map(({ name }) => name);
      find("devices").replaceChildren(...devices.map(({ name, text }) => {
        const option = element("option", "", text);
        option.value = name;
        return option;
      }));
      if (device && !names.includes(device)) {
        const gone = find("devices").appendChild(element("option", "", "(gone)"));
        gone.value = device;
      }
      if (more) find("devices").appendChild(element("option", "", `and ${more} more`)).disabled = true;
      if (!device && names.length) choose(names.includes("default") ? "default" : names[0]);
      find("devices").value = device;
      document.title = `${find("devices").selectedOptions[0]?.textContent ?? ""} – devicesim panel`;
    }

    function choose(name) {
      device = name;
      sessionStorage.setItem("device", name);
      find("devices").value = name;
      forget();
      listen();
    }
    find("devices").onchange = (event) => choose(event.target.value);

    function entry({ time, sentence, icon: name, colour }) {
      const log = find("log");
      const isAtEnd = log.scrollTop + log.clientHeight >= log.scrollHeight - 8;
      const item = element("li", "");
      item.append(element("span", "time", time), icon(name, colour), element("span", "", sentence));
      log.append(item);
      if (log.children.length > 1000) log.firstChild.remove();
      if (isAtEnd) log.scrollTop = log.scrollHeight;
      // Screen readers say the last one.
      find("spoken").textContent = sentence;
    }

    // The device.

    let shown = "";
    function show({ error, facts = [], phone, fields = {} }) {
      find("facts").replaceChildren(...facts.map(({ name, pieces }) => {
        const line = element("li", "");
        const value = element("span", "pieces");
        value.append(...pieces.map(({ text, style }) => element("span", style, text)));
        line.append(element("span", "name", name), value);
        return line;
      }));
      if (error) write(find("outcome"), error, "bad");
      fill(fields);
      // Drawn anew, it would lose what is being typed.
      const now = JSON.stringify(phone ?? null);
      if (now !== shown) draw(phone ?? { behind: "no such device", buttons: [] });
      shown = now;
    }

    function draw({ behind, icon: name, scanning, title, reason, entry, buttons }) {
      const screen = find("phone");
      const focused = screen.contains(document.activeElement);
      screen.replaceChildren(element("p", "behind", behind));
      if (!title) return;
      const prompt = screen.appendChild(element("div", "prompt"));
      prompt.setAttribute("role", "group");
      prompt.setAttribute("aria-label", title);
      prompt.appendChild(element("p", scanning ? "sensor scanning" : "sensor")).append(icon(name, ""));
      prompt.append(element("p", "title", title));
      if (reason) prompt.append(element("p", "reason", reason));
      if (entry) prompt.append(form(entry));
      if (buttons.length) prompt.appendChild(element("p", "buttons")).append(...buttons.map((button) => {
        const made = element("button", "", button.title);
        made.onclick = () => call(button.method, button.with ? { with: button.with } : {});
        return made;
      }));
      if (focused) (prompt.querySelector("input, button") ?? screen).focus();
    }

    function form({ method, parameter, label }) {
      const made = element("form", "entry");
      const title = made.appendChild(element("label", "", label));
      const input = made.appendChild(element("input", ""));
      title.htmlFor = input.id = "entry";
      input.type = "password";
      input.autocomplete = "off";
      input.required = true;
      made.append(element("button", "", "Enter"));
      made.onsubmit = (event) => {
        event.preventDefault();
        call(method, { [parameter]: input.value });
        input.value = "";
      };
      return made;
    }

    // Its state.

    const controls = [...document.querySelectorAll("[data-path]")];
    const known = new Map();
    const value = (control) => control.type === "checkbox" ? String(control.checked) : control.value;
    const isChanged = (control) => value(control) !== (known.get(control) ?? "");
    const mark = (control) => control.parentElement.classList.toggle("changed", isChanged(control));

    function put(control, text) {
      if (control.type === "checkbox") control.checked = text === "true";
      else control.value = text;
    }

    function fill(fields) {
      for (const control of controls) {
        const text = fields[control.dataset.path];
        if (text === undefined) continue;
        // What a person has changed stays until it is set or forgotten.
        const follows = !known.has(control) || !isChanged(control);
        known.set(control, text);
        if (follows && value(control) !== text) put(control, text);
        mark(control);
      }
    }

    function forget() {
      for (const control of controls) {
        put(control, known.get(control) ?? "");
        mark(control);
      }
    }

    function read(control) {
      const text = value(control);
      switch (control.dataset.kind) {
        case "boolean": return text === "true";
        case "choice": return text || null;
        case "number": case "json": return JSON.parse(text);
        default: return text === "null" && "null" in control.dataset ? null : text;
      }
    }

    for (const control of controls) {
      control.oninput = () => {
        control.setCustomValidity("");
        mark(control);
      };
    }
    find("forget").onclick = forget;
    find("state").onsubmit = async (event) => {
      event.preventDefault();
      const changed = controls.filter(isChanged);
      const params = {};
      for (const control of changed) {
        const path = control.dataset.path.split(".");
        const last = path.pop();
        let place = params;
        for (const name of path) place = place[name] ??= {};
        try {
          place[last] = read(control);
        } catch {
          control.setCustomValidity("This is written as JSON.");
          control.reportValidity();
          return;
        }
      }
      if (changed.length && await call("setState", params)) {
        for (const control of changed) settle(control);
      }
    };

    // What is never shown is empty again once it was set.
    function settle(control) {
      if (control.type === "password") control.value = "";
      known.set(control, value(control));
      mark(control);
    }

    listen();

    """#
}
