/* What one thread can do at most: Scripts/bench compares the daemon with it.

   It does for each request what a request must, and nothing else: it reads a line, parses it strictly as JSON-RPC, looks
   up the method, checks the parameters, changes the state of the connection's device, logs an event, and replies as the
   daemon does. It knows ping, setState with failedAttempts, and advanceClock with seconds; it takes no batches. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { READ_SIZE = 1 << 16, LONGEST_LINE = 1 << 20, DEEPEST = 64, KEPT_EVENTS = 10000 };

typedef unsigned char byte;

/* Bytes of a line, without the quotes if they are a string's. */
struct text { const byte *at; size_t size; bool escaped; };

struct device { int64_t number, failed_attempts, clock; };
enum kind { STATE_CHANGED, CLOCK_ADVANCED };
struct event { int64_t seq, time, device; enum kind kind; };

/* Not static: nobody reads the log here, and the compiler has to write it all the same. */
struct event events[KEPT_EVENTS];
static int64_t seq;

/* Parameters. What a request gives for one is kept until its method is known, which may come behind them. */
enum parameter { FAILED_ATTEMPTS, SECONDS, PARAMETERS, NONE = PARAMETERS };
struct number { bool given, valid; double value; };
struct request {
  struct text id, method;
  unsigned seen;                                    /* members of the request, by the bits of enum member */
  const char *problem;                              /* why this is JSON but no request, if it is none */
  bool bad_parameters;
  struct number numbers[PARAMETERS];
};
enum member { JSONRPC = 1, ID = 2, METHOD = 4, PARAMS = 8 };

/* Reading JSON. Each function takes the place where something begins, and returns the place behind it, or NULL if it is
   malformed. A line ends with a line feed, which is part of no value and no space: nothing reads beyond it. */

typedef const byte *member_reader(const byte *at, struct text name, int depth, struct request *request);

static const byte *skip_value(const byte *at, int depth);

static inline const byte *skip_space(const byte *at) {
  while (*at == ' ' || *at == '\t' || *at == '\r') at++;
  return at;
}

static inline bool is_tail(byte value) { return (value & 0xC0) == 0x80; }
static inline bool is_digit(byte value) { return value >= '0' && value <= '9'; }

/* One character that is not ASCII: no overlong form, no surrogate, nothing above U+10FFFF. */
static const byte *skip_utf8(const byte *at) {
  byte first = at[0], second = at[1];
  if (first < 0xC2 || first > 0xF4 || !is_tail(second)) return NULL;
  if (first < 0xE0) return at + 2;
  if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second >= 0xA0) || !is_tail(at[2])) return NULL;
  if (first < 0xF0) return at + 3;
  if ((first == 0xF0 && second < 0x90) || (first == 0xF4 && second >= 0x90) || !is_tail(at[3])) return NULL;
  return at + 4;
}

static const byte *read_hex(const byte *at, unsigned *code) {
  *code = 0;
  for (const byte *end = at + 4; at < end; at++) {
    byte letter = *at | 0x20;
    if (is_digit(*at)) *code = *code << 4 | (*at - '0');
    else if (letter >= 'a' && letter <= 'f') *code = *code << 4 | (letter - 'a' + 10);
    else return NULL;
  }
  return at;
}

/* What follows a backslash, and the character it stands for. Surrogates come in pairs. */
static const byte *read_escape(const byte *at, unsigned *code) {
  unsigned low;
  switch (*at) {
    case '"': case '\\': case '/': *code = *at; return at + 1;
    case 'b': *code = '\b'; return at + 1;
    case 'f': *code = '\f'; return at + 1;
    case 'n': *code = '\n'; return at + 1;
    case 'r': *code = '\r'; return at + 1;
    case 't': *code = '\t'; return at + 1;
    case 'u': at = read_hex(at + 1, code); break;
    default: return NULL;
  }
  if (!at || *code < 0xD800 || *code > 0xDFFF) return at;
  if (*code >= 0xDC00 || at[0] != '\\' || at[1] != 'u') return NULL;
  at = read_hex(at + 2, &low);
  if (!at || low < 0xDC00 || low > 0xDFFF) return NULL;
  *code = 0x10000 + ((*code - 0xD800) << 10) + (low - 0xDC00);
  return at;
}

static inline const byte *read_string(const byte *at, struct text *text) {
  unsigned code;
  if (*at++ != '"') return NULL;
  *text = (struct text){.at = at};
  for (;;) {
    while (*at >= 0x20 && *at < 0x80 && *at != '"' && *at != '\\') at++;
    if (*at == '"') break;
    if (*at == '\\') {
      text->escaped = true;
      at = read_escape(at + 1, &code);
    } else {
      at = skip_utf8(at);
    }
    if (!at) return NULL;
  }
  text->size = at - text->at;
  return at + 1;
}

