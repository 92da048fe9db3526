// The length of a metre in the units of the world that is at work: World.lengthUnit. Every tuning
// number with a length in it is a multiple of it (config.h), so that a world in pixels steps as the
// same world in metres does, and in the same bits where the unit is a power of two.
//
// It is one number a thread, not an argument of a hundred functions: each public function that takes
// a world begins by setting it (world_enter, which all look-ups of handles call), and those on
// shapes alone set it to one metre.
#pragma once

#if defined(__wasm__) && !defined(__wasm_atomics__)
#define THREAD_LOCAL  // such a module has one thread
#elif defined(_MSC_VER)
#define THREAD_LOCAL __declspec(thread)
#else
#define THREAD_LOCAL _Thread_local
#endif

extern THREAD_LOCAL float currentMetre, currentPerMetre;

#define METRE currentMetre
#define PER_METRE currentPerMetre  // 1 / METRE

static inline void metre_set(float metre)
{
    if (metre != currentMetre) {
        currentMetre = metre;
        currentPerMetre = 1.0f / metre;
    }
}

// For functions without a world.
static inline void use_metres(void) { metre_set(1.0f); }
