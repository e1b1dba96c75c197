public import Foundation

// Values of `kSecAttrProtocol`.

/// FTP.
public var kSecAttrProtocolFTP: CFString { "ftp " as CFString }
/// FTPAccount.
public var kSecAttrProtocolFTPAccount: CFString { "ftpa" as CFString }
/// HTTP.
public var kSecAttrProtocolHTTP: CFString { "http" as CFString }
/// IRC.
public var kSecAttrProtocolIRC: CFString { "irc " as CFString }
/// NNTP.
public var kSecAttrProtocolNNTP: CFString { "nntp" as CFString }
/// POP3.
public var kSecAttrProtocolPOP3: CFString { "pop3" as CFString }
/// SMTP.
public var kSecAttrProtocolSMTP: CFString { "smtp" as CFString }
/// SOCKS.
public var kSecAttrProtocolSOCKS: CFString { "sox " as CFString }
/// IMAP.
public var kSecAttrProtocolIMAP: CFString { "imap" as CFString }
/// LDAP.
public var kSecAttrProtocolLDAP: CFString { "ldap" as CFString }
/// AppleTalk.
public var kSecAttrProtocolAppleTalk: CFString { "atlk" as CFString }
/// AFP.
public var kSecAttrProtocolAFP: CFString { "afp " as CFString }
/// Telnet.
public var kSecAttrProtocolTelnet: CFString { "teln" as CFString }
/// SSH.
public var kSecAttrProtocolSSH: CFString { "ssh " as CFString }
/// FTPS.
public var kSecAttrProtocolFTPS: CFString { "ftps" as CFString }
/// HTTPS.
public var kSecAttrProtocolHTTPS: CFString { "htps" as CFString }
/// HTTPProxy.
public var kSecAttrProtocolHTTPProxy: CFString { "htpx" as CFString }
/// HTTPSProxy.
public var kSecAttrProtocolHTTPSProxy: CFString { "htsx" as CFString }
/// FTPProxy.
public var kSecAttrProtocolFTPProxy: CFString { "ftpx" as CFString }
/// SMB.
public var kSecAttrProtocolSMB: CFString { "smb " as CFString }
/// RTSP.
public var kSecAttrProtocolRTSP: CFString { "rtsp" as CFString }
/// RTSPProxy.
public var kSecAttrProtocolRTSPProxy: CFString { "rtsx" as CFString }
/// DAAP.
public var kSecAttrProtocolDAAP: CFString { "daap" as CFString }
/// EPPC.
public var kSecAttrProtocolEPPC: CFString { "eppc" as CFString }
/// IPP.
public var kSecAttrProtocolIPP: CFString { "ipp " as CFString }
/// NNTPS.
public var kSecAttrProtocolNNTPS: CFString { "ntps" as CFString }
/// LDAPS.
public var kSecAttrProtocolLDAPS: CFString { "ldps" as CFString }
/// TelnetS.
public var kSecAttrProtocolTelnetS: CFString { "tels" as CFString }
/// IMAPS.
public var kSecAttrProtocolIMAPS: CFString { "imps" as CFString }
/// IRCS.
public var kSecAttrProtocolIRCS: CFString { "ircs" as CFString }
/// POP3S.
public var kSecAttrProtocolPOP3S: CFString { "pops" as CFString }
