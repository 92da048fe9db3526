// The questions that the soak asks after each step. Whatever they name must be an object that the model knows to be
// alive, and the very object that the game was given when it was made.
import { slotOf } from '../../js/index.js';
import { rayCasts } from '../../js/batches.js';
import { Find } from './find.mjs';
import { COLUMNS, ROWS } from './level.mjs';

/** @import { Play } from './play.mjs' */

/** The buffers that batches fill again and again. */
const rays = new Float32Array(4 * 8);
/** @type {any} */
let out;

/** @param {Play} play */
export function query(play) {
    const { world, r, step, counts, model } = play;
    const { live } = model;
    const check = (/** @type {any} */ collider) => {
        if (!live.collider.has(collider) || !live.body.has(collider.body))
            throw new Find('a query names what the model does not know to be alive');
    };
    const [x, y] = [r.between(1, COLUMNS - 1), r.between(1, ROWS - 1)];
    const hit = world.rayCast(x, y, r.between(-20, 20), r.between(-20, 20));
    if (hit) check(hit.collider);
    switch (step % 8) {
        case 0:
            world.overlapBox(x, y, x + 3, y + 3).forEach(check);
            break;
        case 1:
            world.overlapPoint(x, y).forEach(check);
            break;
        case 2:
            world.overlapShape({ shape: 'circle', radius: 1 }, { x, y }).forEach(check);
            break;
        case 3:
            world.rayCastAll(x, y, 8, -3).forEach(({ collider }) => check(collider));
            break;
        case 4: {
            const near = world.closestPoint(x, y, 5);
            if (near) check(near.collider);
            break;
        }
        case 5: {
            for (let i = 0; i < rays.length; i += 4)
                rays.set([x, y, r.between(-9, 9), r.between(-9, 9)], i);
            out = rayCasts(world, rays, { out });
            for (let i = 0; i < out.count; ++i) {
                const body = out.u32[i * out.stride + 1];
                if (body !== 0 && !live.body.has(world.bodyAt(slotOf(body))))
                    throw new Find('a batch names a body that the model does not know');
            }
            break;
        }
        case 6: {
            const points = world.contactPoints;
            for (let i = 0; i < points.count; ++i) {
                for (const word of [12, 13]) {
                    const body = world.bodyAt(slotOf(points.u32[i * points.stride + word]));
                    if (!live.body.has(body))
                        throw new Find('a contact point names a body that the model does not know');
                }
            }
            break;
        }
        default: {
            const { body } = play.movers[0];
            const met = world.sweep(body, [[body.x, body.y], [body.x + 5, body.y + 1]]);
            if (met) check(met.collider);
        }
    }
    counts.queries += 2;
    checkViews(play);
}

/** Views are never detached, and say of a body what its getters say. @param {Play} play */
function checkViews({ world, lift }) {
    const { transforms, poses, velocities, flags, slots } = world;
    const i = lift.index;
    const good = transforms.length >= 4 * slots && poses.length >= 4 * slots
        && velocities.length >= 4 * slots && flags.length >= slots
        && transforms[4 * i + 1] === lift.y && velocities[4 * i + 1] === lift.vy;
    if (!good) throw new Find('a view is detached, or says something else than the getters');
}
