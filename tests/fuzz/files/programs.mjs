// Links that bring a program to the playground (demo/guide/link.js), damaged: letters changed, other JSON, bombs. Each is refused, or
// gives a program and files that are texts, no larger than a link may unpack to.
import { deflateRawSync } from 'node:zlib';
import { readProgram } from '../../../demo/guide/link.js';
import { damageNumber, damageRange } from './bytes.mjs';
import { makeChance } from './chance.mjs';
import { damageJson } from './json.mjs';
import { Find } from './probe.mjs';

/** @import { Kind } from './kind.mjs' */

const MAX_BYTES = 2 ** 18;
const GOOD = [
    {
        code:
            "import { World } from 'mica2d';\nconst world = new World();\nworld.step();\nconsole.log(world.hash());\n",
    },
    { code: "const map = new URL('./map.json', import.meta.url);\n",
        files: { 'map.json': '{"width":3}', 'other.txt': 'text' } },
    { code: '' },
    { code: '// é 𝄞 \u0000\n'.repeat(900), files: {} },
];

/** @param {Uint8Array | string} bytes */
const packed = (bytes) => deflateRawSync(bytes).toString('base64url');

/** Whatever JSON can say. @param {unknown} value */
function jsonOf(value) {
    try {
        return JSON.stringify(value) ?? 'null';
    } catch {
        return '{}';
    }
}

/** @returns {Kind<{ text: string, made?: number }>} */
export function programKind() {
    let bomb = '';

    /** @param {number} base @param {readonly number[]} changes */
    const damage = (base, changes) => {
        const chance = makeChance(changes[0]);
        const how = chance.below(1000);
        if (how === 0) return { text: bomb ||= packed(new Uint8Array(2 ** 24)) };
        if (how < 10)
            return {
                text: packed(
                    JSON.stringify({ code: 'x'.repeat(MAX_BYTES - 20 + chance.below(40)) }),
                ),
            };
        const good = GOOD[base % GOOD.length];
        if (how < 500) {
            const root = { json: structuredClone(good) };
            for (const seed of changes.slice(1)) damageJson(root, seed, [root, ...GOOD]);
            const json = jsonOf(root.json);
            return { text: packed(json), made: json.length };
        }
        let bytes = new TextEncoder().encode(
            how < 750 ? JSON.stringify(good) : packed(JSON.stringify(good)),
        );
        for (const seed of changes.slice(1)) {
            const own = makeChance(seed);
            if (own.once(2)) bytes = damageRange(own, bytes, bytes);
            else if (how < 750) damageNumber(own, bytes, { from: 0, to: bytes.length });
            else bytes[own.below(bytes.length)] = 33 + own.below(94);
        }
        return { text: how < 750 ? packed(bytes) : new TextDecoder().decode(bytes) };
    };

    return {
        name: 'programs',
        bases: GOOD.length,
        weight: 1,
        damage,
        bytes: ({ text, made = 0 }) => Math.max(text.length, made), // what it took to make the link is no fault of its reader
        async take({ text }) {
            let program;
            try {
                program = await readProgram(text);
            } catch (error) {
                if (error instanceof Error && !(error instanceof Find) && error.message !== '')
                    return false;
                throw new Find('refused without an error that tells why', error);
            }
            const { code, files } = program;
            const prototype = Object.getPrototypeOf(Object(files));
            if (typeof code !== 'string' || typeof files !== 'object' || files === null
                || (prototype !== Object.prototype && prototype !== null))
                throw new Find(`a program of ${typeof code} with files of ${typeof files}`);
            let size = code.length;
            for (const [name, file] of Object.entries(files)) {
                if (typeof file !== 'string') throw new Find(`file ${name} is of ${typeof file}`);
                size += name.length + file.length;
            }
            if (size > MAX_BYTES) throw new Find(`a program of ${size} characters`);
            return true;
        },
        describe: (base, _, { text }) => [
            `a link with program ${base % GOOD.length}, of ${text.length} characters: ${
                text.slice(0, 200)
            }`,
        ],
    };
}
