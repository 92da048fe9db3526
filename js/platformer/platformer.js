// A controller of a mover for platform games: from a stick and two keys it makes the mover's velocity in every
// step. It knows the world by its public members. What it does in a step is one of five moves: be knocked back, dash,
// climb, swim, or walk, which is also to jump, to fall and to slide down walls.
import { MAX_NUMBER, MAX_SPEED, boolean, copyList, fillable, finite, inRange, oneOf, readOptions,
    wrongType } from '../wire/errors.js';
import { dash } from './dash.js';
import { writeJumpCurve } from './jump.js';
import { beginKnock, knocked } from './knock.js';
import { climb } from './ladder.js';
import { PLATFORMER_NUMBERS, parseNumbers, publicNumbers } from './numbers.js';
import { Senses } from './senses.js';
import { EVENT, KEY, MODES, S, loadState, newState, passTime } from './state.js';
import { Step, refill } from './step.js';
import { walk } from './walk.js';
import { swim } from './water.js';

/** @import { Mover } from '../world/objects/mover.js' */
/** @import { PlatformerNumbers } from './numbers.js' */

/**
 * What a player holds. What is left out is not held.
 * @typedef {object} PlatformerInput
 * @property {number} [x] -1, left, to 1, right, default 0; what is beyond counts as 1
 * @property {number} [y] -1, down, to 1, up, default 0; likewise
 * @property {boolean} [jump] whether the jump key is down, default false
 * @property {boolean} [dash] whether the dash key is down, default false
 */

/**
 * What a controller knows beside its numbers.
 * @typedef {object} PlatformerSettings
 * @property {string | readonly string[]} [ladders] layers of ladders, whose colliders the mover takes for triggers or
 *     ignores; none by default
 * @property {string | readonly string[]} [water] layers of water, likewise; none by default
 * @property {'jump' | 'down'} [dropWith] what drops through a one-way collider: the jump key while down is held, or down
 *     alone; default 'jump'
 */

/**
 * The options of a controller: its settings, and the numbers that shall differ from their defaults.
 * @typedef {PlatformerSettings & Partial<PlatformerNumbers>} PlatformerOptions
 */

/**
 * What it does: it stands or runs, jumps or falls, slides down a wall, dashes, climbs, swims.
 * @typedef {'ground' | 'air' | 'wall' | 'dash' | 'ladder' | 'water'} PlatformerMode
 */

const KEYS = new Set(['ladders', 'water', 'dropWith', ...Object.keys(PLATFORMER_NUMBERS)]);
const DROP_KEYS = /** @type {const} */ (['jump', 'down']);

/** How far the stick must be held down, and no less than aside, to count as a key. */
const DOWN = -0.5;

/** @param {string} name @param {unknown} given @param {readonly string[]} names of the world's layers */
function layerList(name, given, names) {
    const list = given === undefined ? [] : typeof given === 'string' ? [given] : given;
    if (!Array.isArray(list))
        wrongType('Platformer', name, 'the name of a layer or an array of them', given);
    const copy = copyList('Platformer', name, list, names.length);
    copy.forEach((each, i) =>
        oneOf('Platformer', list === given ? `${name}[${i}]` : name, each, names)
    );
    return /** @type {string[]} */ (copy);
}

/** @param {string} name @param {unknown} value */
function axis(name, value) {
    return value === undefined
        ? 0
        : Math.min(1, Math.max(-1, finite('Platformer.update', name, value)));
}

/** @param {string} name @param {unknown} value @param {number} bit */
function key(name, value, bit) {
    return value !== undefined && boolean('Platformer.update', name, value) ? bit : 0;
}

/** Moves a mover as the player of a platform game. */
export class Platformer {
    /** @type {Mover<any>} */ #mover;
    #body;
    #world;
    #state = newState();
    #senses;
    #step;

    /**
     * Its numbers, each of which can be set at any time. A number that is out of range throws a RangeError, and nothing
     * changes.
     * @readonly @type {PlatformerNumbers}
     */
    numbers;

