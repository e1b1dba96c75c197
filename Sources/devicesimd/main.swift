import Server
import System

CurrentProcess.exit(Daemon.main(Array(CommandLine.arguments.dropFirst())))