/* Whether a text is a word in ASCII. */
static inline bool is(struct text text, const char *word, size_t size) {
  if (!text.escaped) return text.size == size && !memcmp(text.at, word, size);
  const byte *at = text.at, *end = at + text.size;
  for (size_t i = 0; i < size; i++) {
    unsigned code = *at;
    if (at == end) return false;
    at = *at == '\\' ? read_escape(at + 1, &code) : at + 1;
    if (code != (byte)word[i]) return false;
  }
  return at == end;
}
#define IS(text, word) is(text, word, sizeof word - 1)

/* A number, and its nearest double: at once if its digits and its power of ten are exact, else by the C library. */
static inline const byte *read_number(const byte *at, double *value) {
  static const double powers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  const byte *start = at, *digits, *point = NULL;
  uint64_t whole = 0;
  bool negative = *at == '-';
  at += negative;
  digits = at;
  if (!is_digit(*at) || (*at == '0' && is_digit(at[1]))) return NULL;
  while (is_digit(*at)) whole = whole * 10 + (*at++ - '0');
  if (*at == '.') {
    point = ++at;
    if (!is_digit(*at)) return NULL;
    while (is_digit(*at)) whole = whole * 10 + (*at++ - '0');
  }
  bool simple = at - digits <= 16 && (*at | 0x20) != 'e';
  if ((*at | 0x20) == 'e') {
    at += at[1] == '+' || at[1] == '-' ? 2 : 1;
    if (!is_digit(*at)) return NULL;
    while (is_digit(*at)) at++;
  }
  /* At most 15 digits beside the point, or 16 below 2^53. */
  if (simple && whole < (uint64_t)1 << 53) {
    *value = point ? whole / powers[at - point] : whole;
    if (negative) *value = -*value;
  } else {
    *value = strtod((const char *)start, NULL);
  }
  return at;
}

static inline const byte *read_members(
    const byte *at, int depth, member_reader *read_member, struct request *request) {
  if (depth > DEEPEST) return NULL;
  at = skip_space(at + 1);
  if (*at == '}') return at + 1;
  for (;;) {
    struct text name;
    at = read_string(at, &name);
    if (!at || *(at = skip_space(at)) != ':') return NULL;
    at = read_member(skip_space(at + 1), name, depth, request);
    if (!at) return NULL;
    at = skip_space(at);
    if (*at == '}') return at + 1;
    if (*at != ',') return NULL;
    at = skip_space(at + 1);
  }
}

static const byte *skip_member(const byte *at, struct text name, int depth, struct request *request) {
  (void)name, (void)request;
  return skip_value(at, depth);
}

static const byte *skip_elements(const byte *at, int depth) {
  if (depth > DEEPEST) return NULL;
  at = skip_space(at + 1);
  if (*at == ']') return at + 1;
  for (;;) {
    at = skip_value(at, depth);
    if (!at) return NULL;
    at = skip_space(at);
    if (*at == ']') return at + 1;
    if (*at != ',') return NULL;
    at = skip_space(at + 1);
  }
}

static const byte *skip_word(const byte *at, const char *word) {
  for (; *word; word++) if (*at++ != (byte)*word) return NULL;
  return at;
}

/* A value at which nobody looks is as strictly read as another. */
static const byte *skip_value(const byte *at, int depth) {
  struct text text;
  double number;
  switch (*at) {
    case '"': return read_string(at, &text);
    case '{': return read_members(at, depth + 1, skip_member, NULL);
    case '[': return skip_elements(at, depth + 1);
    case 't': return skip_word(at, "true");
    case 'f': return skip_word(at, "false");
    case 'n': return skip_word(at, "null");
    default: return read_number(at, &number);
  }
}

/* Requests. */

static const byte *read_parameter(const byte *at, struct text name, int depth, struct request *request) {
  struct number *number =
      IS(name, "failedAttempts") ? &request->numbers[FAILED_ATTEMPTS]
      : IS(name, "seconds") ? &request->numbers[SECONDS] : NULL;
  if (!number || number->given) request->bad_parameters = true;
  if (!number || !(is_digit(*at) || *at == '-')) {
    if (number) *number = (struct number){.given = true};
    return skip_value(at, depth);
  }
  *number = (struct number){.given = true, .valid = true};
  return read_number(at, &number->value);
}

