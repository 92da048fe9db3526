// A hundred maps of Tiled with all of its features: at every point of each the world that the importer gives is solid
// where a second reader says so, in metres with y up and in pixels with y down.
import assert from 'node:assert/strict';
import test from 'node:test';
import { DOMParser } from '@xmldom/xmldom';
import { fromScene } from '../../js/scene.js';
import { importTiled } from '../../js/import/tiled.js';
import { parseTiled } from '../../js/import/tiled-xml.js';
import './helpers.mjs';
import { MAPS, makeMap, writeCells } from './tiled-maps.mjs';
import { Reader } from './tiled-reader.mjs';
import { xmlOf } from './tiled-xml-writer.mjs';

/** @import { MadeMap } from './tiled-maps.mjs' */

/** Points along each side of what is looked at. */
const POINTS = 44;
const parse = (/** @type {string} */ text) => new DOMParser().parseFromString(text, 'text/xml');

/** The scene that the importer makes of the map as it is saved. @param {MadeMap} made @param {object} [world] */
function importMade(made, world) {
    const saved = (
        /** @type {any} */ file,
    ) => (made.xml ? parseTiled(xmlOf(file), { parse }) : file);
    return importTiled(saved(writeCells(made)), { ...made.options,
        world: { ...made.options.world, ...world },
        load: (/** @type {string} */ path) => saved(made.files[path]) });
}

let [solid, open] = [0, 0];

for (let i = 0; i < MAPS; ++i) {
    const made = makeMap(i);
    test(`map ${i}: ${made.name}`, async () => {
        const scene = await importMade(made);
        const reader = new Reader(made.map, made.files, made.options);
        const { tilewidth, tileheight, width, height } = made.map;
        assert.deepEqual(
            scene.report.filter(({ why }) =>
                !/nothing in the map collides|^the tile layer/.test(why)
            ),
            [],
        );
        const world = fromScene(scene);
        const inPixels = fromScene(await importMade(made, { lengthUnit: 32, yDown: true }));
        const wrong = [];
        for (let n = 0; n < POINTS ** 2; ++n) {
            const x = tilewidth * (((n % POINTS) + 0.377) * (width + 6) / POINTS - 4.5);
            const y = tileheight * ((Math.floor(n / POINTS) + 0.291) * (height + 6) / POINTS - 4.5);
            // A point near an edge may be on either side of it.
            const expected = reader.at(x, y);
            const near = [[0.01, 0], [-0.01, 0], [0, 0.01], [0, -0.01]].map(([dx, dy]) =>
                reader.at(x + dx, y + dy)
            );
            if (expected === undefined || near.some((each) => each !== expected)) continue;
            const found = world.overlapPoint(x / tilewidth, -y / tilewidth).length > 0;
            if (found !== expected) wrong.push([x, y, expected]);
            if ((inPixels.overlapPoint(x, y).length > 0) !== expected)
                wrong.push(['in pixels', x, y, expected]);
            if (expected) ++solid;
            else ++open;
        }
        world.destroy();
        inPixels.destroy();
        assert.deepEqual(wrong, []);
    });
}

test('the maps are solid here and open there', () => {
    assert.ok(solid > 15_000 && open > 100_000, `${solid} points are solid, ${open} open`);
});
