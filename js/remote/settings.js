// The settings of a world in a worker: known on the page's side, first as the worker tells them,
// then as they are set; checked at once and sent. The middle of the class WorkerWorld,
// js/remote/world.js.
import { MicaError, boolean, inRange, notNegative, vector } from '../wire/errors.js';
import { WorkerQueries } from './casts.js';

/** @import { Vector } from '../options/types.js' */
/** @import { World } from '../world/world.js' */

/** What the worker tells of a new world. */
export const SETTINGS = /** @type {const} */ ([
    'gravity', 'timeScale', 'paused', 'sleep', 'restitutionThreshold', 'hitSpeed', 'profiling', 'fixedStep',
]);

/** @typedef {Pick<World, typeof SETTINGS[number]>} Settings */

/**
 * Gives a new world its settings and the way to the worker; js/remote/world.js alone calls it.
 * @type {(world: WorkerSettings, settings: Settings, live: (method: string) => void, send: (command: unknown[]) => void) => void}
 */
export let giveSettings;

/**
 * What can be set of a world in a worker.
 * @hideconstructor
 */
export class WorkerSettings extends WorkerQueries {
    /** @type {Settings} */
    #settings = /** @type {any} */ (undefined);

    /** @type {(method: string) => void} */
    #live = () => {};

    /** @type {(command: unknown[]) => void} */
    #send = () => {};

    static {
        giveSettings = (world, settings, live, send) => {
            world.#settings = settings;
            world.#live = live;
            world.#send = send;
        };
    }

    /**
     * m/s²; reading gives a copy.
     * @returns {[x: number, y: number]}
     */
    get gravity() {
        return [...this.#settings.gravity];
    }

    /** @param {Vector} value */
    set gravity(value) {
        this.#live('World.gravity');
        this.#set('gravity', vector('World.gravity', 'value', value));
    }

    /** How fast advance() runs: 0.5 is half speed; 0 to 1000. */
    get timeScale() {
        return this.#settings.timeScale;
    }

    set timeScale(value) {
        this.#live('World.timeScale');
        this.#set('timeScale', inRange('World.timeScale', 'value', value, 0, 1000));
    }

    /** While true, advance() makes no steps; step() still does. */
    get paused() {
        return this.#settings.paused;
    }

    set paused(value) {
        this.#live('World.paused');
        this.#set('paused', boolean('World.paused', 'value', value));
    }

    /** Seconds, the step that advance() makes. */
    get fixedStep() {
        return this.#settings.fixedStep;
    }

    /** Whether what rests may sleep. */
    get sleep() {
        return this.#settings.sleep;
    }

    set sleep(value) {
        this.#live('World.sleep');
        this.#set('sleep', boolean('World.sleep', 'value', value));
    }

    /** m/s of approach below which nothing bounces, at least 0. */
    get restitutionThreshold() {
        return this.#settings.restitutionThreshold;
    }

    set restitutionThreshold(value) {
        this.#live('World.restitutionThreshold');
        this.#set('restitutionThreshold', notNegative('World.restitutionThreshold', 'value', value));
    }

    /** m/s of approach above which there is a hit event, at least 0. */
    get hitSpeed() {
        return this.#settings.hitSpeed;
    }

    set hitSpeed(value) {
        this.#live('World.hitSpeed');
        this.#set('hitSpeed', notNegative('World.hitSpeed', 'value', value));
    }

    /** Whether `profile()` gives anything. It costs a few clock reads each step. */
    get profiling() {
        return this.#settings.profiling;
    }

    set profiling(value) {
        this.#live('World.profiling');
        this.#set('profiling', boolean('World.profiling', 'value', value));
    }

    /**
     * Forces cannot be written into memory that the worker has.
     * @returns {never}
     * @throws {MicaError} NOT_IN_WORKER
     */
    get forces() {
        throw new MicaError('NOT_IN_WORKER', 'World.forces: not in a worker; use body.applyForce and body.applyTorque');
    }

    /**
     * @template {keyof Settings} K
     * @param {K} key
     * @param {Settings[K]} value checked
     */
    #set(key, value) {
        this.#send(['setWorld', key, value]);
        this.#settings[key] = value;
    }
}
