// The table in motion: moves flippers, plunger and spinner, kicks balls off bumpers and slingshots, changes their layers at
// the ramps, and nudges. The balls are in balls.js, scores and the order of goals in rules.js.
// All counts are steps, and all that comes from outside are the inputs of a step, one byte, so a run is its seed and these, and the
// timeline can go back. Tells what happens by `tell`, for sounds and lights. Called by main.js before each step, and by bots in Node.
import { nextRandom } from '../pachinko/random.js';
import { Balls, PLAYS, raise } from './balls.js';
import { STEP, makeTable } from './parts.js';
import { Rules } from './rules.js';
import { FLIPPER, TARGETS } from './table.js';

/** The bits of a step's input. */
export const LEFT = 1, RIGHT = 2, PULL = 4, NUDGE_LEFT = 8, NUDGE_RIGHT = 16, NUDGE_UP = 32;
const FLIPS = LEFT | RIGHT;
const NUDGES = NUDGE_LEFT | NUDGE_RIGHT | NUDGE_UP;

const second = 1 / STEP;
const UP = 23; // rad/s, of a flipper
const UP_RISE = 1500; // rad/s²
const DOWN = 13; // rad/s
const [SOFT, HARD] = [0.05, 0.35]; // restitution of a flipper that strikes, and of one at rest
/** From and to, m/s: by chance, or a ball could go to and fro between two kickers for ever. */
const [BUMPER_KICK, SLING_KICK] = [[4.6, 6.6], [3.4, 6.2]];
const PULLED = 0.9 * second; // for which the plunger is pulled until it is at its end
const NUDGE = [1.5, 1.2]; // m/s
const NUDGE_PAUSE = 0.25 * second;
const TILT = 3; // nudges at once
const CALM = 0.5; // of them forgotten a second
const SPINS = 1.6; // half turns a second for each m/s of a ball
const SPIN_KEPT = 0.996; // a step

/** @typedef {import('../../js/index.js').Body<any>} Body */
/** What happened, and where: `amount` is points or m/s, `which` the number of the part. @typedef {{ what: string, x: number, y: number, amount: number, which: number }} Told */

/** Takes over what a state from outside has of the same kind. @param {any} own @param {any} given @returns {any} */
function taken(own, given) {
    if (typeof own !== 'object')
        return typeof given === typeof own && (typeof own !== 'number' || Number.isFinite(given))
            ? given
            : own;
    for (const key of Object.keys(own)) own[key] = taken(own[key], given?.[key]);
    return own;
}

export class Game {
    /** Is told what happens. @type {(told: Told) => void} */ tell = () => {};

    /** @param {{ seed: number }} given */
    constructor({ seed }) {
        const { world, slots } = makeTable();
        this.world = world;
        this.slots = slots;
        this.begun = { seed };
        this.state = { seed, pull: 0, held: 0, heat: 0, nudged: 0, tilted: false, spin: 0,
            turned: 0, shaken: [0, 0], served: 0, balls: Balls.begin(slots.balls),
            rules: Rules.begin() };
        this.balls = new Balls(this, slots.balls);
        this.rules = new Rules(this);
        this.#listen();
        this.balls.serve(false);
    }

    #listen() {
        const { world, slots } = this;
        world.on('contactBegin', { layers: ['ball', 'bumper'] }, ({ bodyA, bodyB, nx, ny }) => {
            this.#kick(bodyA, nx, ny, BUMPER_KICK);
            this.rules.bumper(slots.bumpers.indexOf(bodyB.index), bodyB);
        });
        world.on('contactHit', { layers: ['ball', 'sling'] }, ({ bodyA, bodyB, nx, ny }) => {
            this.#kick(bodyA, nx, ny, SLING_KICK);
            this.rules.sling(slots.slings.indexOf(bodyB.index), bodyA);
        });
        world.on('contactHit', { layers: ['ball', 'target'] }, ({ bodyB }) => {
            if (!bodyB.enabled) return;
            bodyB.enabled = false;
            this.rules.target(slots.targets.indexOf(bodyB.index), bodyB);
        });
        for (const layer of ['wall', 'post', 'flipper', 'gate'])
            world.on('contactHit', { layers: ['ball', layer] },
                ({ x, y, speed }) => this.say(layer, x, y, speed));
        world.on('contactHit', { layers: ['high', 'rail'] },
            ({ x, y, speed }) => this.say('rail', x, y, speed));
        world.on('triggerEnter',
            ({ trigger, triggerCollider, visitor }) =>
                this.#feel(triggerCollider.layer, trigger.index, visitor));
    }

