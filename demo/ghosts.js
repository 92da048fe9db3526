// The ghosts' minds: drift around home, chase the player when near, keep a little apart, calm down
// after a catch. Called by game.js before every fixed step. Steering is an acceleration written as a
// force straight into world.forces, the view of the engine's memory. Walls need no thought here: the
// layer table lets a ghost through them.

const SIGHT = 9.5; // metres
const CHASE_SPEED = 3.5; // m/s, a bit over half the player's
const DRIFT_SPEED = 1.1; // m/s
const LIGHT_RADIUS = 4.2; // metres from a burning lantern in which a ghost is slow
const MAX_ACCELERATION = 13; // m/s²

/** @typedef {ReturnType<typeof createGhostMinds>} GhostMinds */

/** @param {import('./scene.js').Scene} scene */
export function createGhostMinds(scene) {
    const n = scene.ghosts.length;
    return {
        calm: 0, // seconds for which no ghost hunts
        peace: false, // all lanterns burn
        hunting: new Uint8Array(n),
        anger: new Float32Array(n), // 0 to 1, eased, for drawing
        phase: Float32Array.from({ length: n }, (_, i) => i * 1.7),
    };
}

/**
 * One fixed step of steering.
 * @param {GhostMinds} minds @param {import('./scene.js').Scene} scene @param {number} dt seconds
 */
export function steerGhosts(minds, scene, dt) {
    const { world, ghosts, player, lanterns } = scene;
    const { transforms, velocities, forces } = world;
    const px = transforms[4 * player.slot];
    const py = transforms[4 * player.slot + 1];
    minds.calm = Math.max(0, minds.calm - dt);
    for (let g = 0; g < ghosts.length; g++) {
        const ghost = ghosts[g];
        const i = 4 * ghost.slot;
        const x = transforms[i];
        const y = transforms[i + 1];
        minds.phase[g] += dt;
        const t = minds.phase[g];

        const far = Math.hypot(px - x, py - y);
        const hunting = minds.calm <= 0 && !minds.peace && far < SIGHT * (minds.hunting[g] ? 1.3 : 1);
        minds.hunting[g] = hunting ? 1 : 0;
        minds.anger[g] += ((hunting ? 1 : 0) - minds.anger[g]) * Math.min(1, dt * 4);

        let tx = px;
        let ty = py + 0.1;
        let speed = CHASE_SPEED;
        if (hunting) {
            ty += Math.sin(t * 2.3) * Math.min(1, far * 0.15);
        } else {
            tx = ghost.homeX + Math.cos(t * 0.5) * 3;
            ty = ghost.homeY + Math.sin(t * 0.8) * 1.2;
            speed = minds.calm > 0 ? CHASE_SPEED * 1.4 : DRIFT_SPEED;
        }
        if (hunting) {
            for (const lantern of lanterns) {
                if (!lantern.lit) continue;
                if (Math.hypot(lantern.homeX - x, lantern.homeY - y) < LIGHT_RADIUS) speed = CHASE_SPEED * 0.55;
            }
        }
        const dx = tx - x;
        const dy = ty - y;
        const d = Math.hypot(dx, dy) || 1;
        const arrive = Math.min(1, d / 1.2) * speed / d;
        let wx = dx * arrive;
        let wy = dy * arrive;
        for (let o = 0; o < ghosts.length; o++) {
            if (o === g) continue;
            const j = 4 * ghosts[o].slot;
            const ox = x - transforms[j];
            const oy = y - transforms[j + 1];
            const apart = Math.hypot(ox, oy);
            if (apart > 1.8 || apart < 1e-3) continue;
            wx += (ox / apart) * (1.8 - apart) * 1.6;
            wy += (oy / apart) * (1.8 - apart) * 1.6;
        }
        let ax = (wx - velocities[i]) * 5;
        let ay = (wy - velocities[i + 1]) * 5;
        const a = Math.hypot(ax, ay);
        if (a > MAX_ACCELERATION) {
            ax *= MAX_ACCELERATION / a;
            ay *= MAX_ACCELERATION / a;
        }
        const mass = ghost.body.mass;
        forces[i] = ax * mass;
        forces[i + 1] = ay * mass;
    }
}
