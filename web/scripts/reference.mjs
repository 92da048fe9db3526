// Writes the content of the guide's API reference from the JSDoc of js/: every class, function and
// option object that the package's entries export, with types as the compiler understands them.
// Called by guide.mjs, which puts the guide's frame around it. tests/js/readme.test.mjs fails for
// every export and member without a comment.
//
// TypeDoc 0.28.20 was tried in its place. Over js/ it gives 135 pages instead of one. A class that
// an entry exports only as a type (Layers, ContactEvent, WorkerBody: 14 of them) becomes a page
// that says `WorkerBody: WorkerBody`, and options made of several types (BodyOptions,
// ColliderOptions, CastOptions) become a page without one option; over the emitted .d.ts every
// re-exported type is such a page, with 316 warnings. Both would need the public types written
// twice.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { root } from './process.mjs';

/** The entries in the order of the page: the file, how it is imported, what it is for. */
const ENTRIES = [
    ['js/index.js', 'mica2d', 'The engine.'],
    ['js/worker.js', 'mica2d/worker', 'A world in a worker.'],
    ['js/worker-host.js', 'mica2d/worker-host', 'What such a worker loads.'],
    ['js/matter.js', 'mica2d/matter', 'The engine with liquids, sand and jelly.'],
    ['js/matter-worker-host.js', 'mica2d/matter-worker-host',
        'What a worker loads whose world has matter.'],
    ['js/scene.js', 'mica2d/scene', 'A world as JSON, and back.'],
    ['js/explosion.js', 'mica2d/explosion', 'Explosions.'],
    ['js/batches.js', 'mica2d/batches', 'Many rays, circles or shapes in one call.'],
    ['js/history.js', 'mica2d/history', 'A world that goes back to its last steps.'],
    ['js/preview.js', 'mica2d/preview', 'Where bodies will be after the next steps.'],
    ['js/recording.js', 'mica2d/recording',
        'All that happens to a world as bytes, and played again.'],
    ['js/pointer.js', 'mica2d/pointer', 'Bodies dragged by mouse, pen and fingers.'],
    ['js/builders.js', 'mica2d/builders', 'Ropes, bridges, cars, ragdolls, soft blobs.'],
    ['js/top-down.js', 'mica2d/top-down',
        'A character seen from above, steered by keys or a stick.'],
    ['js/platformer.js', 'mica2d/platformer', 'A mover as the player of a platform game.'],
    ['js/vehicle.js', 'mica2d/vehicle', 'Cars, seen from above and from the side.'],
    ['js/trace.js', 'mica2d/trace', 'The outlines of a picture, and bodies of them.'],
    ['js/break.js', 'mica2d/break', 'Bodies that are cut and that break.'],
    ['js/rollback.js', 'mica2d/rollback',
        'A game on several machines that send each other their inputs.'],
    ['js/import/tiled.js', 'mica2d/import/tiled', 'Maps of Tiled.'],
    ['js/import/tiled-xml.js', 'mica2d/import/tiled-xml', 'Files of Tiled in XML.'],
    ['js/import/ldtk.js', 'mica2d/import/ldtk', 'Projects of LDtk.'],
    ['js/import/rube.js', 'mica2d/import/rube', 'Worlds of R.U.B.E.'],
    ['js/import/physics-editor.js', 'mica2d/import/physics-editor', 'Shapes of PhysicsEditor.'],
    ['js/differences.js', 'mica2d/differences',
        'In what two runs of a game differ, and since when.'],
    ['js/adapters/sync.js', 'mica2d/adapters/sync',
        'Anything with x, y and rotation follows its body.'],
    ['js/adapters/canvas.js', 'mica2d/adapters/canvas', 'A renderer for Canvas 2D.'],
    ['js/adapters/webgl.js', 'mica2d/adapters/webgl', 'A renderer for WebGL 2, for thousands.'],
    ['js/adapters/debug.js', 'mica2d/adapters/debug', 'A world as lines.'],
    ['js/adapters/matter.js', 'mica2d/adapters/matter', 'Liquids, sand and jelly.'],
    ['js/adapters/pixi.js', 'mica2d/adapters/pixi', 'PixiJS 8.'],
    ['js/adapters/phaser.js', 'mica2d/adapters/phaser', 'Phaser 4.'],
    ['js/adapters/three.js', 'mica2d/adapters/three', 'three.js.'],
];

