// The options of a session, checked.
import { copyList, integer, isList, outOfRange, readOptions, wrongType } from '../wire/errors.js';
import { copyInput } from './values.js';

/** @import { Desync } from './checks.js' */

/**
 * How a session plays.
 * @template [I=any] an input
 * @template [S=any] the game's own state
 * @typedef {object} RollbackOptions
 * @property {(inputs: readonly I[], frame: number) => void} step plays one frame, the first of which is 0: gives the
 *     players' inputs to the bodies, and steps the world. What it does may depend on the world, on what `save`
 *     gives, on the inputs and on `frame` alone. The array is used again
 * @property {number} [players] how many play, 1 to 16, default 2
 * @property {number | readonly number[]} [local] the player at this machine, from 0 on, or several; default 0
 * @property {(message: unknown[], player: number) => void} [send] sends a message to the machine of a player; JSON
 *     values, so that `JSON.stringify` and `postMessage` take it. It may get lost, be late, or come twice. None by
 *     default, which will do only if all players are local
 * @property {I} [emptyInput] the input of a player of whom none has come yet, default 0
 * @property {number} [inputDelay] frames between `addLocalInput` and the frame that has the input, 0 to 60, default 2.
 *     Each machine may have its own
 * @property {number} [maxPrediction] frames that are played at most without the inputs of all, 0 to 60, default 8; with 0 it
 *     is lockstep
 * @property {() => S} [save] gives the game's own state beside the world, such as a score, as a JSON value; by default there
 *     is none
 * @property {(state: S) => void} [load] takes back what `save` gave, a copy of its own; by default there is none
 * @property {number} [hashEvery] frames between two hashes that the machines compare, 0 for none, default 30. All machines
 *     have the same
 * @property {(desync: Desync) => void} [onDesync] called once for each player whose state differs; none by default
 * @property {number} [syncTest] frames, 0 to 60, that every call of `advance` plays again and compares, to find what is not
 *     deterministic; default 0
 * @property {number | string} [session] messages of other sessions are ignored, so that those of a game before do no
 *     harm; default 0
 */

const KNOWN = new Set(['step', 'players', 'local', 'send', 'emptyInput', 'inputDelay',
    'maxPrediction', 'save', 'load', 'hashEvery', 'onDesync', 'syncTest', 'session']);
export const MAX_FRAMES = 60;
const MAX_PLAYERS = 16;

/** @param {string} name @param {unknown} value */
function optionalFunction(name, value) {
    if (value !== undefined && typeof value !== 'function')
        wrongType('Rollback', name, 'a function', value);
    return /** @type {any} */ (value);
}

/** @param {unknown} value @param {number} players */
function parseLocal(value, players) {
    const list = isList(value) ? copyList('Rollback', 'local', value, players) : [value];
    const local = list.map((each) => integer('Rollback', 'local', each, 0, players - 1));
    if (local.length === 0 || new Set(local).size < local.length)
        outOfRange('Rollback', 'local', 'one or more players, each once', value);
    return local;
}

/** @param {unknown} value @returns {number | string} */
function parseSession(value) {
    if (typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value)))
        return value;
    return wrongType('Rollback', 'session', 'a number or a text', value);
}

/**
 * @param {unknown} given
 * @returns the options, all of them
 */
export function parseRollback(given) {
    const o = readOptions('Rollback', 'options', given, KNOWN);
    const { players = 2, local = 0, emptyInput = 0, inputDelay = 2, maxPrediction = 8,
        hashEvery = 30, syncTest = 0, session = 0 } = o;
    if (typeof o.step !== 'function') wrongType('Rollback', 'step', 'a function', o.step);
    const count = integer('Rollback', 'players', players, 1, MAX_PLAYERS);
    const here = parseLocal(local, count);
    if (here.length < count && typeof o.send !== 'function')
        wrongType('Rollback', 'send', 'a function', o.send);
    if ((o.save === undefined) !== (o.load === undefined))
        throw new TypeError('Rollback: save and load belong together');
    return {
        step: /** @type {(inputs: readonly any[], frame: number) => void} */ (o.step),
        players: count,
        local: here,
        emptyInput: copyInput('Rollback', 'emptyInput', emptyInput),
        inputDelay: integer('Rollback', 'inputDelay', inputDelay, 0, MAX_FRAMES),
        maxPrediction: integer('Rollback', 'maxPrediction', maxPrediction, 0, MAX_FRAMES),
        hashEvery: integer('Rollback', 'hashEvery', hashEvery, 0, 1e6),
        syncTest: integer('Rollback', 'syncTest', syncTest, 0, MAX_FRAMES),
        session: parseSession(session),
        send:
            /** @type {(message: unknown[], player: number) => void} */ (optionalFunction('send',
                o.send)),
        save: /** @type {(() => unknown) | undefined} */ (optionalFunction('save', o.save)),
        load: /** @type {((state: any) => void) | undefined} */ (optionalFunction('load', o.load)),
        onDesync:
            /** @type {((desync: Desync) => void) | undefined} */ (optionalFunction('onDesync',
                o.onDesync)),
    };
}
