// What a program of ours was started with. Only executables link this: it looks before Swift itself starts.
#ifndef C_PROGRAM_START_H
#define C_PROGRAM_START_H

// The arguments as the system passed them, byte by byte, and NULL behind the last; NULL where they are not known.
// Swift's own list comes from /proc, which need not be there, and has only text.
char **program_arguments(void);

#endif
