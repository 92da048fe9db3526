// What a kind of hostile file is to the fuzzer.

/**
 * @template [F=any] a damaged file
 * @typedef {object} Kind
 * @property {string} name
 * @property {number} bases good files that it begins with
 * @property {number} weight how many of its files come in each round
 * @property {(base: number, changes: readonly number[]) => F | Promise<F>} damage a good file after some changes; the first seed
 *     says how the file is used, each other one is a change
 * @property {(file: F) => number} bytes about how large a file is
 * @property {(file: F) => boolean | Promise<boolean>} take uses a file: true if it was accepted, false if it was refused with a
 *     documented error; throws for all else
 * @property {(base: number, changes: readonly number[], file: F) => string[]} describe a file, for reports
 * @property {(base: number, file: F) => Iterable<F> | undefined} [smaller] files of fewer changes, each to be tried
 */
export {};
