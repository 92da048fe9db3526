// Draws matter with WebGL 2. Grains are discs, one instanced draw a matter. A surface is a field of
// weights at half the resolution, in which every particle is a soft disc, and a pass over it that
// draws where the weight is above a threshold (Blinn, "A generalization of algebraic surface
// drawing", 1982). Positions, values, densities and velocities are uploaded as they are, once a frame.
import { makeGroups } from './matter-looks.js';
import { FOAM, GRAINS, SPLATS, SURFACE } from './matter-shaders.js';
import { keepOnGpu } from './webgl-loss.js';
import { DENSITY, POSITION, VALUE, VELOCITY, makeField, makeParticles,
    makeProgram } from './matter-gpu.js';

/** @import { MatterGroup, MatterSettings } from './matter-looks.js' */
/** @import { DrawableMatter } from './types.js' */

/**
 * Where and how a frame is drawn.
 * @typedef {object} MatterFrame
 * @property {Float32Array} view 4 by 4, by columns: from the world's units to clip space
 * @property {WebGLFramebuffer | null} framebuffer
 * @property {ArrayLike<number>} port the viewport in it: x, y, width, height in pixels
 * @property {boolean} yDown whether the world's y points down
 * @property {boolean} foam whether specks of foam are drawn
 */

/** What may keep pixels of a framebuffer from being drawn. */
const MASKS = /** @type {const} */ (['SCISSOR_TEST', 'STENCIL_TEST', 'DEPTH_TEST']);

/** A spacing up the screen: in the texture of a field, and in pixels. */
const makeScale = () => ({ u: 0, v: 0, pixels: 1 });

/**
 * Measures a spacing as it is seen in the middle of a box.
 * @param {ReturnType<typeof makeScale>} scale is written
 * @param {MatterFrame} frame
 * @param {number} spacing in the world's units
 * @param {Float64Array} box
 */
function measure(scale, { view, port, yDown }, spacing, box) {
    const x = (box[0] + box[2]) / 2, y = (box[1] + box[3]) / 2;
    const up = (yDown ? -0.5 : 0.5) * spacing / (view[3] * x + view[7] * y + view[15]);
    scale.u = view[4] * up;
    scale.v = view[5] * up;
    scale.pixels = Math.max(1e-6, Math.hypot(scale.u * port[2], scale.v * port[3]));
}

/**
 * The uploads of a frame: all matters, one after another.
 * @param {WebGL2RenderingContext} gl
 * @param {MatterSettings} settings
 */
function makeUploads(gl, { looks, positions }) {
    const particles = makeParticles(gl);
    /** The first particle of each matter. @type {number[]} */
    const firsts = [];
    return {
        /** @param {readonly Readonly<DrawableMatter>[]} matters @param {boolean} foam */
        replace(matters, foam) {
            let total = 0;
            for (let i = 0; i < matters.length; ++i) {
                firsts[i] = total;
                total += matters[i].count;
            }
            particles.reserve(total);
            for (let i = 0; i < matters.length; ++i) {
                const matter = matters[i], { count } = matter;
                if (count === 0) continue;
                particles.upload(POSITION, positions(matter), firsts[i], count);
                particles.upload(VALUE, matter.values, firsts[i], count);
                if (!foam || looks[matter.kind].foamSpeed === Infinity) continue;
                particles.upload(DENSITY, matter.densities, firsts[i], count);
                particles.upload(VELOCITY, matter.velocities, firsts[i], count);
            }
        },
        /** @param {number} i of the matter @param {number} count of its particles */
        draw(i, count) {
            particles.draw(firsts[i], count);
        },
        free: particles.free,
    };
}

/** What matter needs on the GPU, and how it is drawn with it. */
class MatterPipeline {
    #gl;
    #eachGroup;
    #splats;
    #grains;
    #specks;
    #surface;
    #uploads;
    #field;
    #quad;
    #scale = makeScale();
    /** The matters that the last call of draw drew. @type {readonly Readonly<DrawableMatter>[]} */
    #matters = [];
    /** @type {MatterFrame} */
    #frame = { view: new Float32Array(16), framebuffer: null, port: [], yDown: false, foam: false };

    /** @param {WebGL2RenderingContext} gl @param {MatterSettings} settings */
    constructor(gl, settings) {
        this.#gl = gl;
        this.#eachGroup = makeGroups(settings);
        this.#splats = makeProgram(gl, SPLATS);
        this.#grains = makeProgram(gl, GRAINS);
        this.#specks = makeProgram(gl, FOAM);
        this.#surface = makeProgram(gl, SURFACE);
        this.#uploads = makeUploads(gl, settings);
        this.#field = makeField(gl);
        this.#quad = gl.createVertexArray();
    }

    /** @param {readonly Readonly<DrawableMatter>[]} matters @param {MatterFrame} frame */
    draw(matters, frame) {
        const gl = this.#gl, { port } = frame;
        this.#matters = matters;
        this.#frame = frame;
        this.#uploads.replace(matters, frame.foam);
        gl.disable(gl.CULL_FACE);
        gl.enable(gl.BLEND);
        gl.blendEquation(gl.FUNC_ADD);
        gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
        gl.bindFramebuffer(gl.FRAMEBUFFER, frame.framebuffer);
        gl.viewport(port[0], port[1], port[2], port[3]);
        this.#eachGroup(matters, this.#drawGroup);
        gl.bindVertexArray(null);
    }

