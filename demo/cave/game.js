// The rules: what a step of the game does and what its events mean. Called by main.js once a frame.
// Owns the game's state: score, clocks, the caught moment. Time is nested: the player's speed slider
// is one clock, a dramatic moment (being caught) another inside it; the world runs at their product.

import { catchFallen, createScene, driveLifts, findThings } from './scene.js';
import { createHero } from './player.js';
import { createGhostMinds, steerGhosts } from './ghosts.js';

export const STEP = 1 / 60;
const CAUGHT_SECONDS = 1.05; // real time from the touch to the respawn
const BURIED_SECONDS = 0.6; // real time inside solid stone before the player is brought back
const SAFE_SECONDS = 1.6; // world time after a respawn in which no ghost can catch

/** @typedef {ReturnType<typeof createGame>} Game */

/** @param {import('./particles.js').Particles} particles */
export function createGame(particles) {
    const game = {
        scene: createScene(),
        hero: /** @type {import('../../js/platformer.js').Platformer} */ (/** @type {unknown} */ (null)),
        minds: /** @type {import('./ghosts.js').GhostMinds} */ (/** @type {unknown} */ (null)),
        particles,
        paused: false,
        speed: 1, // the outer clock
        moment: 1, // the inner clock
        caught: 0, lit: 0, falls: 0,
        won: false,
        playSeconds: 0, // real seconds since reset, while not paused
        caughtTimer: 0, // real seconds left of the caught moment
        caughtX: 0, caughtY: 0,
        safe: 0,
        buried: 0, // seconds
        flash: 0, // 0 to 1
        shake: 0, // 0 to 1
        spawnX: 0, spawnY: 0,
        jumpHeld: false, jumpPressed: false, run: 0,
        keys: { x: 0, jump: false }, // what the player holds in a step
        stepMs: 0, // wall time of the engine in the last frame
        stepsMade: 0,
        /** @type {(name: 'caught'|'lit'|'won'|'reset'|'fell') => void} */ announce: () => {},
        /** @type {(() => void) | null} the pointer's pull, before every step */ beforeStep: null,
    };
    start(game);
    return game;
}

/** @param {Game} game */
function start(game) {
    const { scene } = game;
    game.hero = createHero(scene.player.body);
    game.minds = createGhostMinds(scene);
    game.spawnX = scene.level.spawn.x;
    game.spawnY = scene.level.spawn.y;
    Object.assign(game, { caught: 0, lit: 0, falls: 0, won: false, playSeconds: 0, caughtTimer: 0, safe: 0, buried: 0,
        moment: 1, flash: 0, shake: 0 });
    scene.world.on('triggerEnter', (e) => {
        const a = scene.things[e.trigger.index];
        const b = scene.things[e.visitor.index];
        const other = a === scene.player ? b : b === scene.player ? a : undefined;
        if (other?.kind === 'ghost') onTouch(game, other);
        else if (other?.kind === 'lantern') onLantern(game, other);
    });
    scene.world.on('contactHit', (e) => {
        if (e.speed > 2.5) game.particles.dust(e.x, e.y, e.nx, e.ny, Math.min(1, e.speed / 12));
    });
}

/** A new world, everything as at the beginning. @param {Game} game */
export function resetGame(game) {
    game.scene.world.destroy();
    game.scene = createScene();
    game.particles.clear();
    start(game);
    game.announce('reset');
}

/** What of the game is its own beside the world, and no setting of the page. */
const KEPT = /** @type {const} */ (['moment', 'caught', 'lit', 'falls', 'won', 'playSeconds', 'caughtTimer', 'caughtX', 'caughtY', 'safe',
    'buried', 'flash', 'shake', 'spawnX', 'spawnY']);

/** @typedef {ReturnType<typeof saveGame>} Save */

/** The game's own state, as JSON. @param {Game} game */
export function saveGame(game) {
    const { hero, minds, scene } = game;
    return {
        numbers: KEPT.map((name) => game[name]),
        hero: hero.save(),
        minds: { calm: minds.calm, peace: minds.peace, hunting: [...minds.hunting], anger: [...minds.anger], phase: [...minds.phase] },
        lit: scene.lanterns.map(({ lit }) => lit),
    };
}

/** Takes in what `saveGame` gave, after the world was restored. @param {Game} game @param {Save} save */
export function restoreGame(game, save) {
    const { minds, scene } = game;
    KEPT.forEach((name, i) => { /** @type {any} */ (game)[name] = save.numbers[i]; });
    const { hunting, anger, phase } = save.minds;
    Object.assign(minds, { calm: save.minds.calm, peace: save.minds.peace });
    minds.hunting.set(hunting);
    minds.anger.set(anger);
    minds.phase.set(phase);
    scene.lanterns.forEach((lantern, i) => { lantern.lit = save.lit[i]; });
    findThings(scene);
    // The world of another page has a mover of its own.
    if (!game.hero.mover.alive || game.hero.mover !== scene.player.body.mover) game.hero = createHero(scene.player.body);
    game.hero.load(save.hero);
    // What the pointer held at that time is let go.
    for (const joint of scene.world.joints) joint.destroy();
    if (game.hero.mover.floating) game.hero.mover.floating = false;
}

