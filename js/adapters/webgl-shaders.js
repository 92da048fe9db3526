// The shaders of adapters/webgl.js, and how a program is made of two. An instance is a slot, a shape,
// whether it is a trigger and has a rim, and a colour; the vertex shader puts a quad around the shape where its body is, the fragment
// shader measures how far a pixel lies inside the shape, a hull of up to eight points grown by a
// radius.

/** Texels of a shape: its points in pairs (4), its radius and number of points, its bounds. */
export const SHAPE_TEXELS = 6;

const HEAD = `#version 300 es
precision highp float;
precision highp int;
uniform sampler2D poses;
uniform sampler2D shapes;
uniform float pixel;    // its width in metres
vec4 texel(sampler2D table, int index) {
    int row = textureSize(table, 0).x;
    return texelFetch(table, ivec2(index % row, index / row), 0);
}
`;

const VERTEX = `${HEAD}
uniform vec4 view;      // clip units per metre in x and y, the world's point in the middle
layout(location = 0) in uvec3 instance;
out vec2 local;
flat out int shape;
flat out vec4 tint;
flat out float inside;  // alpha within the rim
flat out float rimmed;  // 0 without a rim
void main() {
    vec4 pose = texel(poses, int(instance.x));
    shape = 6 * int(instance.y >> 2);
    vec4 box = texel(shapes, shape + 5);
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    local = mix(box.xy - 2.0 * pixel, box.zw + 2.0 * pixel, corner);
    vec2 place = pose.xy + vec2(pose.z * local.x - pose.w * local.y, pose.w * local.x + pose.z * local.y);
    gl_Position = vec4((place - view.zw) * view.xy, 0.0, 1.0);
    uint c = instance.z;
    tint = vec4(c & 255u, (c >> 8) & 255u, (c >> 16) & 255u, c >> 24) / 255.0;
    inside = (instance.y & 1u) == 1u ? 0.25 : 0.6;
    rimmed = (instance.y & 2u) == 2u ? 0.0 : 1.0;
}
`;

const FRAGMENT = `${HEAD}
in vec2 local;
flat in int shape;
flat in vec4 tint;
flat in float inside;
flat in float rimmed;
out vec4 color;
vec2 point(int i) {
    vec4 two = texel(shapes, shape + i / 2);
    return (i & 1) == 0 ? two.xy : two.zw;
}
// From the shape to the pixel: outside to the nearest edge, inside to the line of the nearest side
// and negative.
float signedDistance() {
    vec4 head = texel(shapes, shape + 4);
    int count = int(head.y);
    vec2 a = point(count - 1);
    float nearest = dot(local - a, local - a);
    float depth = -1e9;
    for (int i = 0; i < count; ++i) {
        vec2 b = point(i);
        vec2 edge = b - a;
        vec2 offset = local - a;
        float along = clamp(dot(offset, edge) / max(dot(edge, edge), 1e-12), 0.0, 1.0);
        vec2 rest = offset - along * edge;
        nearest = min(nearest, dot(rest, rest));
        depth = max(depth, dot(offset, vec2(edge.y, -edge.x)) * inversesqrt(max(dot(edge, edge), 1e-12)));
        a = b;
    }
    // A line without radius is drawn a pixel and a half wide.
    return (count > 2 && depth < 0.0 ? depth : sqrt(nearest)) - max(head.x, count == 2 ? 0.75 * pixel : 0.0);
}
void main() {
    float separation = signedDistance();
    float cover = clamp(0.5 - separation / pixel, 0.0, 1.0);
    float rim = clamp(2.0 + separation / pixel, 0.0, 1.0);
    if (int(texel(shapes, shape + 4).y) == 1) {
        // A spoke, so that a circle shows how it is turned.
        vec2 offset = local - point(0);
        if (offset.x > 0.0) rim = max(rim, clamp(1.25 - abs(offset.y) / pixel, 0.0, 1.0));
    }
    float alpha = tint.a * cover * mix(inside, 1.0, rim * rimmed);
    if (alpha <= 0.0) discard;
    color = vec4(tint.rgb * alpha, alpha);
}
`;

/** The shaders of colliders. */
export const SHAPES = Object.freeze({ vertex: VERTEX, fragment: FRAGMENT });

/**
 * Compiles shaders and links them.
 * @param {WebGL2RenderingContext} gl
 * @param {{ readonly vertex: string, readonly fragment: string }} shaders
 */
export function buildProgram(gl, { vertex, fragment }) {
    const program = gl.createProgram();
    const stages =
        /** @type {const} */ ([[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]);
    for (const [type, source] of stages) {
        const shader = /** @type {WebGLShader} */ (gl.createShader(type));
        gl.shaderSource(shader, source);
        gl.compileShader(shader);
        gl.attachShader(program, shader);
        gl.deleteShader(shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
        throw new Error(`createWebglRenderer: ${gl.getProgramInfoLog(program)}`);
    }
    return program;
}
