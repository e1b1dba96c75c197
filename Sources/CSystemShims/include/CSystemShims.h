// What the C library has and does not export to Swift: GNU extensions, variadic functions, packed
// structures. Everything is inline, so that no object code has to be linked.
#ifndef C_SYSTEM_SHIMS_H
#define C_SYSTEM_SHIMS_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#if defined(__linux__)
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#endif

// flock is a function and a structure; Swift sees the structure first.
static inline int shim_flock(int fd, int operation) { return flock(fd, operation); }

static inline int shim_terminal_columns(int fd) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col;
}

static inline int shim_terminal_rows(int fd) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_row;
}

#if defined(__linux__)

// The event comes as two plain values: `struct epoll_event` is packed and holds a union.
static inline int shim_epoll_control(int epoll, int operation, int fd, uint32_t events, uint64_t data) {
  struct epoll_event event;
  event.events = events;
  event.data.u64 = data;
  return epoll_ctl(epoll, operation, fd, &event);
}

static inline uint64_t shim_epoll_data(const struct epoll_event *event) { return event->data.u64; }

static inline uint32_t shim_epoll_events(const struct epoll_event *event) { return event->events; }

// Declared here because the header hides it without _GNU_SOURCE.
extern int accept4(int, struct sockaddr *, socklen_t *, int);

static inline int shim_accept(int fd) { return accept4(fd, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK); }

#if defined(__GLIBC__)
static inline void shim_trim_heap(void) { malloc_trim(0); }
#else
static inline void shim_trim_heap(void) {}
#endif

extern int pipe2(int[2], int);

// Marked from the start: between making a pipe and marking it, another thread may start a program.
static inline int shim_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

// The layout of `struct ucred`.
struct shim_credentials {
  int32_t pid;
  uint32_t uid;
  uint32_t gid;
};

static inline int shim_peer_credentials(int fd, struct shim_credentials *credentials) {
  socklen_t size = sizeof(*credentials);
  return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, credentials, &size);
}

static inline int shim_pidfd_open(int pid) {
#if defined(SYS_pidfd_open)
  return (int)syscall(SYS_pidfd_open, pid, 0);
#else
  errno = ENOSYS;
  return -1;
#endif
}

static inline int shim_signal_descriptor(const sigset_t *signals) {
  return signalfd(-1, signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

enum { shim_spawn_new_session = 0x80 };

#else

enum { shim_spawn_new_session = 0x400 };

#endif
#endif
