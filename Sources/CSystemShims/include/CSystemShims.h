// Calls of the C library that Swift cannot make by itself: GNU extensions, variadic functions, packed
// structures, and functions that share their name with a Swift method or a structure. All of them are inline,
// so there is no object code to link.
#ifndef C_SYSTEM_SHIMS_H
#define C_SYSTEM_SHIMS_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

#if defined(__linux__)
#include <malloc.h>
#include <sys/auxv.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#else
#include <malloc/malloc.h>
#endif

// In a Swift type that has a method of the same name, the plain name would mean the method.
static inline int shim_open(const char *path, int flags, uint32_t mode) {
  return open(path, flags | O_CLOEXEC, (mode_t)mode);
}
static inline int shim_open_in(int folder, const char *name, int flags, uint32_t mode) {
  return openat(folder, name, flags | O_CLOEXEC, (mode_t)mode);
}
static inline int shim_close(int fd) { return close(fd); }
static inline ssize_t shim_read(int fd, void *bytes, size_t count) { return read(fd, bytes, count); }
static inline ssize_t shim_write(int fd, const void *bytes, size_t count) { return write(fd, bytes, count); }
static inline int shim_rename(const char *path, const char *other) { return rename(path, other); }
static inline int shim_kill(int process, int signal) { return kill(process, signal); }
_Noreturn static inline void shim_exit(int status) { exit(status); }
static inline int shim_connect(int fd, const struct sockaddr *address, socklen_t size) {
  return connect(fd, address, size);
}
static inline int shim_bind(int fd, const struct sockaddr *address, socklen_t size) {
  return bind(fd, address, size);
}
static inline int shim_listen(int fd, int backlog) { return listen(fd, backlog); }

// Whether a descriptor is a stream socket that listens. Darwin does not say whether it listens; accept will.
static inline int shim_is_listening_stream(int fd) {
  int value = 0;
  socklen_t size = sizeof(value);
  if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &value, &size) != 0 || value != SOCK_STREAM) return 0;
#if defined(__linux__)
  if (getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &value, &size) != 0 || value != 1) return 0;
#endif
  return 1;
}

// For Swift, `flock` is the structure of this name.
static inline int shim_flock(int fd, int operation) { return flock(fd, operation); }

static inline int shim_terminal_columns(int fd) {
  struct winsize size;
  return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

static inline int shim_terminal_rows(int fd) {
  struct winsize size;
  return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

#if defined(__linux__)

// Declared here because the headers hide them without _GNU_SOURCE.
extern int accept4(int, struct sockaddr *, socklen_t *, int);
extern int pipe2(int[2], int);

// New descriptors are close-on-exec from the start: between the call and a later change, another thread could
// start a program, which would inherit them.
static inline int shim_stream_socket(void) { return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0); }
static inline int shim_nonblocking_stream_socket(void) {
  return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}
static inline int shim_datagram_socket(void) { return socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0); }
static inline int shim_internet_socket(void) {
  return socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}
static inline int shim_socket_pair(int ends[2]) {
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
}
static inline int shim_accept(int fd) { return accept4(fd, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK); }
static inline int shim_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

// If the peer is gone, this is an error; no signal comes.
static inline ssize_t shim_send(int fd, const void *bytes, size_t count) {
  return send(fd, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL);
}

// The event comes as two plain values: `struct epoll_event` is packed and holds a union.
static inline int shim_epoll_control(int epoll, int operation, int fd, uint32_t events, uint64_t data) {
  struct epoll_event event = {.events = events, .data.u64 = data};
  return epoll_ctl(epoll, operation, fd, &event);
}

static inline uint64_t shim_epoll_data(const struct epoll_event *event) { return event->data.u64; }

static inline uint32_t shim_epoll_events(const struct epoll_event *event) { return event->events; }

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

// The path that this program was started by.
static inline const char *shim_executable_name(void) { return (const char *)getauxval(AT_EXECFN); }