/** @param {Game} game @param {import('./scene.js').Thing} ghost */
function onTouch(game, ghost) {
    if (game.caughtTimer > 0 || game.safe > 0 || game.won) return;
    game.caught++;
    game.caughtTimer = CAUGHT_SECONDS;
    game.flash = 1;
    game.shake = 1;
    const { body } = game.scene.player;
    game.caughtX = (body.x + ghost.body.x) / 2;
    game.caughtY = (body.y + ghost.body.y) / 2;
    game.particles.burst(game.caughtX, game.caughtY, 90, 7, 'ghost');
    game.announce('caught');
}

/** @param {Game} game @param {import('./scene.js').Thing} lantern */
function onLantern(game, lantern) {
    if (lantern.lit) return;
    lantern.lit = true;
    game.lit++;
    game.spawnX = lantern.homeX;
    game.spawnY = lantern.homeY;
    game.particles.burst(lantern.homeX, lantern.homeY, 36, 4, 'lantern');
    if (game.lit === game.scene.lanterns.length) {
        game.won = true;
        game.minds.peace = true;
        game.announce('won');
    } else {
        game.announce('lit');
    }
}

/** @param {Game} game */
function respawn(game) {
    const { hero } = game;
    hero.mover.body.setTransform(game.spawnX, game.spawnY);
    hero.mover.setVelocity(0, 0);
    hero.reset();
    game.safe = SAFE_SECONDS;
    game.minds.calm = 2.6;
    game.particles.burst(game.spawnX, game.spawnY, 24, 3, 'player');
}

/** What the player holds in this step. A key that was let go and pressed again since the last one is up in this one. @param {Game} game */
function holdKeys(game) {
    const { keys } = game;
    const again = game.jumpPressed && keys.jump;
    keys.x = game.run;
    keys.jump = !again && (game.jumpHeld || game.jumpPressed);
    game.jumpPressed = again;
}

/** What happens before each fixed step. @param {Game} game */
function beforeStep(game) {
    const { hero, scene } = game;
    driveLifts(scene, scene.world.stepCount * STEP);
    holdKeys(game);
    hero.update(game.keys, STEP);
    steerGhosts(game.minds, scene, STEP);
    game.beforeStep?.();
    if (hero.landingSpeed > 5) {
        const [x, y] = hero.mover.groundPoint;
        game.particles.dust(x, y, 0, 1, Math.min(1, hero.landingSpeed / 16));
    }
    if (hero.justJumped) game.particles.dust(scene.player.body.x, scene.player.body.y - 0.55, 0, 1, 0.35);
    game.safe = Math.max(0, game.safe - STEP);
}

/**
 * One frame. @param {Game} game @param {number} seconds real time since the last frame
 * @param {{ run: number, jumpHeld: boolean, takeJump: () => boolean }} keys
 */
export function advanceGame(game, seconds, keys) {
    const { scene } = game;
    const { world } = scene;
    game.run = keys.run;
    game.jumpHeld = keys.jumpHeld;
    if (keys.takeJump()) game.jumpPressed = true;
    const real = Math.min(seconds, 0.1);
    game.stepMs = 0;
    game.stepsMade = 0;
    if (game.paused) return;

    game.playSeconds += game.won ? 0 : real;
    game.flash = Math.max(0, game.flash - real * 1.6);
    game.shake = Math.max(0, game.shake - real * 1.8);
    if (game.caughtTimer > 0) {
        game.caughtTimer = Math.max(0, game.caughtTimer - real);
        game.moment = 0.1;
        if (game.caughtTimer === 0) respawn(game);
    } else {
        game.moment += (1 - game.moment) * Math.min(1, real * 7);
        if (game.moment > 0.995) game.moment = 1;
    }
    world.timeScale = game.speed * game.moment;
    advanceWorld(game, real);

    game.buried = isBuried(scene) ? game.buried + real : 0;
    if (scene.player.body.y < -9 || game.buried > BURIED_SECONDS) {
        game.falls++;
        game.buried = 0;
        respawn(game);
        game.announce('fell');
    }
    catchFallen(scene);
}

/**
 * Whether walls became solid while the player was deep inside one.
 * @param {import('./scene.js').Scene} scene
 */
function isBuried({ level, player, world }) {
    const x = Math.floor(player.body.x);
    const y = Math.floor(player.body.y);
    if (x < 0 || y < 0 || x >= level.width || y >= level.height) return false;
    return level.tiles[y * level.width + x] === 1 && world.layers.response('player', 'wall') === 'solid';
}

/**
 * Runs the world in slices of at most one fixed step, so that control and steering see every step.
 * @param {Game} game @param {number} seconds
 */
function advanceWorld(game, seconds) {
    const { world } = game.scene;
    const scale = world.timeScale;
    let left = seconds;
    while (left > 1e-9) {
        const slice = Math.min(left, STEP / Math.max(scale, 1e-3));
        if (world.alpha * STEP + slice * scale >= STEP - 1e-6) beforeStep(game);
        const from = performance.now();
        game.stepsMade += world.advance(slice);
        game.stepMs += performance.now() - from;
        left -= slice;
    }
}

/** Exactly one fixed step, for the step button while paused. @param {Game} game */
export function stepGame(game) {
    beforeStep(game);
    const from = performance.now();
    game.scene.world.step(STEP);
    game.stepMs = performance.now() - from;
    game.stepsMade = 1;
}
