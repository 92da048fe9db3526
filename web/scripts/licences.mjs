// The licences of the libraries that are bundled into the site, for the page that shows their texts. Vite lists the packages of its own
// bundles; packagesOf finds those of a bundle of esbuild. Called by site.mjs.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, root } from './process.mjs';

/**
 * @typedef {object} Licence of one package, as Vite lists it
 * @property {string} name
 * @property {string} version
 * @property {string} [identifier] such as MIT
 * @property {string} [text]
 */

/** The file that holds a package's licence. */
const LICENCE_FILE = /^(licen[cs]e|copying)/i;

/** A package's licence. @param {string} folder @returns {Licence} */
function readLicence(folder) {
    const { name, version, license } = JSON.parse(
        readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const file = readdirSync(folder).find((each) => LICENCE_FILE.test(each));
    return { name, version, identifier: license,
        text: file && readFileSync(join(folder, file), 'utf8').trim() };
}

/** The licences of the packages that files belong to. @param {string[]} files below the repository's root */
export function packagesOf(files) {
    const folders = new Set(
        files.map((file) => /^.*\bnode_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0]),
    );
    return Array.from(folders).flatMap((
        folder,
    ) => (folder ? [readLicence(join(root, folder))] : []));
}

/**
 * The text of a licence. A package without one may name the Apache licence, whose text is the same for all: TypeScript has it.
 * @param {Licence} licence
 */
function textOf({ name, identifier, text }) {
    if (text) return text;
    if (identifier === 'Apache-2.0')
        return /** @type {string} */ (readLicence(join(root, 'node_modules', 'typescript')).text);
    throw new Failure(
        `The package ${name} is bundled into the site and has no text of its licence.`,
    );
}

/** @param {string} text */
const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * The page of licences with the texts in the place of its paragraph that stands for them. Packages with the same text share it.
 * @param {string} page
 * @param {Licence[]} licences
 */
export function renderLicences(page, licences) {
    /** @type {Map<string, Set<string>>} */
    const names = new Map();
    for (const licence of [...licences].sort((a, b) => (a.name < b.name ? -1 : 1))) {
        const text = textOf(licence);
        names.set(text, (names.get(text) ?? new Set()).add(`${licence.name} ${licence.version}`));
    }
    const sections = Array.from(names,
        ([text, of]) =>
            `<h2>${escape([...of].join(', '))}</h2>\n<pre tabindex="0">${escape(text)}</pre>\n`);
    return page.replace(/<p class="texts">[^]*?<\/p>\n/, () => sections.join(''));
}
