// What a worker keeps for one page's world: its bodies, colliders and joints by the numbers that both sides
// know them by, and how the page's operations are performed. The page numbers what it makes, from 1 on; what
// is made in the worker, by the module or as the parts of an outline, is numbered here, from 2^31 on. What
// the page has not done itself is noted as changes, which the next reply brings (js/remote/mirror.js takes them).
// Used by js/remote/host.js.
import { BODY_TYPES } from '../options/options.js';
import { changedCells } from '../options/terrain.js';
import { MicaError } from '../wire/errors.js';
import { tileDataOfCollider } from '../wire/handle.js';
import { idOf, isBody, isCollider } from '../wire/object.js';
import { BODY, COLLIDER, JOINT, POINTS_KIND, SHAPE, TILES, slotOf } from '../wire/layout.js';
import { targetOf } from '../wire/names.js';
import { CREATE_JOINT, CREATE_MOVER, SET_MOVER_VELOCITIES, SET_SHAPE } from '../wire/operations.js';
import { operationOf } from '../wire/table.js';
import { localEngine } from '../world/engine.js';
import { withGears } from '../world/objects/gears.js';
import { copyNumbers } from '../world/objects/last-values.js';
import { bodyInSlot, bodyOf, colliderOf } from '../world/objects/objects.js';
import { finishShape, readTerrain } from '../world/objects/shapes.js';
import { kindNameOf, marked, unmark } from './messages.js';
import { leavesRecord } from './records.js';

/** @import { ParsedCollider } from '../options/options.js' */
/** @import { Core, Engine } from '../wire/core.js' */
/** @import { Operation } from '../wire/operations.js' */
/** @import { NamedOperation } from '../wire/table.js' */
/** @import { Body } from '../world/objects/body.js' */
/** @import { Collider } from '../world/objects/collider.js' */
/** @import { Joint } from '../world/objects/joint.js' */
/** @import { Kind } from './messages.js' */

/** The first number that a worker gives. */
const FIRST = 2 ** 31;

/** How many colliders come of parsed ones. @param {ParsedCollider} parsed */
const partsOf = (
    parsed,
) => (parsed.record[SHAPE.KIND] === POINTS_KIND.OUTLINE ? finishShape('', parsed).length : 1);

/**
 * The shape of a collider as the page can be sent it: what its tiles are to the game stays here.
 * @param {Collider} collider
 */
function shapeOf(collider) {
    const shape = /** @type {any} */ (collider.shape);
    const key = shape.shape === 'terrain' ? 'materials' : 'map';
    if (!tileDataOfCollider(collider) || !shape[key]) return shape;
    const kinds = Object.fromEntries(
        Object.entries(shape[key]).map((
            [name, kind],
        ) => [name, typeof kind === 'object' ? { ...kind, userData: undefined } : kind]),
    );
    return { ...shape, [key]: kinds };
}

/** A world's objects by number. */
export class Registry {
    /** @type {Core} */ #core;
    /** @type {Map<number, Body | Collider | Joint>} */
    objects = new Map();
    /** Which index of its views the page shows a body at, by number. @type {Map<number, number>} */
    places = new Map();
    /** The same by slot; below 0 if the page does not show it yet. @type {number[]} */
    indices = [];
    /** Bodies by that index. @type {(Body | undefined)[]} */
    shown = [];
    /** By object, which the last events may still name. @type {WeakMap<object, number>} */
    #numbers = new WeakMap();
    #next = FIRST;
    /** Numbers that the page gave for what its command makes; undefined while none of its commands is performed. @type {number[] | undefined} */
    #given;
    #used = 0;
    /** What the page has not done itself. @type {any[][]} */
    #changes = [];

    /** @param {Core} core */
    constructor(core) {
        this.#core = core;
        core.engine = this.#makeEngine();
    }