// Returns unused memory to the system.
static inline void shim_trim_heap(void) {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

static inline int shim_synchronize(int fd) { return fdatasync(fd); }

// Renames a file, unless another one has the new name. By its number: not every C library has the function.
static inline int shim_rename_exclusively(const char *path, const char *other) {
#if defined(SYS_renameat2)
  const unsigned no_replace = 1;
  return (int)syscall(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, other, no_replace);
#else
  errno = ENOSYS;
  return -1;
#endif
}

// For `fchdir` only; the folder need not be readable.
enum { shim_open_folder = 010000000 | O_DIRECTORY };

enum { shim_spawn_new_session = 0x80, shim_spawn_closes_others = 0 };

// Closes all descriptors from this one on in the new program. Returns an error number: ENOSYS where the C library
// cannot.
static inline int shim_spawn_close_from(posix_spawn_file_actions_t *actions, int lowest) {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || (__GLIBC__ == 2 && __GLIBC_MINOR__ >= 34))
  extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
  return posix_spawn_file_actions_addclosefrom_np(actions, lowest);
#else
  return ENOSYS;
#endif
}

#else

// Darwin has no flag for close-on-exec sockets, and no MSG_NOSIGNAL: both are set afterwards.
static inline int shim_prepare_socket(int fd) {
  int on = 1;
  if (fd < 0) return fd;
  fcntl(fd, F_SETFD, FD_CLOEXEC);
  setsockopt(fd, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof(on));
  return fd;
}

static inline int shim_stream_socket(void) { return shim_prepare_socket(socket(AF_UNIX, SOCK_STREAM, 0)); }
static inline int shim_nonblocking_stream_socket(void) {
  int fd = shim_stream_socket();
  if (fd >= 0) fcntl(fd, F_SETFL, O_NONBLOCK);
  return fd;
}
static inline int shim_datagram_socket(void) { return shim_prepare_socket(socket(AF_UNIX, SOCK_DGRAM, 0)); }
static inline int shim_internet_socket(void) {
  int fd = shim_prepare_socket(socket(AF_INET, SOCK_STREAM, 0));
  if (fd >= 0) fcntl(fd, F_SETFL, O_NONBLOCK);
  return fd;
}

static inline int shim_socket_pair(int ends[2]) {
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return -1;
  shim_prepare_socket(ends[0]);
  shim_prepare_socket(ends[1]);
  return 0;
}

static inline int shim_accept(int fd) {
  int connection = shim_prepare_socket(accept(fd, 0, 0));
  if (connection >= 0) fcntl(connection, F_SETFL, O_NONBLOCK);
  return connection;
}

static inline int shim_pipe(int ends[2]) {
  if (pipe(ends) != 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
}

static inline ssize_t shim_send(int fd, const void *bytes, size_t count) {
  return send(fd, bytes, count, MSG_DONTWAIT);
}

struct shim_credentials {
  int32_t pid;
  uint32_t uid;
  uint32_t gid;
};

static inline int shim_peer_credentials(int fd, struct shim_credentials *credentials) {
  credentials->pid = 0;
  return getpeereid(fd, &credentials->uid, &credentials->gid);
}

// There are no descriptors of processes.
static inline int shim_pidfd_open(int pid) {
  errno = ENOSYS;
  return -1;
}

static inline void shim_trim_heap(void) { malloc_zone_pressure_relief(NULL, 0); }

static inline int shim_synchronize(int fd) { return fcntl(fd, F_FULLFSYNC); }

static inline int shim_rename_exclusively(const char *path, const char *other) {
  return renamex_np(path, other, RENAME_EXCL);
}

enum { shim_open_folder = O_RDONLY | O_DIRECTORY };

// POSIX_SPAWN_CLOEXEC_DEFAULT: the new program gets only the descriptors that the file actions name.
enum { shim_spawn_new_session = 0x400, shim_spawn_closes_others = 0x4000 };

static inline int shim_spawn_close_from(posix_spawn_file_actions_t *actions, int lowest) { return 0; }

#endif
#endif
