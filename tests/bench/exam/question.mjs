// What a question of the exam is: a physical truth, a tolerance, and how to ask an engine. The questions themselves
// stand as data in the other files of this folder; the runner (../exam.mjs), the report and tests/js/exam.test.mjs
// read them. Truths come from mechanics, never from what an engine answers, and tolerances are what a game developer
// would call right: both stay when an engine misses them.

/** @import { Engine } from '../engines/adapter.mjs' */

/**
 * @typedef {object} Question
 * @property {string} id
 * @property {string} text the row's title
 * @property {string} unit of the answers
 * @property {string[]} [parts] what each number of the answer is; not needed for one number
 * @property {number[]} truth
 * @property {number[]} tolerance how far from the truth an answer may be, either way
 * @property {number} [digits] decimals shown, 3 if not given
 * @property {string[]} [needs] what an engine may lack (Engine.lacks): without it the row is blank
 * @property {(engine: Engine) => (number | null)[]} ask null: this part cannot be asked
 *
 * @typedef {{ name: string, title: string, questions: Question[] }} Theme
 *
 * @typedef {'right'|'close'|'wrong'|'blank'} Verdict close: off by at most ten tolerances
 */

/**
 * @param {Question} question
 * @param {Engine} engine
 * @returns {(number | null)[]}
 */
export function answer(question, engine) {
    if (question.needs?.some((need) => engine.lacks.includes(need)))
        return question.truth.map(() => null);
    return question.ask(engine);
}

/**
 * @param {Question} question
 * @param {number} part
 * @param {number | null} value
 * @returns {Verdict}
 */
export function judgePart(question, part, value) {
    if (value === null) return 'blank';
    const error = Math.abs(value - question.truth[part]);
    // A part in a million for the rounding of the measurement itself.
    if (error <= question.tolerance[part] * (1 + 1e-6)) return 'right';
    return error <= 10 * question.tolerance[part] ? 'close' : 'wrong';
}

/**
 * The verdict on a whole row: that of its worst part.
 * @param {Question} question
 * @param {(number | null)[] | undefined} values
 * @returns {Verdict}
 */
export function judge(question, values) {
    if (!values) return 'wrong';
    const verdicts = values.map((value, part) => judgePart(question, part, value));
    for (const verdict of /** @type {const} */ (['wrong', 'close', 'right'])) {
        if (verdicts.includes(verdict)) return verdict;
    }
    return 'blank';
}

/**
 * @param {Question} question
 * @param {number | null} value
 * @returns {string}
 */
export function format(question, value) {
    if (value === null) return '–';
    if (!Number.isFinite(value)) return String(value);
    const size = Math.abs(value);
    if (size >= 1e5) return value.toExponential(1);
    const digits = question.digits ?? 3;
    const text = value.toFixed(size >= 1000 ? Math.min(digits, 1) : digits);
    // No trailing zeros and no minus before zero.
    return String(Number(text)).replace('-', '−');
}
