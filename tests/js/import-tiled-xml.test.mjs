// Files of Tiled in XML: what parseTiled makes of them is what Tiled's export to JSON has, and becomes the same scene.
import assert from 'node:assert/strict';
import test from 'node:test';
import { gzipSync, deflateSync } from 'node:zlib';
import { DOMParser, onErrorStopParsing } from '@xmldom/xmldom';
import { importTiled } from '../../js/import/tiled.js';
import { parseTiled } from '../../js/import/tiled-xml.js';
import { refuses } from './helpers.mjs';
import { part } from '../sample.mjs';
import { build, chance, fixture, named, namesOf } from './imported.mjs';
import { xmlOf } from './tiled-xml-writer.mjs';

/** A parser that refuses what a browser's does. @param {string} text */
const parse = (text) =>
    new DOMParser({ onError: onErrorStopParsing }).parseFromString(text, 'text/xml');

/** @param {string} text @returns {any} */
const read = (text) => parseTiled(text, { parse });

test('the map of the fixture in XML becomes the scene of the map in JSON, with its tileset and template', async () => {
    const map = fixture('cave.tmj');
    const scene = await importTiled(map, { load: fixture });
    const loaded = /** @type {string[]} */ ([]);
    const again = await importTiled(read(xmlOf(map)), { load: (path) => {
        loaded.push(path);
        return read(xmlOf(fixture(path)));
    } });
    assert.deepEqual(again, scene);
    assert.ok(loaded.length >= 2);
    build(again).world.destroy();
});

for (const name of ['both', 'classes', 'groups', 'infinite', 'names', 'none', 'objects', 'silent',
    'tiles', 'tilesets', 'words'])
{
    test(`the map ${name} in XML becomes the scene of the map in JSON`, async () => {
        const map = fixture(`solid/${name}.tmj`);
        assert.deepEqual(await importTiled(read(xmlOf(map))), await importTiled(map));
    });
}

test('cells: elements, text with commas, base64 plain and packed, in chunks', async () => {
    const data = [0, 1, 2, 2 ** 31 + 2, 2 ** 32 - 1 - 2 ** 28 * 15 + 1, 0];
    data[4] = 1;
    const bytes = Buffer.from(Uint32Array.from(data).buffer);
    const writings = [{ data, encoding: 'xml' }, { data, encoding: 'csv' }, {
        data: bytes.toString('base64'),
        encoding: 'base64',
    }, { data: gzipSync(bytes).toString('base64'), encoding: 'base64', compression: 'gzip' }, {
        data: deflateSync(bytes).toString('base64'),
        encoding: 'base64',
        compression: 'zlib',
    }];
    const tilesets = [{ firstgid: 1, name: 'a & "b" <c>', tilewidth: 16, tileheight: 16,
        tilecount: 2, tiles: [{
            id: 0,
            properties: [{ name: 'collides', type: 'bool', value: true }],
        }, { id: 1, properties: [{ name: 'tile', value: 'RISE' }] }] }];
    for (const each of writings) {
        for (const chunks of [false, true]) {
            const { data: own, ...how } = each;
            const place = { name: 'ground', width: 3, height: 2 };
            const map = { type: 'map', orientation: 'orthogonal', width: 3, height: 2,
                tilewidth: 16, tileheight: 16, infinite: chunks, tilesets,
                layers: [{ type: 'tilelayer', ...place, ...how, ...(chunks
                    ? { chunks: [{ x: -3, y: 0, width: 3, height: 2, data: own }] }
                    : { data: own }) }] };
            const [{ colliders: [first] = [] }] = (await importTiled(read(xmlOf(map)))).bodies;
            assert.ok(first.shape === 'tiles');
            assert.deepEqual(first.cells, [0, 1, 2, 2 + 2 ** 30, 1, 0]);
            assert.deepEqual(first.origin, [chunks ? -3 : 0, -2]);
            assert.equal(/** @type {any} */ (first.map)[1].userData.tileset, 'a & "b" <c>');
        }
    }
});

