// Tests name errors and sensors of the app's side.
@_exported public import SimulatedLocalAuthentication
