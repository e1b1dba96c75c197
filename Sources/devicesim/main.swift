import CommandLineTool

Tool.main(Array(CommandLine.arguments.dropFirst()))
