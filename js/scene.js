// The entry 'mica2d/scene': a world as JSON, and back.
export { fromScene } from './world/saving/scene-read.js';
export { scaleScene } from './world/saving/scene-scale.js';
export { toScene } from './world/saving/scene-write.js';

/**
 * A world as JSON.
 * @typedef {import('./options/types.js').Scene} Scene
 */

/**
 * A body of a scene.
 * @typedef {import('./options/types.js').SceneBody} SceneBody
 */

/**
 * A joint of a scene.
 * @typedef {import('./options/types.js').SceneJoint} SceneJoint
 */
