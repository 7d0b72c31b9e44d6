/* ddz_core.h - typed calls, tables that are copied, batches of tables: the engine without JSON.
 *
 * Three layers, each of use alone:
 *
 *   values   cards and plays by value: what is it, what beats it, which plays are there, what would you play
 *   a table  one game as a struct of 512 bytes, copied by assignment
 *   a batch  many tables that move together, into arrays of the caller, on several threads
 *
 *   struct ddz_rules *rules = ddzc_rules_open("\"standard\"", NULL, 0);
 *   struct ddzc_table table;
 *   struct ddzc_play list[8192];
 *   ddzc_table_init(&table, rules, 7);
 *   while (ddzc_table_plays(&table, list, 8192) > 0) ddzc_table_act(&table, 0);
 *   ddzc_rules_close(rules);
 *
 * A call returns a count or 0, or one of the negative errors below. Where an array is too short, the return
 * value says how many entries there are, and nothing is written. Pointers must not be NULL unless it is said.
 *
 * What takes no handle is pure: any thread, no allocation but where it is said. Rules are never written after
 * they are opened, so all threads may share them. Calls that take a handle are bound to it as ddz_ask is.
 * Numbers of kinds and errors, and the layout of every struct, stay as they are. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "ddz.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- errors ---- */

enum {
  DDZC_NO_MEMORY = -1,
  DDZC_BAD_ARGUMENT = -2,  /* a number out of its range, or a struct of another size */
  DDZC_BAD_CARDS = -3,     /* no cards, or more than the deck or a hand can have */
  DDZC_NOT_A_PLAY = -4,    /* these cards are no play under these rules */
  DDZC_DOES_NOT_BEAT = -5, /* a play, but not one that beats the last */
  DDZC_NOT_IN_HAND = -6,   /* these cards are not in the hand */
  DDZC_WRONG_TURN = -7,    /* it is somebody else's turn */
  DDZC_WRONG_PHASE = -8,   /* not what the table waits for */
  DDZC_PASS_ON_LEAD = -9,  /* a leader has to play */
  DDZC_ILLEGAL_CALL = -10, /* a call that is not open */
  DDZC_OVER = -11,         /* the game is over */
  DDZC_NOT_A_NET = -12     /* these bytes, or these numbers, are no net */
};

/* A sentence about it; "no error" for 0 and counts. */
DDZ_PUBLIC const char *ddzc_error_text(int error);

/* ---- values: cards, plays, rules ---- */

/* Sixteen counts of four bits: bits 4r..4r+3 say how many cards of rank r; ranks 0..15 are
 * 3 4 5 6 7 8 9 T J Q K A 2 B R F (small joker, big joker, flower). */
typedef uint64_t ddz_hand;

/* Read "3345TJQK2BR" (as /classify does); the cards, or DDZC_BAD_CARDS. Write them, lowest first, with a NUL;
 * returns the length. */
enum { DDZC_TEXT = 64 };
DDZ_PUBLIC int ddzc_hand_read(const char *text, ddz_hand *hand);
DDZ_PUBLIC int ddzc_hand_write(ddz_hand hand, char text[DDZC_TEXT]);

/* The rules of every call: `rules` of a request as JSON, a name ("\"standard\"") or an object
 * ("{\"preset\":\"laizi\",\"wild\":[\"7\"]}"), as openapi.yaml has it. NULL: `error` (may be NULL) says why.
 */
struct ddz_rules;
DDZ_PUBLIC struct ddz_rules *ddzc_rules_open(const char *json, char *error, size_t room);
DDZ_PUBLIC void ddzc_rules_close(struct ddz_rules *rules); /* NULL is allowed */

