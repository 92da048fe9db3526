// Feel: what the hands notice of a game. A player is steered as platformers do it, by the velocity along the ground that
// is set before each step, with a platformer's gravity. What is drawn counts, frame by frame.

/** @import { Engine } from '../engines/adapter.mjs' */
/** @import { Question, Theme } from './question.mjs' */
/** @import { Player } from './feel-player.mjs' */
/** @import { LabBuilder } from './lab.mjs' */
import { crushes } from './feel-crush.mjs';
import { lifts } from './feel-lift.mjs';
import { FALL, buildPlayer, players, rates } from './feel-player.mjs';
import { SUBSTEPS, buildSlab, places, setUp } from './lab.mjs';

const DEGREE = Math.PI / 180;

/**
 * @typedef {object} Trial
 * @property {number} x where the player starts, metres
 * @property {number} y of its lowest point
 * @property {[number, number]} tangent of the surface that it meets, a unit vector
 * @property {(b: LabBuilder) => void} build makes that surface
 */

/**
 * Two worlds of the same players, one with the surfaces that they meet and one without. In both they get, before each
 * step, the velocity that the steering finds for the first. Friction is zero, so nothing may take motion along a surface:
 * there both move alike in every frame. They may differ by what gravity does in half a substep, for an engine may know
 * the flight exactly and what touches by substeps.
 * @param {Engine} engine
 * @param {number} hz steps a second
 * @param {Player} what
 * @param {Trial[]} trials
 * @param {(vx: number, vy: number) => [number, number]} steer
 * @param {number} seconds
 * @returns {number} the worst frame's difference along the surface, in metres a second
 */
function worstFrame(engine, hz, what, trials, steer, seconds) {
    const [lab, twin] = [true, false].map((solid) =>
        setUp(
            engine,
            [0, -FALL],
            (b) =>
                trials.map(({ x, y, build }) => {
                    if (solid) build(b);
                    return buildPlayer(b, what, x, y);
                }),
            { hz },
        )
    );
    /** How far each player is ahead of its twin along the surface. */
    const ahead = () =>
        trials.map(({ tangent: [tx, ty] }, k) => {
            const [own, other] = [lab.made[k], twin.made[k]];
            return tx * (lab.x(own) - twin.x(other)) + ty * (lab.y(own) - twin.y(other));
        });
    let worst = 0;
    let before = ahead();
    for (let i = 0; i < seconds * hz; ++i) {
        trials.forEach((_, k) => {
            const velocity = steer(lab.vx(lab.made[k]), lab.vy(lab.made[k]));
            lab.setVelocity(lab.made[k], ...velocity);
            twin.setVelocity(twin.made[k], ...velocity);
        });
        for (const world of [lab, twin]) world.step();
        const after = ahead();
        trials.forEach(({ tangent: [, ty] }, k) => {
            const substep = (FALL * Math.abs(ty)) / (2 * SUBSTEPS * hz);
            worst = Math.max(worst, hz * Math.abs(after[k] - before[k]) - substep);
        });
        before = after;
    }
    for (const world of [lab, twin]) world.destroy();
    return worst;
}

/** m/s, the speed of the run. */
const PACE = 6;

/** Falls of 2 to 5 m onto flat boxes. @returns {Trial[]} */
function drops() {
    return places(25, 20).map(({ x, y }, i) => ({
        x: x - 5,
        y: y + 2 + i / 8,
        tangent: [1, 0],
        build: (b) =>
            b.box(b.body({ type: 'static', x, y: y - 0.5 }), { width: 14, height: 1, friction: 0 }),
    }));
}

/** Falls of 2 to 5 m onto slopes that rise and fall by 15, 30 and 45 degrees. @returns {Trial[]} */
function slopeDrops() {
    const trials = [-45, -30, -15, 15, 30, 45].flatMap((degrees) =>
        [2, 3, 4, 5].map((drop) => ({ degrees, drop }))
    );
    return places(trials.length, 26).map(({ x, y }, i) => {
        const angle = trials[i].degrees * DEGREE;
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        return {
            x: x - 5,
            y: y - (5 * s) / c + trials[i].drop,
            tangent: [c, s],
            build: (b) => {
                const slope = b.body({ type: 'static', x: x + 0.5 * s, y: y - 0.5 * c, angle });
                b.box(slope, { width: 24, height: 1, friction: 0 });
            },
        };
    });
}