    /**
     * @param {Mover<any>} mover of a world in this thread: `world.createMover`
     * @param {PlatformerOptions} [options]
     * @throws {TypeError} for a mover that is none, or an option that there is not; a RangeError for a number out of range
     */
    constructor(mover, options = {}) {
        const given = readOptions('Platformer', 'options', options, KEYS);
        if (typeof (/** @type {any} */ (mover)?.setVelocity) !== 'function'
            || !('grounded' in mover))
        {
            wrongType('Platformer', 'mover', 'a Mover', mover);
        }
        if ('sync' in mover.body.world) {
            throw new TypeError(
                'Platformer: mover must be of a world in this thread; for a world in a worker, make it in a module there',
            );
        }
        const { names } = mover.body.world.layers;
        const ladders = layerList('ladders', given.ladders, names);
        const water = layerList('water', given.water, names);
        const drops = given.dropWith === undefined
            ? 0
            : oneOf('Platformer', 'dropWith', given.dropWith, DROP_KEYS);
        const numbers = parseNumbers('Platformer', given, mover.body.world.lengthUnit);
        this.#mover = mover;
        this.#body = mover.body;
        this.#world = mover.body.world;
        this.#senses = new Senses(mover, ladders, water);
        this.#step = new Step(this.#state, numbers, this.#senses);
        this.#step.dropsByJump = drops === 0;
        const { curve } = this.#step;
        const changed = () => writeJumpCurve(numbers, curve);
        changed();
        this.numbers = publicNumbers(numbers, this.#world.lengthUnit, changed);
        close(this);
    }

    /** The mover that it moves. */
    get mover() {
        return this.#mover;
    }

    /** What it did in the last update. @returns {PlatformerMode} */
    get mode() {
        return MODES[this.#state[S.MODE]];
    }

    /** The side that it faces: -1, left, or 1, right. */
    get facing() {
        return this.#state[S.FACING];
    }

    /** Whether it jumped in the last update, from ground, a wall, a ladder or in the air. */
    get justJumped() {
        return this.#began(EVENT.JUMP | EVENT.WALL_JUMP | EVENT.AIR_JUMP);
    }

    /** Whether it jumped from a wall in the last update. */
    get justWallJumped() {
        return this.#began(EVENT.WALL_JUMP);
    }

    /** Whether it jumped in the air in the last update. */
    get justAirJumped() {
        return this.#began(EVENT.AIR_JUMP);
    }

    /** Whether it began to dash in the last update. */
    get justDashed() {
        return this.#began(EVENT.DASH);
    }

    /** Whether it made a stroke in the last update. */
    get justStroked() {
        return this.#began(EVENT.STROKE);
    }

    /** Whether it began to drop through a ledge in the last update. */
    get justDropped() {
        return this.#began(EVENT.DROP);
    }

    /** Whether it took hold of a ladder in the last update. */
    get justGrabbed() {
        return this.#began(EVENT.GRAB);
    }

    /** Whether the step before the last update ended on ground, and began in the air. */
    get justLanded() {
        return this.#began(EVENT.LAND);
    }

    /** Whether the last update ignored the input, because of a `knock`. */
    get knocked() {
        return this.#state[S.KNOCKED] === 1;
    }

    /** m/s, how fast it then fell; 0 unless `justLanded`. */
    get landingSpeed() {
        return this.#state[S.LANDED];
    }

    /**
     * Reads what the player holds and sets the mover's velocity for the next step. Call it before each step, as in a
     * listener of 'beforeStep', once.
     * @param {PlatformerInput} input
     * @param {number} [dt] seconds of that step, above 0 and at most 1; default the world's `fixedStep`
     * @throws {TypeError} for what is no input; a RangeError for an axis that is not finite
     */
    update(input, dt = this.#world.fixedStep) {
        if (typeof input !== 'object' || input === null)
            wrongType('Platformer.update', 'input', 'an object', input);
        const step = this.#step;
        const { x, y, jump, dash: dashes } = input;
        step.x = axis('input.x', x);
        step.y = axis('input.y', y);
        const keys = key('input.jump', jump, KEY.JUMP) | key('input.dash', dashes, KEY.DASH)
            | (step.y < DOWN && -step.y >= Math.abs(step.x) ? KEY.DOWN : 0);
        step.dt = inRange('Platformer.update', 'dt', dt, 1e-6, 1);
        this.#press(keys);
        this.#sense();
        this.#state[S.KNOCKED] = Number(knocked(step));
        if (this.#state[S.KNOCKED] === 0 && !dash(step) && !climb(step) && !swim(step)) walk(step);
        this.#write();
    }

    /**
     * Has it jump in the next update, wherever it is, as on a spring or an enemy's head. Letting go of the key does not
     * cut that jump.
     * @param {number} [height] metres, above 0 and at most 1e3; default that of a jump
     */
    launch(height = this.numbers.jumpHeight) {
        this.#state[S.LAUNCH] = inRange('Platformer.launch', 'height', height, 1e-6, 1e3);
    }

    /**
     * Knocks it back, as what hurts it does: it gets a velocity, leaves the ground if that points up, and ends its jump,
     * dash or climb. For some time updates ignore the input; then it goes on as usual from the velocity that it has.
     * @param {number} vx m/s along the world's x axis, within ±4e4, relative to ground that it stands on
     * @param {number} vy m/s along the world's y axis, likewise
     * @param {number} [seconds] above 0 and at most 60, one step at least; default 0.2
     * @throws {TypeError | RangeError} for another velocity or time; then nothing changes
     */
    knock(vx, vy, seconds = 0.2) {
        const method = 'Platformer.knock';
        inRange(method, 'vx', vx, -MAX_SPEED, MAX_SPEED);
        inRange(method, 'vy', vy, -MAX_SPEED, MAX_SPEED);
        inRange(method, 'seconds', seconds, 1e-6, 60);
        this.#mover.setVelocity(vx, vy);
        beginKnock(this.#state, seconds);
    }

    /**
     * All that it remembers from one step to the next, as plain numbers, to be kept beside a snapshot of the world. Its
     * settings and numbers are not among them.
     * @param {number[]} [out] an array to be filled; a new one by default
     */
    save(out = []) {
        fillable('Platformer.save', out);
        for (let i = 0; i < S.COUNT; ++i) out[i] = this.#state[i];
        return out;
    }

    /**
     * Takes back what `save` gave, after the world was restored.
     * @param {ArrayLike<number>} state
     * @throws {TypeError | RangeError} for what `save` did not give; then nothing changes
     */
    load(state) {
        loadState('Platformer.load', this.#state, state);
    }

    /** Forgets what it was doing, as after the mover was put somewhere else. */
    reset() {
        this.#state.set(newState());
    }

    /**
     * Reads gravity, the mover's `up`, its shape and layer, and the table of layers again. Call it when one of them has
     * changed. In a zone of gravity that pulls another way than the world, set `mover.up` too.
     */
    refresh() {
        this.#senses.refresh();
    }

    /** @param {number} bits of EVENT */
    #began(bits) {
        return (this.#state[S.EVENTS] & bits) !== 0;
    }

    /** @param {number} keys that are down */
    #press(keys) {
        const step = this.#step;
        const state = this.#state;
        step.keys = keys;
        step.pressed = keys & ~state[S.KEYS];
        state[S.KEYS] = keys;
        passTime(state, step.dt);
        if (state[S.KNOCK] > 0) step.x = step.y = 0;
        if ((step.pressed & KEY.JUMP) !== 0) state[S.BUFFER] = step.numbers.jumpBuffer + step.dt;
        if (step.x !== 0) state[S.FACING] = Math.sign(step.x);
    }

    /** Takes in what the last step did. */
    #sense() {
        const mover = this.#mover;
        const step = this.#step;
        const state = this.#state;
        this.#senses.read();
        const { upX, upY, rightX, rightY } = this.#senses;
        const { vx, vy } = mover;
        step.vx = vx * rightX + vy * rightY;
        step.vy = vx * upX + vy * upY;
        step.grounded = mover.grounded;
        step.drops = false;
        const lands = step.grounded && state[S.GROUNDED] === 0;
        state[S.EVENTS] = lands ? EVENT.LAND : 0;
        state[S.LANDED] = lands ? state[S.FALL_SPEED] : 0;
        state[S.GROUNDED] = Number(step.grounded);
        step.groundX = step.groundY = 0;
        if (step.grounded) this.#senseGround();
    }

    /** Takes in the ground, and the velocity of a lift. */
    #senseGround() {
        const step = this.#step;
        const state = this.#state;
        const { numbers: n } = step;
        const { upX, upY, rightX, rightY } = this.#senses;
        const velocity = this.#mover.groundVelocity;
        const groundX = velocity[0] * rightX + velocity[1] * rightY;
        const groundY = velocity[0] * upX + velocity[1] * upY;
        step.groundX = groundX;
        step.groundY = groundY;
        state[S.COYOTE] = n.coyoteTime + step.dt;
        state[S.RISING] = state[S.WALL_JUMP] = state[S.FALL_SPEED] = 0;
        refill(step);
        const lx = state[S.LIFT_X];
        const ly = state[S.LIFT_Y];
        if (groundX * groundX + groundY * groundY >= lx * lx + ly * ly || !step.lasts(S.LIFT)) {
            state[S.LIFT_X] = groundX;
            state[S.LIFT_Y] = groundY;
            state[S.LIFT] = n.liftTime + step.dt;
        }
    }

    /** Gives the mover what the move has made. */
    #write() {
        const mover = this.#mover;
        const body = this.#body;
        const { vx, vy, gravity, maxFall, drops, dt } = this.#step;
        const { upX, upY, rightX, rightY, gravity: pull } = this.#senses;
        this.#state[S.FALL_SPEED] = Math.min(Math.max(gravity * dt - vy, 0), maxFall);
        mover.setVelocity(vx * rightX + vy * upX, vx * rightY + vy * upY);
        // Where the world does not pull it, what it feels comes from a zone of gravity, and is left as it is.
        const scale = gravity === 0
            ? 0
            : pull === 0
            ? 1
            : Math.fround(Math.min(Math.max(gravity / pull, -MAX_NUMBER), MAX_NUMBER));
        if (body.gravityScale !== scale) body.gravityScale = scale;
        if (mover.maxFallSpeed !== Math.fround(maxFall)) mover.maxFallSpeed = maxFall;
        if (body.dropThrough !== drops) body.dropThrough = drops;
    }
}

/** What a controller has no property for cannot be assigned; a class that extends it adds its own. @param {Platformer} hero */
function close(hero) {
    if (Object.getPrototypeOf(hero) === Platformer.prototype) Object.freeze(hero);
}
