// The rules: what a step of the game does and what its events mean. Called by main.js once a frame.
// Owns the game's state: score, clocks, the caught moment. Time is nested: the player's speed slider
// is one clock, a dramatic moment (being caught) another inside it; the world runs at their product.

import { TILE } from '../../js/index.js';
import { catchFallen, createScene, driveLifts } from './scene.js';
import { createHero } from './player.js';
import { createGhostMinds, steerGhosts } from './ghosts.js';

export const STEP = 1 / 60;
const CAUGHT_SECONDS = 1.05; // real time from the touch to the respawn
const BURIED_SECONDS = 0.6; // real time inside solid stone before the player is brought back
const SAFE_SECONDS = 1.6; // world time after a respawn in which no ghost can catch

/** @typedef {ReturnType<typeof createGame>} Game */
/**
 * What the player holds: -1 to 1 to the right and upwards, the jump key, and a key that jumps but climbs at a ladder.
 * @typedef {{ run: number, climb: number, jumpHeld: boolean, upHeld: boolean, takeJump: (up: boolean) => boolean }} Keys
 */
/** @typedef {'caught'|'lit'|'open'|'closed'|'switched'|'won'|'reset'|'fell'|'jumped'} Announcement */

/** @param {import('./particles.js').Particles} particles @param {import('./level.js').Level} level */
export function createGame(particles, level) {
    const game = {
        scene: createScene(level),
        hero:
            /** @type {import('../../js/platformer.js').Platformer} */ (/** @type {unknown} */ (null)),
        minds: /** @type {import('./ghosts.js').GhostMinds} */ (/** @type {unknown} */ (null)),
        particles,
        paused: false,
        speed: 1, // the outer clock
        moment: 1, // the inner clock
        caught: 0,
        lit: 0,
        falls: 0,
        won: false, // the player went through the open door
        playSeconds: 0, // real seconds since reset, while not paused
        caughtTimer: 0, // real seconds left of the caught moment
        caughtX: 0,
        caughtY: 0,
        safe: 0,
        buried: 0, // seconds
        flash: 0, // 0 to 1
        shake: 0, // 0 to 1
        spawnX: 0,
        spawnY: 0,
        jumpHeld: false,
        jumpPressed: false,
        upHeld: false,
        run: 0,
        climb: 0,
        keys: { x: 0, y: 0, jump: false }, // what the player holds in a step
        stepMs: 0, // wall time of the engine in the last frame
        stepsMade: 0,
        /** @type {(name: Announcement) => void} */ announce: () => {},
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
    Object.assign(game, { caught: 0, lit: 0, falls: 0, won: false, playSeconds: 0, caughtTimer: 0,
        safe: 0, buried: 0, moment: 1, flash: 0, shake: 0 });
    scene.world.on('triggerEnter', (e) => {
        const a = scene.things[e.trigger.index];
        const b = scene.things[e.visitor.index];
        const other = a === scene.player ? b : b === scene.player ? a : undefined;
        if (other?.kind === 'ghost') onTouch(game, other);
        else if (other?.kind === 'lantern') onLantern(game, other);
        else if (other?.kind === 'prism') onPrism(game, other);
        else if (other?.kind === 'exit') onExit(game, other);
    });
    scene.world.on('contactHit', (e) => {
        if (e.speed > 2.5) game.particles.dust(e.x, e.y, e.nx, e.ny, Math.min(1, e.speed / 12));
    });
}

/** A new world, everything as at the beginning of a level. @param {Game} game @param {import('./level.js').Level} [level] */
export function resetGame(game, level = game.scene.level) {
    game.scene.world.destroy();
    game.scene = createScene(level);
    game.particles.clear();
    start(game);
    game.announce('reset');
}

/** @param {Game} game @param {import('./scene.js').Thing} ghost */
function onTouch(game, ghost) {
    if (game.caughtTimer > 0 || game.safe > 0 || game.minds.peace) return;
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
    if (game.lit === game.scene.lanterns.length) game.minds.peace = true;
    game.announce(game.lit === lanternsNeeded(game) ? 'open' : 'lit');
}

/** How many lanterns must burn for the door to open. @param {Game} game */
export function lanternsNeeded(game) {
    return game.scene.exit.properties.lanterns;
}

/** The pairs of layers that a prism sets, as the map says: 'player topaz ignore, player azure solid'. @param {import('./scene.js').Thing} prism */
function pairsOf(prism) {
    return /** @type {[string, string, import('../../js/index.js').Response][]} */ (
        prism.properties.sets.split(',').map((/** @type {string} */ pair) => pair.trim().split(' '))
    );
}

/** A prism changes the world's table of layers. @param {Game} game @param {import('./scene.js').Thing} prism */
function onPrism(game, prism) {
    const { layers } = game.scene.world;
    const pairs = pairsOf(prism);
    if (pairs.every(([a, b, response]) => layers.response(a, b) === response)) return;
    for (const [a, b, response] of pairs) {
        layers.set(a, b, response);
        layers.set(b, a, response);
    }
    for (const { body, kind } of game.scene.loose) if (kind === 'crate') body.awake = true;
    game.particles.burst(prism.homeX, prism.homeY, 40, 5, prism.properties.colour);
    game.announce('switched');
}

/** @param {Game} game @param {import('./scene.js').Thing} door */
function onExit(game, door) {
    if (game.won || game.caughtTimer > 0) return;
    if (game.lit < lanternsNeeded(game)) {
        game.announce('closed');
        return;
    }
    game.won = true;
    game.minds.peace = true;
    game.particles.burst(door.homeX, door.homeY, 90, 6, 'lantern');
    game.announce('won');
}

/** Whether the player is at a ladder, where the keys that go up climb and do not jump. @param {Game} game */
export function isAtLadder({ hero, scene }) {
    if (hero.mode === 'ladder') return true;
    const { x, y } = scene.player.body;
    return scene.fixtures.some((thing) =>
        thing.kind === 'ladder' && Math.abs(x - thing.homeX) < thing.width / 2
        && y > thing.homeY - thing.height / 2 && y - 0.4 < thing.homeY + thing.height / 2
    );
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
    const climbs = isAtLadder(game);
    keys.x = game.won ? 0 : game.run;
    keys.y = climbs && game.upHeld ? 1 : game.climb;
    keys.jump = !again && !game.won
        && (game.jumpHeld || game.jumpPressed || (game.upHeld && !climbs));
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
    if (hero.justJumped) {
        game.particles.dust(scene.player.body.x, scene.player.body.y - 0.55, 0, 1, 0.35);
        game.announce('jumped');
    }
    game.safe = Math.max(0, game.safe - STEP);
}

/**
 * One frame. @param {Game} game @param {number} seconds real time since the last frame
 * @param {Keys} keys
 */
export function advanceGame(game, seconds, keys) {
    const { scene } = game;
    const { world } = scene;
    game.run = keys.run;
    game.climb = keys.climb;
    game.jumpHeld = keys.jumpHeld;
    game.upHeld = keys.upHeld;
    if (keys.takeJump(!isAtLadder(game))) game.jumpPressed = true;
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
 * Whether stone, or a veil, became solid while the player was deep inside.
 * @param {import('./scene.js').Scene} scene
 */
function isBuried({ fixtures, level, player, world }) {
    const { x, y } = player.body;
    const [column, row] = [Math.floor(x), Math.floor(y)];
    if (column < 0 || row < 0 || column >= level.width || row >= level.height) return false;
    const isSolid = (/** @type {string} */ layer) =>
        world.layers.response('player', layer) === 'solid';
    return (level.tiles[row * level.width + column] === TILE.FULL && isSolid('wall'))
        || fixtures.some((thing) =>
            (thing.kind === 'topaz' || thing.kind === 'azure') && isSolid(thing.kind)
            && Math.abs(x - thing.homeX) < thing.width / 2
            && Math.abs(y - thing.homeY) < thing.height / 2
        );
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
