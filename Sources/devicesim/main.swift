import CProgramStart
import CommandLineTool
import Platform

Tool.main(ProgramWord.list(program_arguments()))
