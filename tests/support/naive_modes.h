/* naive_modes.h - calling, stake and score said a second time, from the definition alone.
 *
 * A game is a list of calls and plays; each question is answered from the beginning of the list. Shares no
 * line with core/game/table.c. Words and cards are texts, as the API has them. */
#pragma once

#include <stdbool.h>

struct naive_modes {
  const char *calling;                          /* "none", "score", "rob", "kick" */
  int soft, hard, pure, longer, rocket, spring; /* factors */
  bool both_jokers, three_twos, four_twos;      /* must call */
  const char *nobody;                           /* "redeal", "first", "last", "random" */
  bool rob_back, kick_seat;
  int base;
  int cap;   /* 0: none */
  int extra; /* factors of the kitty and of shown hands, multiplied */
};

struct naive_call {
  int seat;
  const char *word;
};

/* After these calls of one deal. */
struct naive_stand {
  const char *phase;    /* "call", "rob", "kick", "double", "play", "redeal" */
  bool pending[3];      /* who may speak now */
  int turn;             /* the first of them; -1: nobody; in "play" the landlord */
  const char *open[6];  /* what may be said, closed by NULL */
  int landlord;         /* -1: none; -2: drawn, anybody */
  long long multiplier; /* not cut to the cap */
  long long factor[3];
};

/* hand   of each seat, as letters
 * first  who is asked first
 * drawn  the landlord where the rules draw him; -1: not known */
struct naive_stand naive_calls(const struct naive_modes *modes, const char *const hand[3], int first,
                               int drawn, const struct naive_call *calls, int n);

/* What a play multiplies the stake by.
 *
 * type   the name of its pattern
 * wild   letters of the wild ranks */
int naive_times(const struct naive_modes *modes, const char *type, const char *cards, const char *wild);

/* Who pays whom. */
void naive_score(const struct naive_modes *modes, long long multiplier, const long long factor[3],
                 int landlord, int winner, long long score[3]);
