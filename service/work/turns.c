#include "service/work/turns.h"

static void append(struct turns *turns, struct turns_client *client) {
  client->next = NULL;
  if (turns->last)
    turns->last->next = client;
  else
    turns->first = client;
  turns->last = client;
}

static void unlink_client(struct turns *turns, const struct turns_client *client) {
  struct turns_client *before = NULL, *at = turns->first;
  for (; at != client; at = at->next) before = at;
  if (before)
    before->next = client->next;
  else
    turns->first = client->next;
  if (turns->last == client) turns->last = before;
}

void turns_push(struct turns *turns, struct turn *turn) {
  struct turns_client *client = turn->client;
  turn->next = NULL;
  if (client->first) {
    client->last->next = turn;
  } else {
    client->first = turn;
    append(turns, client);
  }
  client->last = turn;
}

void turns_postpone(struct turns *turns, struct turns_client *client) {
  if (!client->first) return;
  unlink_client(turns, client);
  append(turns, client);
}

void turns_take(struct turns *turns, struct turn *turn) {
  struct turns_client *client = turn->client;
  struct turn *before = NULL, **link = &client->first;
  for (; *link != turn; link = &before->next) before = *link;
  *link = turn->next;
  if (client->last == turn) client->last = before;
  unlink_client(turns, client);
  if (client->first) append(turns, client);
}
