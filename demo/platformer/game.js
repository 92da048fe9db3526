// The rules: coins, springs, lamps, lava, blocks that crumble, the boss, the flag. Called by main.js, and by tests without a page.
// What the rules remember is `state`, plain numbers, so that the timeline and a link can take it back.
import { HITS, breakJoints, driveBoss, newBossState } from './boss.js';
import { createCourse, createHero, driveGate, driveLifts } from './course.js';
import { BLOCKS, COINS, HALL, LAMPS, SPRINGS, START } from './level.js';

export const HEARTS = 3;
export const HOLD = 0.7; // s that a block holds the hero
const GONE = 2.6; // s that it is gone
const SAFE = 1.2; // s in which nothing hurts after something did
export const PENALTY = 15; // s that the last heart costs
const CRUSHED = 0.15; // s under a lift, until the hero starts again
const BOUNCE = 2.6; // m, off the boss's shell
const STUNNED = 1.2; // s that the boss stands still after a hit
const SHUT = 3; // s that its eye is shut

/** @typedef {{ jump?: boolean, dash?: boolean, x?: number, y?: number }} Input */
/** @typedef {ReturnType<typeof newState>} State */
/** @typedef {'coin' | 'spring' | 'lamp' | 'hurt' | 'burnt' | 'crumble' | 'hit' | 'beaten' | 'won' | 'rope' | 'out' | 'met'} Happening */

const newState = () => ({ hearts: HEARTS, taken: COINS.map(() => 0), lamp: -1, time: 0, started: 0,
    won: 0, met: 0, safe: 0, crushed: 0, blocks: BLOCKS.map(() => 0), sprung: SPRINGS.map(() => 9),
    boss: newBossState() });

/**
 * A new game.
 * @param {Partial<import('../../js/platformer.js').PlatformerNumbers>} numbers @param {() => Input} read the input of the next step
 * @param {(what: Happening, x: number, y: number) => void} [tell] called for what a page may show
 */
export function createGame(numbers, read, tell = () => {}) {
    const course = createCourse();
    const game = { ...course, hero: createHero(course, numbers), state: newState(), tell };
    listen(game);
    game.world.on('beforeStep', () => {
        const { hero, mover, state } = game;
        const inHall = mover.x > HALL.x0 + 1 && mover.x < HALL.x1;
        if (inHall && !state.met) {
            state.met = 1;
            game.tell('met', mover.x, mover.y);
        }
        driveLifts(game);
        driveGate(game, 0, inHall && state.boss.hits < HITS);
        driveGate(game, 1, state.boss.hits < HITS);
        driveBoss(game.boss, state.boss, inHall ? mover.x : null);
        const input = read();
        if (input.x || input.y || input.jump || input.dash) state.started = 1;
        hero.update(input);
    });
    game.world.on('afterStep', () => passStep(game));
    return game;
}

/** @typedef {ReturnType<typeof createGame>} Game */

/** How many coins were gathered. @param {State} state */
export const countCoins = ({ taken }) => taken.reduce((sum, each) => sum + each, 0);

/** A copy of what the game remembers besides the world. @param {Game} game */
export function saveGame({ hero, state }) {
    const { taken, blocks, sprung, boss } = state;
    return { hero: hero.save(),
        state: { ...state, taken: [...taken], blocks: [...blocks], sprung: [...sprung],
            boss: { ...boss } } };
}

/** Takes such a copy over. After a link the mover is a new one, and so is its controller. @param {Game} game @param {ReturnType<typeof saveGame>} saved */
export function restoreGame(game, { hero, state }) {
    if (game.hero.mover !== game.mover) game.hero = createHero(game, { ...game.hero.numbers });
    game.hero.load(hero);
    game.state = structuredClone(state);
}

/** @param {Game} game */
function listen(game) {
    const { world } = game;
    /** @param {string} layer @param {(index: number) => void} then @param {'triggerEnter' | 'triggerStay'} [kind] */
    const on = (layer, then, kind = 'triggerEnter') =>
        world.on(kind, { layers: ['hero', layer] }, ({ trigger }) => then(trigger.index));
    on('coin', (slot) => takeCoin(game, game.coins.findIndex(({ index }) => index === slot)));
    on('spring', (slot) => {
        const i = game.springs.findIndex(({ index }) => index === slot);
        game.hero.launch(SPRINGS[i].jump);
        game.state.sprung[i] = 0;
        game.tell('spring', SPRINGS[i].x, SPRINGS[i].y);
    });
    on('lamp', (slot) => light(game, game.lamps.findIndex(({ index }) => index === slot)));
    on('lava', () => {
        game.tell('burnt', game.mover.x, game.mover.y);
        loseHeart(game);
        startAgain(game);
    });
    on('flag', () => win(game));
    on('eye', () => touchShell(game), 'triggerStay');
    on('shell', () => touchShell(game), 'triggerStay');
    on('leg', (slot) => {
        const { boss, mover } = game;
        const leg = boss.legs.find(({ body }) => body.index === slot);
        // The upper feet do not kick.
        if (leg?.joint.alive && mover.y < boss.shell.y + 0.9) hurt(game);
    }, 'triggerStay');
    on('mace', (slot) => {
        const { links, shoulder } = game.boss;
        if (shoulder.alive && slot === links[links.length - 1].index) hurt(game);
    }, 'triggerStay');
    world.on('contactHit', { layers: ['eye', 'crate'] }, () => hitBoss(game));
    world.on('jointBroke', () => game.tell('rope', game.mover.x, game.mover.y));
}

