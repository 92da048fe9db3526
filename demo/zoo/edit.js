// The edits of the selected body or joint: moved, turned, made larger, copied, removed, fixed, held; and its material and layer.
// Called by builder.js and main.js.
import { isNail } from './joints.js';
import { surfaceOf } from './materials.js';
import { scaled } from './shapes.js';
import { toScene } from '../../js/scene.js';

/** @typedef {import('./zoo.js').Zoo} Zoo @typedef {import('./zoo.js').Body} Body */

const HOLD_HERTZ = 3; // of a joint that holds; a dragging hand's is stiffer
const HOLD_FORCE = 120; // m/s², times the mass
const APART = 0.2; // metres between a body and its copy
const PAUSE = 800; // ms between two changes of a motor's speed
const SIZES = [0.05, 60]; // metres, of what may be resized

/** Whether a joint holds a body in its place. @param {import('./zoo.js').Joint} joint */
export const isHold = (joint) => joint.type === 'target' && joint.hertz === HOLD_HERTZ;

/** The body, and all that move with it by joints. @param {Body} body @returns {Body[]} */
export function groupOf(body) {
    if (body.type === 'static') return [body];
    const group = new Set([body]);
    for (const each of group) {
        for (const { bodyA, bodyB } of each.joints)
            for (const other of [bodyA, bodyB])
                if (other && other.type !== 'static')
                    group.add(other);
    }
    return [...group];
}

/** @param {Body[]} bodies @param {number} dx @param {number} dy metres */
export function move(bodies, dx, dy) {
    for (const body of bodies) {
        body.setTransform(body.x + dx, body.y + dy);
        if (body.type !== 'static') body.wake();
    }
}

/** @param {Body} body @param {number} angle radians */
export function turnTo(body, angle) {
    body.angle = angle;
    if (body.type === 'static') return;
    body.angularVelocity = 0;
    body.wake();
}

/** Makes it larger about its origin, with the anchors of its joints. @param {Zoo} zoo @param {Body} body @param {number} factor */
export function resize(zoo, body, factor) {
    const reach = zoo.outlines.of(zoo.world)[body.index]?.reach ?? 1;
    if (reach * factor < SIZES[0] || reach * factor > SIZES[1]) return;
    for (const collider of body.colliders) {
        const shape = /** @type {any} */ (collider.shape);
        if (shape.shape !== 'chain' && shape.shape !== 'tiles') {
            collider.shape = scaled(shape, factor);
            continue;
        }
        const { layer, density, friction, restitution, oneWay, trigger, userData } = collider;
        body.createCollider({ ...scaled(shape, factor), layer, density, friction, restitution,
            oneWay, trigger, userData });
        collider.destroy();
    }
    for (const joint of body.joints) {
        if (joint.jointA) continue;
        for (const [own, key]
            of /** @type {const} */ ([[joint.bodyA, 'localAnchorA'], [joint.bodyB,
                'localAnchorB']]))
        {
            if (own === body)
                /** @type {any} */ (joint)[key] = joint[key].map((value) => value * factor);
        }
    }
    zoo.outlines.forget();
}

/** Removes a body with its joints, and nails that hold nothing any more. @param {Zoo} zoo */
export function remove(zoo) {
    const { body, joint } = zoo;
    if (!body && !joint) return;
    zoo.edit(() => {
        const joints = body ? body.joints : [/** @type {import('./zoo.js').Joint} */ (joint)];
        const ends = joints.flatMap(({ bodyA, bodyB }) => [bodyA, bodyB]);
        body?.destroy();
        joint?.destroy();
        for (const end of ends)
            if (end?.alive && isNail(end) && end.joints.length === 0) end.destroy();
    });
    zoo.select(null);
}

