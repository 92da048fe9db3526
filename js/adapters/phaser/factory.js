// `this.mica.add`: game objects with bodies, groups of them, and what they do when they meet. The names and arguments
// are those of Arcade's `this.physics.add`.
import { addMethods } from './methods.js';

/** @import { Arcade } from './arcade.js' */
/** @import { MicaBody } from './body.js' */
/** @import { Hit, PairOfSides } from './pairs.js' */
/** @import { Bodied, Colliding, GameObjectLike, Made, MicaObject, SceneLike, TilemapLayerLike } from './types.js' */

/** What of a group's options its members' bodies are given, by the method that takes it. */
const DEFAULTS =
    /** @type {const} */ ({ bounce: 'setBounce', friction: 'setFriction', mass: 'setMass',
        collideWorldBounds: 'setCollideWorldBounds', gravityX: 'setGravityX',
        gravityY: 'setGravityY', allowGravity: 'setAllowGravity', velocityX: 'setVelocityX',
        velocityY: 'setVelocityY', maxSpeed: 'setMaxSpeed', immovable: 'setImmovable',
        fixedRotation: 'setFixedRotation' });

/**
 * What a group gives the bodies of its members, as they are made: any of these names.
 * @typedef {object} BodyDefaults
 * @property {number} [bounce] 0 to 1, default 0
 * @property {number} [friction] 0 or more, default 0
 * @property {number} [mass] kg, above 0; by default 1 for each square metre
 * @property {boolean} [collideWorldBounds] default false
 * @property {number} [gravityX] pixels/s², default 0
 * @property {number} [gravityY] pixels/s², default 0
 * @property {boolean} [allowGravity] default true
 * @property {number} [velocityX] pixels a second, default 0
 * @property {number} [velocityY] pixels a second, default 0
 * @property {number} [maxSpeed] pixels a second, by default without limit
 * @property {boolean} [immovable] default false
 * @property {boolean} [fixedRotation] default true
 */

/**
 * Makes game objects with bodies: `this.mica.add` of a scene.
 * @template {SceneLike} [S=SceneLike] the scene
 */
export class MicaFactory {
    #scene;
    #arcade;

    /**
     * @hideconstructor
     * @param {S} scene
     * @param {Arcade} arcade
     */
    constructor(scene, arcade) {
        this.#scene = scene;
        this.#arcade = arcade;
    }

    /**
     * A sprite with a dynamic body of its size, which gravity moves and which does not turn.
     * @param {number} x pixels
     * @param {number} y pixels
     * @param {any} key of its texture
     * @param {string | number} [frame] of its texture
     * @returns {MicaObject<Made<S, 'sprite'>>}
     */
    sprite(x, y, key, frame) {
        return this.#equip('sprite', x, y, key, frame, false);
    }

    /**
     * An image with such a body.
     * @param {number} x pixels
     * @param {number} y pixels
     * @param {any} key of its texture
     * @param {string | number} [frame] of its texture
     * @returns {MicaObject<Made<S, 'image'>>}
     */
    image(x, y, key, frame) {
        return this.#equip('image', x, y, key, frame, false);
    }

    /**
     * A sprite with a static body, which follows where the game puts the sprite.
     * @param {number} x pixels
     * @param {number} y pixels
     * @param {any} key of its texture
     * @param {string | number} [frame] of its texture
     * @returns {MicaObject<Made<S, 'sprite'>>}
     */
    staticSprite(x, y, key, frame) {
        return this.#equip('sprite', x, y, key, frame, true);
    }

    /**
     * An image with such a body.
     * @param {number} x pixels
     * @param {number} y pixels
     * @param {any} key of its texture
     * @param {string | number} [frame] of its texture
     * @returns {MicaObject<Made<S, 'image'>>}
     */
    staticImage(x, y, key, frame) {
        return this.#equip('image', x, y, key, frame, true);
    }

    /**
     * Gives a game object a body, `object.body`; its own methods stay as they are.
     * @template {GameObjectLike} T
     * @param {T} object with a width and a height, such as a rectangle, a circle or a container after `setSize`
     * @param {boolean} [isStatic] default false
     * @returns {Bodied<T>}
     * @throws {TypeError} for an object without width and height
     */
    existing(object, isStatic = false) {
        this.#arcade.enable('mica.add.existing', object, isStatic);
        return object;
    }

    /**
     * A group whose members have dynamic bodies.
     * @param {any} [children] game objects; or the options
     * @param {any} [config] Phaser's options of a group, and any of `BodyDefaults`
     * @returns {Made<S, 'group'>}
     */
    group(children, config) {
        return this.#makeGroup(children, config, false);
    }