/* Kinds of play. A row of a list that is no play has one of the others. */
enum {
  DDZC_PASS,
  DDZC_SOLO,
  DDZC_PAIR,
  DDZC_TRIO,
  DDZC_TRIO_SOLO,
  DDZC_TRIO_PAIR,
  DDZC_SOLO_CHAIN,
  DDZC_PAIR_CHAIN,
  DDZC_TRIO_CHAIN,
  DDZC_TRIO_SOLO_CHAIN,
  DDZC_TRIO_PAIR_CHAIN,
  DDZC_FOUR_TWO_SOLO,
  DDZC_FOUR_TWO_PAIR,
  DDZC_FOUR_CHAIN,
  DDZC_FOUR_CHAIN_SOLO,
  DDZC_FOUR_CHAIN_PAIR,
  DDZC_BOMB,
  DDZC_ROCKET,
  DDZC_FOUR_CHAIN_ONE_SOLO,
  DDZC_FOUR_CHAIN_ONE_PAIR,
  DDZC_CALL =
      64,        /* and the number of the call: pass 1 2 3 call rob kick follow kick_back none double super */
  DDZC_DEAL = 96 /* deal again */
};

/* "trio_solo"; "rob" of a call, "deal"; NULL: there is no such kind. */
DDZ_PUBLIC const char *ddzc_kind_name(int kind);

/* Cards and one way to read them. Zero is a pass. */
struct ddzc_play {
  ddz_hand cards; /* as they are put down, wildcards as themselves */
  uint8_t kind;
  uint8_t rank;     /* the lowest of its run */
  uint8_t length;   /* ranks of its run */
  uint8_t size;     /* cards */
  uint8_t wild;     /* wildcards that stand for another rank */
  uint8_t grade;    /* of bombs: 0 soft, 1 hard, 2 wildcards alone */
  uint8_t spare[2]; /* may hold anything */
};

/* Every reading of the cards, the best first; 0: they are no play. There are at most DDZC_READINGS. */
enum { DDZC_READINGS = 40 };
DDZ_PUBLIC int ddzc_readings(const struct ddz_rules *rules, ddz_hand cards, struct ddzc_play *out,
                             size_t room);

/* The best reading that may be put on `last` (NULL or a pass: a lead). 0, or DDZC_NOT_A_PLAY,
 * DDZC_DOES_NOT_BEAT. `last` is a play that this library has given. */
DDZ_PUBLIC int ddzc_classify(const struct ddz_rules *rules, ddz_hand cards, const struct ddzc_play *last,
                             struct ddzc_play *out);

/* 1: `play` beats `last`, both as they are read; 0: it does not. */
DDZ_PUBLIC int ddzc_beats(const struct ddz_rules *rules, const struct ddzc_play *play,
                          const struct ddzc_play *last);

/* All plays of a hand that may be put on `last`, a row for each reading; the pass is not among them. Order:
 * as the kinds above, then length, rank, kickers. Wildcards fill only what the hand lacks. DDZC_PLAYS is room
 * enough for every hand without wild ranks, DDZC_PLAYS_WILD for every hand; with less room the plays are
 * counted first, which may take twice as long. */
enum { DDZC_PLAYS = 8192, DDZC_PLAYS_WILD = 65536 };
DDZ_PUBLIC int ddzc_plays(const struct ddz_rules *rules, ddz_hand hand, const struct ddzc_play *last,
                          struct ddzc_play *out, size_t room);

/* The same as sets of cards, the best to propose first: /prompt. `power` is that of the play itself, `rest`
 * that of what stays, in `rest_plays` plays. At most 1,024 are written. */
struct ddzc_prompt {
  struct ddzc_play play;
  double power, rest;
  int32_t rest_plays, spare;
};
DDZ_PUBLIC int ddzc_prompts(struct ddz *handle, const struct ddz_rules *rules, ddz_hand hand,
                            const struct ddzc_play *last, struct ddzc_prompt *out, size_t room);

/* How good a hand is, and the plays of its best partition. 0. */
struct ddzc_power {
  double power;
  int32_t plays, spare;
};
DDZ_PUBLIC int ddzc_power(struct ddz *handle, const struct ddz_rules *rules, ddz_hand hand,
                          struct ddzc_power *out);

/* ---- values: moves, calls, open cards ---- */

enum { DDZC_LANDLORD, DDZC_LANDLORD_DOWN, DDZC_LANDLORD_UP, DDZC_NOBODY };

/* Who plays, as the fields of /robot-move. Zero: the best quick move (the route has level 8 where none is
 * named). */
