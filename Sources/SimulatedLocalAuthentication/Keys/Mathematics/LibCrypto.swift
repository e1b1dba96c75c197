import Foundation
import Synchronization

/// The functions of the system's libcrypto that keys need, by their C names.
///
/// Nothing links it. It is loaded when a key function computes for the first time, so who uses no keys needs none.
final class LibCrypto: @unchecked Sendable {
  /// An object of libcrypto.
  typealias Object = OpaquePointer
  /// Bytes that are read.
  typealias Input = UnsafePointer<UInt8>
  /// Where bytes are written; `nil` asks how many there will be.
  typealias Output = UnsafeMutablePointer<UInt8>
  /// A function that prepares a context, or computes in it.
  typealias Step = @convention(c) (Object?) -> Int32
  /// A function that sets an option of a context.
  typealias SetNumber = @convention(c) (Object?, Int32) -> Int32
  /// A function that sets an object of a context.
  typealias SetObject = @convention(c) (Object?, Object?) -> Int32
  /// A function that makes bytes of bytes.
  typealias Transform =
    @convention(c) (Object?, Output?, UnsafeMutablePointer<Int>?, Input?, Int) -> Int32

  let ERR_clear_error: @convention(c) () -> Void
  let EVP_get_digestbyname: @convention(c) (UnsafePointer<CChar>?) -> Object?
  let EVP_Digest:
    @convention(c) (Input?, Int, Output?, UnsafeMutablePointer<UInt32>?, Object?, Object?) -> Int32

  let d2i_PrivateKey: @convention(c) (Int32, Object?, UnsafeMutablePointer<Input?>?, Int) -> Object?
  let d2i_PublicKey: @convention(c) (Int32, Object?, UnsafeMutablePointer<Input?>?, Int) -> Object?
  let d2i_PUBKEY: @convention(c) (Object?, UnsafeMutablePointer<Input?>?, Int) -> Object?
  let i2d_PrivateKey: @convention(c) (Object?, UnsafeMutablePointer<Output?>?) -> Int32
  let i2d_PublicKey: @convention(c) (Object?, UnsafeMutablePointer<Output?>?) -> Int32
  let EVP_PKEY_free: @convention(c) (Object?) -> Void
  let EVP_PKEY_get_bits: Step
  let EVP_PKEY_get_base_id: Step

