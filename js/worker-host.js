// The worker's side of js/worker.js: owns the real World and the table from the page's numbers to
// its bodies and colliders, runs each batch of commands, and answers it with one message and one
// frame. Runs in a browser's worker and in a worker thread of Node; loading it there is all it
// takes.
import { parseColliders } from './options/options.js';
import { answer } from './remote/answers.js';
import { CONTACTS, SLOTS, STAYS, TRIGGERS } from './remote/events.js';
import { frameBytes, makeShared, viewFrame, writeShared } from './remote/frame.js';
import { faultOf } from './remote/messages.js';
import { SETTINGS } from './remote/settings.js';
import { MicaError } from './wire/errors.js';
import { init } from './wire/load.js';
import { warmUp } from './world/warm-up.js';
import { finishShape } from './world/shapes.js';
import { World } from './world/world.js';

/** @import { Body } from './world/body.js' */
/** @import { Collider } from './world/collider.js' */
/** @import { ContactEvent, TriggerEvent } from './world/events.js' */
/** @import { Joint } from './world/joint.js' */
/** @import { BodyOptions, BulkOptions, ColliderOptions, ColliderShapeOptions, JointOptions } from './options/types.js' */
/** @import { Ref } from './remote/answers.js' */
/** @import { Frame } from './remote/frame.js' */
/** @import { Batch, Reply, Start } from './remote/messages.js' */

/**
 * How many colliders came of each of some options, which were good.
 * @param {readonly ColliderShapeOptions[]} list
 */
function partsOf(list) {
    return list.map((o) => {
        if (o.shape !== 'outline') return 1;
        const { points, radius, center, angle } = o;
        const shape = { shape: 'outline', points, radius, center, angle };
        return finishShape('', parseColliders('', [{ path: '', given: shape }], [])[0]).length;
    });
}

/**
 * The real world of one page's world.
 * @param {Start} start
 */
