// The bodies of R.U.B.E., their fixtures, and the layers that Box2D's filters become. Called by rube.js.
import { MAX_ANGLE, MAX_COORDINATE, MAX_NUMBER, MAX_SIZE, MAX_SPEED,
    MIN_SIZE } from '../wire/errors.js';
import { hullShape, rowShape } from './outlines.js';
import { readMass } from './rube-mass.js';
import { keptOf, numberOf, pointsOf, vectorOf } from './rube-numbers.js';
import { MAX_DENSITY, MAX_FACTOR } from './scene.js';

/** @import { LayerOptions, SceneBody } from '../options/types.js' */
/** @import { Cursor } from './cursor.js' */

const TYPES = /** @type {const} */ (['static', 'kinematic', 'dynamic']);
const MAX_POINTS = 2 ** 20 - 2;
const MAX_CORNERS = 256;
const MAX_LAYERS = 64;

/** A bit field. @param {Cursor} thing @param {string} key @param {number} byDefault */
const bitsOf = (thing, key, byDefault) =>
    thing.at(key).integer(-(2 ** 31), 2 ** 32 - 1, byDefault) >>> 0;

/**
 * Layers for Box2D's filters: one for each pair of category and mask that the file has. Two are solid where each
 * one's mask has a bit of the other's category.
 */
export class Filters {
    /** @type {Map<string, { name: string, category: number, mask: number }>} */
    #found = new Map();

    /** @param {Readonly<Record<number, string>>} names */
    constructor(names) {
        this.names = names;
    }

