// The content security policy of the site: what its pages may load and run. site.mjs writes it into every page. The frame of
// a program in the guide has one of its own besides (demo/guide/frame.js).
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './process.mjs';

/** @param {string} text of an inline script */
const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The texts of a page's inline scripts. @param {string} html */
const inlineScripts = (html) =>
    Array.from(html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g), ([, text]) => text);

/** The pages that play other engines: Box2D's module makes functions of text. */
const COMPARES = ['demo/chains/index.html', 'demo/stress/index.html'];

/**
 * The policy of a page. That of a page of the guide holds in the frames of its programs too, which are modules with addresses of
 * blobs, after the script that each frame begins with.
 * @param {string} page its path in the site
 * @param {string} html whose own inline scripts may run
 */
function policyOf(page, html) {
    const runsPrograms = page.startsWith('demo/guide/');
    const hashes = inlineScripts(html).map(hashOf);
    const sandbox = runsPrograms
        ? ['blob:', hashOf(readFileSync(join(root, 'demo', 'guide', 'sandbox.js'), 'utf8'))]
        : [];
    const blob = runsPrograms ? ['blob:'] : [];
    const evaluates = COMPARES.includes(page) ? ["'unsafe-eval'"] : [];
    /** @type {Record<string, string[]>} */
    const directives = {
        'default-src': ["'self'"],
        'script-src': ["'self'", "'wasm-unsafe-eval'", ...evaluates, ...hashes, ...sandbox],
        'worker-src': ["'self'", ...blob],
        'style-src': ["'self'", "'unsafe-inline'"], // attributes of elements, and the style sheets of the editor
        'img-src': ["'self'", 'data:', ...blob],
        'frame-src': ["'none'"], // a document that is written out needs no leave
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
    };
    return Object.entries(directives).map(([name, sources]) => `${name} ${sources.join(' ')}`).join(
        '; ',
    );
}

/** A page with its policy, before all that it is about. @param {string} page its path in the site @param {string} html */
export function withPolicy(page, html) {
    const charset = '<meta charset="utf-8">';
    if (!html.includes(charset)) throw new TypeError(`${page} has no ${charset}`);
    return html.replace(charset,
        `${charset}\n  <meta http-equiv="Content-Security-Policy" content="${
            policyOf(page, html)
        }">`);
}
