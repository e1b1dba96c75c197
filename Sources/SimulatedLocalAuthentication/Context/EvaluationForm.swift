import Foundation

/// The two forms of an evaluation: with a reply handler, and awaited.
///
/// On Apple platforms both are one method, so that a subclass overrides them together. Here each form of the base
/// class first calls the other one, which a subclass may have overridden, and asks when it is called back.
enum EvaluationForm {
  /// How an evaluation ends.
  typealias Reply = @Sendable (Bool, (any Error)?) -> Void

  /// The context whose other form calls.
  @TaskLocal private static var caller: ObjectIdentifier?

  /// Whether the form has nobody else to call: the other one has called it, or there is no subclass.
  static func isOther(of context: LAContext) -> Bool {
    caller == ObjectIdentifier(context) || type(of: context) == LAContext.self
  }

  /// Calls the awaited form. It begins at once, so that evaluations keep their order.
  static func awaited(
    _ context: LAContext, _ reply: @escaping Reply,
    _ body: @escaping @Sendable (LAContext) async throws -> Bool
  ) {
    // The context may not cross to other threads, nor does it: nobody else calls it during the evaluation.
    nonisolated(unsafe) let context = context
    let replies = context.core.replies
    begin {
      let outcome: Result<Bool, any Error>
      do {
        outcome = .success(
          try await $caller.withValue(ObjectIdentifier(context)) { try await body(context) })
      } catch {
        outcome = .failure(error)
      }
      replies.async {
        switch outcome {
        case .success(let success): reply(success, nil)
        case .failure(let error): reply(false, error)
        }
      }
    }
  }

  private static func begin(_ job: @escaping @Sendable () async -> Void) {
    #if canImport(Darwin)
      Task(executorPreference: GrowingExecutor.shared) { await job() }
    #else
      Task.immediate(executorPreference: GrowingExecutor.shared) { await job() }
    #endif
  }

  /// Calls the form with a handler, and waits for its reply.
  static func replied(
    _ context: LAContext, _ ask: (LAContext, @escaping Reply) -> Void,
    overridden: (LAContext, @escaping Reply) -> Void
  ) async throws -> Bool {
    let onCancellation = DeviceBinding.onCancellation
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let reply: Reply = { success, error in
          continuation.resume(with: error.map(Result.failure) ?? .success(success))
        }
        if isOther(of: context) {
          ask(context, reply)
        } else {
          $caller.withValue(ObjectIdentifier(context)) { overridden(context, reply) }
        }
      }
    } onCancel: {
      onCancellation?()
    }
  }
}
