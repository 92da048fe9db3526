// The one list of errors, as sentences.
#include "../mica.h"

static const char *const texts[MICA_ERROR_COUNT] = {
#define X(name, text) text,
    MICA_ERRORS(X)
#undef X
};

const char *mica_error_text(MicaError error)
{
    return (int)error >= 0 && error < MICA_ERROR_COUNT ? texts[error] : "unknown error";
}
