// All that base/ offers: the public types, the tuning numbers, vectors, four-wide arithmetic,
// trigonometry and arrays.
#pragma once

#include "../mica.h"
#ifdef MICA_MATTER
#include "../mica_matter.h"
#endif
#include "arrays.h"
#include "config.h"
#include "simd.h"
#include "trig.h"
#include "vec.h"
