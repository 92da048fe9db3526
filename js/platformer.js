// 'mica2d/platformer': a mover as the player of a platform game. It knows a world by its public members alone.
//
//   const hero = new Platformer(world.createMover({
//       position: [0, 2], collider: { shape: 'capsule', length: 0.6, radius: 0.3 },
//   }), { runSpeed: 8, jumpHeight: 3 });
//   world.on('beforeStep', () => hero.update({ x: right - left, jump: keys.has('Space') }));

export { PLATFORMER_NUMBERS } from './platformer/numbers.js';
export { Platformer } from './platformer/platformer.js';

/**
 * The numbers of a controller.
 * @typedef {import('./platformer/numbers.js').PlatformerNumbers} PlatformerNumbers
 */

/**
 * What the table of numbers says of one.
 * @typedef {import('./platformer/numbers.js').PlatformerNumber} PlatformerNumber
 */

/**
 * What a player holds.
 * @typedef {import('./platformer/platformer.js').PlatformerInput} PlatformerInput
 */

/**
 * What a new controller takes.
 * @typedef {import('./platformer/platformer.js').PlatformerOptions} PlatformerOptions
 */

/**
 * What a controller does at a time.
 * @typedef {import('./platformer/platformer.js').PlatformerMode} PlatformerMode
 */
