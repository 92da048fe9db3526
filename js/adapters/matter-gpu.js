// What adapters/matter-webgl.js keeps on the GPU: programs with their uniforms, the arrays of all
// particles, and the texture in which surfaces are added up.
import { buildProgram } from './webgl-shaders.js';

/** The arrays of a particle as attributes, by their location: 32-bit words, and whether they are integers. */
const ATTRIBUTES = [
    { words: 2, integer: false },
    { words: 1, integer: true },
    { words: 1, integer: false },
    { words: 2, integer: false },
];

export const [POSITION, VALUE, DENSITY, VELOCITY] = [0, 1, 2, 3];

const NOTHING = new Float32Array(4);

/** Levels of the field's texture beyond the first, for wide means. */
const LEVELS = 5;

/**
 * A program, and its uniforms by name.
 * @param {WebGL2RenderingContext} gl
 * @param {{ readonly vertex: string, readonly fragment: string }} shaders
 */
export function makeProgram(gl, shaders) {
    const program = buildProgram(gl, shaders);
    /** @type {Record<string, WebGLUniformLocation | null>} */
    const at = {};
    for (const [, name] of `${shaders.vertex}${shaders.fragment}`.matchAll(/uniform \w+ (\w+);/g))
        at[name] = gl.getUniformLocation(program, name);
    return { program, at };
}

/**
 * The particles of all matters on the GPU, one after another.
 * @param {WebGL2RenderingContext} gl
 */
export function makeParticles(gl) {
    const array = gl.createVertexArray();
    const buffers = ATTRIBUTES.map(() => gl.createBuffer());
    let capacity = 0;
    return {
        /** Lets the buffers hold so many particles. @param {number} count */
        reserve(count) {
            if (count <= capacity) return;
            gl.bindVertexArray(array);
            capacity = Math.max(count, 2 * capacity);
            ATTRIBUTES.forEach(({ words }, location) => {
                gl.bindBuffer(gl.ARRAY_BUFFER, buffers[location]);
                gl.bufferData(gl.ARRAY_BUFFER, 4 * words * capacity, gl.DYNAMIC_DRAW);
                gl.enableVertexAttribArray(location);
                gl.vertexAttribDivisor(location, 1);
            });
        },
        /**
         * Replaces one attribute of some particles.
         * @param {number} location
         * @param {Float32Array | Uint32Array} data
         * @param {number} first particle
         * @param {number} count
         */
        upload(location, data, first, count) {
            const { words } = ATTRIBUTES[location];
            gl.bindBuffer(gl.ARRAY_BUFFER, buffers[location]);
            gl.bufferSubData(gl.ARRAY_BUFFER, 4 * words * first, data, 0, words * count);
        },
        /**
         * Draws each of some particles as a square.
         * @param {number} first
         * @param {number} count
         */
        draw(first, count) {
            gl.bindVertexArray(array);
            for (let location = 0; location < ATTRIBUTES.length; ++location) {
                const { words, integer } = ATTRIBUTES[location];
                gl.bindBuffer(gl.ARRAY_BUFFER, buffers[location]);
                if (integer)
                    gl.vertexAttribIPointer(location, words, gl.UNSIGNED_INT, 0, 4 * words * first);
                else
                    gl.vertexAttribPointer(location, words, gl.FLOAT, false, 0, 4 * words * first);
            }
            gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
        },
        free() {
            for (const buffer of buffers) gl.deleteBuffer(buffer);
            gl.deleteVertexArray(array);
        },
    };
}

/**
 * The texture in which weights and colours are added up: half floats where they can be drawn to, bytes elsewhere.
 * @param {WebGL2RenderingContext} gl
 */
export function makeField(gl) {
    const float = gl.getExtension('EXT_color_buffer_float')
        ?? gl.getExtension('EXT_color_buffer_half_float');
    const texture = gl.createTexture();
    const framebuffer = gl.createFramebuffer();
    let [width, height] = [0, 0];
    return {
        /** What the texture holds where the weight is 1: bytes hold a sum of up to 4. */
        unit: float ? 1 : 0.25,
        /**
         * Makes ready for particles to be added, with half the size of a viewport.
         * @param {ArrayLike<number>} port
         */
        begin(port) {
            const [wide, high] = [Math.ceil(port[2] / 2), Math.ceil(port[3] / 2)];
            gl.activeTexture(gl.TEXTURE0);
            gl.bindTexture(gl.TEXTURE_2D, texture);
            gl.bindSampler(0, null);
            gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
            gl.viewport(0, 0, wide, high);
            if (wide !== width || high !== height) {
                [width, height] = [wide, high];
                gl.texImage2D(gl.TEXTURE_2D, 0, float ? gl.RGBA16F : gl.RGBA8, width, height, 0,
                    gl.RGBA, float ? gl.HALF_FLOAT : gl.UNSIGNED_BYTE, null);
                for (const [name, value] of /** @type {const} */ ([
                    [gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR],
                    [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE],
                    [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE],
                    [gl.TEXTURE_MAX_LEVEL, LEVELS],
                ])) gl.texParameteri(gl.TEXTURE_2D, name, value);
                gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D,
                    texture, 0);
            }
            // Leaves the context's own colour for clearing as it is.
            gl.clearBufferfv(gl.COLOR, 0, NOTHING);
        },
        free() {
            gl.deleteTexture(texture);
            gl.deleteFramebuffer(framebuffer);
        },
    };
}
