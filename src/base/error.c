// The message of each error code, from the one list MICA_ERRORS in mica.h. Called by users, by
// mica_last_error_text and by the bridge.
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