enum { DDZC_AUTO, DDZC_RULES, DDZC_NET, DDZC_SEARCH };
struct ddzc_player {
  uint8_t engine;    /* DDZC_AUTO, ... */
  uint8_t level;     /* 1..10; 0: no level */
  uint8_t style;     /* 0 steady, 1 aggressive, 2 cooperative */
  uint8_t objective; /* 0 win, 1 points */
  uint32_t spare;
  uint64_t seed;
  uint64_t nodes; /* of a search; 0: those of its level */
};

/* What a seat sees. With `played` (every action from the landlord's first lead on, 0: a pass, each read in
 * the best way that beats the last) the rest follows from it. Without (NULL) `last`, `owner` and `left` say
 * what is known; all zero with a landlord's whole hand: the start of a game. */
struct ddzc_seat {
  ddz_hand hand;  /* his cards now */
  ddz_hand kitty; /* 0: not known */
  const ddz_hand *played;
  size_t actions;
  struct ddzc_play last;
  uint8_t role, owner;
  uint8_t left[3]; /* cards by role; 0: not known */
  uint8_t spare[3];
  double multiplier; /* of the stake so far; 0: 1 */
};

/* A play and what it is worth. NAN: not known. */
struct ddzc_choice {
  struct ddzc_play play;
  double win, points;
};

/* What to play: the best `top` (1..64) candidates, the chosen one first. Returns how many were written.
 * DDZC_BAD_CARDS, DDZC_NOT_A_PLAY, ... : what is wrong with the seat or an action. */
enum { DDZC_TOP = 64 };
DDZ_PUBLIC int ddzc_move(struct ddz *handle, const struct ddz_rules *rules, const struct ddzc_seat *seat,
                         const struct ddzc_player *player, struct ddzc_choice *out, size_t top);

/* A question of the calling, as /bid-advice: choices are numbered from 0, which declines. */
enum { DDZC_BID_SCORE, DDZC_BID_CALL, DDZC_BID_ROB, DDZC_BID_DOUBLE, DDZC_BID_KICK };
struct ddzc_question {
  ddz_hand hand, kitty; /* kitty 0: not shown */
  uint8_t phase;        /* DDZC_BID_SCORE, ... */
  uint8_t seat;         /* 0..2 in the order of calling */
  uint8_t highest;      /* SCORE: the highest bid; else 1 when somebody called */
  uint8_t role;         /* DDZC_NOBODY while there is no landlord */
  uint8_t choices;      /* how many of `choice` are known */
  uint8_t choice[7];    /* before it in this deal, seat 0's first; of a doubling: those of its phase */
  double multiplier;    /* 0: 1 */
};
struct ddzc_advice {
  int32_t choice, spare;
  double landlord, farmer; /* chances to win as such */
  double points[4];        /* of each choice; NAN: not open */
};
DDZ_PUBLIC int ddzc_bid(struct ddz *handle, const struct ddz_rules *rules,
                        const struct ddzc_question *question, struct ddzc_advice *out);

/* Open cards: who wins? hand[2] 0: the landlord against one farmer. */
enum { DDZC_UNKNOWN, DDZC_WIN, DDZC_LOSS };
struct ddzc_open {
  ddz_hand hand[3];      /* by role */
  struct ddzc_play last; /* a pass: to_move leads */
  uint8_t to_move, owner;
  uint8_t all; /* 0: the result and one winning play; 1: the result of every play; 2: and its length */
  uint8_t spare[5];
  uint64_t nodes; /* at most; 0: no limit */
};
struct ddzc_solved {
  struct ddzc_play play;
  int32_t result, length; /* length 0: not known */
};
struct ddzc_result {
  uint64_t nodes;
  int32_t result, length;
};
/* Returns how many plays there are to tell. `out` is written in any case. */
DDZ_PUBLIC int ddzc_solve(struct ddz *handle, const struct ddz_rules *rules, const struct ddzc_open *position,
                          struct ddzc_result *out, struct ddzc_solved *plays, size_t room);

/* ---- a table ---- */

/* One game. Copy it by assignment; its rules must stay open. What is in it is the library's. */
struct ddzc_table {
  const struct ddz_rules *rules;
  uint64_t space[63];
};

enum {
  DDZC_PHASE_CALL,
  DDZC_PHASE_ROB,
  DDZC_PHASE_KICK,
  DDZC_PHASE_DOUBLE,
  DDZC_PHASE_PLAY,
  DDZC_PHASE_REDEAL,
  DDZC_PHASE_OVER
};

