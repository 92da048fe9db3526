// Matter as an object in a scene of PixiJS 8, drawn with the context of Pixi's WebGL renderer.
import { createGuestMatter } from './matter-guest.js';

/** @import { MatterPainterOptions } from './matter.js' */
/** @import { Sync } from './sync.js' */
/** @import { DrawableMatters } from './types.js' */

/** A transform of Pixi's. @typedef {{ a: number, b: number, c: number, d: number, tx: number, ty: number }} Affine */

/** The systems of Pixi's renderer that cache WebGL state; each is reset after matter has changed that state. */
const SYSTEMS = ['state', 'shader', 'geometry', 'buffer', 'texture'];

/**
 * The product of affine transforms, the last of which is applied first.
 * @param {Affine} m
 * @param {Affine} n
 * @returns {Affine}
 */
const times = (m, n) => ({
    a: m.a * n.a + m.c * n.b,
    b: m.b * n.a + m.d * n.b,
    c: m.a * n.c + m.c * n.d,
    d: m.b * n.c + m.d * n.d,
    tx: m.a * n.tx + m.c * n.ty + m.tx,
    ty: m.b * n.tx + m.d * n.ty + m.ty,
});

/**
 * From the world's units to those of the targets. @param {Pick<Sync<any>, 'fromWorld'>} sync
 * @returns {Affine}
 */
function placeOf(sync) {
    const [tx, ty] = sync.fromWorld(0, 0);
    const [ax, ay] = sync.fromWorld(1, 0), [bx, by] = sync.fromWorld(0, 1);
    return { a: ax - tx, b: ay - ty, c: bx - tx, d: by - ty, tx, ty };
}

/**
 * Makes an object that draws the matter of a world: add `object` to the stage, behind or before others. Needs
 * Pixi's WebGL renderer; with another, drawing throws an Error. The object's alpha, tint and filters on it alone do nothing.
 * @template O
 * @param {Readonly<DrawableMatters>} world or `{ matters: [...] }` for some of its matter
 * @param {{ RenderContainer: new (options: { render: (renderer: any) => void }) => O }} pixi the module, or this one of its classes
 * @param {Pick<Sync<any>, 'fromWorld'>} sync where the matter is drawn, such as a PixiBinding
 * @param {MatterPainterOptions & { foam?: boolean }} [options] `foam` whether sparse and fast particles of liquids
 *     have light specks, default false
 * @returns {{ object: O, destroy: () => void }} `destroy` frees what it keeps on the GPU, and the object draws no more
 */
export function createPixiMatter(world, { RenderContainer }, sync, options = {}) {
    const matter = createGuestMatter(world, options, 'createPixiMatter');
    let destroyed = false;
    const object = new RenderContainer({
        render(renderer) {
            if (destroyed) return;
            const { projectionMatrix, worldTransformMatrix, offset } =
                renderer.globalUniforms.globalUniformData;
            const group = times(worldTransformMatrix, /** @type {any} */ (object).groupTransform);
            group.tx -= offset.x;
            group.ty -= offset.y;
            const { a, b, c, d, tx, ty } = times(projectionMatrix, times(group, placeOf(sync)));
            matter.view.set([a, b, 0, 0, c, d, 0, 0, 0, 0, 1, 0, tx, ty, 0, 1]);
            matter.draw(renderer.gl);
            for (const system of SYSTEMS) renderer[system].resetState();
        },
    });
    return { object, destroy() {
        destroyed = true;
        matter.destroy();
    } };
}