const TYPE_FORMAT = ts.TypeFormatFlags.NoTruncation
    | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;

/** @type {Record<string, string>} */
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** @param {string} text */
const escape = (text) => text.replace(/[&<>"]/g, (c) => ENTITIES[c]);

/** Text of a comment as HTML: code in backticks. @param {string} text */
const prose = (text) =>
    escape(text.trim().replace(/\s+/g, ' ')).replace(/`([^`]+)`/g, '<code>$1</code>');

/**
 * A paragraph that ends in one full stop.
 * @param {string} text of HTML
 * @param {string} [attributes]
 */
const sentence = (text, attributes = '') => `<p${attributes}>${text.replace(/\.$/, '')}.</p>`;

/** A written type without the paths of imports. @param {string} text */
const withoutPaths = (text) => text.replace(/import\([^)]*\)\./g, '');

/**
 * An optional parameter or member is marked by `?`; its type need not repeat `undefined`.
 * @param {string} text
 */
const withoutUndefined = (text) => text.replace(/ \| undefined$/, '').replace(/^\((.*)\)$/, '$1');

/**
 * The type behind a typedef as it is written, if the symbol is a typedef.
 * @param {ts.Node | undefined} node
 */
function writtenType(node) {
    const expression = node && ts.isJSDocTypedefTag(node) ? node.typeExpression : undefined;
    return expression && ts.isJSDocTypeExpression(expression) ? expression.type : undefined;
}

/**
 * Private members, static members, members tagged `@internal`, which only Mica's own files use, and those that a
 * library declares.
 * @param {ts.Symbol} symbol
 */
function isHidden(symbol) {
    const declarations = symbol.declarations ?? [];
    return /^(__|#)/.test(symbol.name)
        || declarations.every((each) => /\/node_modules\//.test(each.getSourceFile().fileName))
        || declarations.some((each) =>
            ts.getCombinedModifierFlags(each)
                & (ts.ModifierFlags.Private | ts.ModifierFlags.Static)
            || ts.getJSDocTags(each).some((tag) => tag.tagName.text === 'internal')
        );
}

/** Only Mica makes these objects: the page shows no `new`. @param {ts.Symbol} symbol */
function hasPrivateConstructor(symbol) {
    return (symbol.declarations ?? []).some((each) =>
        ts.isClassDeclaration(each)
        && each.members.some((member) =>
            ts.isConstructorDeclaration(member)
            && ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private
        )
    );
}

/** A type that is a piece of others, which show its members. @param {ts.Symbol} symbol */
function isPiece(symbol) {
    const [node] = symbol.declarations ?? [];
    return !!node && ts.isJSDocTypedefTag(node)
        && (/** @type {ts.JSDoc} */ (node.parent).tags ?? []).some((tag) =>
            tag.tagName.text === 'internal'
        );
}

/** Writes exports as HTML, each once. `undocumented` collects the names that have no comment. */
class Writer {
    /** @type {string[]} */
    undocumented = [];
    /** Options that may be left out and do not say what then holds. @type {string[]} */
    withoutDefault = [];
    /** @type {Set<ts.Symbol>} */
    #written = new Set();

    /**
     * @param {ts.TypeChecker} checker
     * @param {ts.Symbol[]} exported everything that the page describes
     */
    constructor(checker, exported) {
        this.checker = checker;
        this.entries = new Set(exported.map((symbol) => this.origin(symbol)));
    }

    /**
     * The symbol that an export stands for: follows aliases, and typedefs that only bring a type
     * from another file.
     * @param {ts.Symbol} symbol @returns {ts.Symbol}
     */
    origin(symbol) {
        if (symbol.flags & ts.SymbolFlags.Alias)
            return this.origin(this.checker.getAliasedSymbol(symbol));
        const type = writtenType(symbol.declarations?.[0]);
        const from = type && ts.isImportTypeNode(type) && type.qualifier
            && this.checker.getSymbolAtLocation(type.qualifier);
        return from && from.name === symbol.name ? this.origin(from) : symbol;
    }

    /** One export, or '' if it was written before. @param {ts.Symbol} alias */
    entry(alias) {
        const from = this.origin(alias);
        // A class that is exported as a type only is described without its constructor.
        const typeOnly = from.valueDeclaration && !(alias.flags & ts.SymbolFlags.Alias)
            && !alias.valueDeclaration;
        const symbol = typeOnly ? alias : from;
        const [node] = symbol.declarations ?? [];
        if (!node || this.#written.has(from)) return '';
        this.#written.add(from);
        const value = symbol.valueDeclaration
            && this.checker.getTypeOfSymbolAtLocation(symbol, node);
        const [make] = value?.getConstructSignatures() ?? [];
        const [call] = value?.getCallSignatures() ?? [];
        const parts = make
            ? this.#class(symbol, make, node)
            : call
            ? [this.#member(symbol.name, symbol.name, this.#signature(call, node), symbol)]
            : value
            ? [this.#constant(value, node)]
            : this.#type(symbol, from, node);
        const text = call ? '' : this.#comment(from);
        const selfEvident = parts.length > 0 && !make && !value;
        if (!text && !call && !selfEvident) this.undocumented.push(symbol.name);
        return `    <section class="entry" id="${symbol.name}"><h2>${symbol.name}</h2>${
            text ? `<p>${text}</p>` : ''
        }\n`
            + `${parts.join('\n')}\n    </section>`;
    }

    /** @param {ts.Symbol} symbol @param {ts.Signature} make @param {ts.Node} node */
    #class(symbol, make, node) {
        const parts = this.#members(symbol.name, make.getReturnType(), node);
        if (this.#tags(symbol, 'hideconstructor').length > 0 || hasPrivateConstructor(symbol))
            return parts;
        const title = this.#heading(symbol.name, `new ${symbol.name}`,
            this.#signature(make, node, false));
        return [`      ${title}</div>`, ...parts];
    }

    /** @param {ts.Type} value @param {ts.Node} node */
    #constant(value, node) {
        const text = this.#typeText(value, node);
        const names = /Readonly<\{/.test(text)
            ? this.checker.getPropertiesOfType(value).map(({ name }) => name)
            : [text];
        return `      <p><code>${names.map(escape).join('</code>, <code>')}</code></p>`;
    }

    /**
     * A type: the types that it is made of where those are described by themselves, then its own
     * members.
     * @param {ts.Symbol} symbol @param {ts.Symbol} from @param {ts.Node} node
     */
    #type(symbol, from, node) {
        const type = this.checker.getDeclaredTypeOfSymbol(symbol);
        const written = symbol === from ? writtenType(node) : undefined;
        const others = written ? this.#describedTypes(written) : [];
        const known = new Set(
            others.flatMap((each) => this.#propertyNames(this.checker.getTypeFromTypeNode(each))),
        );
        const plain = symbol.name === 'WasmSource' || symbol.name === 'Vector';
        const members = plain ? [] : this.#objectMembers(symbol.name, type, node, known);
        if (written && others.length > 0) {
            const all = ts.isIntersectionTypeNode(written);
            const names = (all ? others : [written]).map((each) =>
                withoutPaths(each.getText()).replace(/\s+(\* )?/g, ' ')
            );
            return [
                `      <p class="type">${all ? 'All of ' : ''}<code>${
                    names.map(escape).join('</code> and <code>')
                }</code>${all && members.length > 0 ? ' and:' : ''}</p>`,
                ...members,
            ];
        }
        if (members.length > 0) return members;
        const text = this.checker.typeToString(type, node,
            TYPE_FORMAT | ts.TypeFormatFlags.InTypeAlias);
        return [`      <p class="type"><code>${escape(withoutPaths(text))}</code></p>`, ...members];
    }

    /**
     * The members of a type or of the objects that it is a union of, without those named in
     * `known`.
     * @param {string} owner @param {ts.Type} type @param {ts.Node} node @param {Set<string>} known
     */
    #objectMembers(owner, type, node, known) {
        const objects = (type.isUnion() ? type.types : [type]).filter((each) =>
            each.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)
            && !this.checker.isArrayType(each) && each.getCallSignatures().length === 0
        );
        const parts = [];
        const seen = new Set();
        for (const text of objects.flatMap((each) => this.#members(owner, each, node))) {
            const [, name] = /<h3><a [^>]*>(\w+)/.exec(text) ?? [];
            if (known.has(name) || seen.has(text)) continue;
            // Two objects of a union may describe a member differently; the first one has the
            // anchor.
            parts.push(seen.has(name) ? text.replace(/ id="[^"]*"/, '') : text);
            seen.add(text).add(name);
        }
        return parts;
    }

    /**
     * The members of an object's type.
     * @param {string} owner
     * @param {ts.Type} type
     * @param {ts.Node} node
     */
    #members(owner, type, node) {
        return this.checker.getPropertiesOfType(type).filter((symbol) => !isHidden(symbol)).flatMap(
            (symbol) => {
                const own = this.checker.getTypeOfSymbolAtLocation(symbol, node);
                // What must be left out beside another is no option.
                if (own.flags & ts.TypeFlags.Undefined) return [];
                const [signature] = own.getCallSignatures();
                const optional = symbol.flags & ts.SymbolFlags.Optional ? '?' : '';
                if (optional && !/\b(default|none)\b/i.test(this.#comment(symbol)))
                    this.withoutDefault.push(`${owner}.${symbol.name}`);
                if (signature && !optional)
                    return this.#member(owner, symbol.name, this.#signature(signature, node),
                        symbol);
                const fixed = symbol.flags & ts.SymbolFlags.GetAccessor
                        && !(symbol.flags & ts.SymbolFlags.SetAccessor)
                    || this.#tags(symbol, 'readonly').length > 0;
                const text = this.#typeText(own, node);
                return this.#member(owner, symbol.name,
                    `${optional}: ${optional ? withoutUndefined(text) : text}${
                        fixed ? ' · read only' : ''
                    }`, symbol);
            },
        );
    }

    /** @param {string} owner @param {string} name @param {string} type @param {ts.Symbol} symbol */
    #member(owner, name, type, symbol) {
        const text = this.#comment(symbol) || this.#commentOfSame(owner, name);
        const notes = this.#parameterNotes(symbol);
        const returns = this.#tags(symbol, 'returns').map((note) => note.replace(/^-\s*/, ''))
            .filter(Boolean);
        const throws = this.#tags(symbol, 'throws').map((note) =>
            note.replace(/^\{([^}]*)\}\s*/, '$1: ')
        );
        if (!text && returns.length === 0)
            this.undocumented.push(name === owner ? name : `${owner}.${name}`);
        return `      ${this.#heading(owner, name, type)}`
            + (text ? `<p>${text}</p>` : '')
            + (notes.length > 0 ? `<ul>${notes.join('')}</ul>` : '')
            + returns.map((note) => sentence(`Returns: ${prose(note)}`)).join('')
            + throws.map((note) => sentence(`Throws ${prose(note)}`, ' class="throws"')).join('')
            + '</div>';
    }

    /**
     * A member's first line, with the anchor for other pages.
     * @param {string} owner
     * @param {string} name
     * @param {string} type
     */
    #heading(owner, name, type) {
        const id = escape(name === owner ? owner : `${owner}.${name.split(' ')[0]}`);
        return `<div class="member"${name === owner ? '' : ` id="${id}"`}><h3><a href="#${id}">${
            escape(name)
        }</a>`
            + `<span>${escape(type)}</span></h3>`;
    }

    /**
     * A function's parameters and result.
     * @param {ts.Signature} signature @param {ts.Node} node @param {boolean} result
     */
    #signature(signature, node, result = true) {
        const parameters = signature.getParameters().map((parameter) => {
            const { valueDeclaration } = parameter;
            const declaration = valueDeclaration && ts.isParameter(valueDeclaration)
                ? valueDeclaration
                : undefined;
            const type = this.#typeText(this.checker.getTypeOfSymbolAtLocation(parameter, node),
                node);
            const optional = declaration && this.checker.isOptionalParameter(declaration);
            const [tag] = declaration ? ts.getJSDocParameterTags(declaration) : [];
            const name = parameter.name.startsWith('__') && tag
                ? tag.name.getText()
                : parameter.name;
            return `${name}${optional ? '?' : ''}: ${optional ? withoutUndefined(type) : type}`;
        });
        const returned = this.#typeText(signature.getReturnType(), node);
        return `(${parameters.join(', ')})${result && returned !== 'void' ? `: ${returned}` : ''}`;
    }

    /** @param {ts.Type} type @param {ts.Node} node */
    #typeText(type, node) {
        return withoutPaths(this.checker.typeToString(type, node, TYPE_FORMAT))
            .replace(/<ArrayBufferLike>|<ArrayBuffer>/g, '');
    }

    /**
     * The comment of a symbol. A typedef has its tag's; its block's belongs to the block's first
     * type.
     * @param {ts.Symbol} symbol
     */
    #comment(symbol) {
        const [node] = symbol.declarations ?? [];
        if (!node || !ts.isJSDocTypedefTag(node)) {
            return prose(ts.displayPartsToString(symbol.getDocumentationComment(this.checker)));
        }
        const { comment, tags } = /** @type {ts.JSDoc} */ (node.parent);
        const isFirst = tags?.find(ts.isJSDocTypedefTag) === node;
        return prose(
            ts.getTextOfJSDocComment(node.comment) || (isFirst && ts.getTextOfJSDocComment(comment))
                || '',
        );
    }

    /**
     * Of a member of a page's object without one, the comment of the member of the same name of the object that it stands for.
     * @param {string} owner @param {string} name
     */
    #commentOfSame(owner, name) {
        if (!owner.startsWith('Worker')) return '';
        const classes = [...this.entries].filter((each) =>
            ['Body', 'Collider', 'Joint', 'World'].includes(each.name)
            && (owner === `Worker${each.name}` || owner === 'WorkerIgnorable')
        );
        return classes.map((each) => this.checker.getDeclaredTypeOfSymbol(each).getProperty(name))
            .map((found) => (found ? this.#comment(found) : '')).find(Boolean) ?? '';
    }

    /** @param {ts.Symbol} symbol @param {string} name */
    #tags(symbol, name) {
        return symbol.getJsDocTags(this.checker).filter((tag) => tag.name === name)
            .map((tag) => ts.displayPartsToString(tag.text));
    }

    /** What is said of each parameter, as list items. @param {ts.Symbol} symbol */
    #parameterNotes(symbol) {
        return this.#tags(symbol, 'param').flatMap((text) => {
            const [name, ...rest] = text.split(' ');
            const note = rest.join(' ').replace(/^-\s*/, '');
            return note ? [`<li><code>${escape(name)}</code> ${prose(note)}</li>`] : [];
        });
    }

    /**
     * The types within a written type that have an entry of their own.
     * @param {ts.Node} node
     * @returns {ts.TypeNode[]}
     */
    #describedTypes(node) {
        const name = ts.isTypeReferenceNode(node)
            ? node.typeName
            : ts.isImportTypeNode(node)
            ? node.qualifier
            : undefined;
        const symbol = name && this.checker.getSymbolAtLocation(name);
        if (symbol && this.entries.has(this.origin(symbol)))
            return [/** @type {ts.TypeNode} */ (node)];
        if (ts.isParenthesizedTypeNode(node)) return this.#describedTypes(node.type);
        return ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)
            ? node.types.flatMap((each) => this.#describedTypes(each))
            : [];
    }

    /** @param {ts.Type} type */
    #propertyNames(type) {
        return (type.isUnion() ? type.types : [type])
            .flatMap((each) => this.checker.getPropertiesOfType(each).map(({ name }) => name));
    }
}

