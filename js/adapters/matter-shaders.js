// The shaders of adapters/matter-webgl.js. A surface is drawn in two passes: SPLATS adds the colour
// and the weight of every particle into a texture, SURFACE draws where the weight is above a
// threshold, with the mean of the colours there. GRAINS and FOAM draw particles as small discs.

const HEAD = `#version 300 es
precision highp float;
precision highp int;
uniform mat4 view;      // from the world's units to clip space
`;

const DISC = `${HEAD}
uniform float radius;
layout(location = 0) in vec2 place;
out vec2 local;         // 1 from the middle of the disc at its rim
void disc(float size) {
    local = 2.0 * vec2(gl_VertexID & 1, gl_VertexID >> 1) - 1.0;
    gl_Position = view * vec4(place + size * radius * local, 0.0, 1.0);
}
`;

const COLOR = `
uniform vec3 tint;      // of particles without a colour
layout(location = 1) in uint value;
flat out vec3 color;
vec3 own() {
    uvec3 parts = uvec3(value >> 16, value >> 8, value) & 255u;
    return (value & 0xffffffu) == 0u ? tint : vec3(parts) / 255.0;
}
`;

/** Adds colour times weight, and weight; `gain` is the weight in the middle of a particle. */
export const SPLATS = Object.freeze({
    vertex: `${DISC}${COLOR}
void main() {
    disc(1.0);
    color = own();
}
`,
    fragment: `${HEAD}
uniform float gain;
in vec2 local;
flat in vec3 color;
out vec4 sum;
void main() {
    float near = max(0.0, 1.0 - dot(local, local));
    sum = gain * near * near * vec4(color, 1.0);
}
`,
});

/** Draws each particle as a disc; the upper byte of its value makes it darker or lighter. */
export const GRAINS = Object.freeze({
    vertex: `${DISC}${COLOR}
uniform float shade;
void main() {
    disc(1.0);
    float chance = fract(float(value >> 24) * 0.618034 + 0.5) - 0.5;
    color = own() * (1.0 + shade * chance);
}
`,
    fragment: `${HEAD}
uniform float opacity;
uniform float upward;   // 1 where y points up, -1 where it points down
in vec2 local;
flat in vec3 color;
out vec4 result;
void main() {
    float reach = length(local);
    float alpha = opacity * clamp(0.5 + (1.0 - reach) / fwidth(reach), 0.0, 1.0);
    result = alpha * vec4(min(color * (1.0 + 0.18 * upward * local.y), 1.0), 1.0);
}
`,
});

/** Draws light specks where particles are sparse and fast, and none elsewhere. */
export const FOAM = Object.freeze({
    vertex: `${DISC}
uniform float speed;    // radii a second
layout(location = 2) in float density;
layout(location = 3) in vec2 velocity;
void main() {
    float amount = (1.0 - smoothstep(0.35, 0.75, density)) * smoothstep(speed, 2.0 * speed, length(velocity) / radius);
    disc(sqrt(amount));
    // A position outside the clip volume, so that the GPU draws no pixel.
    if (amount < 0.02) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}
`,
    fragment: `${HEAD}
in vec2 local;
out vec4 result;
void main() {
    float reach = length(local);
    result = vec4(0.85 * clamp(0.5 + (1.0 - reach) / fwidth(reach), 0.0, 1.0));
}
`,
});

/**
 * Draws a box of the world around the particles: what the texture has above the threshold. `up` and
 * `line` are ways in the texture, a spacing and the height of the surface's line.
 */
export const SURFACE = Object.freeze({
    vertex: `${HEAD}
uniform vec4 box;       // least x and y, greatest x and y
void main() {
    gl_Position = view * vec4(mix(box.xy, box.zw, vec2(gl_VertexID & 1, gl_VertexID >> 1)), 0.0, 1.0);
}
`,
    fragment: `${HEAD}
uniform sampler2D field;
uniform vec4 port;      // the viewport's corner, and 1 over its size
uniform vec2 up;
uniform vec2 line;
uniform float unit;     // what the texture has where the weight is 1
uniform float threshold;
uniform vec4 look;      // opacity, surface line, depth, outline
uniform float rim;      // width of the outline in pixels
out vec4 result;
float weight(vec2 place) {
    return textureLod(field, place, 0.0).a / unit;
}
void main() {
    vec2 place = (gl_FragCoord.xy - port.xy) * port.zw;
    vec4 sum = textureLod(field, place, 0.0);
    vec2 texel = 1.0 / vec2(textureSize(field, 0));
    vec2 slope = vec2(weight(place + vec2(texel.x, 0.0)) - weight(place - vec2(texel.x, 0.0)),
        weight(place + vec2(0.0, texel.y)) - weight(place - vec2(0.0, texel.y)));
    // Two texels are four pixels.
    float perPixel = max(0.25 * length(slope), 1e-3);
    float above = (sum.a / unit - threshold) / perPixel;
    // Levels of the texture are wider means: a gap of a spacing or two with matter all around it is closed.
    float spacing = length(up / texel);
    vec4 around = textureLod(field, place, max(0.0, log2(3.0 * spacing)));
    float closed = smoothstep(1.3, 1.45, around.a / unit);
    above = max(above, mix(-1.0, rim + 1.0, closed));
    float cover = clamp(0.5 + above, 0.0, 1.0);
    if (cover <= 0.0) discard;
    // The mean colour of particles nearby.
    vec4 mean = textureLod(field, place, max(0.0, log2(0.8 * spacing))) + 0.01 * around;
    vec3 color = mean.rgb / mean.a;
    // How much matter lies above, near and far.
    float deep = 0.0;
    for (int i = 0; i < 4; ++i) {
        float way = 1.5 * exp2(float(i));
        float level = max(0.0, log2(0.5 * way * spacing));
        deep += 0.25 * clamp(textureLod(field, place + way * up, level).a / unit, 0.0, 1.0);
    }
    // Light that passes through more matter is deeper in colour.
    color = mix(color, 0.9 * color * color, look.z * deep);
    float edge = 1.0 - smoothstep(rim - 0.75, rim + 0.75, above);
    color = mix(color, 0.6 * color * color, look.w * edge);
    float lit = clamp(0.5 - (weight(place + line) - threshold) / perPixel, 0.0, 1.0);
    lit *= 1.0 - closed;
    color = mix(color, vec3(1.0), look.y * lit);
    float alpha = cover * mix(look.x, 1.0, 0.7 * look.y * lit);
    result = alpha * vec4(color, 1.0);
}
`,
});