function makeHost({ options, shared }) {
    const world = new World(options);
    /** Bodies by the page's index, colliders by the page's id. @type {(Body | undefined)[]} */
    const bodies = [];
    /** One id may stand for the several parts of an outline. @type {Map<number, Collider[]>} */
    const colliders = new Map();
    /** By the page's id. @type {Map<number, Joint>} */
    const joints = new Map();
    /** The page's index by the engine's slot. @type {number[]} */
    const indices = [];
    /** The page's id by the engine's slot of a collider. @type {number[]} */
    const slotIds = [];
    /** Buffers that go with the answer. @type {ArrayBuffer[]} */
    let handed = [];
    /** @type {ArrayBuffer[]} */
    const spares = [];
    /** The kinds of STAYS that the page listens to. @type {Set<string>} */
    const watched = new Set();
    let room = 256;
    let frames = shared ? makeShared(room) : undefined;
    let writer = frames && writeShared(frames);
    let announced = false;
    /** @type {Reply} */
    let reply;

    /**
     * Enters a body under the numbers the page gave it.
     * @param {Body} body
     * @param {number} index
     * @param {ArrayLike<number>} ids of its colliders
     * @param {readonly number[]} parts how many each of them stands for
     * @param {number} first where they begin in `ids`
     */
    function enter(body, index, ids, parts, first = 0) {
        bodies[index] = body;
        indices[body.index] = index;
        const made = body.colliders;
        parts.forEach((count, i) => enterColliders(ids[first + i], made.splice(0, count)));
    }

    /** @param {number} id @param {Collider[]} made */
    function enterColliders(id, made) {
        for (const collider of made) {
            collider.userData = id;
            slotIds[collider.index] = id;
        }
        colliders.set(id, made);
    }

    /** Takes the events of the step just made, by the page's numbers. */
    function collect() {
        const { events } = world;
        for (const kind of STAYS) if (watched.has(kind)) reply.events[kind] = [];
        for (const kind of CONTACTS) {
            if (STAYS.includes(kind) && !watched.has(kind)) continue;
            const list = (reply.events[kind] ??= []);
            for (const e of /** @type {Iterable<ContactEvent>} */ (events[kind])) {
                list.push(e.colliderA.userData, e.colliderB.userData, e.x, e.y, e.nx, e.ny, e.speed, e.impulse);
            }
        }
        for (const kind of TRIGGERS) {
            if (STAYS.includes(kind) && !watched.has(kind)) continue;
            const list = (reply.events[kind] ??= []);
            for (const e of /** @type {Iterable<TriggerEvent>} */ (events[kind])) {
                list.push(e.triggerCollider.userData, e.visitorCollider.userData, e.pairs);
            }
        }
        for (const kind of SLOTS) {
            const list = (reply.events[kind] ??= []);
            const { array, length } = events[kind];
            for (let i = 0; i < length; ++i) list.push(indices[array[i]]);
        }
        const broke = (reply.events.jointBroke ??= []);
        for (const { joint, x, y, force, torque } of events.jointBroke) {
            broke.push(joint.userData, x, y, force, torque);
            joints.delete(joint.userData);
        }
    }

    /** Makes steps, and takes in what the good ones did, also if one is bad. @param {() => void} make */
    function stepped(make) {
        const before = world.stepCount;
        try {
            make();
        } finally {
            reply.steps += world.stepCount - before;
            if (world.stepCount > before) collect();
        }
    }

    /** What the page may ask for, one function a command. */
    const commands = {
        /** @param {number} index @param {number[]} ids @param {BodyOptions} given */
        body(index, ids, given) {
            enter(world.createBody(given), index, ids, partsOf(given.colliders ?? [given.collider ?? []].flat()));
        },
        /** @param {ArrayLike<number>} list @param {ArrayLike<number>} ids @param {number} each @param {BulkOptions} given */
        bodies(list, ids, each, given) {
            const slots = world.createBodies(list.length, given);
            const parts = partsOf(given.colliders ?? [given.shape ?? given.collider ?? []].flat());
            slots.forEach((slot, i) => {
                enter(/** @type {Body} */ (world.bodyAt(slot)), list[i], ids, parts, i * each);
            });
        },
        /** @param {number} index @param {number} id @param {ColliderOptions} given */
        collider(index, id, given) {
            const body = bodies[index];
            if (!body) return;
            enterColliders(id, given.shape === 'outline' ? body.createColliders(given) : [body.createCollider(given)]);
        },
        /** @param {number} index @param {string} key @param {unknown} value */
        setBody(index, key, value) {
            const body = /** @type {any} */ (bodies[index]);
            if (body?.alive) body[key] = value;
        },
        /** @param {number} index @param {string} method @param {unknown[]} args */
        callBody(index, method, args) {
            const body = /** @type {any} */ (bodies[index]);
            // Not there: its making failed, and the page has been told.
            if (!body?.alive) return;
            const mine = method === 'destroy' ? body.colliders : [];
            const held = method === 'destroy' ? body.joints : [];
            body[method](...args);
            if (method !== 'destroy') return;
            bodies[index] = undefined;
            for (const collider of mine) colliders.delete(collider.userData);
            for (const joint of held) joints.delete(joint.userData);
        },
        /** @param {number} id @param {number} a @param {number} b @param {JointOptions} given without bodies */
        joint(id, a, b, given) {
            const [bodyA, bodyB] = [bodies[a], bodies[b]];
            // Not there: its making failed, the page has been told, and took the joint with it.
            if (!bodyA?.alive || !bodyB?.alive) return;
            joints.set(id, world.createJoint({ ...given, bodyA, bodyB, userData: id }));
        },
        /** @param {number} id @param {string} key @param {unknown} value */
        setJoint(id, key, value) {
            const joint = /** @type {any} */ (joints.get(id));
            if (joint) joint[key] = value;
        },
        /** @param {number} id */
        destroyJoint(id) {
            joints.get(id)?.destroy();
            joints.delete(id);
        },
        /** @param {number} a @param {number} b @param {boolean} [on] */
        ignore(a, b, on) {
            const [body, other] = [bodies[a], bodies[b]];
            if (body?.alive && other?.alive) body.ignore(other, on);
        },
        /** @param {string} kind */
        watch(kind) {
            watched.add(kind);
        },
        /** @param {number} id @param {string} method @param {unknown[]} args */
        callCollider(id, method, args) {
            for (const collider of /** @type {any[]} */ (colliders.get(id) ?? [])) {
                if (collider.alive) collider[method](...args);
            }
            if (method === 'destroy') colliders.delete(id);
        },
        /** @param {number} id @param {string} key @param {unknown} value */
        setCollider(id, key, value) {
            for (const collider of /** @type {any[]} */ (colliders.get(id) ?? [])) {
                if (collider.alive) collider[key] = value;
            }
        },
        /** @param {string} key @param {unknown} value */
        setWorld(key, value) {
            /** @type {any} */ (world)[key] = value;
        },
        /** @param {string} method @param {unknown[]} args */
        callLayers(method, args) {
            /** @type {any} */ (world.layers)[method](...args);
        },
        /** @param {number} [dt] @param {number} [substeps] */
        step(dt, substeps) {
            stepped(() => world.step(dt, substeps));
        },
        /** @param {number} [dt] @param {number} [maxImpacts] */
        stepImpacts(dt, maxImpacts) {
            stepped(() => world.stepImpacts(dt, maxImpacts));
        },
        /** @param {number} seconds */
        advance(seconds) {
            stepped(() => world.advance(seconds));
        },
        /** @param {number} ticket @param {Ref | undefined} of @param {string} what @param {unknown[]} args */
        ask(ticket, of, what, args) {
            const told = answer(world, { bodies, colliders, joints, indices, slotIds }, of, what, args);
            handed.push(...told.handed);
            reply.answers.push({ ticket, value: told.value });
        },
    };

    /** @param {Frame} frame @param {number} batch @param {number} slots */
    function fill(frame, batch, slots) {
        const { poses, transforms, velocities, flags } = world;
        frame.header[0] = batch;
        for (let index = 0; index < slots; ++index) {
            const body = bodies[index];
            frame.flags[index] = body ? flags[body.index] : 0;
            if (!body) continue;
            const from = 4 * body.index;
            const to = 4 * index;
            for (let k = 0; k < 4; ++k) {
                frame.poses[to + k] = poses[from + k];
                frame.transforms[to + k] = transforms[from + k];
                frame.velocities[to + k] = velocities[from + k];
            }
        }
    }

    /** @param {number} batch @param {number} slots @returns {ArrayBuffer[]} what is handed over */
    function publish(batch, slots) {
        while (room < slots) room *= 2;
        if (frames && writer) {
            if (writer.back().capacity < slots) {
                frames = makeShared(room);
                writer = writeShared(frames);
                announced = false;
            }
            fill(writer.back(), batch, slots);
            writer.publish();
            if (!announced) reply.shared = frames;
            announced = true;
            return [];
        }
        let spare = spares.pop();
        while (spare && spare.byteLength < frameBytes(room)) spare = spares.pop();
        const buffer = spare ?? new ArrayBuffer(frameBytes(room));
        fill(viewFrame(buffer), batch, slots);
        reply.frame = buffer;
        return [buffer];
    }

    /** @param {Batch} batch @returns {{ reply: Reply, transfer: ArrayBuffer[] }} */
    function run({ batch, commands: list, slots, spare }) {
        if (spare) spares.push(spare);
        handed = [];
        reply = { batch, steps: 0, events: {}, answers: [], faults: [], alpha: 1, time: 0, stepCount: 0 };
        for (const [name, ...args] of list) {
            try {
                const command = /** @type {Record<string, (...args: any[]) => void>} */ (commands)[name];
                command(...args);
            } catch (error) {
                const fault = faultOf(error);
                if (name === 'body' || name === 'bodies') fault.lost = [args[0]].flat();
                if (name === 'bodies') fault.lost = Array.from(args[0]);
                if (name === 'collider') fault.lostCollider = args[1];
                if (name === 'joint') fault.lostJoint = args[0];
                if (name === 'ask') reply.answers.push({ ticket: args[0], fault });
                else reply.faults.push(fault);
            }
        }
        const transfer = [...publish(batch, slots), ...handed];
        reply.alpha = world.alpha;
        reply.time = world.time;
        reply.stepCount = world.stepCount;
        return { reply, transfer };
    }

    const settings = Object.fromEntries(SETTINGS.map((key) => [key, world[key]]));
    return { run, settings, end: () => world.destroy() };
}

