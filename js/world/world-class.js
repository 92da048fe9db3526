// The class of the worlds that entries make by themselves, of a scene, of a recording or for a page: 'mica2d/matter' puts its
// own in the place of World, so that these worlds may have matter.
import { World } from './world.js';

/** @type {{ World: typeof World }} */
export const worldClass = { World };