/** Copies the selected body, and what hangs on it by joints, beside it. @param {Zoo} zoo */
export function copy(zoo) {
    const { body, world } = zoo;
    if (!body) return;
    const group = groupOf(body);
    const nails = group.flatMap((each) =>
        each.joints.flatMap(({ bodyA }) => (bodyA && isNail(bodyA) ? [bodyA] : []))
    );
    const all = [...new Set([...group, ...nails])];
    const boxes = group.flatMap(({ colliders }) =>
        colliders.filter(({ trigger }) => !trigger).map((collider) => collider.aabb())
    );
    const width = boxes.length === 0
        ? 2
        : Math.max(...boxes.map(({ maxX }) => maxX)) - Math.min(...boxes.map(({ minX }) => minX));
    const offset = Math.min(width + APART, 6);
    const scene = toScene(world);
    const places = new Map(
        [...world.bodies].sort((a, b) => a.index - b.index).map((each, i) => [each, i]),
    );
    zoo.edit(() => {
        /** By place in the scene. @type {Map<number, Body>} */
        const made = new Map();
        const groups = new Map();
        for (const each of all) {
            const place = /** @type {number} */ (places.get(each));
            const { mass, dropThrough, mover, position = [0, 0], colliders = [], ...options } =
                /** @type {any} */ (scene.bodies?.[place]);
            // What does not meet its own kind meets its copy.
            for (const collider of colliders) {
                if (!(collider.group < 0)) continue;
                if (!groups.has(collider.group))
                    groups.set(collider.group, -1 - Math.floor(Math.random() * 2 ** 30));
                collider.group = groups.get(collider.group);
            }
            const twin = world.createBody({ ...options,
                position: [position[0] + offset, position[1]], colliders });
            if (mass) twin.setMass(mass);
            made.set(place, twin);
        }
        const bodies = [...places.keys()];
        for (const options of /** @type {any[]} */ (scene.joints ?? [])) {
            if (options.bodyA === undefined || !made.has(options.bodyB) && !made.has(options.bodyA))
                continue;
            const ends = /** @type {any} */ ({});
            for (const side of ['A', 'B']) {
                const place = options[`body${side}`];
                ends[`body${side}`] = made.get(place) ?? bodies[place];
                if (made.has(place)) continue;
                const [localX, localY] = options[`localAnchor${side}`] ?? [0, 0];
                const [x, y] = bodies[place].worldPoint(localX, localY);
                ends[`localAnchor${side}`] = bodies[place].localPoint(x + offset, y);
            }
            world.createJoint({ ...options, ...ends });
        }
        zoo.select(made.get(/** @type {number} */ (places.get(body))) ?? null);
    });
}

/** @param {Zoo} zoo */
export function toggleFixed(zoo) {
    const { body } = zoo;
    if (!body) return;
    zoo.edit(() => {
        body.type = body.type === 'static' ? 'dynamic' : 'static';
        if (body.type === 'dynamic') body.wake();
    });
}

/** Holds a body in its place by a joint that gives way, or lets it go. @param {Zoo} zoo */
export function toggleHold(zoo) {
    const { body, world } = zoo;
    if (!body || body.type === 'static') return;
    zoo.edit(() => {
        const held = body.joints.filter(isHold);
        for (const joint of held) joint.destroy();
        if (held.length > 0) return;
        world.createJoint({ type: 'target', bodyB: body, anchor: body.position, hertz: HOLD_HERTZ,
            maxForce: HOLD_FORCE * Math.max(0.1, body.mass) });
    });
}

/** @param {Zoo} zoo @param {import('./materials.js').Material} material */
export function setMaterial(zoo, material) {
    zoo.material = material;
    const { body } = zoo;
    if (body)
        zoo.edit(() => {
            for (const collider of body.colliders)
                if (!collider.trigger) Object.assign(collider, surfaceOf(material));
        });
}

/** @param {Zoo} zoo @param {string} layer */
export function setLayer(zoo, layer) {
    zoo.layer = layer;
    const { body } = zoo;
    if (body)
        zoo.edit(() => {
            for (const collider of body.colliders) collider.layer = layer;
        });
}

/** When a motor's speed was last changed, ms. */
let driven = -Infinity;

/** Sets the speed of new motors and of that which is selected. @param {Zoo} zoo @param {number} drive radians/s, clockwise */
export function setDrive(zoo, drive) {
    zoo.drive = drive;
    const motor = zoo.joint?.motor;
    if (!zoo.joint || !motor) return;
    // One step of undo for all of a drag.
    if (performance.now() - driven > PAUSE) zoo.note();
    driven = performance.now();
    zoo.joint.setMotor(-drive,
        /** @type {any} */ (motor).maxTorque ?? /** @type {any} */ (motor).maxForce);
    zoo.joint.bodyB.wake();
}
