// How the five scenes look: steel, wood, iron and stone, in metres with y up; and the figure of the length, in CSS pixels.
import { either, palette } from '../shared/palette.js';

/** @typedef {CanvasRenderingContext2D} Context */
/** @typedef {import('./scenes.js').Body} Body */
/** @typedef {import('./scenes.js').Carrier} Carrier */

const AMBER = '#ffc56e';
const STEEL = '#9fb2dd';

/** Draws in the space of a body. @param {Context} ctx @param {Carrier} scene @param {Body} body @param {() => void} draw */
function inBody(ctx, { world }, { index }, draw) {
    const { poses } = world;
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

/** @param {Context} ctx @param {number} x @param {number} y @param {number} width @param {number} height @param {number} [radius] */
function slab(ctx, x, y, width, height, radius = 0.06) {
    ctx.beginPath();
    ctx.roundRect(x - width / 2, y - height / 2, width, height, radius);
    ctx.fill();
}

/** Links of a chain: seen from the front and from the side in turn. @param {Context} ctx @param {Carrier} scene @param {Body[]} links */
function drawLinks(ctx, scene, links) {
    links.forEach((link, i) =>
        inBody(ctx, scene, link, () => {
            const { a } = /** @type {any} */ (link.colliders[0].shape);
            const half = Math.abs(a[0]);
            ctx.lineCap = 'round';
            for (const [width, colour] of i % 2
                ? [[0.15, '#4c5a82'], [0.09, STEEL]]
                : [[0.1, '#4c5a82'], [0.055, either('#8c9cc6', '#dfe8ff')]])
            {
                ctx.strokeStyle = /** @type {string} */ (colour);
                ctx.lineWidth = /** @type {number} */ (width);
                ctx.beginPath();
                if (i % 2) {
                    ctx.moveTo(-half, 0);
                    ctx.lineTo(half, 0);
                } else ctx.roundRect(-half - 0.1, -0.13, 2 * half + 0.2, 0.26, 0.13);
                ctx.stroke();
            }
        })
    );
}

/** An iron ball with what it weighs. @param {Context} ctx @param {Carrier & { times: number }} scene @param {Body} ball */
function drawBall(ctx, scene, ball) {
    const { radius } = /** @type {any} */ (ball.colliders[0].shape);
    inBody(ctx, scene, ball, () => {
        const glow = ctx.createRadialGradient(0, 0, radius * 0.8, 0, 0, radius * 1.9);
        glow.addColorStop(0, 'rgba(255, 197, 110, 0.28)');
        glow.addColorStop(1, 'rgba(255, 197, 110, 0)');
        ctx.fillStyle = glow;
        disc(ctx, 0, 0, radius * 1.9);
    });
    const { poses } = scene.world;
    const [x, y] = poses.subarray(4 * ball.index);
    const iron = ctx.createRadialGradient(x - radius * 0.35, y + radius * 0.4, radius * 0.05, x, y,
        radius);
    for (const [at, colour]
        of /** @type {const} */ ([[0, '#8d97bd'], [0.35, '#4a5277'], [0.85, '#20253f'], [1,
            '#3a4266']])) iron.addColorStop(at, colour);
    ctx.fillStyle = iron;
    disc(ctx, x, y, radius);
    ctx.strokeStyle = AMBER;
    ctx.lineWidth = 0.05;
    ctx.stroke();
    writeTimes(ctx, scene, ball, 0, 0, radius * 0.5);
}

/** @param {Context} ctx @param {Carrier & { times: number }} scene @param {Body} body @param {number} x @param {number} y @param {number} size */
function writeTimes(ctx, scene, body, x, y, size) {
    inBody(ctx, scene, body, () => {
        ctx.translate(x, y);
        ctx.scale(size / 20, -size / 20);
        ctx.font = '700 20px system-ui, sans-serif';
        ctx.textAlign = 'center';
        ctx.textBaseline = 'middle';
        ctx.fillStyle = AMBER;
        ctx.fillText(`${Math.round(scene.times)}×`, 0, 0);
    });
}

/** Stone with a lit upper edge. @param {Context} ctx @param {number} left @param {number} right @param {number} top */
function drawGround(ctx, left, right, top) {
    const stone = ctx.createLinearGradient(0, top, 0, top - 6);
    stone.addColorStop(0, either('#d9cfd9', '#2c3458'));
    stone.addColorStop(0.15, either('#e3dbe0', '#1e2545'));
    stone.addColorStop(1, either('#efe9e6', '#12172f'));
    ctx.fillStyle = stone;
    ctx.fillRect(left, top - 30, right - left, 30);
    ctx.fillStyle = either('rgba(110, 84, 190, 0.6)', 'rgba(184, 161, 255, 0.55)');
    ctx.fillRect(left, top - 0.05, right - left, 0.05);
}

/** A lattice between two points. @param {Context} ctx @param {number[]} from @param {number[]} to @param {number} width */
function drawLattice(ctx, from, to, width) {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(dx, dy);
    const count = Math.max(2, Math.round(length / width));
    ctx.save();
    ctx.translate(from[0], from[1]);
    ctx.rotate(Math.atan2(dy, dx));
    ctx.strokeStyle = either('#a8742c', '#b98a4e');
    ctx.lineJoin = 'round';
    ctx.lineWidth = 0.06;
    ctx.beginPath();
    for (let i = 0; i <= count; ++i)
        ctx.lineTo((i * length) / count, i % 2 ? width / 2 : -width / 2);
    ctx.stroke();
    ctx.lineWidth = 0.11;
    ctx.strokeStyle = either('#b97f2e', '#e0ac63');
    for (const side of [-1, 1]) ctx.stroke(new Path2D(`M0 ${(side * width) / 2}H${length}`));
    ctx.restore();
}

/** @param {Context} ctx @param {Carrier} scene @param {any} car */
function drawCar(ctx, scene, { chassis, wheels }) {
    inBody(ctx, scene, chassis, () => {
        ctx.fillStyle = '#77e3c4';
        slab(ctx, 0, 0, 2.2, 0.5, 0.16);
        ctx.fillStyle = '#2f6f66';
        slab(ctx, -0.1, 0.4, 1.2, 0.42, 0.18);
        ctx.fillStyle = '#bff5e6';
        slab(ctx, -0.1, 0.4, 1, 0.26, 0.1);
    });
    for (const wheel of wheels) {
        inBody(ctx, scene, wheel, () => {
            ctx.fillStyle = '#161b33';
            disc(ctx, 0, 0, 0.42);
            ctx.strokeStyle = '#77e3c4';
            ctx.lineWidth = 0.07;
            ctx.stroke(new Path2D('M-0.26 0H0.26M0 -0.26V0.26'));
        });
    }
}

/** @param {Context} ctx @param {Carrier} scene @param {Body[]} planks */
function drawPlanks(ctx, scene, planks) {
    planks.forEach((plank, i) =>
        inBody(ctx, scene, plank, () => {
            const { points } = /** @type {any} */ (plank.colliders[0].shape);
            const [width, height] = [2 * points[2][0], 2 * points[2][1]];
            ctx.fillStyle = i % 2 ? '#b98052' : '#a8704a';
            slab(ctx, 0, 0, width - 0.04, height, 0.04);
            ctx.fillStyle = 'rgba(255, 226, 170, 0.4)';
            ctx.fillRect(-width / 2 + 0.04, height / 2 - 0.04, width - 0.08, 0.03);
        })
    );
}

/** @param {Context} ctx @param {Carrier} scene @param {any} lift */
function drawLift(ctx, scene, { beams, slider, roller, deck }) {
    ctx.lineCap = 'round';
    beams.forEach((/** @type {Body} */ beam, /** @type {number} */ i) =>
        inBody(ctx, scene, beam, () => {
            for (const [width, colour] of i % 2
                ? [[0.26, '#7c6a4a'], [0.17, AMBER]]
                : [[0.26, '#5c4f8a'], [0.17, '#b8a1ff']])
            {
                ctx.strokeStyle = /** @type {string} */ (colour);
                ctx.lineWidth = /** @type {number} */ (width);
                ctx.stroke(new Path2D('M-2 0H2'));
            }
            ctx.fillStyle = '#171c36';
            for (const x of [-2, 0, 2]) disc(ctx, x, 0, 0.07);
        })
    );
    ctx.fillStyle = STEEL;
    for (const body of [slider, roller]) inBody(ctx, scene, body, () => disc(ctx, 0, 0, 0.2));
    inBody(ctx, scene, deck, () => {
        ctx.fillStyle = '#3b4674';
        slab(ctx, 0, 0.2, 5, 0.3);
        const iron = ctx.createLinearGradient(-1, 2.3, 1, 0.4);
        iron.addColorStop(0, '#6c769f');
        iron.addColorStop(1, '#23294a');
        ctx.fillStyle = iron;
        slab(ctx, 0, 1.35, 2, 2, 0.14);
        ctx.strokeStyle = AMBER;
        ctx.lineWidth = 0.05;
        ctx.stroke();
    });
    writeTimes(ctx, /** @type {any} */ (scene), deck, 0, 1.35, 0.55);
}

/** What only one scene has, behind its chain and load. @type {Record<string, (ctx: Context, scene: any) => void>} */
const BEHIND = {
    Chain(ctx, { length }) {
        drawGround(ctx, -60, 60, -14.6);
        ctx.setLineDash([0.18, 0.22]);
        ctx.strokeStyle = either('rgba(110, 84, 190, 0.6)', 'rgba(184, 161, 255, 0.55)');
        ctx.lineWidth = 0.035;
        ctx.beginPath();
        ctx.arc(0, 0, length, Math.PI * 1.02, Math.PI * 1.98);
        ctx.stroke();
        ctx.setLineDash([]);
        drawLattice(ctx, [-4, 0.4], [4, 0.4], 0.6);
    },
    Bridge(ctx, scene) {
        drawGround(ctx, -60, -10, 0);
        drawGround(ctx, 10, 60, 0);
        drawCar(ctx, scene, scene.things.car);
    },
    Crane(ctx, scene) {
        drawGround(ctx, -60, 60, -9);
        drawLattice(ctx, [-10.4, -9], [-10.4, 4.2], 0.9);
        drawLattice(ctx, [-12.4, 3.6], [11, 3.6], 0.7);
        inBody(ctx, scene, scene.things.trolley, () => {
            ctx.fillStyle = '#77e3c4';
            slab(ctx, 0, 0.1, 1.5, 0.36, 0.1);
        });
    },
    'Wrecking ball'(ctx, scene) {
        drawGround(ctx, -60, 60, -9);
        drawLattice(ctx, [-8, -8.4], [-1, 4], 0.8);
        ctx.fillStyle = '#77e3c4';
        slab(ctx, -9, -8, 3, 1.4, 0.2);
        ctx.fillStyle = '#161b33';
        for (const x of [-10, -9, -8]) disc(ctx, x, -8.7, 0.34);
        scene.things.bricks.forEach((/** @type {Body} */ brick, /** @type {number} */ i) =>
            inBody(ctx, scene, brick, () => {
                ctx.fillStyle = ['#d97f68', '#c56f62', '#e39173'][i % 3];
                slab(ctx, 0, 0, 1.17, 0.55, 0.05);
                ctx.fillStyle = 'rgba(255, 230, 200, 0.25)';
                ctx.fillRect(-0.54, 0.2, 1.08, 0.05);
            })
        );
    },
    'Scissor lift'(ctx, scene) {
        drawGround(ctx, -60, 60, -0.6);
        ctx.fillStyle = '#3b4674';
        slab(ctx, 2, -0.35, 5, 0.5);
        drawLift(ctx, scene, scene.things);
    },
};

/** @param {Context} ctx @param {any} scene */
export function paintScene(ctx, scene) {
    const { minX, maxX, minY, maxY } = scene.see;
    const dusk = ctx.createRadialGradient((minX + maxX) / 2, (minY + maxY) / 2, 0,
        (minX + maxX) / 2, (minY + maxY) / 2, (maxX - minX) * 0.7);
    dusk.addColorStop(0, 'rgba(116, 98, 190, 0.24)');
    dusk.addColorStop(1, 'rgba(116, 98, 190, 0)');
    ctx.fillStyle = dusk;
    ctx.fillRect(-100, -100, 200, 200);
    BEHIND[scene.name](ctx, scene);
    const { planks, links, hooks = [] } = scene.things;
    if (planks) drawPlanks(ctx, scene, planks);
    if (links) drawLinks(ctx, scene, links);
    for (const load of scene.loads)
        if (load.colliders[0].shape.shape === 'circle') drawBall(ctx, scene, load);
    ctx.fillStyle = AMBER;
    for (const [x, y] of hooks) disc(ctx, x, y, 0.14);
}

/**
 * The figure: how much longer all is than it was built, over the last seconds.
 * @param {Context} ctx in CSS pixels @param {{ samples: number[], length: number }} scene @param {number} x @param {number} y @param {number} width @param {number} height
 */
export function drawFigure(ctx, { samples, length }, x, y, width, height) {
    const now = samples[samples.length - 1] ?? 0;
    const top =
        [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((mm) => mm > Math.max(...samples) * 1.05)
            ?? 1e4;
    ctx.fillStyle = palette.sheet;
    ctx.strokeStyle = palette.line;
    ctx.lineWidth = 1;
    ctx.beginPath();
    ctx.roundRect(x, y, width, height, 14);
    ctx.fill();
    ctx.stroke();
    ctx.font = '600 13px system-ui, sans-serif';
    ctx.fillStyle = palette.text;
    ctx.fillText(`${length.toFixed(2)} m + ${now.toFixed(2)} mm`, x + 12, y + 20);
    ctx.font = '11px system-ui, sans-serif';
    ctx.fillStyle = palette.soft;
    ctx.textAlign = 'right';
    if (width > 200) ctx.fillText(`${top} mm`, x + width - 12, y + 20);
    ctx.textAlign = 'left';
    const [from, to] = [y + 28, y + height - 12];
    ctx.beginPath();
    samples.forEach((mm, i) =>
        ctx.lineTo(x + 12 + (i / 479) * (width - 24), to - (mm / top) * (to - from))
    );
    ctx.strokeStyle = palette.step;
    ctx.lineWidth = 1.6;
    ctx.lineJoin = 'round';
    ctx.stroke();
    ctx.strokeStyle = palette.line;
    ctx.lineWidth = 1;
    ctx.stroke(new Path2D(`M${x + 12} ${to}H${x + width - 12}`));
}