    /** A ball has come into a trigger. @param {string} layer @param {number} slot @param {Body} ball */
    #feel(layer, slot, ball) {
        const { slots, state } = this;
        if (layer === 'mouth' && ball.vy > 0) {
            raise(ball, true);
            this.say('mouth', ball.x, ball.y, ball.vy, slots.mouths.indexOf(slot));
        } else if (layer === 'foot') raise(ball, false);
        else if (layer === 'end') {
            raise(ball, false);
            this.rules.ramp(0, ball);
        } else if (layer === 'lane') this.rules.lane(slots.lanes.indexOf(slot), ball);
        else if (layer === 'spinner') state.spin = Math.min(30, SPINS * Math.abs(ball.vy));
    }

    /** Gives a ball a speed away from what it has met. @param {Body} ball @param {number} nx @param {number} ny from the ball to that @param {number[]} speed m/s */
    #kick(ball, nx, ny, [from, to]) {
        const more = from + (to - from) * this.random() + nx * ball.vx + ny * ball.vy;
        if (more > 0) ball.setVelocity(ball.vx - more * nx, ball.vy - more * ny);
    }

    /** @param {string} what @param {number} x @param {number} y @param {number} amount @param {number} [which] */
    say(what, x, y, amount, which = 0) {
        this.tell({ what, x, y, amount, which });
    }

    /** The next number of the seed, 0 to 1. */
    random() {
        return nextRandom(this.state);
    }

    /** Before each step of the world. @param {number[]} inputs one byte of bits */
    step([input]) {
        const { state } = this;
        const held = state.tilted ? input & ~FLIPS : input;
        const pressed = held & ~state.held;
        if (pressed & FLIPS) this.rules.flip(pressed);
        this.#turnFlippers(held);
        this.#pull(input);
        this.#nudge(pressed);
        state.held = held;
        this.#turnSpinner();
        this.balls.step();
        this.rules.step();
    }

    /** @param {number} held */
    #turnFlippers(held) {
        [LEFT, RIGHT].forEach((bit, i) => {
            const flipper = /** @type {Body} */ (this.world.bodyAt(this.slots.flippers[i]));
            const side = i === 0 ? 1 : -1;
            const rises = (held & bit) !== 0;
            const [collider] = flipper.colliders;
            const left = side * (rises ? FLIPPER.up : FLIPPER.rest) - flipper.angle;
            const now = Math.abs(flipper.angularVelocity);
            const speed = rises ? Math.min(UP, now + UP_RISE * STEP) : DOWN;
            flipper.angularVelocity = Math.sign(left) * Math.min(speed, Math.abs(left) / STEP);
            const bounce = rises && Math.abs(left) > 1e-4 ? SOFT : HARD;
            if (Math.abs(collider.restitution - bounce) > 0.01) collider.restitution = bounce;
        });
    }

    /** @param {number} input */
    #pull(input) {
        const { balls, state } = this;
        if (input & PULL) {
            if (balls.ready) state.pull = Math.min(1, state.pull + 1 / PULLED);
        } else if (state.pull > 0) {
            balls.shootAll(state.pull);
            state.pull = 0;
        }
    }

    /** @param {number} pressed */
    #nudge(pressed) {
        const { balls, state } = this;
        state.heat = Math.max(0, state.heat - CALM * STEP);
        state.nudged = Math.max(0, state.nudged - 1);
        if (!(pressed & NUDGES) || state.nudged > 0 || state.tilted) return;
        const way = Number((pressed & NUDGE_RIGHT) > 0) - Number((pressed & NUDGE_LEFT) > 0);
        state.nudged = NUDGE_PAUSE;
        state.heat += 1;
        state.shaken = [way, this.world.stepCount];
        state.balls.forEach(({ mode }, i) => {
            const ball = balls.body(i);
            if (mode === PLAYS && ball.colliders[0].layer === 'ball')
                ball.setVelocity(ball.vx + NUDGE[0] * way, ball.vy + (way ? 0.5 : 1) * NUDGE[1]);
        });
        state.tilted = state.heat > TILT;
        this.say(state.tilted ? 'tilt' : 'nudge', way, 5, state.heat);
    }

    #turnSpinner() {
        const { state } = this;
        if (state.spin < 0.4) {
            state.spin = 0;
            return;
        }
        const before = Math.floor(state.turned);
        state.turned += state.spin * STEP;
        state.spin *= SPIN_KEPT;
        if (Math.floor(state.turned) > before) this.rules.spinner();
    }

    /** Raises the targets, unless a ball is in the way. @returns {boolean} whether it did */
    raiseTargets() {
        const { slots: { balls, targets }, world } = this;
        const [[, y]] = TARGETS;
        const inWay = balls.some((slot) => {
            const ball = /** @type {Body} */ (world.bodyAt(slot));
            return ball.enabled && Math.abs(ball.y - y) < 0.4 && Math.abs(ball.x) < 1;
        });
        if (inWay) return false;
        for (const slot of targets) /** @type {Body} */ (world.bodyAt(slot)).enabled = true;
        return true;
    }

    save() {
        return structuredClone(this.state);
    }

    /** Takes a state over as far as it is one: a link may hold anything. @param {any} given */
    restore(given) {
        this.state = taken(structuredClone(this.state), given);
    }
}
