#if canImport(Darwin)
  import Darwin

  extension HeapMemory {
    package static func giveBack() { _ = malloc_zone_pressure_relief(nil, 0) }
  }
#endif
