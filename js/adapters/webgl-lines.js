// Draws debug lines with WebGL 2, one call a kind, for adapters/webgl.js.
import { scaleDown } from './camera.js';
import { rgba } from './colors.js';
import { DEBUG_COLORS, eachKind } from './debug.js';
import { buildProgram } from './webgl-shaders.js';

/** @import { Camera } from './camera.js' */
/** @import { DebugLines } from './debug.js' */

const LINES = {
    vertex: `#version 300 es
precision highp float;
uniform vec4 view;      // clip units per metre in x and y, the world's point in the middle
layout(location = 0) in vec2 place;
void main() {
    gl_Position = vec4((place - view.zw) * view.xy, 0.0, 1.0);
}
`,
    fragment: `#version 300 es
precision highp float;
uniform vec4 tint;
out vec4 color;
void main() {
    color = vec4(tint.rgb * tint.a, tint.a);
}
`,
};

/**
 * Makes what lines need on the GPU: a program and the points of the lines.
 * @param {WebGL2RenderingContext} gl
 */
export function makeLinePipeline(gl) {
    const program = buildProgram(gl, LINES);
    const [viewAt, tintAt] = ['view', 'tint'].map((name) => gl.getUniformLocation(program, name));
    const buffer = gl.createBuffer();
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    return {
        /**
         * Draws the lines as the camera sees them.
         * @param {DebugLines} lines
         * @param {Camera} camera
         * @param {number} ratio pixels of the canvas per CSS pixel
         * @param {Partial<typeof DEBUG_COLORS>} [colors]
         */
        draw(lines, camera, ratio, colors = {}) {
            const { scale, x, y } = camera;
            const { width, height } = gl.canvas;
            gl.useProgram(program);
            gl.bindVertexArray(array);
            gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
            gl.bufferData(gl.ARRAY_BUFFER, lines.points.subarray(0, 4 * lines.count),
                gl.STREAM_DRAW);
            gl.uniform4f(viewAt, (2 * ratio * scale) / width,
                (-2 * ratio * scaleDown(camera)) / height, x, y);
            gl.enable(gl.BLEND);
            gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
            eachKind(lines, (kind, from, to) => {
                gl.uniform4fv(tintAt,
                    rgba(colors[kind] ?? DEBUG_COLORS[kind], `renderer.drawLines: colors.${kind}`));
                gl.drawArrays(gl.LINES, from / 2, (to - from) / 2);
            });
        },
        free() {
            gl.deleteBuffer(buffer);
            gl.deleteVertexArray(array);
            gl.deleteProgram(program);
        },
    };
}
