// The worker's side of js/worker.js (js/remote/host.js), with the engine of 'mica2d'. Runs in a browser's worker and in a
// worker thread of Node; loading it there is all it takes. A worker's own file may give a module that plays with its
// worlds: see onWorld().
import { serve } from './remote/host.js';
import { init } from './wire/init.js';

export { onWorld } from './remote/host.js';

serve(init);
