// Where the hero was: a dot a step, in the colour of what it did, and the last jump as a line with its height and
// time. Called by main.js after each step, and when it paints.

const LENGTH = 480; // steps
const FADE = 360; // steps in which a finished jump fades

/** The colours of what the controller does. @type {Record<string, string>} */
export const COLOURS = { ground: '#8ea6d8', air: '#ffc56e', wall: '#f0927a', dash: '#ffffff',
    ladder: '#b8a1ff', water: '#6fd0ff' };

/** Where metres are in CSS pixels. @typedef {{ scale: number, width: number, screenX: (x: number) => number, screenY: (y: number) => number }} Screen */

/** A jump: its points as x, y pairs, from the ground to the ground. */
class Jump {
    /** @type {number[]} */ points = [];
    fromY = 0;
    top = 0;
    /** Steps to the top, and in all. */
    rise = 0;
    steps = 0;
    done = false;
    age = 0;
}

export class Trail {
    #at = new Float32Array(2 * LENGTH);
    /** @type {string[]} */ #modes = new Array(LENGTH).fill('');
    #next = 0;
    /** @type {Jump | null} */ jump = null;

    clear() {
        this.#modes.fill('');
        this.jump = null;
    }

    /**
     * Takes in a step.
     * @param {import('../../js/platformer.js').Platformer} hero
     */
    add(hero) {
        const { mover, mode } = hero;
        const { x, y } = mover;
        this.#at.set([x, y], 2 * this.#next);
        this.#modes[this.#next] = mode;
        this.#next = (this.#next + 1) % LENGTH;
        if (hero.justJumped) {
            this.jump = new Jump();
            this.jump.fromY = mover.body.y - mover.body.vy * mover.body.world.fixedStep;
            this.jump.points.push(mover.body.x - mover.body.vx * mover.body.world.fixedStep,
                this.jump.fromY);
        }
        const { jump } = this;
        if (!jump) return;
        if (jump.done) {
            ++jump.age;
            return;
        }
        jump.points.push(x, y);
        ++jump.steps;
        if (y - jump.fromY > jump.top) {
            jump.top = y - jump.fromY;
            jump.rise = jump.steps;
        }
        jump.done = mover.grounded || mode === 'ladder' || mode === 'water';
    }

    /**
     * @param {CanvasRenderingContext2D} ctx in CSS pixels
     * @param {Screen} camera
     */
    draw(ctx, camera) {
        for (let i = 0; i < LENGTH; ++i) {
            const at = (this.#next + i) % LENGTH;
            const colour = COLOURS[this.#modes[at]];
            if (!colour) continue;
            ctx.globalAlpha = 0.7 * (i / LENGTH) ** 2;
            ctx.fillStyle = colour;
            ctx.beginPath();
            ctx.arc(camera.screenX(this.#at[2 * at]), camera.screenY(this.#at[2 * at + 1]),
                Math.max(1.4, 0.045 * camera.scale), 0, 7);
            ctx.fill();
        }
        ctx.globalAlpha = 1;
        if (this.jump) drawJump(ctx, camera, this.jump);
    }
}

/** @param {CanvasRenderingContext2D} ctx @param {Screen} camera @param {Jump} jump */
function drawJump(ctx, camera, { points, fromY, top, rise, steps, done, age }) {
    const bright = done ? Math.max(0, 1 - age / FADE) : 1;
    if (bright === 0 || points.length < 4) return;
    ctx.globalAlpha = 0.85 * bright;
    ctx.strokeStyle = COLOURS.air;
    ctx.lineWidth = 2;
    ctx.lineJoin = 'round';
    ctx.beginPath();
    for (let i = 0; i < points.length; i += 2)
        ctx.lineTo(camera.screenX(points[i]), camera.screenY(points[i + 1]));
    ctx.stroke();
    const [x, y] = [camera.screenX(points[2 * rise]), camera.screenY(fromY + top)];
    ctx.setLineDash([3, 4]);
    ctx.beginPath();
    ctx.moveTo(x, camera.screenY(fromY));
    ctx.lineTo(x, y);
    ctx.lineWidth = 1;
    ctx.stroke();
    ctx.setLineDash([]);
    if (done && x > 0 && x < camera.width) {
        ctx.font = '600 12px ui-sans-serif, system-ui, sans-serif';
        ctx.textAlign = 'center';
        ctx.fillStyle = '#fff';
        const length = Math.abs(points[points.length - 2] - points[0]);
        const text = `${top.toFixed(2)} m up in ${(rise / 60).toFixed(2)} s · ${
            length.toFixed(1)
        } m in ${(steps / 60).toFixed(2)} s`;
        const half = ctx.measureText(text).width / 2 + 8;
        ctx.fillText(text, Math.max(half, Math.min(camera.width - half, x)),
            y - 0.75 * camera.scale);
    }
    ctx.globalAlpha = 1;
}
