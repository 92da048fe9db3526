// three.js: objects follow their bodies in the x-y plane, one unit per metre, y up; and debug lines
// as one LineSegments. It takes three's objects and classes as they are and imports nothing from
// three.
//
//   const physics = bindThree(world);
//   physics.add(body, mesh);                       each frame: world.advance(dt); physics.update();
import { rgba } from './colors.js';
import { DEBUG_COLORS, createDebugLines, eachKind } from './debug.js';
import { createSync } from './sync.js';

/** @import { DebugDrawable } from './debug.js' */
/** @import { Posed, Sync, SyncOptions } from './sync.js' */

/**
 * What the binding needs of a THREE.Object3D.
 * @typedef {{ position: { x: number, y: number }, rotation: { z: number } }} Object3DLike
 */

/**
 * Makes an empty list of objects that follow bodies.
 * @param {Posed} world
 * @param {SyncOptions<Object3DLike>} [options] by default one unit per metre and y up
 * @returns {Sync<Object3DLike>}
 */
export function bindThree(world, options = {}) {
    return createSync(world, {
        place(object, x, y, rotation) {
            object.position.x = x;
            object.position.y = y;
            object.rotation.z = rotation;
        },
        ...options,
    });
}

/**
 * Makes lines of the colliders and contacts of a world. Add `object` to the scene and call `update`
 * once a frame, after `world.advance()`; `lines.hidden` may be changed at any time.
 * @template {{ geometry: any, frustumCulled: boolean }} L
 * @param {DebugDrawable} world
 * @param {{ BufferGeometry: new () => any, BufferAttribute: new (array: Float32Array, size: number)
 *     => any, LineBasicMaterial: new (options: any) => any, LineSegments: new (geometry: any,
 *     material: any) => L }} three the module, or these four of its classes
 * @param {{ hidden?: readonly string[], colors?: Partial<typeof DEBUG_COLORS> }} [options] `hidden`
 *     names of the layers whose colliders have no lines, default none; `colors` any CSS colour by
 *     kind, default `DEBUG_COLORS`
 */
export function createThreeDebug(
    world,
    { BufferGeometry, BufferAttribute, LineBasicMaterial, LineSegments },
    { hidden, colors = {} } = {},
) {
    const lines = createDebugLines(world, { hidden });
    const material = new LineBasicMaterial({ vertexColors: true, transparent: true });
    const object = new LineSegments(new BufferGeometry(), material);
    object.frustumCulled = false;
    let capacity = 0;
    return {
        object,
        lines,
        update() {
            const { points, count } = lines.update();
            if (capacity < count) {
                capacity = 2 * count;
                object.geometry.dispose();
                object.geometry = new BufferGeometry();
                for (const [name, size] of /** @type {const} */ ([['position', 3], ['color', 4]])) {
                    const numbers = new Float32Array(2 * size * capacity);
                    object.geometry.setAttribute(name, new BufferAttribute(numbers, size));
                }
            }
            const { position, color } = object.geometry.attributes;
            if (!position) return;
            eachKind(lines, (kind, from, to) => {
                // Vertices have linear colours; 2.2 approximates the gamma of sRGB.
                const tint = rgba(colors[kind] ?? DEBUG_COLORS[kind],
                    `createThreeDebug: colors.${kind}`)
                    .map((part, i) => (i < 3 ? part ** 2.2 : part));
                for (let i = from, v = from / 2; i < to; i += 2, ++v) {
                    position.array[3 * v] = points[i];
                    position.array[3 * v + 1] = points[i + 1];
                    color.array.set(tint, 4 * v);
                }
            });
            position.needsUpdate = true;
            color.needsUpdate = true;
            object.geometry.setDrawRange(0, 2 * count);
        },
    };
}

export { createThreeMatter } from './matter-three.js';
