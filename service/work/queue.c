#include "service/work/queue.h"

static void append(struct queue *queue, struct client *client) {
  client->next = NULL;
  if (queue->last)
    queue->last->next = client;
  else
    queue->first = client;
  queue->last = client;
}

static void unlink_client(struct queue *queue, const struct client *client) {
  struct client *before = NULL, *at = queue->first;
  for (; at != client; at = at->next) before = at;
  if (before)
    before->next = client->next;
  else
    queue->first = client->next;
  if (queue->last == client) queue->last = before;
}

void queue_push(struct queue *queue, struct ticket *ticket) {
  struct client *client = ticket->client;
  ticket->next = NULL;
  if (client->first) {
    client->last->next = ticket;
  } else {
    client->first = ticket;
    append(queue, client);
  }
  client->last = ticket;
}

void queue_postpone(struct queue *queue, struct client *client) {
  if (!client->first) return;
  unlink_client(queue, client);
  append(queue, client);
}

void queue_take(struct queue *queue, struct ticket *ticket) {
  struct client *client = ticket->client;
  struct ticket *before = NULL, **link = &client->first;
  for (; *link != ticket; link = &before->next) before = *link;
  *link = ticket->next;
  if (client->last == ticket) client->last = before;
  unlink_client(queue, client);
  if (client->first) append(queue, client);
}
