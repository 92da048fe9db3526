// Exports for snapshots and copies of worlds. Called by js/world/saving/snapshots.js, js/world/objects/roster.js and
// js/world/saving/preview.js.
#include "records.h"

double EXPORT(snapshot_bytes)(MicaWorld *world, uint32_t hostBytes)
{
    return (double)mica_world_snapshot_bytes(world, hostBytes);
}

// Writes a snapshot of `capacity` bytes to `out`, with the page's own bytes at its end. After an error
// *slot is that of the body at fault, or -1.
int32_t EXPORT(snapshot_save)(MicaWorld *world, const void *host, uint32_t hostBytes, void *out,
                              uint32_t capacity, int32_t *slot)
{
    MicaError error = mica_world_snapshot(world, host, hostBytes, out, capacity);
    *slot = mica_last_error_slot(world);
    return (int32_t)error;
}

// Writes how a snapshot differs from another; gives the bytes, or 0.
uint32_t EXPORT(snapshot_difference)(const void *bytes, uint32_t size, const void *base,
                                     uint32_t baseSize, void *out, uint32_t capacity)
{
    return mica_snapshot_difference(bytes, size, base, baseSize, out, capacity);
}

// Where the page's own bytes lie in a snapshot, and their number in out[0]; 0 if it is damaged.
const void *EXPORT(snapshot_host)(const void *bytes, uint32_t size, uint32_t *out)
{
    return mica_snapshot_host(bytes, size, out);
}

// Restores a world, and writes views and events as after a step. What the page saved beside it, a world's record,
// the number of steps and that of layers, must agree with what the engine saved.
int32_t EXPORT(snapshot_restore)(MicaWorld *world, const void *bytes, uint32_t size,
                                 const double *record, uint32_t steps, int32_t layers)
{
    MicaWorldDef settings = read_world(record);
    bool agrees = mica_snapshot_agrees(bytes, size, &settings, steps, layers);
    return bridge_write_results(world, agrees ? mica_world_restore(world, bytes, size)
                                              : MICA_ERROR_BAD_SNAPSHOT);
}

// Makes one world what another is, and writes its views and events as after a step.
int32_t EXPORT(world_copy)(MicaWorld *to, const MicaWorld *from)
{
    return bridge_write_results(to, mica_world_copy(to, from));
}

int32_t EXPORT(collider_at)(MicaWorld *world, int32_t slot)
{
    return (int32_t)mica_collider_at(world, slot).id;
}

// The joint in a slot, or 0; writes the handles of its bodies, its type, and the joints of a gear.
int32_t EXPORT(joint_at)(MicaWorld *world, int32_t slot, int32_t *out)
{
    MicaJoint joint = mica_joint_at(world, slot);
    MicaJointDef def;
    if (joint.id == 0 || mica_joint_get(world, joint, &def) != MICA_ERROR_OK) {
        return 0;
    }
    out[0] = (int32_t)def.bodyA.id;
    out[1] = (int32_t)def.bodyB.id;
    out[2] = (int32_t)def.type;
    out[3] = (int32_t)def.jointA.id;
    out[4] = (int32_t)def.jointB.id;
    return (int32_t)joint.id;
}