    /** The layer of a fixture. @param {Cursor} fixture */
    layer(fixture) {
        const [category, mask] = [bitsOf(fixture, 'filter-categoryBits', 1),
            bitsOf(fixture, 'filter-maskBits', 0xffff)];
        const key = `${category} ${mask}`;
        const known = this.#found.get(key);
        if (known) return known.name;
        if (this.#found.size >= MAX_LAYERS - 1)
            fixture.fail(`one of at most ${MAX_LAYERS - 1} pairs of category and mask`);
        const given = this.names[category] ?? (category === 1 ? 'default' : `category ${category}`);
        const taken = new Set(Array.from(this.#found.values(), ({ name }) => name));
        const name = taken.has(given) ? `${given}, mask ${mask}` : given;
        if (taken.has(name))
            fixture.fail(`in a layer of its own, and the option categories names two '${name}'`);
        this.#found.set(key, { name, category, mask });
        return name;
    }

    /**
     * The option `layers` of the world; undefined if 'default' is the only one and solid to itself.
     * @returns {LayerOptions<any> | undefined}
     */
    layers() {
        const all = [...this.#found.values()];
        if (all.every(({ name, category, mask }) => name === 'default' && (category & mask) !== 0))
            return undefined;
        return /** @type {any} */ (Object.fromEntries(
            all.map((from) => [from.name, Object.fromEntries(all.flatMap((to) => {
                const solid = (from.category & to.mask) !== 0 && (to.category & from.mask) !== 0;
                // Pairs that are not named ignore each other, but 'default' and itself.
                return solid ? [[to.name, 'solid']] : from === to ? [[to.name, 'ignore']] : [];
            }))]),
        ));
    }
}

/** The shape of a fixture. @param {Cursor} fixture @returns {Record<string, any>} */
function readShape(fixture) {
    const circle = fixture.at('circle');
    if (!circle.missing) {
        return { shape: 'circle', radius: numberOf(circle, 'radius', MIN_SIZE, MAX_SIZE),
            center: vectorOf(circle, 'center', MAX_COORDINATE) };
    }
    const polygon = fixture.at('polygon');
    if (!polygon.missing) {
        const points = pointsOf(polygon.at('vertices'), MAX_CORNERS, MAX_COORDINATE);
        // R.U.B.E. writes a line of two points as a polygon.
        return points.length === 2 ? rowShape(polygon, points) : hullShape(polygon, points);
    }
    const edge = fixture.at('edge');
    if (!edge.missing)
        return rowShape(edge, [vectorOf(edge, 'vertex1', MAX_COORDINATE),
            vectorOf(edge, 'vertex2', MAX_COORDINATE)]);
    const loop = fixture.at('loop');
    const row = loop.missing ? fixture.at('chain') : loop;
    if (row.missing) fixture.fail("an object with a 'circle', 'polygon' or 'chain'");
    return rowShape(row, pointsOf(row.at('vertices'), MAX_POINTS, MAX_COORDINATE), !loop.missing);
}

/** A fixture as a collider. @param {Cursor} fixture @param {Filters} filters */
function readFixture(fixture, filters) {
    const group = fixture.at('filter-groupIndex').integer(-(2 ** 31), 2 ** 31 - 1, 0);
    const layer = filters.layer(fixture);
    const restitution = Math.min(1, numberOf(fixture, 'restitution', 0, MAX_NUMBER));
    const userData = keptOf(fixture);
    return {
        ...readShape(fixture),
        density: numberOf(fixture, 'density', 0, MAX_DENSITY),
        friction: numberOf(fixture, 'friction', 0, MAX_FACTOR),
        ...(restitution > 0 ? { restitution } : {}),
        ...(fixture.at('sensor').flag(false) ? { trigger: true } : {}),
        ...(layer === 'default' ? {} : { layer }),
        ...(group === 0 ? {} : { group }),
        ...(userData ? { userData } : {}),
    };
}

/** How a body moves. A static or sleeping one has no velocity, and one that does not turn no angular one. @param {Cursor} body @param {string} type */
function readMotion(body, type) {
    if (type === 'static') return {};
    const velocity = vectorOf(body, 'linearVelocity', MAX_SPEED);
    const fixed = body.at('fixedRotation').flag(false);
    const awake = body.at('awake').flag(false);
    const angularVelocity = numberOf(body, 'angularVelocity', -MAX_SPEED, MAX_SPEED);
    const numbers = {
        linearDamping: numberOf(body, 'linearDamping', 0, MAX_FACTOR),
        angularDamping: numberOf(body, 'angularDamping', 0, MAX_FACTOR),
    };
    const gravityScale = numberOf(body, 'gravityScale', -MAX_FACTOR, MAX_FACTOR, 1);
    return {
        ...(!awake || (velocity[0] === 0 && velocity[1] === 0) ? {} : { velocity }),
        ...(!awake || angularVelocity === 0 || fixed ? {} : { angularVelocity }),
        ...Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== 0)),
        ...(gravityScale === 1 ? {} : { gravityScale }),
        ...(fixed ? { lockRotation: true } : {}),
        ...(body.at('bullet').flag(false) ? { bullet: true } : {}),
        ...(body.at('allowSleep').flag(true) ? {} : { canSleep: false }),
        ...(awake ? {} : { awake: false }),
    };
}

/**
 * Images by the body that they are on, -1 for those on none.
 * @param {Cursor} file
 * @param {number} bodies
 */
export function readImages(file, bodies) {
    /** @type {Map<number, unknown[]>} */
    const images = new Map();
    for (const image of file.at('image').list()) {
        const body = image.object().at('body').integer(-1, bodies - 1, -1);
        const on = images.get(body);
        if (on) on.push(image.value);
        else images.set(body, [image.value]);
    }
    return images;
}

/** A body. @param {Cursor} body @param {Filters} filters @param {unknown[] | undefined} images on it @returns {SceneBody} */
export function readBody(body, filters, images) {
    const type = TYPES[body.at('type').integer(0, 2, 0)];
    const angle = numberOf(body, 'angle', -MAX_ANGLE, MAX_ANGLE);
    const colliders =
        /** @type {any[]} */ (body.at('fixture').list().map((fixture) =>
            readFixture(fixture, filters)
        ));
    const mass = type === 'dynamic' ? readMass(body, colliders) : undefined;
    const userData = { ...keptOf(body), ...(images ? { images } : {}) };
    return {
        type,
        position: vectorOf(body, 'position', MAX_COORDINATE),
        ...(angle === 0 ? {} : { angle }),
        ...readMotion(body, type),
        ...(body.at('active').flag(true) ? {} : { enabled: false }),
        ...(colliders.length > 0 ? { colliders } : {}),
        ...(mass ? { mass } : {}),
        ...(Object.keys(userData).length > 0 ? { userData } : {}),
    };
}