/** Falls along walls that are reached at thirty moments, and pressed from then on. @returns {Trial[]} */
function wallDrops() {
    return Array.from({ length: 30 }, (_, i) => {
        const x = 4 * (i - 15);
        return {
            x: x - 1 - i / 20,
            y: 0,
            tangent: [0, 1],
            build: (b) =>
                b.box(b.body({ type: 'static', x: x + 0.5, y: -8 }), { width: 1, height: 24,
                    friction: 0 }),
        };
    });
}

const landingPlaces = [
    { id: 'land', text: 'falls 2 to 5 m onto a floor', trials: drops, seconds: 1.3 },
    { id: 'land-slope', text: 'falls 2 to 5 m onto slopes', trials: slopeDrops, seconds: 1.3 },
    { id: 'wall', text: 'falls along a wall it presses against', trials: wallDrops, seconds: 1 },
];

/** @type {Question[]} */
const landings = landingPlaces.flatMap(({ id, text, trials, seconds }) =>
    players.map((what) => ({
        id: `feel-${id}-${what}`,
        text: `a ${what} steered at ${PACE} m/s ${text}: worst frame's error along it`,
        unit: '% of the pace',
        parts: rates.map((hz) => `${hz} Hz`),
        truth: rates.map(() => 0),
        // At 50 pixels a metre and 60 frames a second a twentieth of a pixel.
        tolerance: rates.map(() => 1),
        digits: 2,
        needs: what === 'capsule' ? ['capsule'] : [],
        ask: (engine) =>
            rates.map((hz) =>
                (100 * worstFrame(engine, hz, what, trials(), (_, vy) => [PACE, vy], seconds))
                / PACE
            ),
    }))
);

/** m/s, the speed of the walk. */
const WALK = 4;
const RISE = 30 * DEGREE;

/**
 * A ball that walks along a slope of 30 degrees.
 * @param {Engine} engine
 * @param {number} hz
 * @param {1 | -1} way up or down
 * @returns {number} the worst frame's difference, in percent of the pace
 */
function walkSlope(engine, hz, way) {
    const [c, s] = [Math.cos(RISE), way * Math.sin(RISE)];
    /** @type {Trial} */
    const trial = {
        x: 0.3 * -s,
        y: 0.3 * c - 0.3,
        tangent: [c, s],
        build: (b) => {
            const slope = b.body({ type: 'static', x: 0.5 * s, y: -0.5 * c, angle: way * RISE });
            b.box(slope, { width: 30, height: 1, friction: 0 });
        },
    };
    return (100 * worstFrame(engine, hz, 'ball', [trial], () => [WALK * c, WALK * s], 2)) / WALK;
}

/**
 * A ball walks over a hill: 4 m of floor, 4 m up, 4 m of crest, 4 m down, 4 m of floor. It is steered along the ground
 * that it stands on.
 * @param {Engine} engine
 * @param {number} hz
 * @returns {number} the way it has come along the ground, in percent of that of a twin without ground
 */
function walkHill(engine, hz) {
    const [c, s] = [Math.cos(RISE), Math.sin(RISE)];
    const [foot, crest] = [4 * c, 4 * s];
    const [lab, twin] = [true, false].map((solid) =>
        setUp(
            engine,
            [0, -FALL],
            (b) => {
                if (solid) {
                    buildSlab(b, 40, { friction: 0 });
                    const points = [[-2 - foot, 0], [2 + foot, 0], [2, crest], [-2, crest]];
                    b.polygon(b.body({ type: 'static', x: 0, y: 0 }), { points, friction: 0 });
                }
                return buildPlayer(b, 'ball', -6 - foot, 0);
            },
            { hz },
        )
    );
    let way = 0;
    let truth = 0;
    for (let i = 0; lab.x(lab.made) < 5 + foot && i < 10 * hz; ++i) {
        const x = lab.x(lab.made);
        // How far it is from the crest decides on what it stands: a side of the hill, or level ground.
        const side = Math.abs(x) - 2;
        const slope = side > 0.3 * s && side < foot + 0.3 * Math.tan(RISE / 2) ? -Math.sign(x) : 0;
        const [tx, ty] = slope === 0 ? [1, 0] : [c, slope * s];
        const before = [lab, twin].map((world) =>
            tx * world.x(world.made) + ty * world.y(world.made)
        );
        for (const world of [lab, twin]) {
            world.setVelocity(world.made, WALK * tx, WALK * ty);
            world.step();
        }
        const after = [lab, twin].map((world) =>
            tx * world.x(world.made) + ty * world.y(world.made)
        );
        way += after[0] - before[0];
        truth += after[1] - before[1];
    }
    for (const world of [lab, twin]) world.destroy();
    return (100 * way) / truth;
}

