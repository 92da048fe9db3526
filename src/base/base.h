// What the room offers: the public types, settings, vectors, four-wide arithmetic, trigonometry and
// arrays.
#pragma once

#include "../mica.h"
#include "arrays.h"
#include "config.h"
#include "simd.h"
#include "trig.h"
#include "vec.h"
