// Holding a body with the pointer: a target joint from the grabbed point to the pointer, with a largest force,
// so that a held crate still collides with the walls. A mover, which no joint moves, floats while it is held and
// is given a velocity towards the pointer. Called by a page's pointer (grab, release) and before every step, after
// what else steers the body (pull).

const HERTZ = 2.1;
const DAMPING_RATIO = 0.75;
const SPIN_DAMPING = 2.5; // 1/s
const MAX = 240; // m/s², the force is at most this times the mass
const LEAD_RATE = 9; // 1/s: a held mover goes this much of its way to the pointer in a second
const LEAD_SPEED = 22; // m/s at most

/** @typedef {import('../../js/index.js').Body} Body */
/** @typedef {import('../../js/index.js').Mover} Mover */

export class Grab {
    /** @type {import('../../js/index.js').Joint<string, 'target'> | null} */
    #joint = null;
    /** @type {Mover | null} */
    #mover = null;
    localX = 0; // the grabbed point, body space
    localY = 0;

    /** The body that is held. @returns {Body | null} */
    get body() {
        if (this.#mover?.alive) return this.#mover.body;
        return this.#joint?.alive ? this.#joint.bodyB : null;
    }

    /** @param {Body} body @param {number} x @param {number} y a point of it, world space */
    grab(body, x, y) {
        this.release();
        this.#mover = body.mover;
        if (this.#mover) {
            this.#mover.floating = true;
            [this.localX, this.localY] = body.localPoint(x, y);
            return;
        }
        this.#joint = body.world.createJoint({ type: 'target', bodyB: body, anchor: [x, y],
            hertz: HERTZ, dampingRatio: DAMPING_RATIO, maxForce: MAX * body.mass });
        [this.localX, this.localY] = this.#joint.localAnchorB;
    }

    release() {
        if (this.#mover?.alive) this.#mover.floating = false;
        this.#mover = null;
        this.#joint?.destroy();
        this.#joint = null;
    }

    /** Leads the grabbed point towards a point of the world. @param {number} x @param {number} y */
    pull(x, y) {
        if (this.#mover?.alive) {
            this.#lead(this.#mover, x, y);
            return;
        }
        const { body } = this;
        if (!body || !this.#joint) return;
        this.#joint.setTarget(x, y);
        body.applyTorque(-body.angularVelocity * body.inertia * SPIN_DAMPING);
    }

    /** @param {Mover} mover @param {number} x @param {number} y */
    #lead(mover, x, y) {
        const dx = x - mover.x - this.localX;
        const dy = y - mover.y - this.localY;
        const speed = Math.min(LEAD_RATE, LEAD_SPEED / (Math.hypot(dx, dy) || 1));
        mover.setVelocity(speed * dx, speed * dy);
    }

    /**
     * Draws the line from the grabbed point to the pointer.
     * @param {CanvasRenderingContext2D} ctx @param {import('./camera.js').Camera} camera
     * @param {number} x @param {number} y the pointer, world space
     */
    draw(ctx, camera, x, y) {
        const { body } = this;
        if (!body) return;
        const { poses } = body.world;
        const i = 4 * body.index;
        const sx = camera.screenX(
            poses[i] + poses[i + 2] * this.localX - poses[i + 3] * this.localY,
        );
        const sy = camera.screenY(
            poses[i + 1] + poses[i + 3] * this.localX + poses[i + 2] * this.localY,
        );
        ctx.strokeStyle = 'rgba(255, 236, 200, 0.9)';
        ctx.lineWidth = 2;
        ctx.setLineDash([5, 4]);
        ctx.beginPath();
        ctx.moveTo(sx, sy);
        ctx.lineTo(camera.screenX(x), camera.screenY(y));
        ctx.stroke();
        ctx.setLineDash([]);
        ctx.fillStyle = '#fff4dc';
        ctx.beginPath();
        ctx.arc(sx, sy, 4, 0, Math.PI * 2);
        ctx.fill();
    }
}
