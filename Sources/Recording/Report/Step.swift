import Presentation
import WireProtocol

/// Something that reached the device, a request or only time, and what came of it.
struct Step {
  let number: Int
  var time: Int64
  /// The request as a person would type it; without a request, what else happened.
  var command: String
  /// What the device did and said, in order.
  var notes: [Note] = []
  /// What the person at the device saw, where it changed or the person did something.
  var pictures: [PhonePicture] = []
  var kinds: Set<Kind> = []

  /// What the list can be narrowed to.
  enum Kind: String, CaseIterable {
    case prompts, responses, locks, apps, keychain, settings, refusals, quiet

    var title: String {
      switch self {
      case .prompts: "Prompts"
      case .responses: "Scans and taps"
      case .locks: "Locks"
      case .apps: "Apps"
      case .keychain: "Keychain"
      case .settings: "Settings, clock"
      case .refusals: "Refused"
      case .quiet: "No change"
      }
    }
  }

  /// A sentence with its sign.
  struct Note {
    var sign: Sign
    var text: String
    var rank = Rank.other
    /// An earlier step that it is about.
    var step: Int?

    /// How much it is what the step is about.
    enum Rank: Int { case aside, other, prompt, refusal, response }
  }

  /// The place of the note that the step is about.
  private var main: Int? {
    notes.indices.max {
      notes[$0].rank.rawValue < notes[$1].rank.rawValue || (notes[$0].rank == notes[$1].rank && $0 > $1)
    }
  }

  /// What the step is about.
  var headline: Note {
    main.map { notes[$0] } ?? Note(sign: .quiet, text: String(command.prefix { $0 != " " }))
  }

  /// The rest.
  var others: [Note] {
    let main = main
    return notes.indices.filter { $0 != main }.map { notes[$0] }
  }

  /// The person does something with the prompt, or on the lock screen: in the last picture of it, or in `before`.
  mutating func add(_ gesture: PhonePicture.Gesture, on prompt: String?, from before: PhonePicture) {
    let fits = { (picture: PhonePicture) in picture.gesture == nil && picture.takes(gesture, on: prompt) }
    if let place = pictures.lastIndex(where: fits) {
      pictures[place].gesture = gesture
    } else if fits(before) {
      var picture = before
      picture.gesture = gesture
      pictures.insert(picture, at: 0)
    }
  }

  /// The person sees this; `before` was seen before the step.
  mutating func add(_ picture: PhonePicture, from before: PhonePicture) {
    var last = pictures.last ?? before
    last.gesture = nil
    if last != picture { pictures.append(picture) }
  }
}

extension PhonePicture {
  /// Whether the person could have done it with what is seen here.
  fileprivate func takes(_ gesture: Gesture, on prompt: String?) -> Bool {
    guard self.prompt?.id == prompt else { return false }
    switch gesture {
    case .shown(let sign) where sign == .rightPasscode || sign == .wrongPasscode:
      return self.prompt?.takesEntry ?? isLocked
    case .shown: return self.prompt.map { !$0.takesEntry } ?? isLocked
    case .tapped(let button): return self.prompt?.buttons.contains(button) == true
    }
  }
}

extension Step.Note.Rank {
  /// That of what is told of an event; `nil`: one that this program does not know.
  init(_ event: EventKind?) {
    switch event {
    case .scan, .unreadableScan: self = .response
    case .promptShown: self = .prompt
    case .promptUpdated, .promptDismissed, .appStateChanged: self = .aside
    case .lockout, .lockoutCleared, .enrollmentChanged, .passcodeChanged, .stateChanged, .deviceLocked,
      .deviceUnlocked, .appTerminated, .keychainChanged, .clockAdvanced, .deviceCreated, .deviceDeleted,
      .subscriptionGap, nil:
      self = .other
    }
  }
}

extension Step.Kind {
  /// That of a step with an event.
  init(_ event: EventKind?) {
    switch event {
    case .promptShown, .promptUpdated, .promptDismissed: self = .prompts
    case .scan, .unreadableScan: self = .responses
    case .lockout, .lockoutCleared, .deviceLocked, .deviceUnlocked: self = .locks
    case .appStateChanged, .appTerminated: self = .apps
    case .keychainChanged: self = .keychain
    case .enrollmentChanged, .passcodeChanged, .stateChanged, .clockAdvanced, .deviceCreated, .deviceDeleted,
      .subscriptionGap, nil:
      self = .settings
    }
  }
}