test('properties of every type, text of several lines, shapes of every kind', () => {
    const { properties: all, layers: [{ objects }], tilesets: [{ tiles, source }] } = read(`
        <map width="1" height="1" tilewidth="8" tileheight="8" infinite="0"><properties>
          <property name="text" value="a&#10;b"/><property name="lines">one
two</property><property name="none"/>
          <property name="int" type="int" value="-3"/><property name="float" type="float" value="1e-3"/>
          <property name="yes" type="bool" value="true"/><property name="no" type="bool" value="false"/>
          <property name="color" type="color" value="#ff00ff00"/><property name="file" type="file" value="a/b.png"/>
          <property name="object" type="object" value="7"/>
          <property name="class" type="class" propertytype="Door"><properties>
            <property name="open" type="bool" value="true"/>
            <property name="key" type="class"><properties><property name="weight" type="float" value="2"/></properties></property>
          </properties></property>
          <property name="list" type="list"><item type="int" value="4"/><item value="five"/></property>
        </properties>
        <tileset firstgid="1"><tile id="2"><image source="x.png" width="5" height="6"/></tile>
          <wangsets><wangset name="w"><wangtile tileid="0" wangid="0,1"/></wangset></wangsets></tileset>
        <objectgroup name="o">
          <object id="1" x="1.5" y="-2" visible="0"><ellipse/></object>
          <object id="2"><point/></object><object id="3"><capsule/></object>
          <object id="4"><polygon points="0,0 4,0  4,-3.5"/></object>
          <object id="5"><polyline points="0,0 1,1"/></object>
          <object id="6" name="&lt;sign&gt;"><text wrap="1">Hi &amp; bye</text></object>
          <object id="7" template="t.tx"/>
        </objectgroup></map>`);
    assert.deepEqual(
        Object.fromEntries(all.map((/** @type {any} */ { name, value }) => [name, value])),
        {
            text: 'a\nb',
            lines: 'one\ntwo',
            none: '',
            int: -3,
            float: 1e-3,
            yes: true,
            no: false,
            color: '#ff00ff00',
            file: 'a/b.png',
            object: 7,
            class: { open: true, key: { weight: 2 } },
            list: [{ type: 'int', value: 4 }, { type: 'string', value: 'five' }],
        },
    );
    assert.deepEqual(objects.slice(0, 5), [
        { id: 1, x: 1.5, y: -2, visible: false, ellipse: true },
        { id: 2, point: true },
        { id: 3, capsule: true },
        { id: 4, polygon: [{ x: 0, y: 0 }, { x: 4, y: 0 }, { x: 4, y: -3.5 }] },
        { id: 5, polyline: [{ x: 0, y: 0 }, { x: 1, y: 1 }] },
    ]);
    assert.deepEqual([objects[5].name, objects[5].text.text, objects[6].template], ['<sign>',
        'Hi & bye', 't.tx']);
    assert.deepEqual([tiles, source], [[{ id: 2, image: 'x.png', imagewidth: 5, imageheight: 6 }],
        undefined]);
});

test('JSON is parsed too, so that one `load` is enough for a world of maps', async () => {
    /** @type {Record<string, string>} */
    const files = {
        'all.world': JSON.stringify({ type: 'world', maps: [{ fileName: 'a/a.tmx', x: 0, y: 0 }] }),
        'a/a.tmx': xmlOf({ ...fixture('solid/tiles.tmj'),
            tilesets: [{ firstgid: 1, source: '../set.tsj' }] }),
        'set.tsj': JSON.stringify({ ...fixture('solid/tiles.tmj').tilesets[0], type: 'tileset' }),
    };
    const load = async (/** @type {string} */ path) => read(files[path]);
    const scene = await importTiled(await load('all.world'), { load });
    const { layers } = fixture('solid/tiles.tmj');
    assert.ok(namesOf(scene).includes(layers[1].name));
    assert.equal(named(scene, layers[1].name).userData.map, 'a/a.tmx');
});

