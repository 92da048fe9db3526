// 'mica2d/trace': the outlines of a picture, and bodies of them. It knows a world by its public members alone.
//
//   const [outline] = traceOutlines(imageData, { scale: 1 / 50 });
//   const body = bodyFromImage(world, imageData, { position: [0, 4], scale: 1 / 50, collider: { density: 2 } });
import { options as readObject, readOptions, wrongType } from './wire/errors.js';
import { TRACE_KEYS, outlinesOf, readSettings } from './trace/outlines.js';
import { readSource } from './trace/picture.js';

/** @import { World } from './index.js' */
/** @import { Body, BodyOptions, ColliderOptions } from './index.js' */

export { traceOutlines } from './trace/outlines.js';

/**
 * How a picture is traced.
 * @typedef {import('./trace/outlines.js').TraceOptions} TraceOptions
 */

/**
 * A solid part of a picture.
 * @typedef {import('./trace/outlines.js').TracedOutline} TracedOutline
 */

/**
 * What a picture can be read from.
 * @typedef {import('./trace/picture.js').TraceSource} TraceSource
 */

/**
 * Pixels of four bytes each.
 * @typedef {import('./trace/picture.js').PixelSource} PixelSource
 */

/**
 * Alpha alone.
 * @typedef {import('./trace/picture.js').AlphaSource} AlphaSource
 */

/**
 * What the colliders of a picture have besides their shapes.
 * @template {string} [L=string]
 * @typedef {object} ImageColliderOptions
 * @property {Omit<ColliderOptions<L>, 'shape'>} [collider] such as density, friction and layer, default those of any collider
 */

/**
 * What a body of a picture takes: how it is traced, and the options of a body.
 * @template {string} [L=string]
 * @typedef {TraceOptions & Omit<BodyOptions<L>, 'collider' | 'colliders'> & ImageColliderOptions<L>} ImageBodyOptions
 */

/**
 * Makes a body of a picture. Its origin is the picture's centre, its mass is area by density, and its centre of mass is that of
 * what is solid. A pixel has the length 1/32 m, and y points as in the world, unless said otherwise. A picture
 * that needs many points becomes many colliders: a coarser `tolerance` makes fewer.
 * @template {string} L
 * @param {World<L>} world
 * @param {TraceSource} source
 * @param {ImageBodyOptions<NoInfer<L>>} [options]
 * @returns {Body<L>}
 * @throws {RangeError | TypeError} if the source or an option is none, or nothing in the picture is solid
 */
export function bodyFromImage(world, source, options = {}) {
    const method = 'bodyFromImage';
    if (typeof world?.createBody !== 'function') wrongType(method, 'world', 'a World', world);
    const given = { ...readObject(method, 'options', options, new Set(Object.keys(options))) };
    const trace = Object.fromEntries(
        [...TRACE_KEYS].filter((key) => key in given).map((key) => [key, given[key]]),
    );
    for (const key of TRACE_KEYS) delete given[key];
    const { collider = {}, ...body } = given;
    const own = readObject(method, 'options.collider', collider,
        new Set(Object.keys(Object(collider))));
    if (own.shape !== undefined || body.colliders !== undefined) {
        throw new TypeError(
            `${method}: the shapes are those of the picture; options.collider has what they have besides`,
        );
    }
    const settings = readSettings(method, readOptions(method, 'options', trace, TRACE_KEYS), {
        scale: world.lengthUnit / 32,
        yDown: world.yDown,
    });
    const outlines = outlinesOf(readSource(method, source, settings.threshold), settings);
    if (outlines.length === 0)
        throw new RangeError(
            `${method}: source must have something solid, got none of alpha ${settings.threshold} or more`,
        );
    return world.createBody(
        /** @type {any} */ ({ ...body,
            colliders: outlines.map((outline) => ({ ...own, shape: 'outline', ...outline })) }),
    );
}