/**
 * This thread's way to the page.
 * @returns {{ post: (message: unknown, transfer?: ArrayBuffer[]) => void, listen: (heard: (data: any) => void) => void }}
 */
function openPort() {
    const node = globalThis.process?.getBuiltinModule?.('node:worker_threads');
    if (node?.parentPort) {
        const port = node.parentPort;
        return {
            post: (message, transfer = []) => port.postMessage(message, transfer),
            listen: (heard) => port.on('message', heard),
        };
    }
    if (!('WorkerGlobalScope' in globalThis)) {
        throw new MicaError('NOT_A_WORKER', 'mica2d/worker-host: load this module in a worker');
    }
    return {
        post: (message, transfer = []) => globalThis.postMessage(message, { transfer }),
        listen: (heard) => globalThis.addEventListener('message', ({ data }) => heard(data)),
    };
}

/** Answers the page's messages, one world after another. */
function serve() {
    const port = openPort();
    /** @type {ReturnType<typeof makeHost> | undefined} */
    let host;
    port.listen(async (/** @type {{ start?: Start, batch?: Batch, end?: true }} */ { start, batch, end }) => {
        if (start) {
            try {
                await init({ wasm: start.wasm, simd: start.simd });
                if (start.warmUp !== undefined) await warmUp(start.warmUp);
                host?.end();
                host = makeHost(start);
                port.post({ ready: host.settings });
            } catch (error) {
                port.post({ failed: faultOf(error) });
            }
        }
        if (batch && host) {
            const { reply, transfer } = host.run(batch);
            port.post({ reply }, transfer);
        }
        if (end) {
            host?.end();
            host = undefined;
        }
    });
}

serve();