test('what is no file of Tiled is refused', async () => {
    const bad = (/** @type {string} */ text, /** @type {string} */ code,
        /** @type {RegExp} */ message) => refuses(() => read(text), code, message);
    bad('<map><layer></map>', 'BAD_FILE', /^parseTiled: the text is no XML: /);
    bad('', 'BAD_FILE', /^parseTiled: the text is no JSON: /);
    bad('{', 'BAD_FILE', /^parseTiled: the text is no JSON: /);
    bad('<svg/>', 'UNSUPPORTED_FILE',
        /^parseTiled: the text is XML of "svg", which is none of Tiled: "map", "tileset", "template"$/);
    bad(`<map>${'<group>'.repeat(200)}${'</group>'.repeat(200)}</map>`, 'BAD_FILE',
        /at most 100 groups/);
    const message = (/** @type {string} */ text) =>
        parseTiled('<map/>', {
            parse: () => ({ documentElement: { nodeName: 'html' }, getElementsByTagName: () => [{
                textContent: text,
            }] }),
        });
    refuses(() => message('error on line 1\nat column 2'), 'BAD_FILE', /no XML: error on line 1$/);
    refuses(() => parseTiled('<map/>', { parse: () => 3 }), TypeError,
        /^parseTiled: parse must be a function that gives a Document, got 3/);
    refuses(() => parseTiled('<map/>', { parse: /** @type {any} */ (3) }), TypeError,
        /parse must be a function, got 3/);
    refuses(() => parseTiled('<map/>'), TypeError,
        /parse must be given where there is no DOMParser/);
    refuses(() => parseTiled(/** @type {any} */ (null)), TypeError,
        /text must be a string, got null/);
    refuses(() => parseTiled('{}', /** @type {any} */ ({ parser: 1 })), TypeError, /parser/);
    // Values are checked by importTiled, with the path that they have in JSON.
    await assert.rejects(importTiled(read('<map tilewidth="wide" tileheight="8"/>')), {
        code: 'BAD_FILE',
        message: /^importTiled: tilewidth must be a number from 0.001 to 1000000, got "wide"$/,
    });
    await assert.rejects(
        importTiled(
            read(
                '<map tilewidth="8" tileheight="8"><layer width="2" height="1"><data encoding="csv">1,x</data></layer></map>',
            ),
        ),
        {
            message:
                /^importTiled: layers\[0\]\.data\[1\] must be a number from 0 to 4294967295, got "x"$/,
        },
    );
    await assert.rejects(importTiled(parse('<map/>')), { code: 'UNSUPPORTED_FILE',
        message: /is XML, .* parseTiled/ });
});

test('text changed by chance is refused, or becomes a map that is imported or refused', async () => {
    const text = xmlOf(fixture('cave.tmj'));
    const counts = { text: 0, map: 0, made: 0 };
    for (let seed = 1; seed <= part(400, 4); ++seed) {
        const random = chance(seed);
        let changed = text;
        for (let changes = Math.ceil(3 * random()); changes > 0; --changes) {
            const at = Math.floor(changed.length * random());
            const odd = ['', '"', '<', '>', '/', '&', '0', '-', 'e', ' ', '="',
                changed.slice(at, at + 30)];
            changed = changed.slice(0, at) + odd[Math.floor(odd.length * random())]
                + changed.slice(at + (random() < 0.5 ? 1 : 0));
        }
        /** @type {keyof typeof counts} */
        let stage = 'text';
        try {
            const map = read(changed);
            stage = 'map';
            await importTiled(map, { load: fixture });
            stage = 'made';
        } catch (error) {
            const { name, code } = /** @type {any} */ (error);
            assert.equal(name, 'MicaError', `seed ${seed}: ${/** @type {any} */ (error).stack}`);
            assert.ok(['BAD_FILE', 'UNSUPPORTED_FILE'].includes(code), `seed ${seed}: ${code}`);
        }
        ++counts[stage];
    }
    assert.ok(Math.min(...Object.values(counts)) > part(10, 4), JSON.stringify(counts));
});
