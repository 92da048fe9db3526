// The worker's side of js/worker.js: owns the real World and the table from the page's numbers to
// its bodies and colliders, runs each batch of commands, and answers it with one message and one
// frame. Runs in a browser's worker and in a worker thread of Node; loading it there is all it
// takes.
import { answer } from './remote/answers.js';
import { CONTACTS, SLOTS, STAYS, TRIGGERS } from './remote/events.js';
import { frameBytes, makeShared, viewFrame, writeShared } from './remote/frame.js';
import { faultOf } from './remote/messages.js';
import { MicaError } from './wire/errors.js';
import { bodyId, colliderId, jointId, worldCore } from './wire/handle.js';
import { POINTS_KIND, SHAPE, slotOf } from './wire/layout.js';
import { init } from './wire/load.js';
import {
    CREATE_BODIES,
    CREATE_BODY,
    CREATE_COLLIDERS,
    CREATE_JOINT,
    DESTROY_BODY,
    DESTROY_COLLIDER,
    DESTROY_JOINT,
    IGNORE_PAIR,
    SET_SHAPE,
} from './wire/operations.js';
import { operationOf } from './wire/table.js';
import { defaults } from './world/defaults.js';
import { finishShape } from './world/shapes.js';
import { warmUp } from './world/warm-up.js';
import { World } from './world/world.js';

/** @import { Body } from './world/body.js' */
/** @import { Collider } from './world/collider.js' */
/** @import { ContactEvent, TriggerEvent } from './world/events.js' */
/** @import { Joint } from './world/joint.js' */
/** @import { ParsedCollider } from './options/options.js' */
/** @import { NamedOperation } from './wire/table.js' */
/** @import { Ref } from './remote/answers.js' */
/** @import { Frame } from './remote/frame.js' */
/** @import { Batch, Fault, Reply, Start } from './remote/messages.js' */

/**
 * The real world of one page's world.
 * @param {Start} start
 */
