#!/usr/bin/env node
// The command mica2d-trace: the outlines of PNG files as JSON, so that a game traces no pictures while it runs. package.mjs
// bundles it with the decoder. It prints to the console or writes to the file of --out.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { PNG } from 'pngjs';
import { traceOutlines } from '../../js/trace.js';

const HELP = `mica2d-trace FILE.png …: the outlines of what is solid in pictures, as JSON

  --threshold N   the least alpha that is solid, 1 to 255 (128)
  --tolerance N   how far outlines may be off, in pixels, 0.2 to 100 (1)
  --min-area N    solid specks and holes below this area are left out, in square pixels (4)
  --scale N       length of a pixel in units of the world (1/32)
  --y-down        y points down, as in a world with yDown
  --all-points    keep every point of the edge but those in a line
  --out FILE      write to a file; without it, print
  --help

One picture gives { "width", "height", "outlines": [{ "points", "holes" }] }, its size in pixels; several give an
object with one of these for each, by file name. In the game, an outline is a collider:
  world.createBody({ colliders: outlines.map((each) => ({ shape: 'outline', ...each })) })`;

/** A PNG file begins so. */
const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
const MAX_PIXELS = 2 ** 24;

/** What the user did wrong. */
class Refused extends Error {}

/** @param {string} file @returns {{ data: Uint8Array, width: number, height: number }} */
function readPng(file) {
    let bytes;
    try {
        bytes = readFileSync(file);
    } catch (error) {
        throw new Refused(`${file} cannot be read: ${/** @type {Error} */ (error).message}`);
    }
    if (bytes.length < 33 || !SIGNATURE.every((byte, i) => bytes[i] === byte))
        throw new Refused(`${file} is no PNG file`);
    // The size first: a small file may hold a picture that fills the memory.
    const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    if (width * height > MAX_PIXELS)
        throw new Refused(
            `${file} must have at most ${MAX_PIXELS} pixels, got ${width} by ${height}`,
        );
    try {
        return PNG.sync.read(bytes);
    } catch (error) {
        throw new Refused(`${file} is damaged: ${/** @type {Error} */ (error).message}`);
    }
}

/** @param {string} option @param {string | undefined} text */
function readNumber(option, text) {
    if (text === undefined) return undefined;
    const number = text.trim() === '' ? NaN : Number(text);
    if (!Number.isFinite(number)) throw new Refused(`--${option} must be a number, got ${text}`);
    return number;
}

/** A number as short as it may be: a thousandth of a pixel is right. @param {number[]} ring @param {number} scale */
function shortened(ring, scale) {
    const digits = Math.max(0, Math.ceil(3 - Math.log10(scale)));
    return ring.map((number) => Number(number.toFixed(digits)));
}

/** @param {string} file @param {import('../../js/trace.js').TraceOptions} options */
function trace(file, options) {
    const png = readPng(file);
    const outlines = traceOutlines(png, options);
    const scale = options.scale ?? 1 / 32;
    return { width: png.width, height: png.height,
        outlines: outlines.map(({ points, holes }) => ({ points: shortened(points, scale),
            holes: holes.map((hole) => shortened(hole, scale)) })
        ) };
}

/** @param {string[]} given */
function run(given) {
    const { values, positionals: files } = parseArgs({ args: given, allowPositionals: true,
        options: { threshold: { type: 'string' }, tolerance: { type: 'string' },
            'min-area': { type: 'string' }, scale: { type: 'string' },
            'y-down': { type: 'boolean' }, 'all-points': { type: 'boolean' },
            out: { type: 'string' }, help: { type: 'boolean' } } });
    if (values.help) return console.log(HELP);
    if (files.length === 0) throw new Refused('name a PNG file; --help says more');
    const options = {
        threshold: readNumber('threshold', values.threshold),
        tolerance: readNumber('tolerance', values.tolerance),
        minArea: readNumber('min-area', values['min-area']),
        scale: readNumber('scale', values.scale),
        yDown: values['y-down'],
        simplify: !values['all-points'],
    };
    const names = files.map((file) => basename(file));
    const twice = names.find((name, i) => names.indexOf(name) !== i);
    if (twice !== undefined) throw new Refused(`two files have the name ${twice}`);
    const traced = files.map((file) => trace(file, options));
    const text = JSON.stringify(files.length === 1
        ? traced[0]
        : Object.fromEntries(names.map((name, i) => [name, traced[i]])));
    if (values.out === undefined) return console.log(text);
    try {
        writeFileSync(values.out, `${text}\n`);
    } catch (error) {
        throw new Refused(
            `${values.out} cannot be written: ${/** @type {Error} */ (error).message}`,
        );
    }
}

try {
    run(process.argv.slice(2));
} catch (error) {
    const known = error instanceof Refused || error instanceof RangeError
        || /** @type {any} */ (error).code?.startsWith('ERR_PARSE_ARGS');
    if (!known) throw error;
    console.error(`mica2d-trace: ${/** @type {Error} */ (error).message}`);
    process.exitCode = 1;
}
