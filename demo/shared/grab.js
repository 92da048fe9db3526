// Holding a body with the pointer: a damped spring from the grabbed point to the pointer, with a largest
// force, so that a held crate still collides with the walls. Called by a page's pointer (grab, release)
// and before every step (pull).

const STIFFNESS = 170; // 1/s², spring constant over mass
const DAMPING = 19; // 1/s, damper over mass
const SPIN_DAMPING = 2.5; // 1/s
const MOST = 240; // m/s², the force is at most this times the mass

/** @typedef {import('../../js/index.js').Body} Body */

export class Grab {
    /** @type {Body | null} */
    body = null;
    localX = 0; // the grabbed point, body space
    localY = 0;

    /** @param {Body} body @param {number} x @param {number} y a point of it, world space */
    grab(body, x, y) {
        const dx = x - body.x;
        const dy = y - body.y;
        this.body = body;
        this.localX = body.cos * dx + body.sin * dy;
        this.localY = -body.sin * dx + body.cos * dy;
    }

    release() {
        this.body = null;
    }

    /** Pulls the grabbed point towards a point of the world for one step. @param {number} x @param {number} y */
    pull(x, y) {
        const { body } = this;
        if (!body) return;
        const rx = body.cos * this.localX - body.sin * this.localY;
        const ry = body.sin * this.localX + body.cos * this.localY;
        const vx = body.vx - body.angularVelocity * ry;
        const vy = body.vy + body.angularVelocity * rx;
        const { mass } = body;
        let fx = mass * (STIFFNESS * (x - body.x - rx) - DAMPING * vx);
        let fy = mass * (STIFFNESS * (y - body.y - ry) - DAMPING * vy);
        const force = Math.hypot(fx, fy);
        if (force > mass * MOST) {
            fx *= mass * MOST / force;
            fy *= mass * MOST / force;
        }
        body.applyForce(fx, fy, body.x + rx, body.y + ry);
        body.applyTorque(-body.angularVelocity * body.inertia * SPIN_DAMPING);
    }

    /**
     * Draws the line from the grabbed point to the pointer.
     * @param {CanvasRenderingContext2D} ctx @param {import('./camera.js').Camera} camera
     * @param {number} x @param {number} y the pointer, world space
     */
    draw(ctx, camera, x, y) {
        if (!this.body) return;
        const { poses } = this.body.world;
        const i = 4 * this.body.index;
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
