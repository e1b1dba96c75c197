import CProgramStart
import Platform
import Server

CurrentProcess.exit(Daemon.main(ProgramWord.list(program_arguments())))
