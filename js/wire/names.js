// The names of operations by their numbers, which stay for good: a recording of today is read tomorrow.
// js/wire/table.js joins them to the rows of js/wire/operations.js, js/remote/mirror.js asks what an
// operation is done to. The objects of a world in this thread need neither.

/** @typedef {'world' | 'body' | 'collider' | 'joint'} Target what an operation is done to */

/** @type {Readonly<Record<number, string>>} */
export const NAMES = {
    1: 'world.setGravity',
    // <schema world.names>
    3: 'world.setRestitutionThreshold',
    4: 'world.setHitSpeed',
    2: 'world.setSleep',
    14: 'world.setLoadImpulse',
    // </schema>
    5: 'world.addLayer',
    6: 'world.setLayerPair',
    7: 'world.ignorePair',
    8: 'world.createBody',
    9: 'world.createBodies',
    10: 'world.createJoint',
    11: 'world.explode',
    12: 'world.setTransforms',
    13: 'world.setMoverVelocities',
    20: 'body.destroy',
    21: 'body.setTransform',
    22: 'body.setPosition',
    23: 'body.setX',
    24: 'body.setY',
    25: 'body.setAngle',
    26: 'body.setVelocity',
    27: 'body.setVx',
    28: 'body.setVy',
    33: 'body.setDamping',
    35: 'body.setLocks',
    // <schema body.names>
    30: 'body.setType',
    29: 'body.setAngularVelocity',
    31: 'body.setLinearDamping',
    32: 'body.setAngularDamping',
    34: 'body.setGravityScale',
    36: 'body.setCanSleep',
    37: 'body.setAwake',
    38: 'body.setEnabled',
    39: 'body.setBullet',
    40: 'body.setDropThrough',
    55: 'body.setMaxSpeed',
    // </schema>
    41: 'body.applyForce',
    42: 'body.applyForceAt',
    43: 'body.applyImpulse',
    44: 'body.applyImpulseAt',
    45: 'body.applyTorque',
    46: 'body.applyAngularImpulse',
    47: 'body.setMass',
    48: 'body.resetMass',
    49: 'body.createColliders',
    50: 'body.createMover',
    51: 'body.destroyMover',
    52: 'body.setMoverVelocity',
    53: 'body.setMoverNumbers',
    54: 'body.setMoverFloating',
    60: 'collider.destroy',
    // <schema collider.names>
    61: 'collider.setLayer',
    62: 'collider.setGroup',
    63: 'collider.setDensity',
    64: 'collider.setFriction',
    65: 'collider.setRestitution',
    66: 'collider.setRollingResistance',
    67: 'collider.setTangentSpeed',
    68: 'collider.setTrigger',
    69: 'collider.setFrictionCombine',
    70: 'collider.setRestitutionCombine',
    72: 'collider.setArcade',
    73: 'collider.setSees',
    77: 'collider.setEnabled',
    // </schema>
    71: 'collider.setOneWay',
    74: 'collider.setField',
    75: 'collider.setShape',
    76: 'collider.fillTiles',
    78: 'collider.dig',
    79: 'collider.add',
    80: 'collider.setPieces',
    90: 'joint.destroy',
    91: 'joint.setLimit',
    92: 'joint.setMotor',
    93: 'joint.setSpring',
    94: 'joint.setBreakForce',
    95: 'joint.setBreakTorque',
    96: 'joint.setCollideConnected',
    97: 'joint.setNumbers',
    98: 'joint.setLocalAnchorA',
    99: 'joint.setLocalAnchorB',
    100: 'joint.setEnabled',
};

/**
 * What an operation is done to.
 * @param {number} number
 */
export function targetOf(number) {
    const name = NAMES[number];
    return /** @type {Target} */ (name.slice(0, name.indexOf('.')));
}