    free() {
        const gl = this.#gl;
        for (const { program } of [this.#splats, this.#grains, this.#specks, this.#surface])
            gl.deleteProgram(program);
        this.#uploads.free();
        this.#field.free();
        gl.deleteVertexArray(this.#quad);
    }

    /** @param {ReturnType<typeof makeProgram>} program */
    #use({ program, at }) {
        const gl = this.#gl;
        gl.useProgram(program);
        gl.uniformMatrix4fv(at.view, false, this.#frame.view);
        return at;
    }

    /** Adds up particles in the field. What masks the framebuffer is no mask of the field. @param {MatterGroup} group */
    #addUp({ look, members }) {
        const gl = this.#gl, { framebuffer, port } = this.#frame;
        const masks = MASKS.map((name) => gl[name]).filter((mask) => gl.isEnabled(mask));
        masks.forEach((mask) => gl.disable(mask));
        this.#field.begin(port);
        const at = this.#use(this.#splats);
        // A disc of less than a texel would miss it.
        const grown = Math.max(1, 2 / (look.radius * this.#scale.pixels));
        gl.blendFunc(gl.ONE, gl.ONE);
        gl.uniform1f(at.gain, this.#field.unit / (grown * grown));
        gl.uniform3fv(at.tint, look.tint);
        this.#drawMembers(members, at.radius, grown * look.radius);
        gl.generateMipmap(gl.TEXTURE_2D);
        gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
        gl.viewport(port[0], port[1], port[2], port[3]);
        gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
        masks.forEach((mask) => gl.enable(mask));
    }

    /** @param {MatterGroup} group */
    #drawSurface({ look, box }) {
        const gl = this.#gl, { port } = this.#frame, { u, v, pixels } = this.#scale;
        const at = this.#use(this.#surface);
        // As thin on a large screen as on a small one.
        const thin = Math.max(3, port[3] / 250);
        const line = Math.min(Math.max(0.32 * pixels, 1.5), thin) / pixels;
        gl.bindVertexArray(this.#quad);
        gl.uniform4f(at.box, box[0], box[1], box[2], box[3]);
        gl.uniform1i(at.field, 0);
        gl.uniform4f(at.port, port[0], port[1], 1 / port[2], 1 / port[3]);
        gl.uniform2f(at.up, u, v);
        gl.uniform2f(at.line, line * u, line * v);
        gl.uniform1f(at.unit, this.#field.unit);
        gl.uniform1f(at.threshold, look.threshold);
        gl.uniform4f(at.look, look.opacity, look.line, look.depth, look.outline);
        gl.uniform1f(at.rim, Math.min(Math.max(0.3 * pixels, 1.25), thin));
        gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    }

    /** @param {MatterGroup} group */
    #drawGrains({ look, members }) {
        const gl = this.#gl;
        const at = this.#use(this.#grains);
        gl.uniform3fv(at.tint, look.tint);
        gl.uniform1f(at.shade, look.shade);
        gl.uniform1f(at.opacity, look.opacity);
        gl.uniform1f(at.upward, this.#frame.yDown ? -1 : 1);
        // A disc of less than a pixel would flicker.
        this.#drawMembers(members, at.radius, Math.max(look.radius, 0.75 / this.#scale.pixels));
    }

    /** @param {MatterGroup} group */
    #drawFoam({ look, members }) {
        const at = this.#use(this.#specks);
        const radius = Math.max(0.26, 0.6 / this.#scale.pixels);
        this.#gl.uniform1f(at.speed, look.foamSpeed / radius);
        this.#drawMembers(members, at.radius, radius);
    }

    /**
     * Draws the particles of some matters.
     * @param {number[]} members
     * @param {WebGLUniformLocation | null} radiusAt
     * @param {number} radius in spacings
     */
    #drawMembers(members, radiusAt, radius) {
        for (let k = 0; k < members.length; ++k) {
            const { spacing, count } = this.#matters[members[k]];
            this.#gl.uniform1f(radiusAt, radius * spacing);
            this.#uploads.draw(members[k], count);
        }
    }

    /** @param {MatterGroup} group */
    #drawGroup = (group) => {
        const { look, spacing, box } = group;
        measure(this.#scale, this.#frame, spacing, box);
        if (look.threshold === 0) return this.#drawGrains(group);
        this.#addUp(group);
        this.#drawSurface(group);
        if (this.#frame.foam && look.foamSpeed < Infinity) this.#drawFoam(group);
    };
}

/**
 * Makes what draws matter on the GPU. A context that is lost draws nothing; one that is restored draws again.
 * @param {WebGL2RenderingContext} gl
 * @param {MatterSettings} settings
 */
export function createWebglMatter(gl, settings) {
    const kept = keepOnGpu(gl, () => new MatterPipeline(gl, settings));
    return {
        /** @param {readonly Readonly<DrawableMatter>[]} matters @param {MatterFrame} frame */
        draw: (matters, frame) => kept.get()?.draw(matters, frame),
        destroy: () => kept.free(),
    };
}
