// Makes bodies of the parts of a body: the largest part keeps it, with the colliders that are whole; each other one becomes a
// body in the same place, of the same settings, so that pictures and anchors in its space stay right. Called by
// js/break/cut.js and js/break/fracture.js.
import { BODY_KEYS } from '../options/options.js';
import { nearestOf } from './divide.js';
import { moveJoints } from './joints.js';
import { motionOf, shareMotion } from './mass.js';
import { distanceToPoint } from './polygon.js';
import { enginePolygons, surfaceOf } from './shapes.js';

/** @import { Body } from '../world/objects/body.js' */
/** @import { Joint } from '../world/objects/joint.js' */
/** @import { Part } from './divide.js' */
/** @import { Corner } from './polygon.js' */
/** @import { Shape } from './shapes.js' */

/** What createBody takes that a part does not have from its body as it stands. */
const OWN = new Set(['position', 'angle', 'velocity', 'angularVelocity', 'awake', 'collider',
    'colliders']);
/** What the parts of a body have of it. */
const SHARED = [...BODY_KEYS].filter((key) => !OWN.has(key));

/**
 * By shape, the options of its colliders in a part; none where the part keeps the collider.
 * @param {Part} part
 * @param {Shape[]} shapes
 * @param {Record<string, any>[]} surfaces of those shapes for which they were needed
 * @param {boolean} keeps whether whole shapes keep their colliders
 * @returns {Map<number, any[]>}
 */
function collidersOf({ pieces, whole }, shapes, surfaces, keeps) {
    /** @type {Map<number, any[]>} */
    const made = new Map();
    for (const { shape, polygon } of pieces) {
        const { collider } = shapes[shape];
        const before = made.get(shape) ?? [];
        made.set(shape, before);
        // A whole shape may be there in pieces of several cells.
        if (whole.has(shape) && (keeps || before.length > 0)) continue;
        const surface = surfaces[shape] ??= surfaceOf(collider);
        const forms = whole.has(shape) ? [collider.shape] : enginePolygons(polygon);
        for (const form of forms) before.push({ ...form, ...surface });
    }
    return made;
}

/**
 * A body of a part.
 * @param {Body<any>} body that it was a part of
 * @param {any[]} colliders
 */
function bodyLike(body, colliders) {
    const shared = Object.fromEntries(
        SHARED.map((key) => [key, /** @type {any} */ (body)[key]]),
    );
    const made = body.world.createBody(
        /** @type {any} */ ({ ...shared, position: body.position, angle: body.angle, colliders }),
    );
    if (body.dropThrough) made.dropThrough = true;
    return made;
}

/**
 * Leaves a body the colliders of its part. Undoes what it did if it throws.
 * @param {Body<any>} body
 * @param {Map<number, any[]>} own by shape
 * @param {Part} part
 * @param {Shape[]} shapes
 */
function reduce(body, own, part, shapes) {
    /** @type {(() => void)[]} */
    const undo = [];
    try {
        for (const [shape, colliders] of own) {
            if (part.whole.has(shape)) continue;
            const { collider } = shapes[shape];
            const before = /** @type {any} */ (collider.shape);
            const [{ points }, ...more] = colliders;
            collider.setShape({ shape: 'polygon', points });
            undo.push(() => collider.setShape(before));
            for (const options of more) {
                const made = body.createCollider(options);
                undo.push(() => made.destroy());
            }
        }
    } catch (error) {
        for (const each of undo.reverse()) each();
        throw error;
    }
    shapes.forEach(({ collider }, shape) => {
        if (!own.has(shape)) collider.destroy();
    });
}

/** Has the parts ignore the bodies that their body ignores. @param {Body<any>} body @param {Body<any>[]} made */
function ignoreAlike(body, made) {
    for (const other of body.world.bodies) {
        if (other === body || made.includes(other) || !body.ignores(other)) continue;
        for (const part of made) part.ignore(other);
    }
}

/**
 * The bodies of the parts; the first is the body itself. All or none.
 * @param {Body<any>} body
 * @param {Shape[]} shapes
 * @param {Part[]} parts at least two, the largest first
 * @param {((old: Joint<any>, made: Joint<any>) => void) | undefined} moved called for each joint that was made anew
 * @returns {Body<any>[]}
 */
export function separate(body, shapes, parts, moved) {
    const before = motionOf(body);
    /** @type {Record<string, any>[]} */
    const surfaces = [];
    const own = parts.map((part, i) => collidersOf(part, shapes, surfaces, i === 0));
    /** @type {Body<any>[]} */
    const made = [];
    try {
        for (const colliders of own.slice(1))
            made.push(bodyLike(body, [...colliders.values()].flat()));
        reduce(body, own[0], parts[0], shapes);
    } catch (error) {
        for (const each of made) each.destroy();
        throw error;
    }
    const bodies = [body, ...made];
    ignoreAlike(body, made);
    if (body.type === 'dynamic') {
        body.resetMass();
        shareMotion(before, bodies);
    } else if (body.type === 'kinematic') {
        for (const each of made) {
            each.setVelocity(before.vx, before.vy);
            each.angularVelocity = before.spin;
        }
    }
    /** @param {Corner} anchor */
    const ownerOf = (anchor) => {
        const gaps = parts.map((part) =>
            nearestOf(part, (polygon) => distanceToPoint(polygon, anchor))
        );
        return bodies[gaps.indexOf(Math.min(...gaps))];
    };
    moveJoints(body, ownerOf, moved);
    return bodies;
}
