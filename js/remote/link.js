// What joins the objects of a world in a worker to it: how they reach it, and the methods of a body
// that are nothing but a command of the next message.

/** @import { Body } from '../world/body.js' */
/** @import { ColliderOptions } from '../options/types.js' */
/** @import { WorkerBody } from './body.js' */
/** @import { WorkerCollider } from './collider.js' */
/** @import { Frame } from './frame.js' */
/** @import { WorkerJoint } from './joints.js' */
/** @import { WorkerWorld } from './world.js' */

/**
 * What bodies, colliders and joints need of their world.
 * @typedef {object} Link
 * @property {WorkerWorld} world
 * @property {() => Frame} frame the newest views
 * @property {(command: unknown[]) => void} send
 * @property {import('./questions.js').Ask} ask
 * @property {(body: WorkerBody, options: ColliderOptions) => WorkerCollider} attach
 * @property {(objects: (WorkerBody | WorkerCollider | WorkerJoint)[]) => void} bury
 */

/** Methods that are sent to the worker as they are. */
export const BODY_COMMANDS = /** @type {const} */ ([
    'setTransform', 'setVelocity', 'setAngularVelocity', 'applyForce', 'applyTorque', 'applyImpulse',
    'applyAngularImpulse', 'wake', 'sleep', 'setMass', 'resetMass',
]);

/** @typedef {Pick<Body, typeof BODY_COMMANDS[number]>} BodyCommands */

/** Says that a body has them; WorkerBody makes them. */
export const Commands = /** @type {new () => BodyCommands} */ (class {});
