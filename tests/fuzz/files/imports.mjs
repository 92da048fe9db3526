// Files of level editors, damaged: each is refused by its path, or a scene of which a world is made. Layers of Tiled
// that are packed are damaged as bytes besides: cut, of another length, or a bomb.
import { readFileSync } from 'node:fs';
import { deflateSync, gzipSync } from 'node:zlib';
import { MicaError, World } from '../../../js/index.js';
import { fromScene } from '../../../js/scene.js';
import { importLdtk } from '../../../js/import/ldtk.js';
import { importRube } from '../../../js/import/rube.js';
import { importTiled } from '../../../js/import/tiled.js';
import { makeChance } from './chance.mjs';
import { damageJson } from './json.mjs';
import { Find, useWorld } from './probe.mjs';
import { MAX_BYTES, sizeOf } from './scenes.mjs';

/** @import { Chance } from './chance.mjs' */
/** @import { Damage } from './json.mjs' */
/** @import { Kind } from './kind.mjs' */

/** @typedef {{ files: any[], variant: number }} ImportFile the file, and those that it names */

/** @param {string} name */
const fixture = (name) =>
    JSON.parse(readFileSync(new URL(`../../fixtures/import/${name}`, import.meta.url), 'utf8'));

/** A scene may hold values of the file that are no JSON, and levels without end: the engine refuses these alone. */
const NO_JSON = /must be JSON, got|^fromScene: world/;

/**
 * @param {string} name
 * @param {number} weight
 * @param {readonly any[][]} good each a file and those that it names
 * @param {(file: any, others: any[]) => any} importFile
 * @param {readonly Damage[]} [own]
 * @returns {Kind<ImportFile>}
 */
function importKind(name, weight, good, importFile, own) {
    const texts = good.map((files) => JSON.stringify(files));
    const others = good.flat();
    /** @param {number} base @param {readonly number[]} changes @param {(text: string) => void} [tell] @returns {ImportFile} */
    const damage = (base, changes, tell) => {
        const chance = makeChance(changes[0]);
        const files = JSON.parse(texts[base % texts.length]);
        const at = chance.once(3) ? chance.below(files.length) : 0;
        const root = { file: files[at] };
        for (const seed of changes.slice(1)) damageJson(root, seed, others, own, tell);
        files[at] = root.file;
        return { files, variant: chance.below(64) };
    };
    return {
        name,
        bases: texts.length,
        weight,
        damage,
        bytes: ({ files }) => sizeOf(files),
        async take({ files: [file, ...rest], variant }) {
            let scene;
            try {
                scene = await importFile(file, rest);
            } catch (error) {
                if (error instanceof MicaError
                    && ['BAD_FILE', 'UNSUPPORTED_FILE'].includes(error.code)
                    && /^import\w+: .*\w/.test(error.message)) return false;
                throw error;
            }
            const world = openImported(scene);
            if (world) useWorld(world, variant);
            return world !== undefined;
        },
        describe(base, changes) {
            const lines = [`file ${base % texts.length} of ${name}`];
            damage(base, changes, (text) => lines.push(`  ${text}`));
            return lines;
        },
    };
}

/** @param {any} scene @returns {World<any> | undefined} */
function openImported(scene) {
    try {
        return fromScene(scene, { maxBytes: MAX_BYTES });
    } catch (error) {
        if (error instanceof MicaError
            && (['NO_MEMORY', 'CAPACITY'].includes(error.code) || NO_JSON.test(error.message)))
            return undefined;
        throw new Find('an imported scene is refused', error);
    }
}

// ------------------------------------------------------------------------------------------ Tiled

/** A tileset whose tiles are full, a slope, half, and a circle. */
const TILESET = {
    firstgid: 1,
    name: 'set',
    tilewidth: 16,
    tileheight: 16,
    tilecount: 4,
    columns: 2,
    tiles: [[{ x: 0, y: 0, width: 16, height: 16 }], [{ x: 0, y: 16,
        polygon: [{ x: 0, y: 0 }, { x: 16, y: -16 }, { x: 16, y: 0 }] }], [{ x: 0, y: 0, width: 16,
        height: 8 }], [{ x: 4, y: 4, width: 8, height: 8, ellipse: true }]]
        .map((objects, id) => ({ id, objectgroup: { type: 'objectgroup', objects } })),
};
const IDS = [1, 0, 0, 2, 1, 1, 2 ** 31 + 2, 3, 1, 4, 4, 1];

/** @param {ArrayLike<number>} ids */
const bytesOf = (ids) => Buffer.from(Uint32Array.from(ids).buffer);

/** Ids as text in base64. @param {Buffer} bytes @param {string} compression */
const pack = (bytes, compression) =>
    (compression === 'gzip' ? gzipSync(bytes) : compression === 'zlib' ? deflateSync(bytes) : bytes)
        .toString('base64');

