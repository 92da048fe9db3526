// Holding a body with the pointer: a target joint from the grabbed point to the pointer, with a largest force,
// so that a held crate still collides with the walls. Called by a page's pointer (grab, release) and before
// every step (pull).

const HERTZ = 2.1;
const DAMPING_RATIO = 0.75;
const SPIN_DAMPING = 2.5; // 1/s
const MOST = 240; // m/s², the force is at most this times the mass

/** @typedef {import('../../js/index.js').Body} Body */

export class Grab {
    /** @type {import('../../js/index.js').Joint<string, 'target'> | null} */
    #joint = null;
    localX = 0; // the grabbed point, body space
    localY = 0;

    /** The body that is held. @returns {Body | null} */
    get body() {
        return this.#joint?.alive ? this.#joint.bodyB : null;
    }

    /** @param {Body} body @param {number} x @param {number} y a point of it, world space */
    grab(body, x, y) {
        this.release();
        this.#joint = body.world.createJoint({ type: 'target', bodyB: body, anchor: [x, y], hertz: HERTZ,
            dampingRatio: DAMPING_RATIO, maxForce: MOST * body.mass });
        [this.localX, this.localY] = this.#joint.localAnchorB;
    }

    release() {
        this.#joint?.destroy();
        this.#joint = null;
    }

    /** Leads the grabbed point towards a point of the world. @param {number} x @param {number} y */
    pull(x, y) {
        const { body } = this;
        if (!body || !this.#joint) return;
        this.#joint.setTarget(x, y);
        body.applyTorque(-body.angularVelocity * body.inertia * SPIN_DAMPING);
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
        const sx = camera.screenX(poses[i] + poses[i + 2] * this.localX - poses[i + 3] * this.localY);
        const sy = camera.screenY(poses[i + 1] + poses[i + 3] * this.localX + poses[i + 2] * this.localY);
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
