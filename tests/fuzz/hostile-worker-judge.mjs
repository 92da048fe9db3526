// What must hold of worlds in workers after hostile calls: the page knows of each object what the engine in the worker
// knows; a refused call has changed neither, and the world goes on as one that was not asked; what is dead stays dead.
import { World } from '../../js/index.js';
import { Find, isMine, isPartial } from './hostile-judge.mjs';

/** @import { Call } from './hostile-calls.mjs' */
/** @import { WorkerStage } from './hostile-worker-stage.mjs' */

/**
 * Members that are not compared, by class: numbers that differ on the two sides, promises on the page, and what lies in JavaScript alone.
 * @type {Record<string, Set<string>>}
 */
const APART = {
    Body: new Set(['poseX', 'poseY', 'poseAngle', 'index', 'userData', 'mass', 'inertia', 'center',
        'velocity', 'position', 'colliders', 'joints']),
    Collider: new Set(['index', 'id', 'userData', 'tileEdits', 'shape']),
    Joint: new Set(['index', 'id', 'userData', 'angle', 'angularSpeed', 'translation',
        'translationSpeed', 'torque', 'force', 'anchorA', 'anchorB', 'linearSeparation',
        'angularSeparation', 'localAnchorA', 'localAnchorB', 'localAxisA', 'referenceAngle',
        'length', 'sum']),
    Mover: new Set(['groundCell', 'groundMaterial']),
};

/** By prototype: names of the getters. @type {WeakMap<object, string[]>} */
const known = new WeakMap();

/** @param {any} object @param {string} kind */
function gettersOf(object, kind) {
    const prototype = Object.getPrototypeOf(object);
    const have = known.get(prototype);
    if (have) return have;
    /** @type {Set<string>} */
    const names = new Set();
    for (let level = prototype; level && level !== Object.prototype;
        level = Object.getPrototypeOf(level))
    {
        for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(level)))
            if (get && !APART[kind].has(name)) names.add(name);
    }
    const sorted = [...names].sort();
    known.set(prototype, sorted);
    return sorted;
}

/** Bodies of which each pair is compared. */
const MAX_COMPARED = 40;

/** A value as text: numbers in single precision, objects of the API left out. @param {any} value @returns {string} */
function textOf(value) {
    if (typeof value === 'number') return String(Math.fround(value));
    if (Array.isArray(value)) return `[${value.map(textOf)}]`;
    if (typeof value !== 'object' || value === null) return String(value);
    if (Object.getPrototypeOf(value) !== Object.prototype) return '';
    return `{${
        Object.entries(value).filter(([key]) => key !== 'userData').map(([key, each]) =>
            `${key}:${textOf(each)}`
        ).sort()
    }}`;
}

/** A setting. The page does not know where the spring of a distance joint rests, if nobody said so. @param {any} object @param {string} name */
function settingOf(object, name) {
    const value = object[name];
    return name === 'spring' && value && ['distance', 'pulley'].includes(object.type)
        ? { ...value, target: 0 }
        : value;
}

/** All that is told of an object but by other objects. @param {any} object @param {'Body' | 'Collider' | 'Joint' | 'Mover'} kind */
function settingsOf(object, kind) {
    return gettersOf(object, kind).map((name) => [name, textOf(settingOf(object, name))]).filter((
        [, text],
    ) => text !== '').map(([name, text]) => `${name} ${text}`).join('; ');
}

/**
 * A world as lines, whatever its objects are numbered: here or in a worker. The parts of an outline, which is one
 * collider on a page, count once.
 * @param {any} world
 */
export function linesOf(world) {
    const bodies = [...world.bodies];
    const lines = bodies.map((body) => {
        const colliders = [
            ...new Set(
                body.colliders.map((/** @type {any} */ each) => settingsOf(each, 'Collider')),
            ),
        ].sort();
        const ignored = bodies.length > MAX_COMPARED
            ? 0
            : bodies.filter((other) => body.ignores(other)).length;
        return [
            `body ${settingsOf(body, 'Body')}; joints ${body.joints.length}; ignores ${ignored}`,
            ...colliders.map((text) => `collider ${text}`),
            ...(body.mover ? [`mover ${settingsOf(body.mover, 'Mover')}`] : []),
        ].join('\n    ');
    });
    const joints = world.joints.map((/** @type {any} */ joint) =>
        `joint ${settingsOf(joint, 'Joint')}`
    );
    return [
        `gravity ${
            textOf(world.gravity)
        }; sleep ${world.sleep}; thresholds ${world.restitutionThreshold} ${world.hitSpeed}; layers ${
            JSON.stringify(world.layers.matrix())
        }`,
        ...lines.sort(),
        ...joints.sort(),
    ];
}

