// The rules: shots, payouts, tulips, reels and jackpots, counted in steps of the world so that the timeline can go back in
// them. Tells what happens by `tell`, for sounds and sparks. Called before each step and by the events of the world.
//
// Ten minutes, played by a program, means of five and of four seeds: a careful player (power 0.19, no shots while four spins wait and
// nothing is open) puts 2,650 balls in and gets 2,930 out, with 2.8 jackpots; a careless one (any power, a new one every 1.5 s, always
// shooting) puts 2,810 in and gets 2,510 out, with 2.3 jackpots.
import { Parts } from './parts.js';
import { nextRandom } from './random.js';
import { BALL, KINDS, LANE, POCKET_KINDS, START, designedTable } from './table.js';

export const LAMPS = 24; // all lit: the next spin wins for sure
export const HITS = 100; // of bumpers, for a lamp
export const FEVER_SECONDS = 14;
const FEVER_CATCHES = 90;
const RAIN = 120; // balls
const FIRST = 120; // balls that the player begins with
const FIRE_EVERY = 11; // steps
const POUR_EVERY = 3; // steps between balls that are paid, or rain
const TULIP_STEPS = 3 * 60;
const CATCH_STEPS = 180; // by which a catch shortens that: it shuts
const SPIN_STEPS = 100;
const REACH_STEPS = 110; // longer, when two reels are equal
const ODDS = 55; // one spin of so many wins
const MAX_HELD = 4; // spins that wait
const SHOWN = 200; // balls that lie in the tray; more are only counted
export const SLOWEST = 13.6; // m/s
export const FASTEST = 17;
const KNOCK_EVERY = 100; // steps
const HOME = 0.4; // metres around the place in the lane where balls wait
const PRICE = { rain: 100, jackpot: 150 }; // balls
const KICK = 6.5; // m/s
const PLAY = 0.09; // radians by which the first pin may turn a ball's way, to each side
export const [NONE, IN_FIELD, IN_TRAY] = [0, 1, 2];

/** @typedef {import('../../js/index.js').Body<any>} Body @typedef {import('./parts.js').Part} Part */
/** @typedef {{ tray: number, owed: number, lent: number, shots: number, jackpots: number, power: number, cool: number, charge: number, rain: number,
 *     fever: number, caught: number, tulips: number, held: number, spin: number, reach: boolean, won: boolean, since: number, reels: number[], seed: number, fresh: number[] }} State
 *     numbers alone: the timeline keeps a copy of each step. `fever`, `tulips` and `spin` are steps that are left,
 *     `since` is the step in which the reels began to turn, `fresh` are the slots of balls that have touched no pin yet */

export class Game {
    /** What happened, where, how strongly, to which slot. @type {(what: string, x: number, y: number, strength: number, slot?: number) => void} */ tell =
        () => {};
    firing = false;
    /** Where the next shot will go, x y angle of each step, and in which it bounces first. @type {{ points: Float32Array, count: number, bounce: number } | null} */ path =
        null;
    /** Where the ball of a slot of the world is. */ kinds = new Uint8Array(4096);
    /** @type {State} */ state = { tray: FIRST, owed: 0, lent: 0, shots: 0, jackpots: 0, power: 0.4,
        cool: 0, charge: 0, rain: 0, fever: 0, caught: 0, tulips: 0, held: 0, spin: 0, reach: false,
        won: false, since: 0, reels: [7, 7, 7], seed: 1 + Math.floor(Math.random() * 1e9),
        fresh: [] };

    /** @param {import('./table.js').Table} [table] */
    constructor(table = designedTable()) {
        this.parts = new Parts(table);
        this.world = this.parts.world;
        for (let i = 0; i < FIRST; ++i)
            this.#add([-5.6 + 0.36 * (i % 32), -8.9 + 0.34 * Math.floor(i / 32)], [0, 0], 'won');
        this.#listen();
    }

    /** How many lamps are lit. */
    get lamps() {
        return Math.min(LAMPS, Math.floor(this.state.charge / HITS));
    }

    /** From 0 to 1, the same in every run with the same seed. */
    random() {
        return nextRandom(this.state);
    }

    #listen() {
        const { world } = this;
        world.on('contactBegin', { layers: ['ball', 'bumper'] },
            ({ bodyA, bodyB, x, y, nx, ny }) => {
                bodyA.setVelocity(-KICK * nx, -KICK * ny); // the normal leads from the ball to the bumper
                this.state.charge++;
                this.tell('bumper', x, y, 1, bodyB.index);
            });
        for (const layer of ['pin', 'spinner', 'petal', 'bumper']) {
            world.on('contactBegin', { layers: ['ball', layer] }, ({ bodyA }) =>
                this.#waver(bodyA));
        }
        for (const layer of ['pin', 'wall', 'spinner', 'petal']) {
            world.on('contactHit', { layers: ['ball', layer] }, ({ x, y, speed }) =>
                this.tell(layer, x, y, speed));
        }
        world.on('triggerEnter', { layers: ['ball', 'gate'] }, ({ visitor }) => {
            if (this.state.tulips === 0) this.state.tulips = TULIP_STEPS;
            this.tell('gate', visitor.x, visitor.y, 1);
        });
        world.on('triggerEnter', { layers: ['ball', 'drain'] }, ({ visitor }) => {
            this.tell('drain', visitor.x, visitor.y, 1);
            this.remove(visitor);
        });
        for (const kind of POCKET_KINDS) {
            world.on('triggerEnter', { layers: ['ball', kind] }, ({ trigger, visitor }) => {
                if (!visitor.alive) return;
                this.remove(visitor);
                this.#catch(kind, trigger);
            });
        }
    }