static const byte *read_request_member(const byte *at, struct text name, int depth, struct request *request) {
  struct text text;
  const byte *start = at;
  enum member member =
      IS(name, "jsonrpc") ? JSONRPC : IS(name, "id") ? ID : IS(name, "method") ? METHOD : IS(name, "params") ? PARAMS : 0;
  if (!member) request->problem = "a request has jsonrpc, id, method and params only";
  if (request->seen & member) {
    /* Then it is not known which reply this asks for. */
    request->problem = "a member is given twice";
    if (member == ID) {
      request->id = (struct text){0};
      return skip_value(at, depth);
    }
  }
  request->seen |= member;
  if (member == PARAMS && *at == '{') return read_members(at, depth + 1, read_parameter, request);
  if ((member == JSONRPC || member == METHOD) && *at == '"') {
    at = read_string(at, &text);
    if (member == METHOD) request->method = text;
    else if (at && !IS(text, "2.0")) request->problem = "jsonrpc must be \"2.0\"";
    return at;
  }
  at = skip_value(at, depth);
  if (!at) return NULL;
  switch (member) {
    case JSONRPC: request->problem = "jsonrpc must be \"2.0\""; break;
    case METHOD: request->problem = "method must be a string"; break;
    /* No method here takes values without names. */
    case PARAMS: request->bad_parameters = true; break;
    case ID:
      if (*start == '"' || *start == '-' || *start == 'n' || is_digit(*start)) {
        request->id = (struct text){.at = start, .size = at - start};
      } else {
        request->problem = "id must be a string, a number or null";
      }
  }
  return at;
}

/* Replies. They are collected, and sent together when all that was read is done. */

static struct { byte *bytes; size_t size, room; } output;

static inline void put(const void *bytes, size_t size) {
  memcpy(output.bytes + output.size, bytes, size);
  output.size += size;
}
#define PUT(words) put(words, sizeof words - 1)

static void put_number(int64_t number) {
  char digits[20];
  int at = sizeof digits;
  do digits[--at] = '0' + number % 10; while (number /= 10);
  put(digits + at, sizeof digits - at);
}

static void begin_reply(struct text id) {
  if (output.size + id.size + 256 > output.room) {
    output.room = 2 * output.room + id.size + READ_SIZE;
    output.bytes = realloc(output.bytes, output.room);
    if (!output.bytes) abort();
  }
  PUT("{\"jsonrpc\":\"2.0\",\"id\":");
  if (id.size) put(id.at, id.size);
  else PUT("null");
}

static void put_result(struct text id, bool changes, bool changed) {
  begin_reply(id);
  PUT(",\"result\":{");
  if (changes && changed) PUT("\"changed\":true,");
  else if (changes) PUT("\"changed\":false,");
  PUT("\"seq\":");
  put_number(seq);
  PUT("}}\n");
}

/* The messages are plain words, so that only quotes need a backslash. */
static void put_error(struct text id, int code, const char *message) {
  begin_reply(id);
  PUT(",\"error\":{\"code\":-");
  put_number(-code);
  PUT(",\"message\":\"");
  for (; *message; message++) {
    if (*message == '"') PUT("\\");
    put(message, 1);
  }
  PUT("\"}}\n");
}

/* Methods. */

static void log_event(const struct device *device, enum kind kind) {
  seq++;
  events[seq % KEPT_EVENTS] = (struct event){seq, device->clock, device->number, kind};
}

static bool set_state(struct device *device, struct number attempts) {
  if (!attempts.given || device->failed_attempts == (int64_t)attempts.value) return false;
  device->failed_attempts = (int64_t)attempts.value;
  log_event(device, STATE_CHANGED);
  return true;
}

static bool advance_clock(struct device *device, struct number seconds) {
  int64_t time = (int64_t)(seconds.value * 1e9);
  if (time == 0) return false;
  if (__builtin_add_overflow(device->clock, time, &device->clock)) device->clock = INT64_MAX;
  log_event(device, CLOCK_ADVANCED);
  return true;
}

static const struct method {
  const char *name;
  enum parameter takes;
  bool needs, whole;
  double greatest;
  const char *accepts;
  bool (*act)(struct device *device, struct number number);
} methods[] = {
  {.name = "ping", .takes = NONE, .accepts = "ping takes no parameters"},
  {.name = "setState", .takes = FAILED_ATTEMPTS, .whole = true, .greatest = 1000000, .act = set_state,
   .accepts = "setState takes failedAttempts: an integer from 0 to 1000000"},
  {.name = "advanceClock", .takes = SECONDS, .needs = true, .greatest = 9000000000, .act = advance_clock,
   .accepts = "advanceClock takes seconds: a number from 0 to 9000000000"},
};

static bool accepts(const struct method *method, const struct request *request) {
  if (request->bad_parameters) return false;
  for (int i = 0; i < PARAMETERS; i++) if (request->numbers[i].given && i != (int)method->takes) return false;
  if (method->takes == NONE) return true;
  struct number number = request->numbers[method->takes];
  if (!number.given) return !method->needs;
  return number.valid && number.value >= 0 && number.value <= method->greatest
      && !(method->whole && number.value != (double)(int64_t)number.value);
}

