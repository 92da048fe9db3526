// The game: a scene's world and what fingers do in it, step by step. All that comes from outside are the inputs of a step, twelve bytes, so
// that a step can be made again to the same bits. Tells what happens by `tell`, for sounds. Called by main.js before each step.
import { SCENES } from './scenes.js';
import { makeWorld, mattersOf } from './things.js';
import { TOOLS, countAll, lead, newFinger, pouredAt, press, release } from './tools.js';

export const FINGERS = 2;
const FINE = 64; // parts of a metre
const FAR = 512; // metres
const LOT = 1000; // particles: a scene's number is written in these

/**
 * Numbers and words alone: the timeline keeps a copy of each step. `open` is what the scene's button has set, `since` the step at which it
 * was pressed, -1 if that is over; `most` are the particles that the machine manages, `laid` those that the scene began with; `turns` has the slot of each glass that turns, since when, and its angle then.
 * @typedef {{ scene: number, width: number, height: number, open: number, since: number, turns: [slot: number, from: number, angle: number][],
 *     most: number, laid: number, blobs: number, boxes: number, pouring: number, fingers: import('./tools.js').Finger[] }} State
 */

/**
 * The inputs of a step.
 * @typedef {{ act: boolean, tool: number, most: number, fingers: ({ x: number, y: number } | null)[] }} Inputs
 */

/** @param {Inputs} inputs @returns {number[]} bytes */
export const writeInputs = (
    { act, tool, most, fingers },
) => [Number(act) + 2 * (most / LOT), tool, ...fingers.flatMap((at) => {
    if (!at) return [0, 0, 0, 0, 0];
    const [x, y] = [at.x, at.y].map((each) =>
        Math.max(0, Math.min(65535, Math.round(FINE * (each + FAR))))
    );
    return [1, x & 255, x >> 8, y & 255, y >> 8];
})];

/** @param {number[]} bytes @returns {Inputs} */
export const readInputs = ([act, tool, ...rest]) => ({ act: act % 2 === 1, most: LOT * (act >> 1),
    tool: Math.min(tool, TOOLS.length - 1), fingers: Array.from({ length: FINGERS }, (_, i) => {
        const [down, a, b, c, d] = rest.slice(5 * i, 5 * i + 5);
        return down === 1 ? { x: (a + 256 * b) / FINE - FAR, y: (c + 256 * d) / FINE - FAR } : null;
    }) });

export class Game {
    /** What happened, where, and how much. @type {(what: string, x: number, y: number, amount: number) => void} */ tell =
        () => {};

    /** @param {{ scene: number, width: number, height: number, most: number }} given metres, and particles */
    constructor({ scene, width, height, most }) {
        const { world, matters } = makeWorld(width, height);
        this.world = world;
        this.matters = matters;
        /** @type {State} */
        this.state = { scene, width, height, open: 0, since: -1, turns: [], most, laid: 0, blobs: 0,
            boxes: 0, pouring: 0, fingers: Array.from({ length: FINGERS }, newFinger) };
        this.kind.make(this);
        this.state.laid = countAll(this);
        world.on('contactHit', ({ x, y, speed, bodyA, bodyB }) => {
            if (bodyA.alive && bodyB.alive)
                this.tell('hit', x, y, speed * Math.min(2, bodyA.mass || 2, bodyB.mass || 2));
        });
    }

    get kind() {
        return SCENES[this.state.scene];
    }
    get width() {
        return this.state.width;
    }
    get height() {
        return this.state.height;
    }

    /** Before a step of the world. @param {number[]} bytes */
    step(bytes) {
        const { state, world, kind } = this;
        const { act, tool, most, fingers } = readInputs(bytes);
        state.most = most;
        state.pouring = pouredAt(world.stepCount);
        if (act) kind.act(this);
        fingers.forEach((at, i) => {
            const finger = state.fingers[i];
            if (!at) {
                if (finger.down) release(this, finger);
            } else if (!finger.down) press(this, finger, TOOLS[tool].name, at.x, at.y);
            else lead(this, finger, at.x, at.y);
        });
        kind.step?.(this);
    }

    save() {
        return structuredClone(this.state);
    }

    /** Takes over what `save` gave; the world has the matching past. @param {State} state */
    restore(state) {
        this.state = structuredClone(state);
        this.matters = mattersOf(this.world);
    }
}