/** Makes links of the names in types that have an entry. @param {string} html */
function linkTypes(html) {
    const names = new Set(
        Array.from(html.matchAll(/class="entry" id="(\w+)"/g), ([, name]) => name),
    );
    return html.replace(
        /(?<=<\/a><span>|<p class="type">(?:All of )?<code>).*?(?=<\/span>|<\/code>)/g,
        (type) =>
            type.replace(/(?<![\w&.])[A-Z]\w+/g,
                (word) => (names.has(word) ? `<a href="#${word}">${word}</a>` : word)),
    );
}

/** The exports of each entry, values first, then by name. */
function readExports() {
    const config = ts.readConfigFile(join(root, 'js/tsconfig.json'), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, join(root, 'js'));
    const program = ts.createProgram(ENTRIES.map(([file]) => join(root, file)), { ...options,
        noEmit: true });
    const checker = program.getTypeChecker();
    const rank = (/** @type {ts.Symbol} */ symbol) => {
        const target = symbol.flags & ts.SymbolFlags.Alias
            ? checker.getAliasedSymbol(symbol)
            : symbol;
        return target.valueDeclaration ? 0 : 1;
    };
    const modules = ENTRIES.map(([file]) => {
        const source = program.getSourceFile(join(root, file));
        const module = source && checker.getSymbolAtLocation(source);
        if (!module) throw new Error(`${file} exports nothing`);
        // Types that only state which part of a library an adapter needs are of no use to a reader.
        return checker.getExportsOfModule(module)
            .filter((symbol) => !/Like$|^(Tick|Emitter)$/.test(symbol.name) && !isPiece(symbol))
            .sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
    });
    return { checker, modules };
}

