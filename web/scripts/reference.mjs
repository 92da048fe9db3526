// Writes the guide's API reference, demo/guide/api.html, from the JSDoc of js/: every class, function
// and option object that the package's entries export, with types as the compiler understands them.
//   node web/scripts/reference.mjs
// The page's frame is that of the guide's first page. tests/js/readme.test.mjs holds it to be fresh.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { isMain, root, runMain } from './process.mjs';

const page = join(root, 'demo/guide/api.html');

/** The entries in the order of the page: the file, how it is imported, what it is for. */
const ENTRIES = [
    ['js/index.js', 'mica2d', 'The engine.'],
    ['js/worker.js', 'mica2d/worker', 'A world in a worker.'],
    ['js/adapters/sync.js', 'mica2d/adapters/sync', 'Anything with x, y and rotation follows its body.'],
    ['js/adapters/canvas.js', 'mica2d/adapters/canvas', 'A renderer for Canvas 2D.'],
    ['js/adapters/webgl.js', 'mica2d/adapters/webgl', 'A renderer for WebGL 2, for thousands.'],
    ['js/adapters/debug.js', 'mica2d/adapters/debug', 'A world as lines.'],
    ['js/adapters/pixi.js', 'mica2d/adapters/pixi', 'PixiJS 8.'],
    ['js/adapters/phaser.js', 'mica2d/adapters/phaser', 'Phaser 4.'],
    ['js/adapters/three.js', 'mica2d/adapters/three', 'three.js.'],
];

/** @param {string} text */
const escape = (text) => text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);