/* A fresh game: the cards of /table with this seed. 0. */
DDZ_PUBLIC int ddzc_table_init(struct ddzc_table *table, const struct ddz_rules *rules, uint64_t seed);

/* The same with these cards. landlord 0..2: he holds the kitty already; DDZC_NOBODY: he is to be found. The
 * seed decides what is left to chance. DDZC_BAD_CARDS: no game starts so. */
DDZ_PUBLIC int ddzc_table_deal(struct ddzc_table *table, const struct ddz_rules *rules, uint64_t seed,
                               const ddz_hand hand[3], ddz_hand kitty, int landlord);

/* What the seat to act may do: calls in their order; or the pass, where it is allowed, and all plays as
 * ddzc_plays lists them; or to deal again. 0: the game is over. */
DDZ_PUBLIC int ddzc_table_plays(const struct ddzc_table *table, struct ddzc_play *out, size_t room);

/* Do number `i` of that list; or a row of it, which is faster. 0, or an error, and the table is as it was. By
 * number a long list is put in memory of its own (DDZC_NO_MEMORY). */
DDZ_PUBLIC int ddzc_table_act(struct ddzc_table *table, int i);
DDZ_PUBLIC int ddzc_table_do(struct ddzc_table *table, const struct ddzc_play *row);

/* What a robot does for the seat to act. It sees what the seat sees. 0; not of a game that is over. */
DDZ_PUBLIC int ddzc_table_robot(struct ddz *handle, const struct ddzc_table *table,
                                const struct ddzc_player *player, struct ddzc_play *row);

/* What `seat` sees. */
struct ddzc_view {
  ddz_hand hand;         /* his cards */
  ddz_hand unseen;       /* where they are he does not know: with the others, or in the kitty */
  ddz_hand kitty;        /* once shown */
  ddz_hand played[3];    /* by seat */
  struct ddzc_play last; /* to be beaten; a pass: `turn` leads */
  uint8_t phase, turn, owner, landlord, winner; /* seats; DDZC_NOBODY: none */
  uint8_t role;                                 /* of `seat`; DDZC_NOBODY before there are roles */
  uint8_t left[3];                              /* cards by seat */
  uint8_t factor[3];                            /* own doublings by seat: 1, 2, 4 */
  uint8_t bid, bombs, deals, passes;            /* passes since `last` */
  uint16_t said[3];                             /* calls of each seat in this deal, bit c: call c */
  uint16_t wild;                                /* wild ranks that are shown, bit r: rank r */
  uint32_t plies, spare;                        /* plays put down so far */
  int64_t multiplier;                           /* without the own doublings */
};
DDZ_PUBLIC int ddzc_table_view(const struct ddzc_table *table, int seat, struct ddzc_view *view);

/* All hands, by seat, and the kitty: for those that may see them. */
DDZ_PUBLIC int ddzc_table_hands(const struct ddzc_table *table, ddz_hand hand[3], ddz_hand *kitty);

/* 1: the game is over, and these are the points by seat, in units of the base. 0: it goes on. */
DDZ_PUBLIC int ddzc_table_score(const struct ddzc_table *table, int64_t score[3]);

/* Deal anew all that `seat` does not see, by chance from `seed`: hands of the others (all that fit the cards
 * shown are equally likely), the kitty and wild ranks not yet shown, later deals. Everything that the seat
 * sees stays. (That a seat could not lead anything is not remembered.) 0. */
DDZ_PUBLIC int ddzc_table_redraw(struct ddzc_table *table, int seat, uint64_t seed);

/* ---- a batch ---- */

/* Many tables that move together. The caller says what each does, as the number of a row of its list; the
 * answer is written to his arrays. Threads are inside; a batch belongs to one thread of the caller at a time.
 * A game, its observations and its robots depend on the seed of its deal alone, not on threads or tables. */
struct ddzc_batch;

