// The game objects of a scene that have a body with Arcade's members: makes their bodies, moves the objects, and notes
// which sides touch. The plugin
// (js/adapters/phaser.js) makes one for its world when a game first asks for `this.mica.add`, and calls `before` and
// `after` around each advance.
import { MicaBody } from './body.js';
import { Contacts } from './contacts.js';
import { BOUNDED, Pairs } from './pairs.js';
import { MicaTiles } from './tiles.js';

/** @import { World } from '../../world/world.js' */
/** @import { Sync } from '../sync.js' */
/** @import { Placed } from './pairs.js' */
/** @import { GameObjectLike, TilemapLayerLike } from './types.js' */

/** Metres, the thickness of the world's bounds. */
const BOUND_WIDTH = 20;

/**
 * The world's bounds as something that pairs can name.
 * @param {World<any>} world
 */
function makeBounds(world) {
    const mica = world.createBody({ type: 'static' });
    /** @type {Placed & { layer: string }} */
    const body = { members: new Set(), place: undefined, layer: 'default', setLayer(layer) {
        this.layer = layer;
        for (const collider of mica.colliders) collider.layer = layer;
    } };
    const member = { body };
    body.members.add(member);
    return { mica, body, member };
}

/** The game objects with bodies of one world. */
export class Arcade {
    #world;
    #sync;
    #bounds;

    /** By slot. @type {(MicaBody | MicaTiles | undefined)[]} */
    #bodies = [];

    #lastStep = -1;

    /**
     * @param {World<any>} world
     * @param {Sync<any>} sync where the world's origin is, and pixels per metre
     */
    constructor(world, sync) {
        this.#world = world;
        this.#sync = sync;
        this.pairs = new Pairs(world);
        this.contacts = new Contacts(world, this.#bodies, this.pairs);
        this.#bounds = makeBounds(world);
        this.pairs.add('mica', BOUNDED, this.#bounds.member, 'solid');
    }

    /** Pixels per metre. */
    get scale() {
        return this.#sync.scale;
    }

    /** Metres at pixels. @param {number} x @param {number} y */
    toWorld(x, y) {
        return this.#sync.toWorld(x, y);
    }

    /** Pixels at metres. @param {number} x @param {number} y */
    fromWorld(x, y) {
        return this.#sync.fromWorld(x, y);
    }

    /**
     * Gives a game object a body in the place of the one that it has.
     * @param {string} method for messages
     * @param {GameObjectLike} object
     * @param {boolean} fixed whether it is static
     */
    enable(method, object, fixed) {
        if (!(object?.width > 0 && object.height > 0)) {
            throw new TypeError(
                `${method}: the game object must have a width and a height, got ${object?.width} and `
                    + `${object?.height}: a container has them after setSize(width, height)`,
            );
        }
        object.body?.destroy();
        const mica = this.#world.createBody({ type: fixed ? 'static' : 'dynamic',
            lockRotation: true, angle: -object.rotation });
        const body = new MicaBody(this, object, mica);
        mica.createCollider({ ...body.shape(), friction: 0, arcade: !fixed });
        object.body = body;
        body.readObject();
        return this.#keep(body);
    }

    /** Gives a tilemap layer a body. @param {TilemapLayerLike} layer */
    enableTiles(layer) {
        layer.body?.destroy();
        return layer.body = this.#keep(new MicaTiles(this, this.#world, layer));
    }

    /** @template {MicaBody | MicaTiles} T @param {T} body @returns {T} */
    #keep(body) {
        this.#bodies[body.mica.index] = body;
        this.pairs.put(body);
        return body;
    }

    /** Forgets a body that is destroyed. @param {MicaBody | MicaTiles} body */
    drop(body) {
        const { index } = body.mica;
        if (this.#bodies[index] === body) this.#bodies[index] = undefined;
        this.pairs.drop(body);
    }

    /**
     * Sets the edges at which bodies with `setCollideWorldBounds` stop.
     * @param {number} x pixels, of the left edge @param {number} y pixels, of the upper edge
     * @param {number} width pixels @param {number} height pixels
     * @param {{ left: boolean, right: boolean, up: boolean, down: boolean }} sides which of them stop bodies
     */
    setBounds(x, y, width, height, { left, right, up, down }) {
        const { mica, body } = this.#bounds;
        for (const collider of mica.colliders) collider.destroy();
        const [x0, y1] = this.toWorld(x, y);
        const [x1, y0] = this.toWorld(x + width, y + height);
        const [middleX, middleY] = [(x0 + x1) / 2, (y0 + y1) / 2];
        const half = BOUND_WIDTH / 2;
        const [long, high] = [x1 - x0 + 2 * BOUND_WIDTH, y1 - y0 + 2 * BOUND_WIDTH];
        for (const [on, cx, cy, w, h] of /** @type {const} */ ([
            [left, x0 - half, middleY, BOUND_WIDTH, high],
            [right, x1 + half, middleY, BOUND_WIDTH, high],
            [up, middleX, y1 + half, long, BOUND_WIDTH],
            [down, middleX, y0 - half, long, BOUND_WIDTH],
        ])) {
            if (!on) continue;
            mica.createCollider({ shape: 'box', width: w, height: h, center: [cx, cy], friction: 0,
                layer: body.layer });
        }
    }

    /** Before an advance: what the game has done to the game objects, and forces. */
    before() {
        for (const body of this.#bodies) {
            if (!(body instanceof MicaBody)) continue;
            if (!body.mica.alive) {
                body.destroy();
                continue;
            }
            body.readObject();
            body.push();
            body.prepareBounce();
        }
    }

    /** After an advance: moves the game objects and calls colliders and overlaps. */
    after() {
        const { poses, stepCount } = this.#world;
        let platforms = 0;
        for (const body of this.#bodies) {
            if (!(body instanceof MicaBody) || !body.mica.alive) continue;
            const { type } = body.mica;
            if (type === 'static') continue;
            body.moveObject(poses);
            if (type === 'kinematic') ++platforms;
        }
        if (stepCount === this.#lastStep) return;
        this.#lastStep = stepCount;
        if (platforms > 0) this.contacts.carry();
        this.contacts.report();
    }
}
