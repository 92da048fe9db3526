// One hostile call, chosen and made by a seed alone: target, member, arguments, and what the caller's code does while
// they are read. The members are found by reflection. Nothing here judges what came of it: see hostile-judge.mjs.
import { argumentsFor, kitOf, learn } from './hostile-arguments.mjs';
import { randomFrom } from './hostile-random.mjs';
import { spoil } from './hostile-spoil.mjs';
import { MAX_BODIES, Mine, OTHERS, classOf, endStage, keep, makeStage } from './hostile-stage.mjs';

/** @import { Random } from './hostile-random.mjs' */
/** @import { Stage } from './hostile-stage.mjs' */

/**
 * A member of a class, or a function.
 * @typedef {{ name: string, kind: 'method' | 'get' | 'set' | 'static' | 'new' | 'function', key: PropertyKey, count: number }} Member
 */

/** Members that the documentation calls internal, or that no code outside can reach. */
const INTERNAL = new Set(['History.goTo', 'History.due', 'History.record']);

/** Members by prototype. @type {WeakMap<object, Member[]>} */
const known = new WeakMap();

/** The public members of an object. @param {any} object @returns {Member[]} */
function membersOf(object) {
    const prototype = Object.getPrototypeOf(object);
    const have = known.get(prototype);
    if (have) return have;
    const owner = String(classOf(object));
    /** @type {Member[]} */
    const members = [];
    for (let level = prototype; level && level !== Object.prototype;
        level = Object.getPrototypeOf(level))
    {
        for (const key of Reflect.ownKeys(level)) {
            const { get, set, value } =
                /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(level, key));
            const name = `${owner}.${String(key)}`;
            if (key === 'constructor' || INTERNAL.has(name)) continue;
            if (get) members.push({ name, kind: 'get', key, count: 0 });
            if (set) members.push({ name, kind: 'set', key, count: 1 });
            if (typeof value === 'function')
                members.push({ name, kind: 'method', key, count: value.length });
        }
    }
    known.set(prototype, members);
    return members;
}

/** By the functions of a stage. @type {WeakMap<object, (Member & { of: any })[]>} */
const knownLoose = new WeakMap();

/** Functions, constructors and static members. @param {Stage} stage */
function looseOf({ functions }) {
    const loose = knownLoose.get(functions)
        ?? Object.entries(functions).flatMap(([name, value]) => {
            if (!/^class\b/.test(Function.prototype.toString.call(value)))
                return [{ name, kind: /** @type {const} */ ('function'), key: name,
                    count: value.length, of: value }];
            const statics = Object.getOwnPropertyNames(value).filter((key) =>
                typeof value[key] === 'function' && key !== 'prototype'
            );
            return [{ name, kind: /** @type {const} */ ('new'), key: name, count: value.length,
                of: value },
                ...statics.map((key) => ({ name: `${name}.${key}`,
                    kind: /** @type {const} */ ('static'), key, count: value[key].length,
                    of: value })
                )];
        });
    knownLoose.set(functions, loose);
    return loose;
}

/** How often the caller's code may run within one call. */
const MAX_ACTS = 4;
/** Calls inside calls. */
const MAX_DEPTH = 2;

/** @param {Stage} stage */
function isCrowded(stage) {
    return stage.worlds.some((world) => !world.destroyed && world.bodies.length > MAX_BODIES);
}

/**
 * What the caller's code does: mostly another call, in a getter, proxy or listener.
 * @param {Stage} stage @param {Random} random @param {(call: Call, error: unknown) => void} inner is told how a call ended
 * @returns {() => void}
 */
function actOf(stage, random, inner) {
    let acts = 0;
    return () => {
        if (++acts > MAX_ACTS || stage.depth > MAX_DEPTH) return;
        ++stage.mischief;
        const world = random.pick(stage.worlds);
        const chosen = random.below(10);
        if (chosen === 0) throw new Mine('mine');
        if (chosen === 1 && random.chance(0.4)) return world.destroy();
        if (chosen === 2)
            return void (world.destroyed || isCrowded(stage)
                || world.createBodies(90, {
                    positions: Float32Array.from({ length: 180 }, (_, i) => 30 + i),
                    shape: { shape: 'circle', radius: 0.4 },
                }));
        if (chosen === 3) return random.pick(stage.pools.get('Body') ?? [world]).destroy();
        const call = makeCall(stage, random.bits(), inner);
        inner(call, perform(stage, call));
    };
}

/** @typedef {{ member: Member, target: any, args: any[], result?: any, mischief: number }} Call */

