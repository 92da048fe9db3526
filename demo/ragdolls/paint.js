// How the course looks: dusk with hills, stone, a car, crates, and ragdolls with a colour each. Metres, y up.
import { END, FINISH, START } from './course.js';

/** @typedef {CanvasRenderingContext2D} Context */
/** @typedef {import('../../js/index.js').Body<any>} Body */

const COLOURS = ['#b8a1ff', '#f0927a', '#ffc56e', '#ff9fb6', '#8fb4ff', '#c9e37a'];
/** Bones from those behind to those in front, and how dark each is. @type {[string, number][]} */
const BONES = [['rightUpperArm', 0.55], ['rightForearm', 0.6], ['rightThigh', 0.55], ['rightShin',
    0.6], ['hips', 0.85], ['chest', 0.9], ['leftThigh', 0.95], ['leftShin', 1], ['head', 1], [
    'leftUpperArm',
    0.95,
], ['leftForearm', 1]];

/** Draws in the space of a body. @param {Context} ctx @param {any} world @param {Body} body @param {() => void} draw */
function inBody(ctx, { poses }, { index }, draw) {
    const i = 4 * index;
    ctx.save();
    ctx.transform(poses[i + 2], poses[i + 3], -poses[i + 3], poses[i + 2], poses[i], poses[i + 1]);
    draw();
    ctx.restore();
}

/** @param {Context} ctx @param {number} x @param {number} y @param {number} radius */
function disc(ctx, x, y, radius) {
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, 2 * Math.PI);
    ctx.fill();
}

/** @param {Context} ctx @param {number} x @param {number} y @param {number} width @param {number} height @param {number} radius */
function slab(ctx, x, y, width, height, radius) {
    ctx.beginPath();
    ctx.roundRect(x - width / 2, y - height / 2, width, height, radius);
    ctx.fill();
}

/** A colour, darker. @param {string} colour @param {number} share */
const shade = (colour, share) =>
    `color-mix(in srgb, ${colour} ${Math.round(100 * share)}%, #171a33)`;

/** The colours of each ragdoll's bones, made once. */
const SHADES = ['#77e3c4', ...COLOURS].map((colour) =>
    BONES.map(([, share]) => shade(colour, share))
);

/** @param {Context} ctx @param {any} world @param {Record<string, Body>} bones @param {number} which colour @param {number} faces 1: to the right */
function drawDoll(ctx, world, bones, which, faces) {
    ctx.lineCap = 'round';
    BONES.forEach(([name], i) =>
        inBody(ctx, world, bones[name], () => {
            const { shape, radius, a, b } = /** @type {any} */ (bones[name].colliders[0].shape);
            ctx.strokeStyle = ctx.fillStyle = SHADES[which][i];
            if (shape === 'circle') {
                disc(ctx, 0, 0, radius * 1.15);
                ctx.fillStyle = '#171a33';
                disc(ctx, faces * radius * 0.55, radius * 0.2, radius * 0.2);
                return;
            }
            ctx.lineWidth = 2 * radius;
            ctx.beginPath();
            ctx.moveTo(a[0], a[1]);
            ctx.lineTo(b[0], b[1]);
            ctx.stroke();
        })
    );
}

/** Hills far away move with the view, the farther the more. @param {Context} ctx @param {number} x of the view */
function drawSky(ctx, x) {
    const air = ctx.createLinearGradient(0, 16, 0, -1);
    for (const [at, colour]
        of /** @type {const} */ ([[0, '#0c1029'], [0.45, '#241f4c'], [0.75, '#5a3a63'], [1,
            '#b46b58']])) air.addColorStop(at, colour);
    ctx.fillStyle = air;
    ctx.fillRect(x - 60, -30, 120, 80);
    const sun = ctx.createRadialGradient(x + 6, 7, 0.2, x + 6, 7, 22);
    sun.addColorStop(0, '#fff0d0');
    sun.addColorStop(0.045, '#fff0d0');
    sun.addColorStop(0.055, 'rgba(255, 200, 130, 0.45)');
    sun.addColorStop(0.3, 'rgba(255, 150, 110, 0.16)');
    sun.addColorStop(1, 'rgba(116, 98, 190, 0)');
    ctx.fillStyle = sun;
    ctx.fillRect(x - 60, -30, 120, 80);
    [[0.9, 5.2, '#5b3f6b'], [0.78, 4, '#40325f'], [0.6, 2.4, '#2a2650']].forEach(
        ([follow, height, colour], layer) => {
            ctx.fillStyle = /** @type {string} */ (colour);
            ctx.beginPath();
            ctx.moveTo(x - 60, -30);
            for (let i = -60; i <= 60; i += 1.5) {
                const at = x + i - x * Number(follow);
                ctx.lineTo(x + i, Number(height) + Math.sin(at * 0.21 + layer) * 1.4
                    + Math.sin(at * 0.09 + 2 * layer) * 1.6);
            }
            ctx.lineTo(x + 60, -30);
            ctx.fill();
        },
    );
}

