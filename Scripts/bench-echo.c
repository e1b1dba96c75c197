/* The smallest server on one thread: it waits, reads and sends back. Scripts/bench compares the daemon with it. */
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void watch(int epoll, int fd) {
  struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
  epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
}

int main(int count, char **arguments) {
  static char buffer[1 << 16];
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (count != 2 || strlen(arguments[1]) >= sizeof address.sun_path) return 64;
  strcpy(address.sun_path, arguments[1]);
  int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 511)) {
    perror(arguments[1]);
    return 1;
  }
  int epoll = epoll_create1(0);
  watch(epoll, listener);
  for (;;) {
    struct epoll_event events[256];
    int ready = epoll_wait(epoll, events, 256, -1);
    for (int i = 0; i < ready; i++) {
      int fd = events[i].data.fd;
      if (fd == listener) {
        watch(epoll, accept(listener, 0, 0));
        continue;
      }
      ssize_t size = read(fd, buffer, sizeof buffer);
      if (size <= 0 || send(fd, buffer, size, MSG_NOSIGNAL) != size) close(fd);
    }
  }
}
