// The length of a metre in the world that is at work; see metre.h.
#include "metre.h"

THREAD_LOCAL float currentMetre = 1.0f, currentPerMetre = 1.0f;