struct ddzc_batch_settings {
  size_t size; /* sizeof(struct ddzc_batch_settings) */
  const struct ddz_rules *rules;
  uint64_t seed;                     /* of the first deals */
  uint32_t tables;                   /* 1..1048576 */
  uint32_t threads;                  /* 1..256; 0: 1 */
  const struct ddz_settings *engine; /* of the robots; NULL: all defaults */
  struct ddzc_player robot[3];
  uint32_t robots; /* bit s: seat s is a robot, which acts inside of a step; not all three */
  uint32_t skip;   /* DDZC_SKIP_..., added: what is done inside of a step, and the caller is not asked for */
};

/* Who has one row does it. The engine of the robots calls, robs and doubles for all. */
enum { DDZC_SKIP_FORCED = 1, DDZC_SKIP_CALLS = 2 };

/* Observations. Cards are sixteen bytes, one for each rank, unless it is said otherwise. Seats are told from
 * the seat to act on: 0 itself, 1 the next, 2 the one before. 16-bit numbers have their low byte first.
 *
 * v1, which never changes, DDZC_V1 bytes a table; the number is where it begins:
 *
 *     0  own hand
 *    16  unseen cards
 *    32  kitty, once shown
 *    48  what is to be beaten
 *    64  played by each seat, 3 x 16
 *   112  of what is to be beaten: kind, rank, length, seat (3: nothing lies)
 *   116  cards left, 3 x 1
 *   119  role: 0 landlord, 1 after him, 2 before him, 3 not yet
 *   120  phase: DDZC_PHASE_...
 *   121  bid
 *   122  bombs
 *   123  passes since the last play
 *   124  multiplier (16 bits, at most 65535)
 *   126  plays put down so far
 *   127  0
 *   128  factor of the own doublings, 3 x 1
 *   131  number of the deal of this game
 *   132  wild ranks shown, bit r (16 bits)
 *   134  calls of each seat, bit c, 3 x 16 bits
 *   140  how many moves are told below
 *   141  own seat at the table
 *   142  0, 0
 *   144  the last 15 moves, the newest first, 15 x 16: counts of 3 to R, then the seat, and 128 with the
 *        flower; a pass has no cards; what is not told is 255
 *
 * open: all hands, from the seat to act on, and the kitty: 4 x 16.
 *
 * douzero: the features of DouZero's environment (x without the play, 319 bytes for a landlord, 430 for a
 * farmer, the rest 0; z, 5 x 162), and 54 for each row. In play only; elsewhere 0.
 *
 * engine: of each row the inputs of the engine's own nets that are on (core/net/feature.def), DDZC_ENGINE
 * numbers below DDZC_ENGINE_INPUTS; after the last, and where nobody plays, 65535. They are those of who
 * plays to win; who plays for points has DDZC_ENGINE_POINTS on, too. They change with the nets. */
enum { DDZC_V1 = 384, DDZC_OPEN = 64, DDZC_DOUZERO_X = 430, DDZC_DOUZERO_Z = 810, DDZC_DOUZERO_ROW = 54 };
enum { DDZC_ENGINE = 196, DDZC_ENGINE_INPUTS = 8192, DDZC_ENGINE_POINTS = 0 };

/* The caller's arrays, of N tables; those that may be NULL are not wanted then. */
struct ddzc_arrays {
  size_t size;    /* sizeof(struct ddzc_arrays) */
  size_t room;    /* rows in the arrays that have one for each */
  int32_t *first; /* N + 1: table i may do rows first[i] .. first[i + 1] - 1; at least one */
  uint8_t *rows;  /* room x 16, may be NULL: counts of 3 to R, then the kind, and 128 with the flower */
  int32_t *ids;   /* room, may be NULL: the number of the play in RLCard's doudizhu; -1: it has none */
  uint8_t *turn;  /* N: seat to act */
  uint8_t *done;  /* N: games that ended in this step */
  float *reward;  /* N x 3: points by seat of what ended */
  uint64_t *seed; /* N, may be NULL: of the deal on the table, as ddzc_table_init takes it */
  uint8_t *v1, *open, *douzero_x, *douzero_z; /* may be NULL */
  uint8_t *douzero_rows;                      /* room x 54, may be NULL */
  uint16_t *engine;                           /* room x DDZC_ENGINE, may be NULL */
  uint8_t *role;                              /* N, may be NULL: of the seat to act; DDZC_NOBODY: not yet */
  uint8_t *forced; /* N, may be NULL: moves of this step that DDZC_SKIP_FORCED made */
  float *stake;    /* N, may be NULL: points the seat to act wins or loses if the game ended now, without a
                      spring; 0 before there is a landlord */
};