    /** The number of an object, alive or not. @param {object} object */
    numberOf = (object) => /** @type {number} */ (this.#numbers.get(object));

    /** The number of the collider of a handle; 0 if that is gone. @param {number} handle */
    numberOfCollider(handle) {
        const collider = this.#core.colliders[slotOf(handle)];
        // Flat lists have a handle as a word without a sign.
        return collider && idOf(collider) === (handle | 0) ? this.numberOf(collider) : 0;
    }

    /** What stands for an object in a message, if the value is one of this world. @param {any} value */
    mark = (value) => {
        const kind = kindNameOf(value);
        return kind && marked(kind, this.numberOf(value));
    };

    /**
     * A message of the page's with the objects in the place of marks.
     * @param {unknown} message @param {string} [method] that refuses what is gone; without one that is null
     */
    unmark(message, method) {
        return unmark(message, (kind, number) => {
            const object = this.objects.get(number);
            if (object?.alive) return object;
            if (method === undefined) return null;
            throw new MicaError(`STALE_${kind.toUpperCase()}`,
                `${method}: the ${kind} was destroyed${kind === 'joint' ? ' or broke' : ''}`);
        });
    }

    /** Shows bodies at indices of the page's views. @param {number[]} numbers @param {number[]} indices */
    place(numbers, indices) {
        numbers.forEach((number, i) => {
            this.places.set(number, indices[i]);
            this.#show(number);
        });
    }

    /** Shows a body where the page has said, as soon as it is there and the page has said it. @param {number} number */
    #show(number) {
        const body = /** @type {Body | undefined} */ (this.objects.get(number));
        if (!body) return;
        const index = (this.indices[body.index] = this.places.get(number) ?? -1);
        if (index >= 0) this.shown[index] = body;
    }

    /** What has changed since the last call. */
    takeChanges() {
        const { transforms, velocities, flags } = this.#core.world;
        for (const change of this.#changes) {
            if (change[0] !== 'body') continue;
            // Where it is now, since no frame shows it yet.
            const { index, alive } = /** @type {Body} */ (change.pop());
            if (alive)
                change.push([...transforms.subarray(4 * index, 4 * index + 4)], [
                    ...velocities.subarray(4 * index, 4 * index + 4),
                ], flags[index]);
        }
        const changes = this.#changes;
        this.#changes = [];
        return changes;
    }

    /**
     * Performs an operation that the page sent. What it is done to or names may be gone here already, which the page
     * hears of by the next reply.
     * @param {number} number of the operation
     * @param {string} method that errors name
     * @param {number} target
     * @param {number[]} numbers of what it makes
     * @param {any[]} values
     */
    operate(number, method, target, numbers, values) {
        const operation = operationOf(number);
        const core = this.#core;
        const id = operation.target === 'world' ? 0 : this.#idOf(target);
        const own = id === undefined ? undefined : this.#ownValues(operation, values);
        if (id === undefined || !own) return;
        this.#given = numbers;
        this.#used = 0;
        try {
            if (operation.result) operation.run(core, id, ...own);
            else core.engine.perform(core, operation, method, id, own[0], own[1], own[2], own[3],
                    own[4]);
        } catch (error) {
            for (const each of numbers) this.#destroy(each);
            if (/** @type {{ code?: string }} */ (error).code !== 'STALE_MOVER') throw error;
        } finally {
            this.#given = undefined;
        }
    }

