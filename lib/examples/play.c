/* play.c - three robots play a game in this process: cc play.c $(pkg-config --cflags --libs ddz) -o play */
#include <ddz.h>
#include <stdio.h>

int main(void) {
  const char *game =
      "{\"rules\":\"huanle\",\"seed\":7,\"robots\":{\"0\":true,\"1\":true,\"2\":{\"level\":3}}}";
  char error[200];
  struct ddz_reply reply;
  struct ddz *engine = ddz_open(NULL, error, sizeof error);
  if (engine == NULL) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  ddz_ask(engine, "/table", game, &reply);
  puts(reply.text);
  ddz_close(engine);
  return reply.status != 200;
}