/**
 * The content of the page, the exports and members that have no comment, and the options whose comment names no default.
 * @returns {{ html: string, undocumented: string[], withoutDefault: string[] }}
 */
export function writeReference() {
    const { checker, modules } = readExports();
    const writer = new Writer(checker, modules.flat());
    const sections = ENTRIES.map(([, name, purpose], i) => {
        const entries = modules[i].map((symbol) => [symbol.name, writer.entry(symbol)]).filter((
            [, text],
        ) => text);
        const id = name.replace(/\W+/g, '-');
        return `<section class="module">\n  <h2 id="${id}"><code>${name}</code></h2>\n  <p>${purpose}</p>\n`
            + `  <ul class="entries">${
                entries.map(([each]) => `<li><a href="#${each}">${each}</a></li>`).join('')
            }</ul>\n`
            + `${entries.map(([, text]) => text).join('\n')}\n</section>`;
    });
    const html = `<h1 id="top">API reference</h1>
<p class="lead">Written from the comments in the source. Lengths in metres, times in seconds, angles in radians.
In types, <code>L</code> stands for the names of a world's layers.</p>
<p class="filter"><input id="filter" type="search" placeholder="Find a name: rayCast, friction …"
  aria-label="Show only what has these words in its name or type" autocomplete="off" spellcheck="false"><output for="filter"></output></p>
${linkTypes(sections.join('\n'))}
<a class="top" href="#top">Top</a>
`;
    return { html, undocumented: writer.undocumented, withoutDefault: writer.withoutDefault };
}

/**
 * The same from build/reference.json where neither js/ nor this file has changed since that was
 * written.
 * @returns {ReturnType<typeof writeReference>}
 */
export function readReference() {
    const sources = readdirSync(join(root, 'js'), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.js')).sort().map((name) => join(root, 'js', name));
    const hash = createHash('sha256');
    for (const file of [fileURLToPath(import.meta.url), ...sources])
        hash.update(`${file}\n`).update(readFileSync(file));
    const key = hash.digest('hex');
    const file = join(root, 'build', 'reference.json');
    try {
        const kept = JSON.parse(readFileSync(file, 'utf8'));
        if (kept.key === key) return kept;
    } catch {
        // Not written yet.
    }
    const reference = writeReference();
    mkdirSync(dirname(file), { recursive: true });
    // Write another file first and rename it: another process may be reading this one.
    writeFileSync(`${file}.${process.pid}`, JSON.stringify({ key, ...reference }));
    renameSync(`${file}.${process.pid}`, file);
    return reference;
}
