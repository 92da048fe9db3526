// The class of the worlds that entries make by themselves, of a scene, of a recording or for a page: 'mica2d/matter' puts its
// own in the place of World, so that these worlds may have matter.
import { World } from './world.js';

/** @import { InitOptions } from '../wire/load.js' */

/** `init` loads their engine in a worker, if that is another one. @type {{ World: typeof World, init?: (options: InitOptions) => Promise<void> }} */
export const worldClass = { World };
