// The check of a snapshot's contents, apart from its form: snapshot.c calls it before a restore.
#pragma once

#include "world.h"

// Whether a world whose saved arrays come from elsewhere is sound: every index within its array, every
// list ends, every number in its range. It follows nothing that it has not checked, and reads none of
// the tables.
bool snapshot_check(const MicaWorld *world);