/** Text of a comment as HTML: code in backticks. @param {string} text */
const prose = (text) => escape(text.trim().replace(/\s+/g, ' ')).replace(/`([^`]+)`/g, '<code>$1</code>');

/**
 * The symbol that is meant by an export: aliases are followed, and typedefs that only bring a type from another file.
 * @param {ts.TypeChecker} checker @param {ts.Symbol} symbol @returns {ts.Symbol}
 */
function origin(checker, symbol) {
    if (symbol.flags & ts.SymbolFlags.Alias) return origin(checker, checker.getAliasedSymbol(symbol));
    const [node] = symbol.declarations ?? [];
    const type = node && ts.isJSDocTypedefTag(node) && node.typeExpression && ts.isJSDocTypeExpression(node.typeExpression)
        ? node.typeExpression.type : undefined;
    const from = type && ts.isImportTypeNode(type) && type.qualifier && checker.getSymbolAtLocation(type.qualifier);
    return from && from.name === symbol.name ? origin(checker, from) : symbol;
}

const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;

/** @param {ts.TypeChecker} checker @param {Set<ts.Symbol>} entries all that the page tells of */
function makeWriter(checker, entries) {
    /** @param {ts.Type} type @param {ts.Node} node */
    const typeText = (type, node) => checker.typeToString(type, node, flags)
        .replace(/import\("[^"]*"\)\./g, '')
        .replace(/<ArrayBufferLike>|<ArrayBuffer>/g, '');

    /** What may be left out is marked so; its type need not say it again. @param {string} text */
    const given = (text) => text.replace(/ \| undefined$/, '').replace(/^\((.*)\)$/, '$1');

    /** What is said of a symbol. A typedef has its tag's comment; the block's is that of its first type. @param {ts.Symbol} symbol */
    const doc = (symbol) => {
        const [node] = symbol.declarations ?? [];
        if (!node || !ts.isJSDocTypedefTag(node)) return prose(ts.displayPartsToString(symbol.getDocumentationComment(checker)));
        const { comment, tags: [first] = [] } = /** @type {ts.JSDoc} */ (node.parent);
        return prose(ts.getTextOfJSDocComment(node.comment) || (first === node && ts.getTextOfJSDocComment(comment)) || '');
    };

    /** The types within a written type that have an entry of their own. @param {ts.Node} node @returns {ts.TypeNode[]} */
    const toldElsewhere = (node) => {
        const name = ts.isTypeReferenceNode(node) ? node.typeName : ts.isImportTypeNode(node) ? node.qualifier : undefined;
        const symbol = name && checker.getSymbolAtLocation(name);
        if (symbol && entries.has(origin(checker, symbol))) return [/** @type {ts.TypeNode} */ (node)];
        if (ts.isParenthesizedTypeNode(node)) return toldElsewhere(node.type);
        return ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node) ? node.types.flatMap(toldElsewhere) : [];
    };

    /** @param {ts.Type} type */
    const propertyNames = (type) => (type.isUnion() ? type.types : [type])
        .flatMap((each) => checker.getPropertiesOfType(each).map((symbol) => symbol.name));

    /** @param {ts.Symbol} symbol @param {string} name */
    const tags = (symbol, name) => symbol.getJsDocTags(checker).filter((tag) => tag.name === name)
        .map((tag) => ts.displayPartsToString(tag.text));

    /** What is said of each parameter, by name. @param {ts.Symbol} symbol */
    const parameterNotes = (symbol) => tags(symbol, 'param').flatMap((text) => {
        const [name, ...rest] = text.split(' ');
        const note = rest.join(' ').replace(/^-\s*/, '');
        return note ? [`<li><code>${escape(name)}</code> ${prose(note)}</li>`] : [];
    });

    /**
     * A function's parameters and result.
     * @param {ts.Signature} signature
     * @param {ts.Node} node
     * @param {boolean} result
     */
    const signatureText = (signature, node, result = true) => {
        const parameters = signature.getParameters().map((parameter) => {
            const declaration = parameter.valueDeclaration;
            const type = typeText(checker.getTypeOfSymbolAtLocation(parameter, node), node);
            const optional = declaration && ts.isParameter(declaration) && checker.isOptionalParameter(declaration);
            const [tag] = declaration && ts.isParameter(declaration) ? ts.getJSDocParameterTags(declaration) : [];
            const name = parameter.name.startsWith('__') && tag ? tag.name.getText() : parameter.name;
            return `${name}${optional ? '?' : ''}: ${optional ? given(type) : type}`;
        });
        const returned = typeText(signature.getReturnType(), node);
        return `(${parameters.join(', ')})${result && returned !== 'void' ? `: ${returned}` : ''}`;
    };

    /**
     * @param {string} owner
     * @param {string} name
     * @param {string} type
     * @param {ts.Symbol} symbol
     */
    const member = (owner, name, type, symbol) => {
        const text = doc(symbol);
        const notes = parameterNotes(symbol);
        const returns = tags(symbol, 'returns').map((note) => note.replace(/^-\s*/, '')).filter(Boolean);
        const throws = tags(symbol, 'throws').map((note) => note.replace(/^\{([^}]*)\}\s*/, '$1: '));
        return `      ${heading(owner, name, type)}`
            + (text ? `<p>${text}</p>` : '')
            + (notes.length > 0 ? `<ul>${notes.join('')}</ul>` : '')
            + returns.map((note) => `<p>Returns: ${prose(note)}.</p>`).join('').replace(/\.\.</g, '.<')
            + throws.map((note) => `<p class="throws">Throws ${prose(note)}.</p>`).join('').replace(/\.\.</g, '.<')
            + '</div>';
    };

    /** A member's first line, which other pages can point at. @param {string} owner @param {string} name @param {string} type */
    const heading = (owner, name, type) => {
        const id = name === owner ? owner : `${owner}.${name.split(' ')[0]}`;
        return `<div class="member"${name === owner ? '' : ` id="${escape(id)}"`}><h3><a href="#${escape(id)}">${escape(name)}</a>`
            + `<span>${escape(type)}</span></h3>`;
    };

    /** Private, or not ours. @param {ts.Symbol} symbol */
    const hidden = (symbol) => symbol.name.startsWith('__')
        || (symbol.declarations ?? []).every((declaration) => /\/node_modules\//.test(declaration.getSourceFile().fileName)) || symbol.name.startsWith('#')
        || (symbol.declarations ?? []).some((declaration) =>
            ts.getCombinedModifierFlags(declaration) & (ts.ModifierFlags.Private | ts.ModifierFlags.Static));

    /** The members of an object's type. @param {string} owner @param {ts.Type} type @param {ts.Node} node */
    const members = (owner, type, node) => checker.getPropertiesOfType(type).filter((symbol) => !hidden(symbol)).map((symbol) => {
        const own = checker.getTypeOfSymbolAtLocation(symbol, node);
        const [signature] = own.getCallSignatures();
        const optional = symbol.flags & ts.SymbolFlags.Optional ? '?' : '';
        if (signature && !optional) {
            return member(owner, symbol.name, signatureText(signature, node), symbol);
        }
        const fixed = symbol.flags & ts.SymbolFlags.GetAccessor && !(symbol.flags & ts.SymbolFlags.SetAccessor)
            || tags(symbol, 'readonly').length > 0;
        const type = optional ? given(typeText(own, node)) : typeText(own, node);
        return member(owner, symbol.name, `${optional}: ${type}${fixed ? ' · read only' : ''}`, symbol);
    });

    /** One export, or '' for what has nothing to tell. @param {ts.Symbol} alias @param {Set<ts.Symbol>} seen */
    return (alias, seen) => {
        const from = origin(checker, alias);
        // A class that is exported as a type is told without what makes one.
        const symbol = from.valueDeclaration && !(alias.flags & ts.SymbolFlags.Alias) && !alias.valueDeclaration ? alias : from;
        const [node] = symbol.declarations ?? [];
        if (!node || seen.has(from)) return '';
        seen.add(from);
        const parts = [];
        const value = symbol.valueDeclaration && checker.getTypeOfSymbolAtLocation(symbol, node);
        const constructors = value?.getConstructSignatures() ?? [];
        const calls = value?.getCallSignatures() ?? [];
        if (constructors.length > 0) {
            const made = tags(symbol, 'hideconstructor').length > 0
                || (symbol.declarations ?? []).some((each) => ts.isClassDeclaration(each)
                    && each.members.some((m) => ts.isConstructorDeclaration(m)
                        && ts.getCombinedModifierFlags(m) & ts.ModifierFlags.Private));
            if (!made) {
                const [signature] = constructors;
                parts.push(`      ${heading(symbol.name, `new ${symbol.name}`, signatureText(signature, node, false))}</div>`);
            }
            parts.push(...members(symbol.name, constructors[0].getReturnType(), node));
        } else if (calls.length > 0) {
            parts.push(member(symbol.name, symbol.name, signatureText(calls[0], node), symbol));
        } else if (value) {
            const shown = checker.getPropertiesOfType(value).filter(() => /Readonly<\{/.test(typeText(value, node)));
            if (shown.length > 0) parts.push(`      <p><code>${shown.map((each) => escape(each.name)).join('</code>, <code>')}</code></p>`);
            else parts.push(`      <p><code>${escape(typeText(value, node))}</code></p>`);
        } else {
            const type = checker.getDeclaredTypeOfSymbol(symbol);
            const options = type.isUnion() ? type.types : [type];
            const written = symbol === from && ts.isJSDocTypedefTag(node) && node.typeExpression && ts.isJSDocTypeExpression(node.typeExpression)
                ? node.typeExpression.type : undefined;
            const others = written ? toldElsewhere(written) : [];
            if (written && others.length > 0) {
                const names = (ts.isIntersectionTypeNode(written) ? others : [written])
                    .map((each) => each.getText().replace(/import\([^)]*\)\./g, '').replace(/\s+(\* )?/g, ' '));
                parts.push(`      <p class="type">${ts.isIntersectionTypeNode(written) ? 'All of ' : ''}<code>${
                    names.map(escape).join('</code> and <code>')}</code>${ts.isIntersectionTypeNode(written) ? ' and:' : ''}</p>`);
            } else if (type.isUnion() || checker.getPropertiesOfType(type).length === 0) {
                parts.push(`      <p class="type"><code>${escape(checker.typeToString(type, node,
                    flags | ts.TypeFormatFlags.InTypeAlias).replace(/import\("[^"]*"\)\./g, ''))}</code></p>`);
            }
            const known = new Set(others.flatMap((each) => propertyNames(checker.getTypeFromTypeNode(each))));
            const objects = options.filter((each) => each.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)
                && !checker.isArrayType(each) && each.getCallSignatures().length === 0);
            const told = new Set();
            for (const each of symbol.name === 'WasmSource' || symbol.name === 'Vector' ? [] : objects) {
                for (const text of members(symbol.name, each, node)) {
                    const [, name] = /<h3><a [^>]*>(\w+)/.exec(text) ?? [];
                    if (known.has(name) || told.has(text)) continue;
                    // A member that options of a union say differently has one anchor.
                    parts.push(told.has(name) ? text.replace(/ id="[^"]*"/, '') : text);
                    told.add(text).add(name);
                }
            }
        }
        const text = calls.length > 0 ? '' : doc(from);
        return `    <section class="entry" id="${symbol.name}"><h2>${symbol.name}</h2>${text ? `<p>${text}</p>` : ''}\n`
            + `${parts.join('\n')}\n    </section>`;
    };
}