    /** A ball goes straight as its line shows; the first part that it touches turns it by chance. @param {Body} ball */
    #waver(ball) {
        const { state } = this;
        if (!state.fresh.includes(ball.index)) return;
        state.fresh = state.fresh.filter((slot) => slot !== ball.index);
        const by = PLAY * (2 * this.random() - 1);
        const [cos, sin] = [Math.cos(by), Math.sin(by)];
        ball.setVelocity(cos * ball.vx - sin * ball.vy, sin * ball.vx + cos * ball.vy);
    }

    /** @param {import('./table.js').PocketKind} kind @param {Body} pocket */
    #catch(kind, { x, y }) {
        const { state } = this;
        const { pay } = KINDS[kind];
        state.owed += pay;
        if (kind === 'mouth') state.caught++;
        if (kind === 'tulip') state.tulips = Math.max(1, state.tulips - CATCH_STEPS);
        if (kind === 'start') state.held = Math.min(MAX_HELD, state.held + 1);
        this.tell(kind, x, y, pay);
    }

    /** @param {Body} ball */
    remove(ball) {
        this.kinds[ball.index] = NONE;
        if (this.state.fresh.includes(ball.index))
            this.state.fresh = this.state.fresh.filter((slot) => slot !== ball.index);
        ball.destroy();
    }

    /** @param {number[]} position @param {number[]} velocity @param {'ball' | 'won'} layer */
    #add(position, velocity, layer) {
        const ball = this.world.createBody({ position, velocity,
            collider: { shape: 'circle', radius: BALL, layer, friction: 0.1, restitution: 0.3,
                rollingResistance: layer === 'won' ? 0.004 : 0 } });
        this.kinds[ball.index] = layer === 'ball' ? IN_FIELD : IN_TRAY;
        return ball;
    }

    /** Calls a function for each ball in the field and in the tray. @param {(ball: Body) => void} use */
    eachBall(use) {
        const { kinds, world } = this;
        for (let slot = 0; slot < world.slots; ++slot) {
            if (kinds[slot] === IN_FIELD || kinds[slot] === IN_TRAY)
                use(/** @type {Body} */ (world.bodyAt(slot)));
        }
    }

    /** How many bodies are of a kind. @param {number} kind */
    count(kind) {
        let count = 0;
        for (let slot = 0; slot < this.world.slots; ++slot) if (this.kinds[slot] === kind) count++;
        return count;
    }

    /** The velocity of a shot: along the lane. */
    shot() {
        const speed = SLOWEST + (FASTEST - SLOWEST) * this.state.power;
        const radius = Math.hypot(START[0], START[1]);
        return [speed * START[1] / radius, -speed * START[0] / radius];
    }

    /** Before each step of the world. */
    step() {
        const { state } = this;
        const turn = this.world.stepCount;
        this.#tend();
        if (state.cool > 0) state.cool--;
        else if (this.firing && state.tray > 0) this.#fire();
        if (state.owed > 0 && turn % POUR_EVERY === 0) this.#pay();
        if (state.rain > 0 && turn % POUR_EVERY === 0) {
            state.rain--;
            this.#add([-3 + 6 * this.random(), 5], [6 * this.random() - 3, -1], 'ball');
        }
        if (state.tulips > 0 && --state.tulips === 0) this.tell('close', 0, 0, 1);
        if (state.fever > 0 && (--state.fever === 0 || state.caught >= FEVER_CATCHES)) {
            state.fever = 0;
            this.tell('end', 0, 0, 1);
        }
        this.#turnReels();
        for (const part of this.parts.of.mouth) this.#setPetals(part, state.fever > 0);
        for (const part of this.parts.of.tulip) this.#setPetals(part, state.tulips > 0);
        if (state.tray + state.owed === 0 && turn % 60 === 0 && this.count(IN_FIELD) === 0) {
            state.lent++;
            state.owed = 60;
        }
    }

    /** Balls that came back down the lane are the player's again; a knock on the glass frees those that lie still. */
    #tend() {
        const { kinds, world } = this;
        const knocks = world.stepCount % KNOCK_EVERY === 0;
        for (let slot = 0; slot < world.slots; ++slot) {
            if (kinds[slot] !== IN_FIELD) continue;
            const ball = /** @type {Body} */ (world.bodyAt(slot));
            if (Math.hypot(ball.x - START[0], ball.y - START[1]) < HOME) {
                if (ball.vy > 0.5) continue; // it has just been shot
                this.remove(ball);
                this.state.owed++;
            } else if (ball.vy < 0 && ball.x < 0 && ball.y < 4
                && Math.hypot(ball.x, ball.y) > LANE)
            {
                this.state.cool = Math.max(this.state.cool, 2); // a ball that comes back has the lane for itself
            } else if (knocks && Math.hypot(ball.vx, ball.vy) < 0.2)
                ball.setVelocity(3 * this.random() - 1.5, 1.5);
        }
    }

    #fire() {
        const { state } = this;
        state.cool = FIRE_EVERY;
        state.tray--;
        state.shots++;
        this.#takeFromTray();
        const { index } = this.#add(START, this.shot(), 'ball');
        state.fresh = [...state.fresh, index];
        this.tell('shot', START[0], START[1], state.power);
    }

    /** The ball farthest left in the tray goes up to the lane. */
    #takeFromTray() {
        const { kinds, world } = this;
        if (this.state.tray >= SHOWN) return;
        let first = -1;
        for (let slot = 0; slot < world.slots; ++slot) {
            if (kinds[slot] === IN_TRAY
                && (first < 0 || world.transforms[4 * slot] < world.transforms[4 * first]))
                first = slot;
        }
        if (first >= 0) this.remove(/** @type {Body} */ (world.bodyAt(first)));
    }

    #pay() {
        const { state } = this;
        state.owed--;
        state.tray++;
        if (state.tray <= SHOWN) this.#add([1 + 4 * this.random(), -6.9], [-3, -1], 'won');
        this.tell('pay', 5, -7, 1);
    }

    #turnReels() {
        const { state } = this;
        if (state.spin > 0) {
            state.spin--;
            if (state.spin > 0) return;
            if (state.won) this.fever();
            else this.tell('lose', 0, 1.2, 1);
            return;
        }
        if (state.held === 0 || state.fever > 0) return;
        state.held--;
        state.won = this.lamps === LAMPS || this.random() < 1 / ODDS;
        state.reach = state.won || this.random() < 0.2;
        const first = 1 + Math.floor(9 * this.random());
        const other = () => 1 + (first + Math.floor(8 * this.random())) % 9; // any but the first
        state.reels = state.won
            ? [first, first, first]
            : state.reach
            ? [first, other(), first]
            : [first, other(), other()];
        if (!state.reach && state.reels[2] === first) state.reels[2] = 1 + first % 9;
        state.spin = SPIN_STEPS + (state.reach ? REACH_STEPS : 0);
        state.since = this.world.stepCount;
        if (this.lamps === LAMPS) state.charge = 0;
        this.tell('spin', 0, 1.2, 1);
    }

    /** Takes a price from the tray. @param {number} price @returns {string} why not, or nothing */
    #buy(price) {
        const { state } = this;
        if (state.tray < price)
            return `That costs ${price} balls, and your tray has ${state.tray}`;
        for (let i = 0; i < price; ++i) {
            state.tray--;
            this.#takeFromTray();
        }
        return '';
    }

    /** A jackpot for a price. @returns {string} why not, or nothing */
    buyFever() {
        if (this.state.fever > 0) return 'A jackpot is on already';
        const refused = this.#buy(PRICE.jackpot);
        if (!refused) this.fever();
        return refused;
    }

    /** A hundred of the player's balls fall in from above at once. @returns {string} why not, or nothing */
    buyRain() {
        const refused = this.#buy(PRICE.rain);
        if (!refused) this.state.rain += PRICE.rain;
        return refused;
    }

    /** Three alike: the mouth below opens, and it rains. */
    fever() {
        const { state } = this;
        state.jackpots++;
        state.won = false;
        state.fever = FEVER_SECONDS * 60;
        state.caught = 0;
        state.rain = RAIN;
        state.tulips = TULIP_STEPS;
        this.tell('fever', 0, 1.2, 1);
    }

    /** @param {Part} part @param {boolean} open */
    #setPetals({ petals }, open) {
        petals.forEach((joint, i) => {
            const speed = (i === 0 ? 7 : -7) * (open ? 1 : -1);
            if (joint.motor?.speed !== speed) joint.setMotor(speed, 40);
        });
    }

    save() {
        return { ...this.state };
    }

    /** Takes over an earlier state, when the world has gone back. @param {State} state */
    restore(state) {
        this.state = { ...state };
        this.parts.find();
        this.kinds.fill(NONE);
        for (const { index, colliders } of this.world.bodies) {
            const { layer } = colliders[0];
            if (layer === 'ball' || layer === 'won')
                this.kinds[index] = layer === 'ball'
                    ? IN_FIELD
                    : IN_TRAY;
        }
    }
}
