// Which game objects collide or overlap, as Arcade's colliders say it, by layers of the world. A pair names members:
// game objects, groups, tilemap layers. All bodies that belong to the same of these members share a layer of
// the world, made when the first of them is there, and two layers respond to each other as the strongest
// pair of their members says. Objects that no pair names share a layer that ignores all.

/** @import { World } from '../../world/world.js' */
/** @import { Colliding } from './types.js' */

/**
 * A body that belongs to members of pairs: a MicaBody or a MicaTiles.
 * @typedef {object} Placed
 * @property {Set<object>} members the members that it belongs to: its game object, its groups, the world's bounds
 * @property {Place | undefined} place the layer that it is on
 * @property {(layer: string) => void} setLayer
 */

/**
 * A layer of the world.
 * @typedef {object} Place
 * @property {string} name of the layer
 * @property {string} key numbers of its members
 * @property {Set<object>} members all that its bodies belong to, as far as a pair names them
 * @property {number} used by how many bodies
 */

/** @typedef {(a: any, b: any) => unknown} Hit is given the two game objects, or a tile in the place of the second */

/** What belongs to it is kept within the world's bounds. */
export const BOUNDED = {};

/** Two sides that collide or overlap: what `add.collider` and `add.overlap` return. */
export class PairOfSides {
    #active = true;
    #pairs;

    /**
     * Members of side A.
     * @internal
     * @type {Set<object>}
     */
    a;

    /**
     * Members of side B.
     * @internal
     * @type {Set<object>}
     */
    b;

    /**
     * The response of the sides to each other.
     * @internal
     * @type {'solid' | 'trigger'}
     */
    response;

    /**
     * The callback for each two objects that collide or overlap.
     * @internal
     * @type {Hit | undefined}
     */
    hit;

    /**
     * The callback that decides before `hit` whether it is called: `process` of Arcade's overlaps.
     * @internal
     * @type {Hit | undefined}
     */
    filter;

    /**
     * The value of `this` in both callbacks.
     * @internal
     * @type {unknown}
     */
    context;

    /**
     * @hideconstructor
     * @param {Pairs} pairs
     * @param {Set<object>} a
     * @param {Set<object>} b
     * @param {'solid' | 'trigger'} response
     * @param {Hit} [hit]
     * @param {Hit} [filter]
     * @param {unknown} [context] `this` of both
     */
    constructor(pairs, a, b, response, hit, filter, context) {
        this.#pairs = pairs;
        this.a = a;
        this.b = b;
        this.response = response;
        this.hit = hit;
        this.filter = filter;
        this.context = context;
    }

    /** While false the sides pass through each other and nothing is called. Default true. */
    get active() {
        return this.#active;
    }
    set active(value) {
        this.#active = value;
        this.#pairs.respond();
    }

    /** Ends it. */
    destroy() {
        this.#active = false;
        this.#pairs.remove(this);
    }

    /**
     * Whether one of the first members is on side A and one of the others on side B.
     * @internal
     * @param {Set<object>} first
     * @param {Set<object>} second
     */
    joins(first, second) {
        return meets(this.a, first) && meets(this.b, second);
    }
}

/** @param {Set<object>} some @param {Set<object>} others */
function meets(some, others) {
    for (const one of some) if (others.has(one)) return true;
    return false;
}

/** The pairs of one world, and the layers that they make. */
export class Pairs {
    #world;

    /** The number of each member that a pair names. @type {Map<object, number>} */
    #numbers = new Map();

    /** @type {PairOfSides[]} */
    #pairs = [];

    /** @type {Place[]} */
    #places = [];

    /** Groups that `this.mica.add` has made. @type {WeakSet<object>} */
    groups = new WeakSet();

    /** @param {World<any>} world */
    constructor(world) {
        this.#world = world;
    }

    /**
     * Adds a pair.
     * @param {string} method for messages
     * @param {Colliding} a
     * @param {Colliding} b
     * @param {'solid' | 'trigger'} response
     * @param {Hit} [hit]
     * @param {Hit} [filter]
     * @param {unknown} [context]
     */
    add(method, a, b, response, hit, filter, context) {
        const sides = [readSide(method, 'a', a, this.groups),
            readSide(method, 'b', b, this.groups)];
        const pair = new PairOfSides(this, sides[0], sides[1], response, hit, filter, context);
        const named = [...new Set([...sides[0], ...sides[1]])].filter((member) =>
            !this.#numbers.has(member)
        );
        for (const member of named) this.#numbers.set(member, this.#numbers.size);
        this.#pairs.push(pair);
        try {
            for (const member of named) for (const body of bodiesOf(member)) this.put(body);
        } catch (error) {
            this.remove(pair);
            throw error;
        }
        this.respond();
        return pair;
    }