/** Makes links of the names in types that have an entry. @param {string} html */
function linked(html) {
    const names = new Set(Array.from(html.matchAll(/class="entry" id="(\w+)"/g), ([, name]) => name));
    return html.replace(/(?<=<\/a><span>|<p class="type">(?:All of )?<code>).*?(?=<\/span>|<\/code>)/g, (type) =>
        type.replace(/(?<![\w&.])[A-Z]\w+/g, (word) => (names.has(word) ? `<a href="#${word}">${word}</a>` : word)));
}

/** The page, as text. */
export function writeReference() {
    const config = ts.readConfigFile(join(root, 'js/tsconfig.json'), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, join(root, 'js'));
    const program = ts.createProgram(ENTRIES.map(([file]) => join(root, file)), { ...options, noEmit: true });
    const checker = program.getTypeChecker();
    const modules = ENTRIES.map(([file]) => {
        const source = program.getSourceFile(join(root, file));
        const module = source && checker.getSymbolAtLocation(source);
        if (!module) throw new Error(`${file} exports nothing`);
        // Types that only say what of a library is needed tell a reader nothing.
        return checker.getExportsOfModule(module).filter((symbol) => !/Like$|^(Tick|Emitter)$/.test(symbol.name));
    });
    const write = makeWriter(checker, new Set(modules.flat().map((symbol) => origin(checker, symbol))));
    const seen = new Set();
    const sections = ENTRIES.map(([, name, purpose], i) => {
        const rank = (/** @type {ts.Symbol} */ symbol) => {
            const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
            return target.valueDeclaration ? 0 : 1;
        };
        const exports = modules[i].sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
        const entries = exports.map((symbol) => [symbol.name, write(symbol, seen)]).filter(([, text]) => text);
        const id = name.replace(/\W+/g, '-');
        return `  <section class="module">\n  <h2 id="${id}"><code>${name}</code></h2>\n  <p>${purpose}</p>\n`
            + `  <ul class="entries">${entries.map(([each]) => `<li><a href="#${each}">${each}</a></li>`).join('')}</ul>\n`
            + `${entries.map(([, text]) => text).join('\n')}\n  </section>`;
    });
    const body = linked(sections.join('\n'));
    const frame = readFileSync(join(root, 'demo/guide/index.html'), 'utf8');
    const head = frame.slice(0, frame.indexOf('<main>') + 7)
        .replace(/<title>.*<\/title>/, '<title>API reference · Mica</title>')
        .replace(' aria-current="page"', '')
        .replace('href="api.html"', 'href="api.html" aria-current="page"');
    return `${head}  <h1 id="top">API reference</h1>\n  <p class="lead">Written from the comments in the source. Lengths in metres, `
        + `times in seconds, angles in radians.</p>\n  <p class="filter"><input id="filter" type="search" `
        + `placeholder="Find a name: rayCast, friction …" aria-label="Show only what has these words in its name or type" `
        + `autocomplete="off" spellcheck="false"><output for="filter"></output></p>\n${body}\n  <a class="top" href="#top">Top</a>\n</main>\n</body>\n</html>\n`;
}

if (isMain(import.meta.url)) {
    await runMain(async () => {
        writeFileSync(page, writeReference());
        console.log('Wrote demo/guide/api.html');
    });
}
