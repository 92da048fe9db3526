// Mica for JavaScript: everything public. `await init()` once, then `new World(...)`.
export * from './exports.js';
export { init, initSync } from './wire/init.js';
