// `npm run generate`: writes what follows from the schema, web/schema/, into src/, web/bridge/ and js/: the lines between
// `<schema NAME>` and `</schema>`. With --check it writes nothing and fails where a region is not as it would be written;
// tests/js/generated.test.mjs does the same. A JavaScript file is formatted as it is written, and compared as it would be.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { body } from '../schema/body.mjs';
import { collider } from '../schema/collider.mjs';
import { cRegions, sharedCRegions } from '../schema/emit-c.mjs';
import { jsRegions, sharedJsRegions } from '../schema/emit-js.mjs';
import { field } from '../schema/field.mjs';
import { jointInC, jointInJs } from '../schema/joint.mjs';
import { mover } from '../schema/mover.mjs';
import { world } from '../schema/world.mjs';
import { listFiles } from './build.mjs';
import { formatJs } from './format-js.mjs';
import { Failure, isMain, root, runMain } from './process.mjs';

/** @import { Subject } from '../schema/rows.mjs' */

/** @type {Subject[]} */
export const subjects = [world, body, collider, field, mover];

/** @typedef {Record<string, () => string>} Regions */

/**
 * All regions by name, such as 'body.enum'.
 * @param {(subject: Subject) => Regions} own of a subject
 * @param {(subjects: Subject[]) => Regions} shared
 * @param {Regions} joint
 */
const byName = (own, shared, joint) =>
    new Map(
        Object.entries({
            ...Object.fromEntries(subjects.map((subject) => [subject.name, own(subject)])),
            joint,
            all: shared(subjects),
        }).flatMap(([name, regions]) =>
            Object.entries(regions).map((
                [key, make],
            ) => /** @type {const} */ ([`${name}.${key}`, make]))
        ),
    );

/** Of .c and .h files, and of JavaScript. */
export const makers = { c: byName(cRegions, sharedCRegions, jointInC),
    js: byName(jsRegions, sharedJsRegions, jointInJs) };

const REGION = /^([ \t]*\/\/ <schema ([\w.]+)>[^\n]*\n)(.*?)^([ \t]*\/\/ <\/schema>)$/gms;

/**
 * A file with its regions written anew, and their names.
 * @param {string} file
 * @returns {{ before: string, after: string, names: string[] }}
 */
function filled(file) {
    const before = readFileSync(join(root, file), 'utf8');
    const known = /\.[ch]$/.test(file) ? makers.c : makers.js;
    /** @type {string[]} */
    const names = [];
    const after = before.replace(REGION, (_, open, name, __, close) => {
        const make = known.get(name);
        if (!make) throw new Failure(`${file}: web/schema/ has no region ${name}`);
        names.push(name);
        const text = make();
        return `${open}${text === '' ? '' : `${text}\n`}${close}`;
    });
    if (names.length === 0 || known === makers.c) return { before, after, names };
    return { before: formatJs(file, before), after: formatJs(file, after), names };
}

/**
 * Writes all regions anew, or only finds those that are stale.
 * @param {{ write: boolean }} options
 * @returns {{ stale: string[], names: string[] }} files that were not as the schema makes them, and all regions that were found
 */
export function generate({ write }) {
    const files = [...listFiles('src', /\.[ch]$/), ...listFiles('web/bridge', /\.[ch]$/),
        ...listFiles('js', /\.js$/)];
    const found = files.map((file) => ({ file, ...filled(file) }));
    const stale = found.filter(({ before, after }) => before !== after);
    if (write) { for (const { file, after } of stale) writeFileSync(join(root, file), after); }
    return { stale: stale.map(({ file }) => file), names: found.flatMap(({ names }) => names) };
}

if (isMain(import.meta.url)) {
    await runMain(async () => {
        const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
        const { stale } = generate({ write: !values.check });
        if (values.check && stale.length > 0)
            throw new Failure(
                `Not as web/schema/ makes them: ${stale.join(', ')}. Run npm run generate.`,
            );
        console.log(
            stale.length === 0
                ? 'All regions are as web/schema/ makes them.'
                : `Written: ${stale.join(', ')}.`,
        );
    });
}
