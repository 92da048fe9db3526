// Memory that cannot be had. The linker leads every allocation and every step of the test program
// through faults.c (--wrap in CMakeLists.txt). While faults_allow holds, only the next so many
// allocations succeed. While steps are faulty, each step is refused at every allocation that it
// makes, one after the other, and after each refusal the world is compared with what it was.
#pragma once

#include "mica.h"

// Lets that many allocations succeed and refuses the rest, until faults_end, which returns how many
// were refused.
void faults_allow(int32_t allocations);
int32_t faults_end(void);

typedef struct FaultySteps {
    int32_t steps, refused;  // steps made, and refusals of them
    int32_t survived;        // steps that were made although an allocation was refused
    int32_t changedWorld, changedEvents, changedContacts;  // refusals after which these differed
    int32_t unclear;  // refusals for another reason than memory
} FaultySteps;

// From now on steps are faulty, until faults_stop, which returns what happened. With `once`, one
// allocation alone is refused; else it and all that follow it.
void faults_start(bool once);
FaultySteps faults_stop(void);

// Of all events that the world shows, to the bit.
uint64_t faults_hash_events(const MicaWorld *world);
