// 'mica2d/import/physics-editor': shapes drawn on images in PhysicsEditor, as the options of bodies.
//
//   const shapes = await (await fetch('shapes.json')).json();
//   const { bodies } = importPhysicsEditor(shapes, { pixelsPerMetre: 32, images: { banana: texture } });
//   world.createBody({ ...bodies.banana, position: [0, 5] });
//
// It reads the exports for Phaser 3 with Matter, an object for each body, and for Phaser 2 with P2, a list of fixtures.
// Pixels become metres, y upwards.
import { MAX_COORDINATE, MAX_SIZE, MIN_SIZE, inRange, readOptions,
    wrongType } from '../wire/errors.js';
import { Cursor } from './cursor.js';
import { Filters, bitsOf } from './filters.js';
import { FORMATS, checkFormat } from './formats.js';
import { polygonShape } from './outlines.js';
import { MAX_DENSITY, MAX_FACTOR, Metres } from './scene.js';

export * from './types.js';

/** @import { Point } from './outlines.js' */
/** @import { ImportedBodies, PhysicsEditorOptions } from './types.js' */

const METHOD = 'importPhysicsEditor';
const MAX_PIXELS = 1e9;
/** Steps a second for which Matter's `frictionAir`, the share of the velocity lost in a step, is meant. */
const MATTER_RATE = 60;
/** What the file has beside bodies. */
const INFO = 'generator_info';

/**
 * What reading a body needs.
 * @internal
 * @typedef {object} Reading
 * @property {Metres} metres for pixels
 * @property {Filters} filters found so far
 * @property {Point} origin of the body, pixels
 * @property {number} densityScale square metres for square pixels, where the file's density is of these
 */

/** A point of the image in the body's space. @param {Cursor} x @param {Cursor} y @param {Reading} reading */
const pointOf = (x, y, { metres, origin }) =>
    metres.vector(x.number(-MAX_PIXELS, MAX_PIXELS) - origin[0],
        y.number(-MAX_PIXELS, MAX_PIXELS) - origin[1]);

/** A polygon: points, or numbers by twos. @param {Cursor} source @param {Reading} reading */
function polygonOf(source, reading) {
    const list = source.list(2 ** 13);
    if (typeof list[0]?.value === 'number') {
        if (list.length % 2 === 1) source.fail('as many x as y');
        const points = list.flatMap((x,
            i) => (i % 2 === 0 ? [pointOf(x, list[i + 1], reading)] : [])
        );
        return polygonShape(source, points);
    }
    return polygonShape(source,
        list.map((point) => pointOf(point.at('x'), point.at('y'), reading)));
}

/** A circle. @param {Cursor} circle @param {Reading} reading */
function circleOf(circle, reading) {
    const position = circle.at('position');
    const [x, y] = position.missing
        ? [circle.at('x'), circle.at('y')]
        : Array.isArray(position.value)
        ? [position.at(0), position.at(1)]
        : [position.at('x'), position.at('y')];
    const radius = reading.metres.size(circle.at('radius').number(0, MAX_PIXELS));
    if (!(radius >= MIN_SIZE && radius <= MAX_SIZE))
        circle.at('radius').fail(`a radius of ${MIN_SIZE} to ${MAX_SIZE} metres`);
    const center = pointOf(x, y, reading);
    if (!center.every((each) => Math.abs(each) <= MAX_COORDINATE))
        circle.fail('within 1e7 metres of its body');
    return { shape: 'circle', radius, center };
}

/** The shapes of a fixture. @param {Cursor} fixture @param {Reading} reading @returns {Record<string, any>[]} */
function shapesOf(fixture, reading) {
    const [circle, shape] = [fixture.at('circle'), fixture.at('shape')];
    if (!circle.missing) return [circleOf(circle, reading)];
    if (!shape.missing) return [polygonOf(shape, reading)];
    const several = fixture.at('vertices').missing
        ? fixture.at('polygons')
        : fixture.at('vertices');
    if (several.missing) fixture.fail("an object with 'vertices', 'shape', 'polygons' or 'circle'");
    return several.list(2 ** 16).map((polygon) => polygonOf(polygon, reading));
}

/**
 * A fixture as colliders. What it does not say its body says.
 * @param {Cursor} fixture @param {Reading} reading @returns {any[]}
 */
