// The entry 'mica2d/matter-worker-host': as 'mica2d/worker-host', with the engine and the worlds of 'mica2d/matter'. A worker that has loaded it
// is given to `createWorkerWorld`; a module in it makes and plays with matter, and the page draws `world.matters`.
import { initFrom } from './wire/load.js';
import { wasmSource } from './matter/source.js';
import { registerMatter } from './matter/world.js';
import { worldClass } from './world/world-class.js';

export { onWorld } from './worker-host.js';

registerMatter();
worldClass.init = (options) => initFrom(wasmSource, options);
