// The library's own trigonometry, see trig.c.
#pragma once

#include "vec.h"

// mica_rot with a short path for the small turns of a single step.
Rot trig_small_rot(float angle);