/** Of a snapshot that is refused: there is none where the world has filled the memory. @param {any} error @returns {null} */
function unlessNoMemory(error) {
    if (error?.code === 'NO_MEMORY') return null;
    throw error;
}

/**
 * What a refused call must leave as it is; no bytes of a world that fills the memory.
 * @param {WorkerStage} stage
 */
export async function noteWorkers(stage) {
    const worlds = await Promise.all(
        stage.worlds.filter((world) => !world.destroyed).map(async (world) => {
            const [bytes, hash] = await Promise.all([world.snapshot().catch(unlessNoMemory),
                world.hash()]);
            return { world, bytes,
                text: [hash, world.stepCount, world.timeScale, world.paused, ...linesOf(world)]
                    .join('\n') };
        }),
    );
    return { worlds, mischief: stage.mischief };
}

/** The first lines in which two lists differ. @param {string[]} one @param {string[]} other */
function firstDifference(one, other) {
    const at = one.findIndex((line, i) => line !== other[i]);
    return `${one[at] ?? 'nothing'}\n${other[at < 0 ? one.length : at] ?? 'nothing'}`;
}

/** @param {Uint8Array} one @param {Uint8Array} other */
const equal = (one, other) => Buffer.compare(one, other) === 0;

/** The hash of a world here after a step, and the error of that step: a pile of thousands may need more memory than there is. @param {Uint8Array<ArrayBuffer>} bytes */
function stepOfTwin(bytes) {
    const twin = World.fromSnapshot(bytes);
    let refused = '';
    try {
        twin.step();
    } catch (error) {
        refused = /** @type {Error} */ (error).message;
    }
    const text = `${twin.hash()} ${refused}`;
    twin.destroy();
    return text;
}

/**
 * Refuses a change that a refused call has made, at once or at the next step.
 * @param {WorkerStage} stage @param {Call} call @param {any} error @param {Awaited<ReturnType<typeof noteWorkers>>} before
 */
export async function judgeRefused(stage, call, error, before) {
    const unchanged = () => stage.mischief === before.mischief;
    if (error === undefined || isMine(error) || isPartial(call) || !unchanged()) return;
    const after = await noteWorkers(stage);
    for (const { world, bytes, text } of before.worlds) {
        const now = after.worlds.find((each) => each.world === world);
        if (!unchanged()) return;
        if (!now || now.text !== text)
            throw new Find(`${call.member.name} was refused but changed what the page knows`,
                `${error.message}\n${
                    firstDifference(text.split('\n'), now?.text.split('\n') ?? [])
                }`);
        if (!now.bytes || !bytes) continue;
        if (!equal(now.bytes, bytes))
            throw new Find(`${call.member.name} was refused but changed a world`, error.message);
        const wanted = stepOfTwin(bytes);
        const stepped = world.step().then(() => '', (/** @type {any} */ { message }) => message);
        const hash = await world.hash();
        const refused = await stepped;
        if (!unchanged()) return;
        if (`${hash} ${refused}` !== wanted)
            throw new Find(`${call.member.name} was refused, and the next step is another one`,
                error.message);
    }
}

/**
 * Compares what the page knows of its worlds with what the engines in the workers hold. Nothing may be under way.
 * @param {WorkerStage} stage
 */
export async function judgePages(stage) {
    if (stage.views) return;
    const { mischief } = stage;
    for (const { world, bytes } of (await noteWorkers(stage)).worlds) {
        if (!bytes || world.destroyed || stage.mischief !== mischief) continue;
        const there = World.fromSnapshot(bytes);
        const [one, other] = [linesOf(world), linesOf(there)];
        there.destroy();
        if (one.join('\n') !== other.join('\n'))
            throw new Find('the page knows another world than the worker has',
                firstDifference(one, other));
    }
}

/**
 * What is dead stays dead, and everything of a destroyed world is.
 * @param {WorkerStage} stage
 */
export function judgeDead(stage) {
    for (const name of ['Body', 'Collider', 'Joint', 'Mover']) {
        for (const each of stage.pools.get(name) ?? []) {
            if (each.alive && stage.dead.has(each))
                throw new Find(`a dead ${name} lives again`, '');
            if (!each.alive) stage.dead.add(each);
        }
    }
    for (const body of stage.pools.get('Body') ?? [])
        if (body.alive && body.world.destroyed)
            throw new Find('a body lives on without its world', '');
}
