#if os(Linux)
  import CSystemShims

  extension HeapMemory {
    package static func giveBack() { shim_trim_heap() }
  }
#endif
