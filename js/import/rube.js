// 'mica2d/import/rube': a world of R.U.B.E., the editor of Box2D worlds, as a scene.
//
//   const world = fromScene(importRube(await (await fetch('car.json')).json()));
//
// R.U.B.E. draws in metres with y upwards, as here. What differs from Box2D 2.3: a bounce is at most 1, categories and
// masks become layers, and a soft weld a hinge with a spring.
import { readOptions, wrongType } from '../wire/errors.js';
import { Cursor } from './cursor.js';
import { FORMATS, checkFormat } from './formats.js';
import { Report } from './report.js';
import { Filters } from './filters.js';
import { readBody, readImages } from './rube-bodies.js';
import { readJoints } from './rube-joints.js';
import { numberOf, vectorOf } from './rube-numbers.js';
import { MAX_FACTOR } from './scene.js';

export * from './types.js';

/** @import { WorldOptions } from '../options/types.js' */
/** @import { ImportedScene, RubeOptions } from './types.js' */

const METHOD = 'importRube';

/**
 * A world of R.U.B.E. as a scene.
 * @param {unknown} world the parsed JSON of an exported world
 * @param {RubeOptions} [options]
 * @returns {ImportedScene} its bodies and joints under their numbers in the file, except gears that are reported
 * @throws {MicaError} 'BAD_FILE' if the file is broken, 'UNSUPPORTED_FILE' if it is of another format; the message names
 *     where
 */
export function importRube(world, options) {
    const o = readOptions(METHOD, 'options', options ?? {}, new Set(['world', 'categories']));
    const { world: over = {}, categories = {} } = o;
    if (typeof over !== 'object' || over === null) wrongType(METHOD, 'world', 'an object', over);
    const { lengthUnit = 1, yDown } = /** @type {WorldOptions<any>} */ (over);
    if (lengthUnit !== 1 || yDown)
        throw new TypeError(
            `${METHOD}: world.lengthUnit must be 1 and world.yDown false: R.U.B.E. has metres, y up; \`scaleScene\` takes the scene to another unit`,
        );
    if (typeof categories !== 'object' || categories === null)
        wrongType(METHOD, 'categories', 'an object', categories);
    const file = checkFormat(new Cursor(METHOD, '', world), FORMATS.rube);
    const report = new Report();
    const filters = new Filters(/** @type {Record<number, string>} */ (categories));
    const given = file.at('body').list();
    const images = readImages(file, given.length);
    const bodies = given.map((body, i) => readBody(body, filters, images.get(i)));
    const stepsPerSecond = numberOf(file, 'stepsPerSecond', 0, 1e6) || 60;
    if (stepsPerSecond < 1) file.at('stepsPerSecond').fail('0, or at least 1');
    const joints = readJoints(file, bodies, stepsPerSecond, report);
    if (images.has(-1))
        bodies.push({ type: 'static', userData: { name: 'images', images: images.get(-1) } });
    const layers = filters.layers();
    return {
        mica2d: 1,
        world: {
            gravity: vectorOf(file, 'gravity', MAX_FACTOR),
            ...(file.at('allowSleep').flag(false) ? {} : { sleep: false }),
            ...(stepsPerSecond === 60 ? {} : { fixedStep: 1 / stepsPerSecond }),
            ...(layers ? { layers } : {}),
            ...over,
        },
        bodies,
        joints,
        report: report.notes,
    };
}