/** @param {Game} game @param {number} i */
function takeCoin({ state, tell }, i) {
    if (state.taken[i]) return;
    state.taken[i] = 1;
    tell('coin', COINS[i][0], COINS[i][1]);
}

/** A lamp gives back all hearts, once. @param {Game} game @param {number} i */
function light({ state, tell }, i) {
    if (i <= state.lamp) return;
    state.lamp = i;
    state.hearts = HEARTS;
    tell('lamp', LAMPS[i][0], LAMPS[i][1] + 1.9);
}

/** @param {Game} game */
function win({ state, tell, mover }) {
    if (state.won) return;
    state.won = 1;
    tell('won', mover.x, mover.y);
}

/** @param {Game} game */
function loseHeart({ mover, state, tell }) {
    state.safe = SAFE;
    if (--state.hearts > 0) return;
    state.hearts = HEARTS;
    state.time += PENALTY;
    tell('out', mover.x, mover.y);
}

/** Puts the hero to its lamp. @param {Game} game */
export function startAgain({ hero, mover, state }) {
    const [x, y] = state.lamp < 0 ? START : [LAMPS[state.lamp][0], LAMPS[state.lamp][1] + 0.7];
    mover.body.setTransform(x, y);
    mover.setVelocity(0, 0);
    hero.reset();
    state.crushed = 0;
}

/** The boss hurts: the hero loses a heart and is thrown off, and to its lamp with the last. @param {Game} game */
function hurt(game) {
    const { boss, hero, mover, state, tell } = game;
    if (state.safe > 0 || state.boss.hits >= HITS) return;
    tell('hurt', mover.x, mover.y);
    const last = state.hearts === 1;
    loseHeart(game);
    if (last) startAgain(game);
    else {
        mover.setVelocity(9 * Math.sign(mover.x - boss.shell.x || 1), 0);
        hero.launch(1.2);
    }
}

/** Whoever comes from above bounces off the shell, and hits the eye; others are hurt. @param {Game} game */
function touchShell(game) {
    const { boss: { shell }, hero, mover, state } = game;
    if (state.boss.hits >= HITS) return;
    const above = mover.y - 0.6 > shell.y + 0.2;
    if (!above) hurt(game);
    else if (mover.body.vy < 0.5) {
        const [localX] = shell.localPoint(mover.x, mover.y);
        hero.launch(BOUNCE);
        if (Math.abs(localX) < 1) hitBoss(game);
    }
}

/** @param {Game} game */
function hitBoss({ boss, state, tell }) {
    const it = state.boss;
    if (it.shut > 0 || it.hits >= HITS) return;
    it.stunned = STUNNED;
    it.shut = SHUT;
    state.safe = Math.max(state.safe, SAFE);
    breakJoints(boss, ++it.hits);
    tell(it.hits < HITS ? 'hit' : 'beaten', boss.shell.x, boss.shell.y + 0.8);
}

/** Plays the parts that move without input. @param {Game} game */
function passStep(game) {
    const { mover, state, world } = game;
    const step = world.fixedStep;
    if (state.started && !state.won) state.time += step;
    state.safe = Math.max(0, state.safe - step);
    for (let i = 0; i < state.sprung.length; ++i) state.sprung[i] += step;
    state.crushed = mover.crushed ? state.crushed + step : 0;
    if (mover.y < -3 || state.crushed > CRUSHED) startAgain(game);
    const ground = mover.groundBody?.index ?? -1;
    game.blocks.forEach((body, i) => crumble(game, body, i, body.index === ground));
}

/** A block begins to count when the hero stands on it, falls, and comes back. @param {Game} game @param {Game['blocks'][number]} body @param {number} i @param {boolean} stoodOn */
function crumble({ mover, state, tell, world }, body, i, stoodOn) {
    const before = state.blocks[i];
    if (before === 0 && !stoodOn) return;
    const now = state.blocks[i] = before + world.fixedStep;
    const [x, y] = BLOCKS[i];
    if (before < HOLD && now >= HOLD) {
        body.type = 'dynamic';
        tell('crumble', x, y);
    } else if (now > HOLD + GONE && Math.hypot(mover.x - x, mover.y - y) > 1.8) {
        body.type = 'static';
        body.setTransform(x, y, 0);
        state.blocks[i] = 0;
    }
}