/** @param {Context} ctx @param {[number, number][]} points */
function drawGround(ctx, points) {
    const stone = ctx.createLinearGradient(0, 2, 0, -6);
    stone.addColorStop(0, '#41508c');
    stone.addColorStop(0.35, '#2a3266');
    stone.addColorStop(1, '#11142b');
    ctx.fillStyle = stone;
    ctx.beginPath();
    ctx.moveTo(START - 60, 14);
    for (const [x, y] of points) ctx.lineTo(x, y);
    ctx.lineTo(END + 60, 14);
    ctx.lineTo(END + 60, -40);
    ctx.lineTo(START - 60, -40);
    ctx.fill();
    ctx.lineJoin = 'round';
    ctx.beginPath();
    for (const [x, y] of points) ctx.lineTo(x, y);
    for (const [colour, width] of /** @type {const} */ ([['#5a4fa3', 0.2], ['#c3b8ff', 0.07]])) {
        ctx.strokeStyle = colour;
        ctx.lineWidth = width;
        ctx.stroke();
    }
}

/** The bridge, and the arch over the finish. @param {Context} ctx @param {any} scene */
function drawBuilt(ctx, { world, planks, state }) {
    for (const plank of planks) {
        inBody(ctx, world, plank, () => {
            ctx.fillStyle = '#a8704a';
            slab(ctx, 0, 0, 0.68, 0.16, 0.05);
            ctx.fillStyle = '#d89a6a';
            slab(ctx, 0, 0.05, 0.66, 0.05, 0.02);
        });
    }
    const glow = ctx.createRadialGradient(FINISH, 3, 0.3, FINISH, 3, 6);
    glow.addColorStop(0, state?.done ? 'rgba(119, 227, 196, 0.5)' : 'rgba(119, 227, 196, 0.22)');
    glow.addColorStop(1, 'rgba(119, 227, 196, 0)');
    ctx.fillStyle = glow;
    ctx.fillRect(FINISH - 6, -3, 12, 12);
    ctx.fillStyle = '#77e3c4';
    for (const x of [-2.2, 2.2]) slab(ctx, FINISH + x, 2.4, 0.16, 4.8, 0.08);
    for (let i = 0; i < 22; ++i) {
        const [column, row] = [i % 11, Math.floor(i / 11)];
        ctx.fillStyle = (column + row) % 2 ? '#f2f5ff' : '#171a33';
        ctx.fillRect(FINISH - 2.2 + 0.4 * column, 4 + 0.4 * row, 0.41, 0.41);
    }
}

/** @param {Context} ctx @param {any} scene */
function drawCar(ctx, { world, car }) {
    inBody(ctx, world, car.chassis, () => {
        const paint = ctx.createLinearGradient(0, 0.4, 0, -0.3);
        paint.addColorStop(0, '#ffe0a6');
        paint.addColorStop(0.5, '#ffb64f');
        paint.addColorStop(1, '#b96a35');
        ctx.fillStyle = paint;
        slab(ctx, 0, 0, 2.6, 0.45, 0.18);
        ctx.fillStyle = '#171a33';
        slab(ctx, 0, 0.24, 1.2, 0.06, 0.03);
        const light = ctx.createLinearGradient(1.25, 0, 4.6, 0);
        light.addColorStop(0, 'rgba(255, 244, 210, 0.5)');
        light.addColorStop(1, 'rgba(255, 244, 210, 0)');
        ctx.fillStyle = light;
        ctx.fill(new Path2D('M1.25 0.08L4.6 0.7V-0.9L1.25 -0.06Z'));
    });
    for (const wheel of car.wheels) {
        inBody(ctx, world, wheel, () => {
            ctx.fillStyle = '#10142a';
            disc(ctx, 0, 0, 0.45);
            ctx.strokeStyle = '#ffc56e';
            ctx.lineWidth = 0.06;
            ctx.stroke(
                new Path2D('M-0.28 0H0.28M0 -0.28V0.28M-0.2 -0.2L0.2 0.2M-0.2 0.2L0.2 -0.2'),
            );
            ctx.fillStyle = '#9fb2dd';
            disc(ctx, 0, 0, 0.1);
        });
    }
}

/** @param {Context} ctx @param {any} scene */
export function paintCourse(ctx, scene) {
    const { world, points, crates, dolls, rider, view } = scene;
    drawSky(ctx, view);
    drawBuilt(ctx, scene);
    drawGround(ctx, points);
    crates.forEach((/** @type {Body} */ crate, /** @type {number} */ i) =>
        inBody(ctx, world, crate, () => {
            ctx.fillStyle = i % 2 ? '#a8704a' : '#b98052';
            slab(ctx, 0, 0, 1.13, 0.88, 0.08);
            ctx.strokeStyle = 'rgba(50, 28, 30, 0.5)';
            ctx.lineWidth = 0.06;
            ctx.stroke(new Path2D('M-0.5 -0.38L0.5 0.38M-0.5 0.38L0.5 -0.38'));
        })
    );
    dolls.forEach((/** @type {any} */ doll, /** @type {number} */ i) => {
        if (Math.abs(doll.bones.hips.x - view) < 40)
            drawDoll(ctx, world, doll.bones, 1 + (i % COLOURS.length), -1);
    });
    drawDoll(ctx, world, rider.bones, 0, 1);
    drawCar(ctx, scene);
}