/**
 * A player that does not turn stands on a slope of 30 degrees with friction 0.8, of which 0.58 holds it.
 * @param {Engine} engine
 * @param {'box'|'ball'} what
 * @returns {number} how far it creeps in 10 s, in mm
 */
function creep(engine, what) {
    const [c, s] = [Math.cos(RISE), Math.sin(RISE)];
    const lab = setUp(engine, [0, -FALL], (b) => {
        b.box(b.body({ type: 'static', x: 0.5 * s, y: -0.5 * c, angle: RISE }), { width: 30,
            height: 1, friction: 0.8 });
        // The box stands on its lower right corner, the ball on its side.
        const [x, y] = what === 'box' ? [-0.3, 0] : [-0.3 * s, 0.3 * c - 0.3];
        return buildPlayer(b, what, x, y, 0.8);
    });
    lab.run(60);
    const [x, y] = [lab.x(lab.made), lab.y(lab.made)];
    lab.run(600);
    const way = Math.hypot(lab.x(lab.made) - x, lab.y(lab.made) - y);
    lab.destroy();
    return 1000 * way;
}

/** @type {Question[]} */
const slopes = [
    {
        id: 'feel-walk-slope',
        text: `a ball walks along a slope of 30° at ${WALK} m/s: worst frame's error along it`,
        unit: '% of the pace',
        parts: ['up', 'down'],
        truth: [0, 0],
        // As for landings.
        tolerance: [1, 1],
        digits: 2,
        ask: (engine) =>
            /** @type {const} */ ([1, -1]).map((way) =>
                Math.max(...rates.map((hz) => walkSlope(engine, hz, way)))
            ),
    },
    {
        id: 'feel-walk-hill',
        text: `a ball walks over a hill, its sides 30°, at ${WALK} m/s: pace kept`,
        unit: '%',
        parts: rates.map((hz) => `${hz} Hz`),
        truth: rates.map(() => 100),
        // A frame in which it meets the foot of the hill may lose an eighth of its way; there are 150.
        tolerance: rates.map(() => 1),
        digits: 2,
        ask: (engine) => rates.map((hz) => walkHill(engine, hz)),
    },
    {
        id: 'feel-stand-slope',
        text: 'a player that does not turn stands on a slope of 30°, friction 0.8: crept in 10 s',
        unit: 'mm',
        parts: ['box', 'ball'],
        truth: [0, 0],
        // A twentieth of a pixel at 50 pixels a metre.
        tolerance: [1, 1],
        digits: 2,
        ask: (engine) => [creep(engine, 'box'), creep(engine, 'ball')],
    },
];

/**
 * A player walks against crates at a wall for 3 s, then is let go.
 * @param {Engine} engine
 * @param {number} crates
 * @returns {number[]} the highest speed along x that is read of it in the third second, in m/s, and how far it is from
 *   where it stood within a second of letting go, in m
 */
function press(engine, crates) {
    const lab = setUp(engine, [0, -FALL], (b) => {
        const ground = buildSlab(b, 20);
        b.box(ground, { x: 0.5, y: 3, width: 1, height: 4 });
        for (let i = 0; i < crates; ++i)
            b.box(b.body({ type: 'dynamic', x: -0.5 - i, y: 0.5 }), { width: 1, height: 1 });
        return buildPlayer(b, 'box', -crates - 0.4, 0);
    });
    const player = lab.made;
    let speed = 0;
    for (let i = 0; i < 180; ++i) {
        lab.setVelocity(player, 5, lab.vy(player));
        lab.step();
        if (i >= 120) speed = Math.max(speed, Math.abs(lab.vx(player)));
    }
    const x = lab.x(player);
    let back = 0;
    lab.run(60, () => {
        back = Math.max(back, Math.abs(lab.x(player) - x));
    });
    lab.destroy();
    return [speed, back];
}

/** @type {Question[]} */
const presses = [1, 2].map((crates) => ({
    id: `feel-press-${crates}`,
    text: `a player walks at 5 m/s against ${
        crates === 1 ? 'a crate' : `${crates} crates`
    } at a wall`,
    unit: 'm/s; m',
    parts: ['speed read', 'springs back when let go'],
    truth: [0, 0],
    // A hundredth of the speed asked for: an animation that plays above it stands. A pixel at 50 pixels a metre.
    tolerance: [0.05, 0.02],
    ask: (engine) => press(engine, crates),
}));

/** @type {Theme} */
export const feel = {
    name: 'feel',
    title: 'Feel',
    questions: [...landings, ...slopes, ...presses, ...crushes, ...lifts],
};
