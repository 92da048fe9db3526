// Which part of a long list of like cases a run tests. `npm test` runs samples: the environment then has MICA_SAMPLE_TESTS=1, which the
// C tests read too (tests/c/support/test.h). `npm run test:all`, and a file of tests that is run by itself, test everything. A sample is
// the same each time: a change that fails today has not been failed by chance.
import test, { before } from 'node:test';

/** Whether this run tests everything. */
export const whole = process.env.MICA_SAMPLE_TESTS !== '1';

/**
 * A list, or every so manyth of it for a sample, the first included.
 * @template T
 * @param {readonly T[]} list
 * @param {number} stride
 * @returns {T[]}
 */
export const sample = (list, stride) => list.filter((_, i) => whole || i % stride === 0);

/** How many of so many random cases to test, also the bound of a count over them. @param {number} all @param {number} divisor */
export const part = (all, divisor) => (whole ? all : Math.ceil(all / divisor));

/** As test, for what takes long and whose faults shorter tests find too: a sample leaves it out. @type {(name: string, run: (t: import('node:test').TestContext) => unknown) => void} */
export const testLong = (name, run) => {
    if (whole) test(name, /** @type {any} */ (run));
};

/** As before, for what the tests of `testLong` alone need. @param {() => unknown} run */
export const beforeLong = (run) => {
    if (whole) before(/** @type {any} */ (run));
};
