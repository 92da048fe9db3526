// What the plugin for Phaser needs of Phaser's classes, as types only: it imports nothing from Phaser.

/**
 * A Phaser.Events.EventEmitter.
 * @typedef {object} Emitter
 * @property {(event: string, heard: (...args: any[]) => void, context?: any) => unknown} on
 * @property {(event: string, heard: (...args: any[]) => void, context?: any) => unknown} off
 */

/**
 * A Phaser.GameObjects.Graphics.
 * @typedef {object} GraphicsLike
 * @property {() => unknown} clear
 * @property {(width: number, color: number, alpha: number) => unknown} lineStyle
 * @property {(x0: number, y0: number, x1: number, y1: number) => unknown} lineBetween
 * @property {(depth: number) => unknown} [setDepth]
 * @property {() => unknown} [destroy]
 */

/**
 * A game object with a place and a size, such as a sprite, an image or a shape.
 * @typedef {object} GameObjectLike
 * @property {number} x pixels
 * @property {number} y pixels
 * @property {number} rotation radians, clockwise
 * @property {number} width pixels, before scaling
 * @property {number} height pixels, before scaling
 * @property {number} scaleX factor of its width
 * @property {number} scaleY factor of its height
 * @property {number} [originX] where x lies in it, 0 to 1, default 0.5
 * @property {number} [originY] where y lies in it, 0 to 1, default 0.5
 * @property {any} body what Phaser destroys along with the object; null before it has a body
 * @property {(value: boolean) => unknown} setActive
 * @property {(value: boolean) => unknown} setVisible
 */

/**
 * A Phaser.GameObjects.Group.
 * @typedef {object} GroupLike
 * @property {() => any[]} getChildren
 */

/**
 * A Phaser.Tilemaps.Tile.
 * @typedef {object} TileLike
 * @property {boolean} collideUp whether it stops what comes from above
 * @property {boolean} collideDown the same from below
 * @property {boolean} collideLeft the same from the left
 * @property {boolean} collideRight the same from the right
 */

/**
 * A Phaser.Tilemaps.TilemapLayer.
 * @typedef {object} TilemapLayerLike
 * @property {number} x pixels, of its left edge
 * @property {number} y pixels, of its upper edge
 * @property {number} scaleX factor of its width
 * @property {number} scaleY factor of its height
 * @property {any} body null before it has one
 * @property {{ width: number, height: number, tileWidth: number, tileHeight: number,
 *     orientation: number | string, data: (TileLike | null)[][] }} layer its tiles, row by row from the
 *     top; sizes in tiles and pixels
 */

/**
 * A Phaser.Scene.
 * @typedef {object} SceneLike
 * @property {{ events: Emitter, scale?: { width: number | string, height: number | string } }} sys
 * @property {{ keyboard?: Emitter | null }} [input]
 * @property {SceneFactory} add
 */

/**
 * The factory of a scene: only `graphics` is needed where a game makes its bodies itself.
 * @typedef {object} SceneFactory
 * @property {(...args: any[]) => GraphicsLike} graphics makes what debug lines are drawn on
 * @property {(...args: any[]) => any} [sprite] makes a sprite; by default `this.mica.add` makes none
 * @property {(...args: any[]) => any} [image] makes an image; by default `this.mica.add` makes none
 * @property {(...args: any[]) => any} [group] makes a group; by default `this.mica.add` makes none
 */

/**
 * What a scene's factory makes by a name.
 * @template {SceneLike} S
 * @template {'sprite' | 'image' | 'group'} K
 * @typedef {S['add'][K] extends (...args: any[]) => infer T ? T : any} Made
 */

/**
 * What has a body of Mica in the place of one of Arcade.
 * @internal
 * @typedef {object} HasBody
 * @property {import('./body.js').MicaBody} body its body, in pixels
 */

/**
 * A game object with a body of Mica in the place of one of Arcade.
 * @template T
 * @typedef {Omit<T, 'body'> & HasBody} Bodied
 */

/**
 * A sprite or image with a body and the methods of it.
 * @template T
 * @typedef {Omit<T, 'body' | import('./methods.js').MethodName> & import('./methods.js').BodyMethods<T>
 *     & HasBody} MicaObject
 */

/**
 * What `add.collider` and `add.overlap` take: a game object, a group or a tilemap layer made by
 * `this.mica.add`, or several.
 * @typedef {object | readonly object[]} Colliding
 */

/**
 * Four sides of a body.
 * @typedef {object} Sides
 * @property {boolean} none whether all sides are free
 * @property {boolean} up whether something is at the upper side
 * @property {boolean} down at the lower side
 * @property {boolean} left at the left side
 * @property {boolean} right at the right side
 */

export {};