/* NULL: `error` (may be NULL) says why. */
DDZ_PUBLIC struct ddzc_batch *ddzc_batch_open(const struct ddzc_batch_settings *settings, char *error,
                                              size_t room);
DDZ_PUBLIC void ddzc_batch_close(struct ddzc_batch *batch); /* NULL is allowed */

/* Where the tables are: done and reward are those of the last step. Returns how many rows there are. */
DDZ_PUBLIC int ddzc_batch_look(struct ddzc_batch *batch, const struct ddzc_arrays *arrays);

/* Each table does row action[i] of its list, counted from 0. A game that ends is followed by the next deal in
 * the same step: done and reward tell of the old one, all else of the new one. A deal that nobody called is
 * dealt again at once. Where an action is out of range (DDZC_BAD_ARGUMENT), rows are more than `room` (their
 * number), or memory is short, no table moves and nothing is written. */
DDZ_PUBLIC int ddzc_batch_step(struct ddzc_batch *batch, const int32_t *action,
                               const struct ddzc_arrays *arrays);

/* Table i as one of its own, to look at or to play on from. 0. */
DDZ_PUBLIC int ddzc_batch_table(const struct ddzc_batch *batch, uint32_t i, struct ddzc_table *table);

/* ---- the weights of a net ---- */

/* What the file of a net says beside its weights, which models/ and `model` of ddz.h have; core/net/net.h
 * says how a net computes. Three nets of one shape, one for each role. */
struct ddzc_net {
  size_t size;        /* sizeof(struct ddzc_net) */
  uint32_t inputs;    /* F */
  uint32_t width;     /* W: 64, 128 .. 1024 */
  uint32_t hidden[2]; /* H1, H2: 16, 32 .. 128 */
  uint32_t features;  /* what the inputs mean; others than those of this engine do not play */
  float clip;         /* of the first layer */
  float points_unit;  /* points = the second head x points_unit */
  float slope[3][3][2], offset[3][3][2]; /* of the chances: dealing, role, objective; slope 0: not measured */
  char name[32];                         /* a word, "ddz-5" */
  const char *record;                    /* how it was trained: ASCII and new lines; NULL: nothing is known */
};

/* Arrays of the caller, of all three roles one behind the other. */
struct ddzc_weights {
  float *w1; /* 3 x F x W: row i is what input i adds */
  float *b1; /* 3 x W       hidden = 0 <= w1 + b1 <= clip */
  float *w2; /* 3 x H1 x W  */
  float *b2; /* 3 x H1      one = 0 <= w2 . hidden + b2 */
  float *w3; /* 3 x H2 x H1 */
  float *b3; /* 3 x H2      two = 0 <= w3 . one + b3 */
  float *w4; /* 3 x 2 x H2  */
  float *b4; /* 3 x 2       w4 . two + b4: a logit of winning, and points */
};

/* Read a net of any kind. `image`: its file, on a boundary of 64 bytes; NULL: `net` becomes what a fresh net
 * of this engine says, of no width yet. `weights` NULL: `net` alone. The record stays in the image. 0, or
 * DDZC_NOT_A_NET. */
DDZ_PUBLIC int ddzc_net_read(const void *image, size_t size, struct ddzc_net *net,
                             const struct ddzc_weights *weights);

/* Write the file, rounded as it plays: weights of w1 and w2 to 1/127 of the largest of their unit or more,
 * the others not at all; w1 is cut at +-clip. Inputs whose row is zero take no room. Returns how many bytes
 * there are; what is beyond `room` is not written. DDZC_NOT_A_NET: sizes, names or numbers that no net has.
 */
DDZ_PUBLIC int ddzc_net_write(const struct ddzc_net *net, const struct ddzc_weights *weights, void *image,
                              size_t room);

/* The number that RLCard's doudizhu has for these cards (27,471: the pass); -1: none. */
DDZ_PUBLIC int ddzc_rlcard_id(ddz_hand cards);

#ifdef __cplusplus
}
#endif
