// What the engine needs of a machine and its compiler so that all builds give the same bits: where
// it is missing, nothing compiles. And the smaller and the larger of two floats, in a form that
// compilers leave as it is.
#pragma once

// Snapshots are arrays copied as they are.
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "Mica needs a little-endian machine: a snapshot is the same bytes on every machine."
#endif
// x87 keeps floats in 80 bits. -msse2 -mfpmath=sse compiles for processors that do better.
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0
#error "Mica needs floats that are rounded to single precision: on x86, -msse2 -mfpmath=sse."
#endif
#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ != 0) ||      \
    defined(__NO_SIGNED_ZEROS__) || defined(__RECIPROCAL_MATH__) || defined(__ASSOCIATIVE_MATH__)
#error "Mica must be compiled without -ffast-math: its results are the same bits in every build."
#endif

// Clang 14 takes `a > b ? a : b`, where one side is a constant, for an instruction that computes
// another maximum: f32.max of wasm or fmaxnm of ARM, to which +0 is larger than -0, or maxss of
// x86 with its operands swapped. It cannot where it does not see how the condition came about.
#if defined(__clang__)
#define HIDE_FROM_CLANG(registers, condition) __asm__("" : "+" registers(condition))
#else
#define HIDE_FROM_CLANG(registers, condition) ((void)0)
#endif

// A loop over thousands of elements: not inlined. The just-in-time compilers of wasm allocate registers
// function by function, and keep fewer values in them the larger it is.
#if defined(__GNUC__)
#define KERNEL __attribute__((noinline))
#else
#define KERNEL
#endif

// a < b ? a : b
static inline float exact_min(float a, float b)
{
    int less = a < b;
    HIDE_FROM_CLANG("r", less);
    return less ? a : b;
}

// a > b ? a : b
static inline float exact_max(float a, float b)
{
    int greater = a > b;
    HIDE_FROM_CLANG("r", greater);
    return greater ? a : b;
}
