// A joint of every type, side by side, for the tests of drawing: 14 m wide and 8 m high about the origin.
// Static, so that all stays where it is.

/** What is joined in each place, from the top left on. @type {Record<string, unknown>[]} */
const JOINTS = [
    { type: 'revolute', at: [0, 0.6], limit: [-0.5, 1] },
    { type: 'revolute', at: [0, 0.6], enabled: false, limit: [-1, 0.5] },
    { type: 'revolute', at: [0, 0.6] },
    { type: 'prismatic', at: [0, 0.6], localAxisA: [1, 0.5], limit: [-0.75, 0.5] },
    { type: 'prismatic', at: [0, 0.6], localAxisA: [0, 1] },
    { type: 'ratchet', at: [0, 0.6], ratchet: Math.PI / 8 },
    { type: 'distance', localAnchorA: [0, 0.2] },
    { type: 'distance', localAnchorB: [0.2, 0], limit: [0.6, 1.5] },
    { type: 'pulley', groundAnchorA: [-0.5, 1.4], groundAnchorB: [0.5, 1.4] },
    { type: 'weld', at: [0, 0.6] },
    { type: 'wheel', at: [0, 0.6], localAxisA: [0, 1], limit: [-0.4, 0.2] },
    { type: 'motor', localAnchorA: [0.2, 0.2], localAnchorB: [0, 0], maxForce: 1, maxTorque: 1 },
    { type: 'target', at: [0.5, 0.2], target: [1.2, 0.8] },
];

/**
 * Fills a world of any kind.
 * @param {any} world
 * @returns {any[]} the joints
 */
export function makeJoints(world) {
    const joints = JOINTS.map(({ at, ...options }, i) => {
        const [x, y] = [(i % 5) * 2.8 - 5.6, 2 - 2.8 * Math.floor(i / 5)];
        const bodyA = world.createBody({ type: 'static', position: [x - 0.4, y],
            collider: { shape: 'box', width: 0.5, height: 0.5 } });
        const bodyB = world.createBody({ type: 'kinematic', position: [x + 0.4, y], angle: 0.3,
            collider: { shape: 'box', width: 0.5, height: 0.5 } });
        for (const name of ['groundAnchorA', 'groundAnchorB', 'target']) {
            const point = /** @type {number[] | undefined} */ (options[name]);
            if (point) options[name] = [x + point[0], y + point[1]];
        }
        const [dx, dy] = /** @type {number[]} */ (at ?? []);
        const bodies = options.type === 'target' ? { bodyB } : { bodyA, bodyB };
        return world.createJoint({ ...options, ...bodies,
            ...(at ? { anchor: [x + dx, y + dy] } : {}) });
    });
    return [...joints, world.createJoint({ type: 'gear', jointA: joints[2], jointB: joints[4] })];
}