function collidersOf(fixture, reading) {
    const filter = fixture.at('collisionFilter').missing
        ? fixture.at('filter')
        : fixture.at('collisionFilter');
    const bits = filter.missing ? new Cursor(METHOD, filter.path, {}) : filter.object();
    const key = bits.at('categoryBits').missing
        ? ['category', 'mask']
        : ['categoryBits', 'maskBits'];
    const layer = reading.filters.layer(fixture, bitsOf(bits, key[0], 1), bitsOf(bits, key[1], -1));
    const group = bits.at('group').integer(-(2 ** 31), 2 ** 31 - 1, 0);
    const bounce = fixture.at('restitution').missing
        ? fixture.at('bounce')
        : fixture.at('restitution');
    const restitution = Math.min(1, bounce.number(0, MAX_FACTOR, 0));
    const label = fixture.at('label').text('');
    const density = fixture.at('density').number(0, MAX_DENSITY, 1) * reading.densityScale;
    return shapesOf(fixture, reading).map((shape) => ({
        ...shape,
        density: Math.min(density, MAX_DENSITY),
        friction: fixture.at('friction').number(0, MAX_FACTOR, 0.1),
        ...(restitution > 0 ? { restitution } : {}),
        ...(fixture.at('isSensor').flag(false) ? { trigger: true } : {}),
        ...(layer === 'default' ? {} : { layer }),
        ...(group === 0 ? {} : { group }),
        ...(label === '' ? {} : { userData: { label } }),
    }));
}

/** A body of Matter: an object. @param {Cursor} body @param {string} name @param {Reading} reading */
function matterBody(body, name, reading) {
    const lost = body.at('frictionAir').number(0, 1, 0);
    // Matter keeps 1 - lost of the velocity in a step of h, this engine 1 / (1 + h damping).
    const damping = Math.min(MAX_FACTOR, (MATTER_RATE * lost) / (1 - lost));
    const fixtures = body.at('fixtures').list(2 ** 16).map((fixture) =>
        new Cursor(METHOD, fixture.path, fixture.object().value, body)
    );
    return {
        type: body.at('isStatic').flag(false) ? 'static' : 'dynamic',
        ...(damping > 0 ? { linearDamping: damping, angularDamping: damping } : {}),
        colliders: fixtures.flatMap((fixture) => collidersOf(fixture, reading)),
        userData: { name },
    };
}

/**
 * The bodies of a file of PhysicsEditor.
 * @param {unknown} file the parsed JSON of an export for Phaser 3 (Matter) or Phaser 2 (P2)
 * @param {PhysicsEditorOptions} options
 * @returns {ImportedBodies} options of bodies by their names; Matter's densities are of square pixels, so that a
 *     mass in kg is Matter's mass, P2's are in kg/m²
 * @throws {MicaError} 'BAD_FILE' if the file is broken, 'UNSUPPORTED_FILE' if it is of another format; the message names
 *     where
 */
export function importPhysicsEditor(file, options) {
    const o = readOptions(METHOD, 'options', options ?? {},
        new Set(['pixelsPerMetre', 'images', 'categories']));
    const pixelsPerMetre = inRange(METHOD, 'pixelsPerMetre', o.pixelsPerMetre, 1e-3, 1e6);
    const { images = {}, categories = {} } = o;
    for (const [name, value] of Object.entries({ images, categories }))
        if (typeof value !== 'object' || value === null)
            wrongType(METHOD, name, 'an object', value);
    const root = checkFormat(new Cursor(METHOD, '', file), FORMATS.physicsEditor);
    const filters = new Filters(/** @type {Record<number, string>} */ (categories));
    const metres = new Metres(pixelsPerMetre, 1, [0, 0]);
    /** @type {ImportedBodies['bodies']} */
    const bodies = Object.create(null);
    for (const name of Object.keys(/** @type {object} */ (root.value))) {
        if (name === INFO) continue;
        const body = root.at(name);
        const origin = originOf(images, name);
        const isList = Array.isArray(body.value);
        const reading = { metres, filters, origin, densityScale: isList ? 1 : pixelsPerMetre ** 2 };
        bodies[name] = /** @type {any} */ (isList
            ? { type: 'dynamic', userData: { name },
                colliders: body.list(2 ** 16).flatMap((fixture) =>
                    collidersOf(fixture.object(), reading)
                ) }
            : matterBody(body.object(), name, reading));
    }
    const layers = filters.layers();
    return { bodies: { ...bodies }, ...(layers ? { layers } : {}) };
}

/** The middle of an image; its upper left corner if it is not given. @param {any} images @param {string} name @returns {Point} */
function originOf(images, name) {
    if (!Object.hasOwn(images, name)) return [0, 0];
    const path = `images[${JSON.stringify(name)}]`;
    const { width, height } = Object(images[name]);
    return [inRange(METHOD, `${path}.width`, width, 0, MAX_PIXELS) / 2,
        inRange(METHOD, `${path}.height`, height, 0, MAX_PIXELS) / 2];
}