/** Calls whose listeners and options may do anything at any time: their errors may be the caller's, and they may change what they have reached. */
const WEIGHTS = /** @type {const} */ ([['World', 0.35], ['Body', 0.12], ['Collider', 0.12]]);

/** @param {Stage} stage @param {Random} random */
function pickTarget(stage, random) {
    let left = random.next();
    for (const [name, weight] of WEIGHTS) {
        left -= weight;
        if (left < 0 && stage.pools.has(name))
            return random.pick(/** @type {any[]} */ (stage.pools.get(name)));
    }
    return random.pick(
        /** @type {any[]} */ (stage.pools.get(
            random.pick([...stage.pools.keys()].filter((name) => name !== OTHERS)),
        )),
    );
}

/** @param {Member} member @param {any} target @param {Random} random @param {Stage} stage @returns {any[]} */
function valueFor({ key }, target, random, stage) {
    try {
        const same = (stage.pools.get(String(classOf(target))) ?? []).concat(target);
        const value = random.pick(same)[key];
        if (!(value instanceof Promise)) return [value];
        // A world in a worker tells it later: a value of the same kind will do.
        value.catch(() => {});
        return [
            random.chance(0.5)
                ? random.between(-2, 2)
                : [random.between(-2, 2), random.between(-2, 2)],
        ];
    } catch {
        return [random.between(-2, 2)];
    }
}

/**
 * Chooses a call.
 * @param {Stage} stage @param {number} seed @param {(call: Call, error: unknown) => void} inner
 * @returns {Call}
 */
export function makeCall(stage, seed, inner) {
    const random = randomFrom(seed);
    const loose = random.chance(0.12);
    const target = loose ? undefined : pickTarget(stage, random);
    let member = loose ? random.pick(looseOf(stage)) : random.pick(membersOf(target));
    // Few calls would be left of a world that the first of them destroys.
    if (/^(World|Replay)\.destroy$/.test(member.name) && random.chance(0.8))
        member = membersOf(target)[0];
    const makeFunction = () => (random.chance(0.6)
        ? () => undefined
        : actOf(stage, randomFrom(random.bits()), inner));
    const kit = kitOf(stage, random, makeFunction);
    const args = member.kind === 'get'
        ? []
        : member.kind === 'set'
        ? valueFor(member, target, random, stage)
        : argumentsFor(kit, member.name, member.count);
    const times = random.pick([0, 1, 1, 1, 2]);
    const act = actOf(stage, randomFrom(random.bits()), inner);
    for (let i = 0; i < times && member.kind !== 'get'; ++i) {
        try {
            spoil(args, random, stage, act);
        } catch {
            // What is spoilt already may throw when it is spoilt again.
        }
    }
    return { member, target: loose ? /** @type {any} */ (member).of : target, args,
        mischief: stage.mischief };
}

/** @param {Call} call */
function invoke({ member: { kind, key }, target, args }) {
    switch (kind) {
        case 'new':
            return new target(...args);
        case 'function':
            return target(...args);
        case 'get':
            return target[key];
        case 'set':
            return (target[key] = args[0], undefined);
        default:
            return target[key](...args);
    }
}

/** Makes so much that steps would take long. */
const MAKERS = /create|fromScene|fromSnapshot|^World$|Rollback$|^Replay\.open|restore|history/;

/**
 * Makes a call.
 * @param {Stage} stage @param {Call} call
 * @returns {unknown} what it threw; undefined if nothing
 */
export function perform(stage, call) {
    const { member, args } = call;
    if (MAKERS.test(member.name)
        && (isCrowded(stage) || (member.kind !== 'method' && stage.worlds.length >= 5)))
        return undefined;
    ++stage.depth;
    call.mischief = stage.mischief;
    try {
        call.result = invoke(call);
        // What is iterated is read to its end.
        if (member.key === Symbol.iterator) call.result = [...call.result];
        if (call.result instanceof Promise) stage.promised(call);
        keep(stage, call.result);
        if (call.result instanceof Uint8Array && /snapshot$/.test(member.name) && args.length === 0)
            stage.snapshots.push(call.result);
        return undefined;
    } catch (error) {
        return error ?? new Mine('nothing');
    } finally {
        --stage.depth;
    }
}

// Which options each member takes is learned once, on a stage of its own.
const school = makeStage();
for (const pool of [...school.pools.values()]) {
    for (const member of membersOf(pool[0]))
        if (member.kind === 'method')
            learn(member.name, member.count, (args) => pool[0][member.key](...args));
}
for (const member of looseOf(school))
    learn(member.name, member.count,
        (args) => invoke({ member, target: member.of, args, mischief: 0 }));
endStage(school);
