// The methods of a body that its sprite or image has too, as in Arcade: `sprite.setVelocity(1, 2)`.

/** @import { MicaBody } from './body.js' */

/** The methods of a body that its sprite or image has too. */
export const METHODS =
    /** @type {const} */ (['setVelocity', 'setVelocityX', 'setVelocityY', 'setBounce',
        'setFriction', 'setCollideWorldBounds', 'setGravity', 'setGravityX', 'setGravityY',
        'setAcceleration', 'setAccelerationX', 'setAccelerationY', 'setMaxSpeed', 'setMass',
        'setImmovable', 'setFixedRotation', 'setSize', 'setBodySize', 'setCircle', 'setOffset',
        'refreshBody', 'disableBody', 'enableBody']);

/** The name of one of them. @typedef {typeof METHODS[number]} MethodName */

/**
 * The methods of a body that its sprite or image has too; they return the sprite or image.
 * @template T
 * @typedef {{ [Name in MethodName]: (...args: Parameters<MicaBody[Name]>) => import('./types.js').MicaObject<T> }} BodyMethods
 */

/** The methods of sprites and images by name, which all of them share. @type {Record<string, (...given: any[]) => unknown>} */
const shared = Object.fromEntries(METHODS.map((name) => [
    name,
    /** @this {any} @param {any[]} given */
    function(...given) {
        this.body[name](...given);
        return this;
    },
]));

/**
 * Gives a game object the methods of its body. Methods of its own stay, except those of a sprite or image, as in Arcade:
 * a rectangle's `setSize` is about the picture.
 * @param {any} object
 */
export function addMethods(object) {
    for (const name of METHODS) {
        if (!(name in object) || object.texture) object[name] = shared[name];
    }
}
