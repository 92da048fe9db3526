// What a renderer keeps on the GPU survives the loss of its WebGL context: it is made anew once the
// browser has restored the context. Called by adapters/webgl.js and adapters/matter-webgl.js.

/**
 * Makes something on the GPU, and makes it again after each loss of the context.
 * @template {{ free: () => void }} T
 * @param {WebGL2RenderingContext} gl
 * @param {() => T} make
 */
export function keepOnGpu(gl, make) {
    let kept = make();
    let lost = false;
    /** Only a prevented loss is followed by a restored context. @param {Event} event */
    const lose = (event) => {
        event.preventDefault();
        lost = true;
    };
    gl.canvas.addEventListener('webglcontextlost', lose);
    return {
        /** What is kept; undefined while the context is lost. @returns {T | undefined} */
        get() {
            if (gl.isContextLost()) return undefined;
            if (lost) kept = make();
            lost = false;
            return kept;
        },
        /** Frees what is kept, for good. */
        free() {
            gl.canvas.removeEventListener('webglcontextlost', lose);
            kept.free();
        },
    };
}
