// 'mica2d/rollback': a game on several machines that send each other their inputs. It knows a world by its
// public members alone.
//
//   const rollback = new Rollback(world, {
//       local: 0,
//       send: (message) => channel.postMessage(message),
//       step(inputs) {
//           players.forEach((body, i) => body.applyForce(20 * inputs[i], 0));
//           world.step();
//       },
//   });
//   channel.onmessage = ({ data }) => rollback.receive(data);
//   setInterval(() => {
//       rollback.addLocalInput(right - left);
//       rollback.advance();
//   }, 1000 / 60);

export { RollbackError } from './rollback/errors.js';
export { Rollback } from './rollback/rollback.js';

/**
 * How a session plays.
 * @template [I=any] an input
 * @template [S=any] the game's own state
 * @typedef {import('./rollback/options.js').RollbackOptions<I, S>} RollbackOptions
 */

/**
 * What a session has done.
 * @typedef {import('./rollback/rollback.js').RollbackStats} RollbackStats
 */

/**
 * Two machines that differ.
 * @typedef {import('./rollback/checks.js').Desync} Desync
 */

/**
 * What a session needs of a world.
 * @typedef {import('./rollback/states.js').RollbackWorld} RollbackWorld
 */