/** @param {any} layer @param {any} [more] of the map */
const mapOf = (layer, more) => ({
    type: 'map',
    orientation: 'orthogonal',
    infinite: false,
    width: 4,
    height: 3,
    tilewidth: 16,
    tileheight: 16,
    tilesets: [TILESET],
    layers: [{ type: 'tilelayer', name: 'tiles', width: 4, height: 3, ...layer }],
    ...more,
});

/** A few kilobytes that unpack to a hundred megabytes. */
const BOMBS = { zlib: () => pack(Buffer.alloc(1e8), 'zlib'),
    gzip: () => pack(Buffer.alloc(1e8), 'gzip') };
/** @type {Record<string, string>} */
const bombs = {};

/** A layer or chunk of the map that has packed data. @param {any} root @param {Chance} chance */
function packedLayer(root, chance) {
    const found =
        (root.file?.layers ?? []).filter?.((/** @type {any} */ each) =>
            each && typeof each === 'object' && !Object.isFrozen(each)
        ) ?? [];
    return found.length > 0 ? chance.pick(found) : undefined;
}

/** Damage to packed layers. @type {readonly Damage[]} */
const PACKED = [
    (chance, _, __, root) => {
        const layer = packedLayer(root, chance);
        if (!layer) return;
        layer.compression = chance.pick(['zlib', 'gzip']);
        layer.encoding = 'base64';
        const kind = /** @type {'zlib' | 'gzip'} */ (chance.pick(['zlib', 'gzip']));
        layer.data = bombs[kind] ??= BOMBS[kind]();
    },
    (chance, _, __, root) => { // another size, of which the data is right
        const layer = packedLayer(root, chance);
        if (!layer) return;
        [layer.width, layer.height] = chance.pick([[1, 1], [2, 50], [100, 1], [64, 64], [300, 2]]);
        layer.encoding = 'base64';
        layer.compression = chance.pick(['', 'zlib', 'gzip']);
        layer.data = pack(
            bytesOf(
                Array.from({ length: layer.width * layer.height },
                    () => chance.pick([0, 1, 2, 3, 4, 5, 2 ** 31 + 2, 2 ** 29 + 2, 2 ** 32 - 1])),
            ),
            layer.compression,
        );
        delete layer.chunks;
    },
    (chance, _, __, root) => {
        const layer = packedLayer(root, chance);
        const holder = layer
            && (Array.isArray(layer.chunks) && layer.chunks[0] ? chance.pick(layer.chunks) : layer);
        if (typeof holder?.data !== 'string') return;
        const text = holder.data;
        const at = chance.below(text.length + 1);
        holder.data = chance.pick([text.slice(0, at), text + text,
            `${text.slice(0, at)}A${text.slice(at + 1)}`, `${text.slice(0, at)}*${text.slice(at)}`,
            text.slice(at), `${text}====`]);
    },
    (chance, _, __, root) => {
        const layer = packedLayer(root, chance);
        if (layer)
            [layer.width, layer.height] = chance.pick([[1e9, 1e9], [2 ** 20, 1], [1, 2 ** 20 - 2], [
                1e5,
                1e5,
            ], [0, 0], [-1, -1], [65536, 65536]]);
    },
];

export function tiledKind() {
    const data = pack(bytesOf(IDS), '');
    const chunks = [[0, 0], [4, 0], [-4, 3]].map(([x, y]) => ({ x, y, width: 4, height: 3,
        data: IDS })
    );
    const maps = [
        mapOf({ data: IDS }),
        mapOf({ data, encoding: 'base64' }),
        mapOf({ chunks }, { infinite: true }),
        ...['zlib', 'gzip'].map((compression) =>
            mapOf({ data: pack(bytesOf(IDS), compression), encoding: 'base64', compression })
        ),
        mapOf({ encoding: 'base64', compression: 'zlib',
            chunks: chunks.map((chunk) => ({ ...chunk, data: pack(bytesOf(IDS), 'zlib') })) }, {
            infinite: true,
        }),
    ];
    return importKind('tiled', 2, [[fixture('cave.tmj'), fixture('props.tsj'),
        fixture('templates/barrel.tj')], [fixture('town.world'), fixture('props.tsj'),
        fixture('templates/barrel.tj'), fixture('cave.tmj')], ...maps.map((map) => [map])],
        (map, [props, barrel, cave]) =>
            importTiled(map, { objects: 'all', load: (
                path,
            ) => (path.endsWith('.tj') ? barrel : path.endsWith('.tmj') ? cave : props) }), PACKED);
}

export function ldtkKind() {
    const entities = { Player: { type: /** @type {const} */ ('dynamic'), collider: {} },
        Crate: { collider: { friction: 1 } } };
    return importKind('ldtk', 1, [[fixture('world.ldtk'), fixture('world/Hall.ldtkl')]],
        (project, [hall]) => importLdtk(project, { load: () => hall, entities }));
}

export function rubeKind() {
    return importKind('rube', 1, [[fixture('machine.json')]], (world) => importRube(world));
}
