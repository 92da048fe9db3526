# Proves that src/base/platform.h refuses machines and settings of compilers on which the bits would differ, and
# says why. Run by ctest as
#   cmake -DCOMPILER=... -DSOURCE=<root> -DBINARY=<folder> -P platform.cmake
cmake_minimum_required(VERSION 3.21)
set(passed 0)
set(failed 0)
set(file ${BINARY}/platform.c)
file(WRITE ${file} "#include \"platform.h\"\n")

# What the compiler says with these flags, which is nothing where `expected` is empty.
function(expect expected)
    execute_process(COMMAND ${COMPILER} -std=c11 -fsyntax-only -I${SOURCE}/src/base ${ARGN} ${file}
        RESULT_VARIABLE code ERROR_VARIABLE text OUTPUT_QUIET)
    if((expected STREQUAL "" AND code EQUAL 0) OR (expected AND NOT code EQUAL 0 AND text MATCHES "${expected}"))
        math(EXPR passed "${passed} + 1")
    else()
        math(EXPR failed "${failed} + 1")
        message("With \"${ARGN}\" the compiler should say \"${expected}\", and says: ${text}")
    endif()
    set(passed ${passed} PARENT_SCOPE)
    set(failed ${failed} PARENT_SCOPE)
endfunction()

expect("")
expect("needs a little-endian machine" -U__BYTE_ORDER__ -D__BYTE_ORDER__=__ORDER_BIG_ENDIAN__)
expect("rounded to single precision" -U__FLT_EVAL_METHOD__ -D__FLT_EVAL_METHOD__=2)
expect("without -ffast-math" -ffast-math)
expect("without -ffast-math" -ffinite-math-only)

file(REMOVE ${file})
execute_process(COMMAND ${CMAKE_COMMAND} -E echo "${passed} passed, ${failed} failed")
if(failed GREATER 0)
    message(FATAL_ERROR "Builds whose bits would differ are not refused.")
endif()
