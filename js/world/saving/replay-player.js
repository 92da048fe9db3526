// Plays what a recording holds: performs operations, gives user data, makes steps. All that a
// file may say wrongly and the engine does not check is checked here. Used by js/world/saving/replay.js.
import { readBlock } from '../../recording/file.js';
import { damaged } from '../../recording/varints.js';
import { fresh } from '../../wire/core.js';
import { MicaError } from '../../wire/errors.js';
import { worldCore } from '../../wire/handle.js';
import { COLLIDER, JOINT, slotOf } from '../../wire/layout.js';
import * as OP from '../../wire/operations.js';
import { typeNamed } from '../../options/joint-options.js';
import { JOINT_TYPES } from '../../options/joints.js';
import { apply } from './apply.js';
import { setManyTransforms } from '../objects/making.js';
import { setMoverVelocities } from '../objects/movers.js';
import { bodyOf, colliderOf } from '../objects/objects.js';

/** @import { Recording, Player } from '../../recording/file.js' */
/** @import { Run } from '../../recording/blocks.js' */
/** @import { Target } from '../../recording/operations.js' */
/** @import { Core } from '../../wire/core.js' */
/** @import { NamedOperation } from '../../wire/table.js' */
/** @import { World } from '../world.js' */

/**
 * Makes a world what it was in a snapshot. The forces that a frame gave it then are in the recording, again and again.
 * @param {World} world @param {Uint8Array<ArrayBuffer>} snapshot
 */
function restore(world, snapshot) {
    world.restore(snapshot);
    worldCore(world).frameForces.load([], []);
}

/** Refuses a layer that the world has not. @param {Core} core @param {number} layer */
function checkLayer(core, layer) {
    if (!Number.isNaN(layer) && !(layer in core.layerNames)) damaged('a layer is not there');
}

/** @param {Core} core @param {{ record: number[] }[]} colliders */
function checkColliders(core, colliders) {
    for (const { record } of colliders) checkLayer(core, record[COLLIDER.LAYER]);
}

/**
 * Refuses values that no call would give and that its row does not check.
 * @param {Core} core @param {number} number of the operation @param {any[]} values
 */
function checkValues(core, number, [a, b, c]) {
    switch (number) {
        case OP.IGNORE_PAIR.number:
            return a === b ? damaged('a body ignores itself') : undefined;
        case OP.CREATE_BODY.number:
            return checkColliders(core, b);
        case OP.CREATE_BODIES.number:
            return checkColliders(core, c);
        case OP.CREATE_COLLIDERS.number:
            return checkColliders(core, a);
        case OP.SET_LAYER.number:
            return checkLayer(core, a);
        case OP.SET_LAYER_PAIR.number:
            checkLayer(core, a);
            return checkLayer(core, b);
        case OP.CREATE_JOINT.number:
            if (core.byImpacts) damaged('a joint is in a world without joints');
            if (!JOINT_TYPES[typeNamed(c[JOINT.TYPE])]) damaged('a joint has no type');
            if (c[JOINT.COUPLED_A] !== 0 && !('couples' in JOINT_TYPES[typeNamed(c[JOINT.TYPE])]))
                damaged('a joint is no gear');
            return undefined;
        default:
            return undefined;
    }
}

/**
 * Performs an operation, by the members of objects where they keep more than the engine does.
 * @param {World} world @param {Core} core @param {NamedOperation} operation @param {number} id @param {any[]} values
 */
function performIn(world, core, operation, id, values) {
    const { number, again, args, name } = operation;
    const [a, b, c, d, e] = values;
    switch (number) {
        case OP.SET_GRAVITY.number:
            world.gravity = [a, b];
            break;
        case OP.SET_SLEEP.number:
            world.sleep = a;
            break;
        case OP.SET_RESTITUTION_THRESHOLD.number:
            world.restitutionThreshold = a;
            break;
        case OP.SET_HIT_SPEED.number:
            world.hitSpeed = a;
            break;
        case OP.SET_LOAD_IMPULSE.number:
            world.loadImpulse = a;
            break;
        case OP.ADD_LAYER.number:
            world.layers.add(a);
            break;
        case OP.SET_TRANSFORMS.number:
            setManyTransforms(core, a, { positions: b, angles: c, velocities: d,
                angularVelocities: e });
            break;
        case OP.SET_MOVER_VELOCITIES.number:
            setMoverVelocities(core, a, b);
            break;
        case OP.FILL_TILES.number:
            colliderOf(core, id).fillTiles(a, b, c, d, e);
            break;
        default:
            if (!again) return apply(world, number, id, values);
            else {
                args.forEach((argument, i) => argument.check(name, argument.name, values[i]));
                if (again(core, id, ...values) !== 0) damaged(`${name} fails`);
            }
    }
    return undefined;
}

/**
 * A state that can be gone back to.
 * @typedef {{ snapshot: Uint8Array<ArrayBuffer>, userData: Map<any, unknown> }} State
 */

/** Plays a recording in a world. */
export class ReplayPlayer {
    /** @type {Player} */
    #player;
    #recording;
    #world;
    /** The user data that the recording gave, by object. @type {Map<any, unknown>} */
    #userData = new Map();

    /** @param {Recording} recording @param {World} world */
    constructor(recording, world) {
        const core = worldCore(world);
        this.#recording = recording;
        this.#world = world;
        this.#player = {
            core,
            perform: (operation, id, values) => this.#perform(core, operation, id, values),
            setUserData: (target, id, value) => this.setUserData(target, id, value),
            restore: (snapshot) => this.#try(() => restore(world, snapshot)),
        };
        core.frameForces.load([], []);
    }

    /** Goes to a state that `save` gave. @param {State} state */
    load({ snapshot, userData }) {
        restore(this.#world, snapshot);
        // Only what the recording gave: the rest is of whoever looks on.
        for (const object of this.#userData.keys())
            if (object.alive) object.userData = userData.get(object);
        this.#userData = new Map(userData);
    }

    /** The state of the world. @returns {State} */
    save() {
        return { snapshot: this.#world.snapshot(), userData: new Map(this.#userData) };
    }

    /** Gives an object its user data. @param {Target} target @param {number} id @param {unknown} value */
    setUserData(target, id, value) {
        const { core } = this.#player;
        /** @type {any} */
        const object = target === 'body'
            ? bodyOf(core, id)
            : target === 'collider'
            ? colliderOf(core, id)
            : core.joints[slotOf(id)];
        object.userData = value;
        this.#userData.set(object, value);
    }

    /** Makes a step of a run. @param {Run} run */
    step({ pace: { dt, parts, byImpacts } }) {
        if (byImpacts) this.#world.stepImpacts(dt, parts);
        else this.#world.step(dt, parts);
    }

    /** Performs what happens in a block. @param {{ at: number, end: number }} block */
    perform(block) {
        fresh(this.#player.core);
        readBlock(this.#recording, block, this.#player);
    }

    /** @param {Core} core @param {NamedOperation} operation @param {number} id @param {any[]} values */
    #perform(core, operation, id, values) {
        checkValues(core, operation.number, values);
        this.#try(() => {
            const result = performIn(this.#world, core, operation, id, values);
            // Of matter, which has an operation for it.
            if (operation.name.endsWith('UserData')) this.#userData.set(result, result.userData);
        });
        fresh(core);
    }

    /** What the world refuses is no recording's. @param {() => void} run */
    #try(run) {
        try {
            run();
        } catch (error) {
            if (!(error instanceof MicaError || error instanceof TypeError
                || error instanceof RangeError)) throw error;
            damaged(error.message);
        }
    }
}
