// The bodies of R.U.B.E. and their fixtures. Called by rube.js.
import { MAX_ANGLE, MAX_COORDINATE, MAX_NUMBER, MAX_SIZE, MAX_SPEED,
    MIN_SIZE } from '../wire/errors.js';
import { bitsOf } from './filters.js';
import { MAX_CORNERS, hullShape, rowShape } from './outlines.js';
import { readMass } from './rube-mass.js';
import { keptOf, numberOf, pointsOf, vectorOf } from './rube-numbers.js';
import { MAX_DENSITY, MAX_FACTOR } from './scene.js';

/** @import { SceneBody } from '../options/types.js' */
/** @import { Cursor } from './cursor.js' */
/** @import { Filters } from './filters.js' */

const TYPES = /** @type {const} */ (['static', 'kinematic', 'dynamic']);
const MAX_POINTS = 2 ** 20 - 2;

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
    const layer = filters.layer(fixture, bitsOf(fixture, 'filter-categoryBits', 1),
        bitsOf(fixture, 'filter-maskBits', 0xffff));
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
