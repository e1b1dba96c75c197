import Platform
import Server

CurrentProcess.exit(Daemon.main(Array(CommandLine.arguments.dropFirst())))