function makeHost({ options, shared }) {
    const world = new World(options);
    const core = worldCore(world);
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
     */
    function enterBody(body, index) {
        bodies[index] = body;
        indices[body.index] = index;
    }

    /** Enters colliders that are one to the page. @param {number} id @param {Collider[]} made */
    function enterColliders(id, made) {
        for (const collider of made) {
            collider.userData = id;
            slotIds[collider.index] = id;
        }
        colliders.set(id, made);
    }

    /** Parsed colliders with their numbers, which all that is made of them takes. @param {ParsedCollider[]} list @param {ArrayLike<number>} ids */
    function numbered(list, ids) {
        list.forEach((parsed, i) => {
            parsed.userData = ids[i];
        });
        return list;
    }

    /** Enters colliders by the numbers they have. @param {Collider[]} made @param {ArrayLike<number>} ids */
    function enterNumbered(made, ids) {
        for (const id of Array.from(ids)) enterColliders(id, made.filter(({ userData }) => userData === id));
    }

    /** @param {number} handle of the page's @returns {Body | undefined} if it is there */
    function bodyOf(handle) {
        const body = bodies[slotOf(handle)];
        // Not there: its making failed, and the page has been told.
        return body?.alive ? body : undefined;
    }

    /** What is done otherwise than the others, by the operation's number. @type {Record<number, (method: string, ...values: any[]) => void>} */
    const creators = {
        [CREATE_BODY.number](_, index, ids, record, list) {
            const body = core.engine.createBody(core, record, numbered(list, ids));
            enterBody(body, index);
            enterNumbered(body.colliders, ids);
        },
        [CREATE_BODIES.number](_, list, ids, ...values) {
            const each = ids.length / (list.length || 1);
            const counts = values[1].map((/** @type {ParsedCollider} */ parsed) => partsOf(parsed));
            const slots = core.engine.createBodies(core, /** @type {any} */ ([list.length, ...values]));
            slots.forEach((slot, i) => {
                const body = /** @type {Body} */ (world.bodyAt(slot));
                const made = body.colliders;
                enterBody(body, list[i]);
                counts.forEach((/** @type {number} */ count, /** @type {number} */ k) => {
                    enterColliders(ids[i * each + k], made.splice(0, count));
                });
            });
        },
        [CREATE_COLLIDERS.number](_, handle, ids, list, single) {
            const body = bodyOf(handle);
            if (!body) return;
            const outline = list[0]?.record[SHAPE.KIND] === POINTS_KIND.OUTLINE;
            const made = core.engine.createColliders(core, bodyId(body), numbered(list, ids), single && !outline);
            enterNumbered(made, ids);
        },
        [CREATE_JOINT.number](_, id, a, b, record) {
            const [bodyA, bodyB] = [bodyOf(a), bodyOf(b)];
            if (!bodyA || !bodyB) return;
            const joint = core.engine.createJoint(core, bodyId(bodyA), bodyId(bodyB), record);
            joint.userData = id;
            joints.set(id, joint);
        },
        [DESTROY_BODY.number](method, handle) {
            const body = bodyOf(handle);
            if (!body) return;
            const [mine, held] = [body.colliders, body.joints];
            core.engine.destroyBody(core, bodyId(body), method);
            bodies[slotOf(handle)] = undefined;
            for (const collider of mine) colliders.delete(collider.userData);
            for (const joint of held) joints.delete(joint.userData);
        },
        [DESTROY_COLLIDER.number](_, id) {
            for (const collider of colliders.get(id) ?? []) collider.destroy();
            colliders.delete(id);
        },
        [DESTROY_JOINT.number](_, id) {
            joints.get(id)?.destroy();
            joints.delete(id);
        },
        [SET_SHAPE.number](method, id, shape) {
            for (const collider of alive(id)) core.engine.setShape(core, colliderId(collider), shape, method);
        },
        [IGNORE_PAIR.number](method, _, a, b, on) {
            const [body, other] = [bodyOf(a), bodyOf(b)];
            if (body && other) core.engine.perform(core, IGNORE_PAIR, method, 0, bodyId(body), bodyId(other), on);
        },
    };

    /** The colliders that are one to the page, if they are there. @param {number} id */
    function alive(id) {
        return (colliders.get(id) ?? []).filter((collider) => collider.alive);
    }

    /**
     * The handles of what an operation is done to.
     * @param {NamedOperation} operation
     * @param {number} id of the page's
     * @returns {number[]}
     */
    function targets({ target }, id) {
        if (target === 'world') return [0];
        if (target === 'collider') return alive(id).map(colliderId);
        const object = target === 'body' ? bodyOf(id) : joints.get(id);
        if (!object?.alive) return [];
        return [target === 'body' ? bodyId(/** @type {Body} */ (object)) : jointId(/** @type {Joint} */ (object))];
    }

    /** @param {number} number @param {string} method @param {any[]} values */
    function operate(number, method, values) {
        const creator = creators[number];
        if (creator) {
            creator(method, ...values);
            return;
        }
        const operation = operationOf(number);
        const [id, a, b, c, d, e] = values;
        for (const each of targets(operation, id)) core.engine.perform(core, operation, method, each, a, b, c, d, e);
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

    /** What the page may ask for besides operations, one function a command. */
    const commands = {
        /** @param {string} kind */
        watch(kind) {
            watched.add(kind);
        },
        /** @param {string} key @param {unknown} value */
        setWorld(key, value) {
            /** @type {any} */ (world)[key] = value;
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
                if (typeof name === 'number') {
                    operate(name, args[0], args.slice(1));
                    continue;
                }
                const command = /** @type {Record<string, (...args: any[]) => void>} */ (commands)[name];
                command(...args);
            } catch (error) {
                const fault = faultOf(error);
                if (name === 'ask') reply.answers.push({ ticket: args[0], fault });
                else reply.faults.push(blame(fault, name, args));
            }
        }
        const transfer = [...publish(batch, slots), ...handed];
        reply.alpha = world.alpha;
        reply.time = world.time;
        reply.stepCount = world.stepCount;
        return { reply, transfer };
    }

    return { run, end: () => world.destroy() };
}

/**
 * An error with what was not made because of it.
 * @param {Fault} fault
 * @param {number | string} name of the command
 * @param {any[]} args
 */
function blame(fault, name, [, first, ids]) {
    if (name === CREATE_BODY.number) fault.lost = [first];
    if (name === CREATE_BODIES.number) fault.lost = Array.from(first);
    if (name === CREATE_COLLIDERS.number) fault.lostColliders = ids;
    if (name === CREATE_JOINT.number) fault.lostJoint = first;
    return fault;
}

/** How many colliders come of parsed ones. @param {ParsedCollider} parsed */
function partsOf(parsed) {
    return parsed.record[SHAPE.KIND] === POINTS_KIND.OUTLINE ? finishShape('', parsed).length : 1;
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
                port.post({ ready: defaults() });
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