static void handle_line(const byte *line, const byte *end, struct device *device) {
  struct request request = {.seen = 0};
  const byte *at = skip_space(line);
  if (at == end) return;
  bool is_object = *at == '{';
  at = is_object ? read_members(at, 1, read_request_member, &request) : skip_value(at, 0);
  if (!at || skip_space(at) != end) {
    put_error((struct text){0}, -32700, "not a JSON text");
    return;
  }
  if (!is_object) request.problem = "a request must be a JSON object";
  else if (!request.problem && !(request.seen & JSONRPC)) request.problem = "jsonrpc must be \"2.0\"";
  else if (!request.problem && !(request.seen & METHOD)) request.problem = "a request needs a method";
  if (request.problem) {
    put_error(request.id, -32600, request.problem);
    return;
  }

  /* Without an id nobody waits for a reply. */
  bool replies = request.seen & ID;
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    const struct method *method = &methods[i];
    if (!is(request.method, method->name, strlen(method->name))) continue;
    if (!accepts(method, &request)) {
      if (replies) put_error(request.id, -32602, method->accepts);
      return;
    }
    bool changed = method->act && method->act(device, request.numbers[method->takes]);
    if (replies) put_result(request.id, method->act, changed);
    return;
  }
  if (replies) put_error(request.id, -32601, "there is no such method");
}

/* Connections. */

struct connection {
  int descriptor;
  struct device device;
  byte *rest;                                       /* the line that is not complete yet */
  byte *unsent;                                     /* replies for which the socket had no room */
  size_t rest_size, unsent_size;
};

static int poller;
static byte input[LONGEST_LINE + READ_SIZE];

static void close_connection(struct connection *connection) {
  close(connection->descriptor);
  free(connection->rest);
  free(connection->unsent);
  free(connection);
}

static byte *copy(const byte *bytes, size_t size) {
  if (!size) return NULL;
  byte *copied = malloc(size);
  if (!copied) abort();
  return memcpy(copied, bytes, size);
}

/* Sends what it can. Until the rest is sent, nothing is read from this client. Returns false if the client is gone. */
static bool send_replies(struct connection *connection, const byte *bytes, size_t size) {
  byte *before = connection->unsent;
  ssize_t sent = size ? send(connection->descriptor, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT) : 0;
  if (sent < 0 && errno != EAGAIN) return false;
  if (sent < 0) sent = 0;
  connection->unsent_size = size - sent;
  connection->unsent = copy(bytes + sent, size - sent);
  if (connection->unsent || before) {
    struct epoll_event event = {.events = connection->unsent ? EPOLLOUT : EPOLLIN, .data.ptr = connection};
    epoll_ctl(poller, EPOLL_CTL_MOD, connection->descriptor, &event);
  }
  free(before);
  return true;
}

static bool serve(struct connection *connection) {
  if (connection->unsent) return send_replies(connection, connection->unsent, connection->unsent_size);
  size_t size = connection->rest_size;
  if (size) memcpy(input, connection->rest, size);
  ssize_t count = recv(connection->descriptor, input + size, READ_SIZE, MSG_DONTWAIT);
  if (count < 0) return errno == EAGAIN;
  if (count == 0) return false;
  const byte *line = input, *end = input + size + count, *feed;
  output.size = 0;
  while ((feed = memchr(line, '\n', end - line))) {
    handle_line(line, feed, &connection->device);
    line = feed + 1;
  }
  if (end - line > LONGEST_LINE) return false;
  if (size || line < end) {
    free(connection->rest);
    connection->rest_size = end - line;
    connection->rest = copy(line, end - line);
  }
  return send_replies(connection, output.bytes, output.size);
}

static void accept_connection(int listener) {
  int descriptor = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
  struct connection *connection = descriptor < 0 ? NULL : calloc(1, sizeof *connection);
  if (!connection) return;
  connection->descriptor = connection->device.number = descriptor;
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
  epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event);
}

int main(int count, char **arguments) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (count != 2 || strlen(arguments[1]) >= sizeof address.sun_path) return 64;
  strcpy(address.sun_path, arguments[1]);
  int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 511)) {
    perror(arguments[1]);
    return 1;
  }
  poller = epoll_create1(0);
  struct epoll_event listening = {.events = EPOLLIN, .data.ptr = NULL};
  epoll_ctl(poller, EPOLL_CTL_ADD, listener, &listening);
  for (;;) {
    struct epoll_event ready[256];
    int count = epoll_wait(poller, ready, 256, -1);
    for (int i = 0; i < count; i++) {
      struct connection *connection = ready[i].data.ptr;
      if (!connection) accept_connection(listener);
      else if (!serve(connection)) close_connection(connection);
    }
  }
}
