// As js/worker-host.js, with the engine and the worlds of 'mica2d/matter'. A worker that has loaded it is given to
// `createWorkerWorld`; a module in it makes and plays with matter, and the page draws `world.matters`.
import { wasmSource } from './matter/source.js';
import { registerMatter } from './matter/world.js';
import { serve } from './remote/host.js';
import { initFrom } from './wire/load.js';

export { onWorld } from './remote/host.js';

registerMatter();
serve((options) => initFrom(wasmSource, options));