    /** @param {number} number @returns {number | undefined} */
    #idOf(number) {
        const object = this.objects.get(number);
        return (object && idOf(object)) || undefined;
    }

    /**
     * Values with handles in the place of numbers; of lists of bodies only what is there.
     * @param {NamedOperation} operation @param {any[]} values @returns {any[] | undefined} undefined if a body or joint is gone
     */
    #ownValues({ number, args }, values) {
        /** @type {number[] | undefined} */
        let live;
        let [count, gone] = [0, false];
        const own = values.map((value, i) => {
            const type = args[i]?.type;
            if (type === 'body' && value !== 0) return this.#idOf(value) ?? (gone = true);
            if (type === 'slots') {
                const bodies = [...value].map((
                    each,
                ) => /** @type {Body | undefined} */ (this.objects.get(each)));
                count = bodies.length;
                live = [...bodies.keys()].filter((
                    k,
                ) => (number === SET_MOVER_VELOCITIES.number ? bodies[k]?.mover : bodies[k]));
                return Int32Array.from(live, (k) => /** @type {Body} */ (bodies[k]).index);
            }
            if (type !== 'floats' || !value || !live || live.length === count) return value;
            const size = value.length / (count || 1);
            return Float32Array.from({ length: size * live.length }, (_, k) =>
                value[
                    size * /** @type {number[]} */ (live)[Math.floor(k / size)] + (k % size)
                ]);
        });
        if (number === CREATE_JOINT.number) {
            for (const field of [JOINT.COUPLED_A, JOINT.COUPLED_B])
                if (own[2][field] !== 0) own[2][field] = this.#idOf(own[2][field]) ?? (gone = true);
        }
        return gone ? undefined : own;
    }

    /** Destroys what a command that failed was to have made. @param {number} number */
    #destroy(number) {
        const object = this.objects.get(number);
        if (object?.alive) object.destroy();
    }

    /**
     * Enters an object, and notes it unless the page has given it a number.
     * @param {Body | Collider | Joint} object
     * @param {string} kind
     * @param {() => any[]} describe gives what the page must know of it
     * @param {boolean} [named] whether the page has named it, if it has made it
     */
    #enter(object, kind, describe, named = true) {
        const given = named && this.#given ? this.#given[this.#used++] : undefined;
        const number = given ?? this.#next++;
        this.objects.set(number, object);
        this.#numbers.set(object, number);
        if (isBody(object)) this.#show(number);
        if (given === undefined) this.#changes.push([kind, number, ...describe()]);
    }

    /** @param {Body} body @param {number[]} record @param {number[]} parts how many colliders each parsed one became */
    #enterBody(body, record, parts) {
        this.#enter(body, 'body', () => [record, body]);
        this.#enterColliders(body.colliders, parts);
    }

    /**
     * @param {Collider[]} made @param {number[]} parts how many each parsed collider became
     * @param {Collider} [source] the terrain whose materials they are of
     */
    #enterColliders(made, parts, source) {
        const core = this.#core;
        let first = 0;
        for (const count of parts) {
            for (const collider of made.slice(first, first + count)) {
                const named = collider === made[first];
                this.#enter(collider, 'collider', () => {
                    const record = copyNumbers(core.engine.colliderRecord(core, idOf(collider), ''),
                        core.recordAt, COLLIDER.RECORD);
                    return [this.numberOf(collider.body), record, shapeOf(collider), collider.field,
                        this.numberOf(made[first]), source && this.numberOf(source)];
                }, named);
            }
            // The page has said an outline, of which this is the first part.
            if (this.#given && count > 1)
                this.#changes.push([SET_SHAPE.number, this.numberOf(made[first]),
                    shapeOf(made[first])]);
            first += count;
        }
    }

    /**
     * Edits a terrain, and notes which of its cells have changed, what has come off, and which shapes of what falls are
     * others now.
     * @param {Core} core @param {number} id @param {boolean} adds @param {Float32Array} words
     */
    #editTerrain(core, id, adds, words) {
        const terrain = colliderOf(core, id);
        const { body } = terrain;
        const all = [...withGears(core, body.joints), ...body.colliders, body];
        const record = core.engine.colliderRecord(core, id, '');
        const [columns, rows] = [TILES.COLUMNS, TILES.ROWS].map((at) => record[core.recordAt + at]);
        const read = () => readTerrain(core.ptr, '', id, 0, 0, columns, rows);
        const before = read();
        return localEngine.editTerrain(core, id, adds, words, ({ pieces }) => {
            const patch = terrain.alive ? changedCells(columns, before, read()) : undefined;
            if (patch) this.#changes.push(['ground', this.numberOf(terrain), patch]);
            if (body.alive) this.#enterShapes(body, all);
            else this.#leave(all);
            for (const piece of pieces) if (piece.body) this.#enterPiece(piece.body, terrain);
        });
    }

    /** Takes the shapes of a body that are gone out, and enters those that are new. @param {Body} body @param {object[]} known its objects before */
    #enterShapes(body, known) {
        for (const each of known)
            if (isCollider(each) && !each.alive) this.#leave([each]);
        const made = body.colliders.filter((each) => !known.includes(each));
        this.#enterColliders(made, made.map(() => 1));
    }

    /** Enters a body that has come off a terrain. @param {Body} body @param {Collider} source */
    #enterPiece(body, source) {
        const record = new Array(BODY.RECORD).fill(NaN);
        const { x, y, angle, vx, vy, angularVelocity } = body;
        record[BODY.TYPE] = BODY_TYPES.indexOf(body.type);
        record.splice(BODY.X, 6, x, y, angle, vx, vy, angularVelocity);
        record[BODY.MAX_SPEED] = body.maxSpeed;
        this.#enter(body, 'body', () => [record, body]);
        this.#enterColliders(body.colliders, body.colliders.map(() => 1), source);
    }

    /** Takes objects out, and notes the one that was destroyed. @param {(Body | Collider | Joint)[]} objects that one last */
    #leave(objects) {
        for (const number of objects.map(this.numberOf)) {
            this.objects.delete(number);
            const index = this.places.get(number);
            if (index === undefined) continue;
            this.shown[index] = undefined;
            this.places.delete(number);
        }
        if (!this.#given) this.#changes.push(['gone', this.numberOf(objects[objects.length - 1])]);
    }

    /** @param {Operation} operation @param {number} id @param {any[]} values */
    #note(operation, id, values) {
        if (this.#given || !leavesRecord(operation)) return;
        const { number, args } = operation;
        const target = targetOf(number);
        const object = target === 'world' ? undefined : this.#object(target, id);
        const sent = args.map((arg,
            i) => (arg.type === 'body' ? this.numberOf(bodyOf(this.#core, values[i])) : values[i])
        );
        this.#changes.push([number, object ? this.numberOf(object) : 0, ...sent]);
    }

    /** @param {Kind} kind @param {number} id */
    #object(kind, id) {
        const core = this.#core;
        return kind === 'body'
            ? bodyOf(core, id)
            : kind === 'collider'
            ? colliderOf(core, id)
            : /** @type {Joint} */ (core.joints[slotOf(id)]);
    }

    /** The record of a joint with the numbers of the joints that it couples in the place of their handles. @param {number[]} record */
    #withNumbers(record) {
        const sent = record.slice();
        for (const field of [JOINT.COUPLED_A, JOINT.COUPLED_B])
            if (sent[field] !== 0) sent[field] = this.numberOf(this.#object('joint', sent[field]));
        return sent;
    }

    /** The engine of this thread, which enters what is made, and notes what the page does not do. @returns {Engine} */
    #makeEngine() {
        return {
            ...localEngine,
            perform: (core, operation, method, id, a, b, c, d, e) => {
                localEngine.perform(core, operation, method, id, a, b, c, d, e);
                this.#note(operation, id, [a, b, c, d, e]);
            },
            createBody: (core, record, list) => {
                const [sent, parts] = [record.slice(), list.map(partsOf)];
                const body = localEngine.createBody(core, record, list);
                this.#enterBody(body, sent, parts);
                return body;
            },
            createBodies: (core, values) => {
                const [, record, list] = values;
                const [sent, parts] = [record.slice(), list.map(partsOf)];
                const slots = localEngine.createBodies(core, values);
                for (const slot of slots)
                    this.#enterBody(/** @type {Body} */ (bodyInSlot(core, slot)), sent, parts);
                return slots;
            },
            createColliders: (core, id, list, single) => {
                const parts = list.map(partsOf);
                const made = localEngine.createColliders(core, id, list, single);
                this.#enterColliders(made, parts);
                return made;
            },
            createJoint: (core, a, b, record) => {
                const joint = localEngine.createJoint(core, a, b, record);
                const sent = this.#withNumbers(record);
                this.#enter(joint, 'joint',
                    () => [a === 0 ? 0 : this.numberOf(bodyOf(core, a)), this.numberOf(joint.bodyB),
                        sent]);
                return joint;
            },
            createMover: (core, id, values) => {
                localEngine.createMover(core, id, values);
                this.#note(CREATE_MOVER, id, [...values]);
            },
            setShape: (core, id, shape, method) => {
                localEngine.setShape(core, id, shape, method);
                this.#note(SET_SHAPE, id, [shapeOf(colliderOf(core, id))]);
            },
            editTerrain: (core, id, adds, words) => this.#editTerrain(core, id, adds, words),
            destroyBody: (core, id, method) => {
                const body = bodyOf(core, id);
                const all = [...withGears(core, body.joints), ...body.colliders, body];
                localEngine.destroyBody(core, id, method);
                this.#leave(all);
            },
            destroyCollider: (core, id) => {
                const collider = colliderOf(core, id);
                localEngine.destroyCollider(core, id);
                this.#leave([collider]);
            },
            destroyJoint: (core, id) => {
                const all = withGears(core, [/** @type {Joint} */ (this.#object('joint', id))]);
                localEngine.destroyJoint(core, id);
                this.#leave(all);
            },
        };
    }
}
