// The chain with its load in three engines at once, from the same plain data, at the same steps. Nothing but joints acts: links
// and load collide with nothing. Called by main.js.
import { World } from '../../js/index.js';
import { localPoint, timeStep } from '../shared/peers.js';

export const LENGTH = 12; // metres, as built
const LINKS = 24;
const WIDTH = 0.16;
export const RADIUS = 1.1; // of the load
const ANGLE = -0.55; // it is let go from the right
export const BESIDE = /** @type {const} */ (['Mica', 'Box2D', 'Rapier']);
export const LANE = 24; // metres from one chain to the next
const DEEP = 46; // metres below the hooks that are in the picture
const SAMPLES = 600; // of the graph, one a step
const MEAN = 240; // steps whose mean time is shown

/** A point of the chain as it is built, so many links from its hook. @param {number} links @returns {[x: number, y: number]} */
const pointAt = (
    links,
) => [(Math.cos(ANGLE) * links * LENGTH) / LINKS, (Math.sin(ANGLE) * links * LENGTH) / LINKS];

/** Body 0 is the hook, 1 to 24 are links, the last is the load. @param {number} times the mass of the load in links @param {number} substeps */
function chainSpec(times, substeps) {
    const part = (LENGTH / LINKS) * WIDTH;
    /** @type {import('../shared/peers.js').BodySpec[]} */
    const bodies = [{ type: 'static', x: 0, y: 0, shapes: [] }];
    /** @type {import('../shared/peers.js').PinSpec[]} */
    const pins = [];
    for (let i = 0; i < LINKS; ++i) {
        const [[x, y], [px, py]] = [pointAt(i + 0.5), pointAt(i)];
        bodies.push({ type: 'dynamic', x, y, angle: ANGLE,
            shapes: [{ kind: 'box', width: LENGTH / LINKS, height: WIDTH, meets: false }] });
        pins.push({ a: i, b: i + 1, x: px, y: py });
    }
    const [x, y] = pointAt(LINKS);
    bodies.push({ type: 'dynamic', x, y,
        shapes: [{ kind: 'circle', radius: RADIUS,
            density: (times * part) / (Math.PI * RADIUS ** 2), meets: false }] });
    pins.push({ a: LINKS, b: LINKS + 1, x, y });
    return { bodies, pins, substeps };
}

/** A chain in one engine. */
export class Lane {
    /** Of each step, percent of the length as built. @type {number[]} */ lengths = [];
    /** Milliseconds of the last steps. @type {number[]} */ #times = [];

    /** @param {string} name @param {import('../shared/peers.js').Engine} engine @param {ReturnType<typeof chainSpec>} spec */
    constructor(name, engine, spec) {
        this.name = name;
        this.version = engine.version;
        this.engineWorld = engine.create(spec);
        this.poses = new Float32Array(4 * spec.bodies.length);
        this.pins = spec.pins.map(({ a, b, x, y }) => ({ a, b,
            onA: localPoint(spec.bodies[a], x, y), onB: localPoint(spec.bodies[b], x, y) })
        );
        this.engineWorld.readPoses(this.poses);
    }

    /** A point of a body, metres. @param {number} body @param {[x: number, y: number]} point in its space @returns {[x: number, y: number]} */
    place(body, [x, y]) {
        const [px, py, c, s] = this.poses.subarray(4 * body, 4 * body + 4);
        return [px + c * x - s * y, py + s * x + c * y];
    }

    step() {
        this.#times.push(timeStep(this.engineWorld));
        if (this.#times.length > MEAN) this.#times.shift();
        this.engineWorld.readPoses(this.poses);
        // The links are rigid, so all that the chain gains lies between the two ends of its pins.
        const gaps = this.pins.reduce((sum, { a, b, onA, onB }) => {
            const [[ax, ay], [bx, by]] = [this.place(a, onA), this.place(b, onB)];
            return sum + Math.hypot(bx - ax, by - ay);
        }, 0);
        this.lengths.push(100 * (1 + gaps / LENGTH));
        if (this.lengths.length > SAMPLES) this.lengths.shift();
    }

    /** Percent of the length as built. */
    get percent() {
        return this.lengths.at(-1) ?? 100;
    }

    /** Milliseconds a step, the mean of the last seconds. */
    get ms() {
        return this.#times.reduce((sum, ms) => sum + ms, 0) / Math.max(1, this.#times.length);
    }

    /** Where the load is, metres. */
    get load() {
        return this.poses.subarray(-4, -2);
    }
}

/**
 * A scene of the page: three lanes, and an empty world whose steps are theirs.
 * @param {Map<string, import('../shared/peers.js').Engine>} engines by the names of BESIDE @param {number} times @param {number} substeps
 */
export function makeBeside(engines, times, substeps) {
    const world = new World({ maxSteps: 4 });
    const spec = chainSpec(times, substeps);
    const lanes = BESIDE.map((name) =>
        new Lane(name, /** @type {any} */ (engines.get(name)), spec)
    );
    const see = { minX: -1.5 * LANE, maxX: 1.5 * LANE, minY: -DEEP, maxY: 8 };
    world.on('afterStep', () => {
        for (const lane of lanes) {
            lane.step();
            // The picture goes with a load that falls deeper.
            see.minY = Math.min(see.minY, lane.load[1] - RADIUS - 1);
        }
    });
    return { name: 'Chain', beside: true, world, lanes, see, times, substeps, samples: [],
        loads: [], joints: [], part: 1, length: LENGTH, things: {},
        end: () => lanes.forEach(({ engineWorld }) => engineWorld.destroy()) };
}

/** @typedef {ReturnType<typeof makeBeside>} Beside */
