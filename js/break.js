// 'mica2d/break': bodies that are cut along a line, that break into pieces, and that do so by themselves. It knows a world by
// its public members alone.
//
//   const parts = cut(melon, [x0, y0], [x1, y1]);
//   fracture(vase, { point: [x, y], pieces: 12, seed: 7 });
//   breakable(plank, { impulse: 4, after: (pieces) => crack.play() });

export { breakable } from './break/breakable.js';
export { cut } from './break/cut.js';
export { fracture } from './break/fracture.js';

/**
 * A body that breaks by itself.
 * @typedef {import('./break/breakable.js').Breakable} Breakable
 */

/**
 * The options of a breakable body.
 * @typedef {import('./break/breakable.js').BreakableOptions} BreakableOptions
 */

/**
 * What broke a body, or is about to.
 * @typedef {import('./break/breakable.js').Breaking} Breaking
 */

/**
 * How a body is cut.
 * @typedef {import('./break/cut.js').CutOptions} CutOptions
 */

/**
 * How a body is cut or broken.
 * @typedef {import('./break/cut.js').DivideOptions} DivideOptions
 */

/**
 * The options of a fracture.
 * @typedef {import('./break/fracture.js').FractureOptions} FractureOptions
 */
