// Matter as an object in a scene of three.js, in the plane z = 0 of the object, one unit per unit of the
// world, drawn with the context of three's WebGLRenderer.
import { createGuestMatter } from './matter-guest.js';

/** @import { MatterPainterOptions } from './matter.js' */
/** @import { DrawableMatters } from './types.js' */

/**
 * Makes an object that draws the matter of a world: add `object` to the scene. Objects nearer to the camera hide it,
 * unless `object.material.depthTest` is false. Needs WebGLRenderer; with another, drawing throws an Error.
 * @template {{ material: any, frustumCulled: boolean, modelViewMatrix: any, onAfterRender: any }} O
 * @param {Readonly<DrawableMatters>} world or `{ matters: [...] }` for some of its matter
 * @param {{ BufferGeometry: new () => any, Matrix4: new () => any, Mesh: new (geometry: any, material: any) => O,
 *     MeshBasicMaterial: new (options: any) => any }} three the module, or these four of its classes
 * @param {MatterPainterOptions & { foam?: boolean }} [options] `foam` whether sparse and fast particles of liquids
 *     have light specks, default false
 * @returns {{ object: O, destroy: () => void }} `destroy` frees what it keeps on the GPU, and the object draws no more
 */
export function createThreeMatter(
    world,
    { BufferGeometry, Matrix4, Mesh, MeshBasicMaterial },
    options = {},
) {
    const matter = createGuestMatter(world, options, 'createThreeMatter');
    const matrix = new Matrix4();
    // Without a vertex it draws nothing itself; transparent, it comes after all that is solid.
    const object = new Mesh(new BufferGeometry(),
        new MeshBasicMaterial({ transparent: true, depthWrite: false }));
    object.frustumCulled = false;
    object.onAfterRender = (/** @type {any} */ renderer, /** @type {any} */ _scene,
        /** @type {any} */ camera) =>
    {
        const gl = renderer.getContext();
        matrix.multiplyMatrices(camera.projectionMatrix, object.modelViewMatrix);
        matter.view.set(matrix.elements);
        if (object.material.depthTest) gl.enable(gl.DEPTH_TEST);
        else gl.disable(gl.DEPTH_TEST);
        gl.depthFunc(gl.LEQUAL);
        gl.depthMask(false);
        matter.draw(gl);
        const target = [renderer.getRenderTarget(), renderer.getActiveCubeFace(),
            renderer.getActiveMipmapLevel()];
        renderer.resetState();
        renderer.setRenderTarget(...target);
    };
    return { object, destroy() {
        object.onAfterRender = () => {};
        object.material.dispose();
        matter.destroy();
    } };
}
