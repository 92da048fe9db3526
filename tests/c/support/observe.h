// What a game can learn of a world, and the whole state behind it, taken into one sum bit for bit.
// Two builds with equal sums agree in every bit; where sums differ, the same observer lists the sums
// of single fields and then their words, which tells the first one that differs. Used by
// random_worlds.c.
#pragma once

#include "mica.h"

#include <stddef.h>

// What is printed, beside the sum that is kept.
typedef enum Listing {
    LIST_NOTHING,
    LIST_FIELDS,  // `<moment> <field> <sum>` for each field
    LIST_WORDS,   // `<field> <word> <bits>` for each word of the fields of one moment
} Listing;

typedef struct Observer {
    uint64_t sum;
    int32_t moment;  // a number for each time at which it looks
    Listing listing;
    int32_t listed;  // LIST_WORDS: of this moment
} Observer;

void observe(Observer *o, const char *field, const void *data, size_t bytes);
void observe_number(Observer *o, const char *field, int32_t number);
// Settings, masses, views and joints; events, contacts and counters of the last step.
void observe_world(Observer *o, MicaWorld *world);
// Every array and number of the state.
void observe_state(Observer *o, const MicaWorld *world);
void observe_snapshot(Observer *o, MicaWorld *world);
// The answers to queries of every kind, chosen at random.
void observe_queries(Observer *o, MicaWorld *world, uint32_t *random);
// The results of the functions on shapes alone, chosen at random.
void observe_shapes(Observer *o, uint32_t *random);