    /**
     * A group whose members have static bodies.
     * @param {any} [children] game objects; or the options
     * @param {any} [config] Phaser's options of a group
     * @returns {Made<S, 'group'>}
     */
    staticGroup(children, config) {
        return this.#makeGroup(children, config, true);
    }

    /**
     * Gives a tilemap layer one static body with all tiles that collide, as `setCollision` and its like say; a tile that
     * only collides upwards holds from above alone, at its upper edge. `layer.body.refreshBody()` takes in later changes.
     * @template {TilemapLayerLike} T
     * @param {T} layer orthogonal
     * @returns {Omit<T, 'body'> & { body: import('./tiles.js').MicaTiles }}
     * @throws {RangeError} for an isometric, staggered or hexagonal layer
     */
    tilemapLayer(layer) {
        this.#arcade.enableTiles(layer);
        return layer;
    }

    /**
     * Has two sides stop each other. Two sides that nothing names pass through each other.
     * @param {Colliding} a a game object, a group, a tilemap layer, or an array of these
     * @param {Colliding} [b] the same; by default a: its members stop each other
     * @param {Hit | null} [hit] called once a frame for each two that touch, that of a first; in the place of a tilemap layer
     *     it gets the tile
     * @param {null} [process] none: a body cannot be let through within a step; use `overlap`, or `body.mica.ignore`
     * @param {unknown} [context] `this` of the function
     * @returns {PairOfSides} its `active` switches it off and on, `destroy()` ends it
     * @throws {RangeError} where it would take more than the 64 layers of a world
     */
    collider(a, b = a, hit, process, context) {
        if (process) {
            throw new TypeError(
                'mica.add.collider: Mica calls no function within a step, so process must be left out: '
                    + 'use add.overlap for what passes, or body.mica.ignore(other.mica) for two bodies',
            );
        }
        return this.#arcade.pairs.add('mica.add.collider', a, b, 'solid', hit ?? undefined,
            undefined, context);
    }

    /**
     * Has a function called for two sides that pass through each other, also where they pass within a step.
     * @param {Colliding} a a game object, a group, a tilemap layer, or an array of these
     * @param {Colliding} b the same
     * @param {Hit | null} [hit] called once a frame for each two that overlap, that of a first
     * @param {Hit | null} [process] if it returns false for two, `hit` is not called
     * @param {unknown} [context] `this` of both
     * @returns {PairOfSides} its `active` switches it off and on, `destroy()` ends it
     * @throws {RangeError} where it would take more than the 64 layers of a world
     */
    overlap(a, b, hit, process, context) {
        return this.#arcade.pairs.add('mica.add.overlap', a, b, 'trigger', hit ?? undefined,
            process ?? undefined, context);
    }

    /**
     * @param {'sprite' | 'image'} kind
     * @param {number} x @param {number} y @param {any} key @param {string | number | undefined} frame
     * @param {boolean} isStatic
     */
    #equip(kind, x, y, key, frame, isStatic) {
        const object = this.#scene.add[kind]?.(x, y, key, frame);
        addMethods(object);
        this.#arcade.enable(`mica.add.${kind}`, object, isStatic);
        return object;
    }

    /** @param {any} children @param {any} config @param {boolean} isStatic @returns {any} */
    #makeGroup(children, config, isStatic) {
        const given = config === undefined && children && !Array.isArray(children)
            ? [undefined, children]
            : [children, config];
        const options = given[1] ?? {};
        const arcade = this.#arcade;
        /** @param {any} child @this {object} */
        function join(child) {
            arcade.pairs.groups.add(this);
            if (!child.body?.members) {
                addMethods(child);
                arcade.enable('mica.add.group', child, isStatic);
            }
            const body = /** @type {MicaBody} */ (child.body);
            body.members.add(this);
            arcade.pairs.put(body);
            for (const [name, method] of Object.entries(DEFAULTS)) {
                if (options[name] !== undefined) /** @type {any} */ (body)[method](options[name]);
            }
        }
        /** @param {any} child @this {object} */
        function leave(child) {
            child.body?.members?.delete(this);
            if (child.body?.mica.alive) arcade.pairs.put(child.body);
        }
        const group = this.#scene.add.group?.(given[0], { ...options, internalCreateCallback: join,
            internalRemoveCallback: leave });
        arcade.pairs.groups.add(group);
        return group;
    }
}