    /** @param {PairOfSides} pair */
    remove(pair) {
        this.#pairs = this.#pairs.filter((other) => other !== pair);
        this.respond();
    }

    /** Whether any pair has something to call. */
    get heard() {
        return this.#pairs.some(({ hit, active }) => active && hit);
    }

    /**
     * Puts a body on the layer of its members.
     * @param {Placed} body
     */
    put(body) {
        const members = [...body.members].filter((member) => this.#numbers.has(member));
        const key = members.map((member) => Number(this.#numbers.get(member)))
            .sort((a, b) => a - b).join(' ');
        if (body.place?.key === key) return;
        if (body.place) --body.place.used;
        const place = this.#places.find((known) => known.key === key) ?? this.#make(key, members);
        ++place.used;
        body.place = place;
        body.setLayer(place.name);
    }

    /** Takes a body away that is destroyed. @param {Placed} body */
    drop(body) {
        if (body.place) --body.place.used;
        body.place = undefined;
    }

    /** @param {string} key @param {object[]} members */
    #make(key, members) {
        let place = this.#places.find(({ used }) => used === 0);
        if (!place) {
            place = { name: `phaser ${this.#places.length}`, key, members: new Set(), used: 0 };
            this.#addLayer(place.name);
            this.#places.push(place);
        }
        place.key = key;
        place.members = new Set(members);
        for (const other of this.#places) this.#set(place, other);
        return place;
    }

    /** @param {string} name */
    #addLayer(name) {
        const { layers } = this.#world;
        if (layers.names.length === 64) {
            throw new RangeError(
                'mica: a world has 64 layers, and the sides of colliders and overlaps need '
                    + 'more: put game objects that collide with the same things into one group, and name the group',
            );
        }
        layers.add(name);
    }

    /** Has all layers respond to each other as the pairs say now. */
    respond() {
        if (this.#world.destroyed) return;
        this.#places.forEach((place, i) => {
            for (const other of this.#places.slice(0, i + 1)) this.#set(place, other);
        });
    }

    /** @param {Place} one @param {Place} other */
    #set(one, other) {
        const found = this.#pairs.filter((pair) =>
            pair.active
            && (pair.joins(one.members, other.members) || pair.joins(other.members, one.members))
        );
        const solid = found.some(({ response }) => response === 'solid');
        const response = solid ? 'solid' : found.length > 0 ? 'trigger' : 'ignore';
        const { layers } = this.#world;
        if (layers.response(one.name, other.name) === response) return;
        layers.set(one.name, other.name, response);
        layers.set(other.name, one.name, response);
    }

    /**
     * Whether an active pair that has something to call joins two bodies.
     * @param {Placed} one
     * @param {Placed} other
     */
    hears({ members: one }, { members: other }) {
        return this.#pairs.some((pair) =>
            pair.active && pair.hit && (pair.joins(one, other) || pair.joins(other, one))
        );
    }

    /**
     * Calls a function for each active pair that has something to call and joins two bodies; `flipped` says
     * whether the first body is on side B.
     * @param {Placed} one
     * @param {Placed} other
     * @param {(pair: PairOfSides, flipped: boolean) => void} found
     */
    each(one, other, found) {
        for (const pair of this.#pairs) {
            if (!pair.active || !pair.hit) continue;
            if (pair.joins(one.members, other.members)) found(pair, false);
            else if (pair.joins(other.members, one.members)) found(pair, true);
        }
    }
}

/**
 * The members that an argument names.
 * @param {string} method
 * @param {string} argument
 * @param {Colliding} given
 * @param {WeakSet<object>} groups
 * @returns {Set<object>}
 */
function readSide(method, argument, given, groups) {
    const list = /** @type {readonly any[]} */ (Array.isArray(given) ? given : [given]);
    for (const one of list) {
        if (one !== BOUNDED && !one?.body?.members && !groups.has(one)) {
            throw new TypeError(
                `${method}: ${argument} must be a game object, a group or a tilemap layer made by `
                    + `this.mica.add, or an array of these, got ${one?.type ?? String(one)}`,
            );
        }
    }
    return new Set(list);
}

/** @param {any} member @returns {Placed[]} */
function bodiesOf(member) {
    if (typeof member.getChildren === 'function')
        return member.getChildren().map((/** @type {any} */ child) => child.body).filter(Boolean);
    return member.body?.members ? [member.body] : member.bodies ?? [];
}
