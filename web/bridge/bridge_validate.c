// An export of the build with the validator alone (build.mjs --validate), which `npm run soak` plays in. Called by
// tests/soak/watch.mjs; js/ does not know it.
#include "records.h"

#if defined(MICA_VALIDATE)

// The sentence about the first violated invariant, a C string; null if there is none.
const char *EXPORT(world_validate)(const MicaWorld *world) { return mica_world_validate(world); }

#endif
