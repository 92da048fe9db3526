// The ghosts' minds: drift around home, chase the player when near, keep a little apart, calm down
// after a catch. A shy one only haunts its home. The light of a burning lantern hides the player. Called by game.js before every fixed step. Steering is an acceleration written as a
// force straight into world.forces, the view of the engine's memory. Walls need no thought here: the
// layer table lets a ghost through them.

const SIGHT = 9.5; // metres
const CHASE_SPEED = 3.5; // m/s, a bit over half the player's
const DRIFT_SPEED = 1.1; // m/s
const SHY_SPEED = 2; // m/s, of one that keeps up with its path
const LIGHT_RADIUS = 4.2; // metres from a burning lantern in which a ghost is slow
const SHELTER_RADIUS = 3.2; // metres from a burning lantern in which ghosts do not see the player
const MAX_ACCELERATION = 13; // m/s²
const APART = 1.8; // metres that ghosts keep between them

/** @typedef {ReturnType<typeof createGhostMinds>} GhostMinds */
/** @typedef {import('./scene.js').Scene} Scene */

/** @param {Scene} scene */
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
 * @param {GhostMinds} minds @param {Scene} scene @param {number} dt seconds
 */
export function steerGhosts(minds, scene, dt) {
    const { transforms, velocities, forces } = scene.world;
    minds.calm = Math.max(0, minds.calm - dt);
    for (let g = 0; g < scene.ghosts.length; g++) {
        const ghost = scene.ghosts[g];
        const i = 4 * ghost.slot;
        const x = transforms[i];
        const y = transforms[i + 1];
        const target = chooseTarget(minds, scene, g, dt);
        const dx = target.x - x;
        const dy = target.y - y;
        const d = Math.hypot(dx, dy) || 1;
        const arrive = Math.min(1, d / 1.2) * target.speed / d;
        const apart = keepApart(scene, g);
        let ax = (dx * arrive + apart.x - velocities[i]) * 5;
        let ay = (dy * arrive + apart.y - velocities[i + 1]) * 5;
        const a = Math.hypot(ax, ay);
        if (a > MAX_ACCELERATION) {
            ax *= MAX_ACCELERATION / a;
            ay *= MAX_ACCELERATION / a;
        }
        const { mass } = ghost.body;
        forces[i] = ax * mass;
        forces[i + 1] = ay * mass;
    }
}

/**
 * Where a ghost goes and how fast: to the player when it sees it, else around its home.
 * @param {GhostMinds} minds @param {Scene} scene @param {number} g @param {number} dt seconds
 */
function chooseTarget(minds, { world, ghosts, player, lanterns }, g, dt) {
    const { transforms } = world;
    const ghost = ghosts[g];
    const x = transforms[4 * ghost.slot];
    const y = transforms[4 * ghost.slot + 1];
    const px = transforms[4 * player.slot];
    const py = transforms[4 * player.slot + 1];
    minds.phase[g] += dt;
    const t = minds.phase[g];
    const far = Math.hypot(px - x, py - y);
    const near = (/** @type {number} */ atX, /** @type {number} */ atY,
        /** @type {number} */ radius) =>
        lanterns.some((each) =>
            each.lit && Math.hypot(each.homeX - atX, each.homeY - atY) < radius
        );
    const { shy } = ghost.properties;
    const hunting = !shy && minds.calm <= 0 && !minds.peace
        && far < SIGHT * (minds.hunting[g] ? 1.3 : 1)
        && !near(px, py, SHELTER_RADIUS);
    minds.hunting[g] = hunting ? 1 : 0;
    minds.anger[g] += ((hunting ? 1 : 0) - minds.anger[g]) * Math.min(1, dt * 4);
    if (!hunting) {
        return { x: ghost.homeX + Math.cos(t * 0.5) * 3, y: ghost.homeY + Math.sin(t * 0.8) * 1.2,
            speed: shy ? SHY_SPEED : minds.calm > 0 ? CHASE_SPEED * 1.4 : DRIFT_SPEED };
    }
    return { x: px, y: py + 0.1 + Math.sin(t * 2.3) * Math.min(1, far * 0.15),
        speed: near(x, y, LIGHT_RADIUS) ? CHASE_SPEED * 0.55 : CHASE_SPEED };
}

/** The velocity that keeps a ghost away from the others. @param {Scene} scene @param {number} g */
function keepApart({ world, ghosts }, g) {
    const { transforms } = world;
    const i = 4 * ghosts[g].slot;
    const away = { x: 0, y: 0 };
    for (const other of ghosts) {
        const j = 4 * other.slot;
        const ox = transforms[i] - transforms[j];
        const oy = transforms[i + 1] - transforms[j + 1];
        const apart = Math.hypot(ox, oy);
        if (apart > APART || apart < 1e-3) continue; // too far to matter, or the ghost itself
        away.x += (ox / apart) * (APART - apart) * 1.6;
        away.y += (oy / apart) * (APART - apart) * 1.6;
    }
    return away;
}