  let EVP_PKEY_CTX_new: @convention(c) (Object?, Object?) -> Object?
  let EVP_PKEY_CTX_new_from_name:
    @convention(c) (Object?, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Object?
  let EVP_PKEY_CTX_free: @convention(c) (Object?) -> Void
  let EVP_PKEY_public_check: Step
  let EVP_PKEY_keygen_init: Step
  let EVP_PKEY_generate: @convention(c) (Object?, UnsafeMutablePointer<Object?>?) -> Int32
  let EVP_PKEY_CTX_set_rsa_keygen_bits: SetNumber
  let EVP_PKEY_CTX_set_group_name: @convention(c) (Object?, UnsafePointer<CChar>?) -> Int32

  let EVP_PKEY_sign_init: Step
  let EVP_PKEY_sign: Transform
  let EVP_PKEY_verify_init: Step
  let EVP_PKEY_verify: @convention(c) (Object?, Input?, Int, Input?, Int) -> Int32
  let EVP_PKEY_verify_recover_init: Step
  let EVP_PKEY_verify_recover: Transform
  let EVP_PKEY_encrypt_init: Step
  let EVP_PKEY_encrypt: Transform
  let EVP_PKEY_decrypt_init: Step
  let EVP_PKEY_decrypt: Transform
  let EVP_PKEY_derive_init: Step
  let EVP_PKEY_derive_set_peer: SetObject
  let EVP_PKEY_derive: @convention(c) (Object?, Output?, UnsafeMutablePointer<Int>?) -> Int32
  let EVP_PKEY_CTX_set_signature_md: SetObject
  let EVP_PKEY_CTX_set_rsa_padding: SetNumber
  let EVP_PKEY_CTX_set_rsa_pss_saltlen: SetNumber
  let EVP_PKEY_CTX_set_rsa_mgf1_md: SetObject
  let EVP_PKEY_CTX_set_rsa_oaep_md: SetObject

  let EVP_get_cipherbyname: @convention(c) (UnsafePointer<CChar>?) -> Object?
  let EVP_CIPHER_CTX_new: @convention(c) () -> Object?
  let EVP_CIPHER_CTX_free: @convention(c) (Object?) -> Void
  let EVP_CIPHER_CTX_ctrl: @convention(c) (Object?, Int32, Int32, Output?) -> Int32
  let EVP_CipherInit_ex: @convention(c) (Object?, Object?, Object?, Input?, Input?, Int32) -> Int32
  let EVP_CipherUpdate:
    @convention(c) (Object?, Output?, UnsafeMutablePointer<Int32>?, Input?, Int32) -> Int32
  let EVP_CipherFinal_ex: @convention(c) (Object?, Output?, UnsafeMutablePointer<Int32>?) -> Int32

  private init(_ functions: Functions) throws(KeyFailure) {
    ERR_clear_error = try functions.named("ERR_clear_error")
    EVP_get_digestbyname = try functions.named("EVP_get_digestbyname")
    EVP_Digest = try functions.named("EVP_Digest")
    d2i_PrivateKey = try functions.named("d2i_PrivateKey")
    d2i_PublicKey = try functions.named("d2i_PublicKey")
    d2i_PUBKEY = try functions.named("d2i_PUBKEY")
    i2d_PrivateKey = try functions.named("i2d_PrivateKey")
    i2d_PublicKey = try functions.named("i2d_PublicKey")
    EVP_PKEY_free = try functions.named("EVP_PKEY_free")
    EVP_PKEY_get_bits = try functions.named("EVP_PKEY_get_bits")
    EVP_PKEY_get_base_id = try functions.named("EVP_PKEY_get_base_id")
    EVP_PKEY_CTX_new = try functions.named("EVP_PKEY_CTX_new")
    EVP_PKEY_CTX_new_from_name = try functions.named("EVP_PKEY_CTX_new_from_name")
    EVP_PKEY_CTX_free = try functions.named("EVP_PKEY_CTX_free")
    EVP_PKEY_public_check = try functions.named("EVP_PKEY_public_check")
    EVP_PKEY_keygen_init = try functions.named("EVP_PKEY_keygen_init")
    EVP_PKEY_generate = try functions.named("EVP_PKEY_generate")
    EVP_PKEY_CTX_set_rsa_keygen_bits = try functions.named("EVP_PKEY_CTX_set_rsa_keygen_bits")
    EVP_PKEY_CTX_set_group_name = try functions.named("EVP_PKEY_CTX_set_group_name")
    EVP_PKEY_sign_init = try functions.named("EVP_PKEY_sign_init")
    EVP_PKEY_sign = try functions.named("EVP_PKEY_sign")
    EVP_PKEY_verify_init = try functions.named("EVP_PKEY_verify_init")
    EVP_PKEY_verify = try functions.named("EVP_PKEY_verify")
    EVP_PKEY_verify_recover_init = try functions.named("EVP_PKEY_verify_recover_init")
    EVP_PKEY_verify_recover = try functions.named("EVP_PKEY_verify_recover")
    EVP_PKEY_encrypt_init = try functions.named("EVP_PKEY_encrypt_init")
    EVP_PKEY_encrypt = try functions.named("EVP_PKEY_encrypt")
    EVP_PKEY_decrypt_init = try functions.named("EVP_PKEY_decrypt_init")
    EVP_PKEY_decrypt = try functions.named("EVP_PKEY_decrypt")
    EVP_PKEY_derive_init = try functions.named("EVP_PKEY_derive_init")
    EVP_PKEY_derive_set_peer = try functions.named("EVP_PKEY_derive_set_peer")
    EVP_PKEY_derive = try functions.named("EVP_PKEY_derive")
    EVP_PKEY_CTX_set_signature_md = try functions.named("EVP_PKEY_CTX_set_signature_md")
    EVP_PKEY_CTX_set_rsa_padding = try functions.named("EVP_PKEY_CTX_set_rsa_padding")
    EVP_PKEY_CTX_set_rsa_pss_saltlen = try functions.named("EVP_PKEY_CTX_set_rsa_pss_saltlen")
    EVP_PKEY_CTX_set_rsa_mgf1_md = try functions.named("EVP_PKEY_CTX_set_rsa_mgf1_md")
    EVP_PKEY_CTX_set_rsa_oaep_md = try functions.named("EVP_PKEY_CTX_set_rsa_oaep_md")
    EVP_get_cipherbyname = try functions.named("EVP_get_cipherbyname")
    EVP_CIPHER_CTX_new = try functions.named("EVP_CIPHER_CTX_new")
    EVP_CIPHER_CTX_free = try functions.named("EVP_CIPHER_CTX_free")
    EVP_CIPHER_CTX_ctrl = try functions.named("EVP_CIPHER_CTX_ctrl")
    EVP_CipherInit_ex = try functions.named("EVP_CipherInit_ex")
    EVP_CipherUpdate = try functions.named("EVP_CipherUpdate")
    EVP_CipherFinal_ex = try functions.named("EVP_CipherFinal_ex")
  }
}

extension LibCrypto {
  /// The file of the library, which the loader of the system finds. Tests name one that is not there.
  @TaskLocal static var fileName = defaultFileName

  #if canImport(Darwin)
    private static let defaultFileName = "libcrypto.3.dylib"
  #else
    private static let defaultFileName = "libcrypto.so.3"
  #endif

  private static let loaded = Mutex<[String: LibCrypto]>([:])

  /// The library, loaded if it was not yet.
  ///
  /// - Throws: what to install where there is none. The next call looks again.
  static var system: LibCrypto {
    get throws(KeyFailure) {
      let fileName = fileName
      return try loaded.withLock { loaded throws(KeyFailure) in
        if let library = loaded[fileName] { return library }
        let library = try LibCrypto(try Functions(of: fileName))
        loaded[fileName] = library
        return library
      }
    }
  }

  /// A file of the loader, which stays open.
  private struct Functions {
    private let file: UnsafeMutableRawPointer

    init(of fileName: String) throws(KeyFailure) {
      guard let file = dlopen(fileName, RTLD_NOW | RTLD_LOCAL) else { throw .noLibCrypto(fileName) }
      self.file = file
    }

    /// The address of a function, as the type that its member has.
    func named<Function>(_ name: String) throws(KeyFailure) -> Function {
      guard let address = dlsym(file, name) else { throw .noLibCrypto("\(name) of \(LibCrypto.fileName)") }
      return unsafeBitCast(address, to: Function.self)
    }
  }
}
