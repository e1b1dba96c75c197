#include "CProgramStart.h"

#include <stdlib.h>
#include <unistd.h>

#if defined(__linux__)
#include <features.h>
#endif

static char **arguments;
static int has_root_variable;

// The names of the variable and of the file belong to Swift's runtime. In a static program it finds its own folder by
// /proc/self/exe, only to show where it crashed, and gives up at once if it cannot. It does not look when it is told.
static const char *const root_variable = "SWIFT_ROOT";

// The C libraries that pass the arguments on. Priority 101 is the first that programs may use, so that this runs before
// anything of Swift's.
#if defined(__GLIBC__) || defined(__APPLE__)
__attribute__((constructor(101))) static void start(int count, char **values) {
  arguments = values;
#if defined(__linux__)
  if (access("/proc/self/exe", F_OK) != 0 && getenv(root_variable) == NULL) {
    has_root_variable = setenv(root_variable, "/", 0) == 0;
  }
#endif
}
#endif

char **program_arguments(void) {
  // Programs that this one starts must not see it.
  if (has_root_variable) unsetenv(root_variable);
  has_root_variable = 0;
  return arguments;
}
