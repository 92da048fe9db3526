// The playground: a program of the guide, or one of a link, in an editor beside what it does. A program of a link waits until
// somebody presses Run.
import { readFiles, readPrograms } from './code.js';
import { copyButton, toolButton } from './example.js';
import { createEditor } from './editor.js';
import { playgroundLink, readProgram } from './link.js';
import { createRunner, make } from './runner.js';

const MAIN = 'program.js';

/** A program with the files that it names, by name. @typedef {Record<string, string>} Sources */

/** Takes a program out of a page of the guide. @param {string} place such as platformer/0 @returns {Promise<Sources>} */
async function fetchExample(place) {
    const [name, number] = place.split('/');
    if (!/^[\w-]+$/.test(name)) throw new TypeError(`there is no page ${name}`);
    const response = await fetch(`${name}.html`);
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const program = readPrograms(page)[Number(number)];
    if (!response.ok || !program) throw new TypeError(`there is no program ${place}`);
    const code = program.blocks.map((block) => block.textContent).join('');
    const files = Object.entries(readFiles(page)).filter(([file]) => code.includes(`'./${file}'`));
    return { [MAIN]: code, ...Object.fromEntries(files) };
}

/**
 * The program that the page's address names, and whether it may run at once.
 * @param {string} own the page's own program
 * @returns {Promise<{ sources: Sources, trusted: boolean, place: string }>}
 */
async function readAddress(own) {
    const [, key, value] = /^#(example|program)=(.+)$/.exec(location.hash) ?? [];
    if (key === 'example')
        return { sources: await fetchExample(value), trusted: true, place: value };
    if (key !== 'program') return { sources: { [MAIN]: own }, trusted: true, place: '' };
    const { code, files } = await readProgram(value);
    return { sources: { [MAIN]: code, ...files }, trusted: false, place: 'link' };
}

/**
 * The program's files, one of them in the editor.
 * @param {{ setText(text: string): void }} editor
 * @param {() => void} changed
 */
function createFiles(editor, changed) {
    /** @type {Sources} */
    let first = {};
    /** @type {Sources} */
    let sources = {};
    let shown = MAIN;
    const tabs = make('div', { class: 'tabs', role: 'group', 'aria-label': 'Files' });
    const show = (/** @type {string} */ name) => {
        shown = name;
        editor.setText(sources[name]);
        for (const tab of tabs.children) tab.ariaPressed = String(tab.textContent === name);
    };
    const files = {
        tabs,
        get isChanged() {
            return Object.keys(first).some((name) => first[name] !== sources[name]);
        },
        get isMainShown() {
            return shown === MAIN;
        },
        get text() {
            return sources[shown];
        },
        /** The program as a link holds it. */
        get shared() {
            const { [MAIN]: code, ...others } = sources;
            return { code, files: others };
        },
        write(/** @type {string} */ text) {
            sources[shown] = text;
            changed();
        },
        load(/** @type {Sources} */ loaded) {
            first = loaded;
            tabs.replaceChildren(...Object.keys(loaded).map((name) => {
                const tab = make('button', { type: 'button' }, name);
                tab.addEventListener('click', () => show(name));
                return tab;
            }));
            shown = MAIN;
            files.reset();
        },
        reset() {
            sources = { ...first };
            show(shown);
            changed();
        },
    };
    return files;
}

/** Builds the playground out of the example on the page. @param {HTMLElement} example */
export function createPlayground(example) {
    const [stage, codes, pre] = ['.live', '.codes', 'pre'].map((
        name,
    ) => /** @type {HTMLElement} */ (example.querySelector(name)));
    const select = /** @type {HTMLSelectElement} */ (document.querySelector('#examples'));
    const own = pre.textContent ?? '';
    const output = make('div', { class: 'output' });
    stage.after(output);

    const run = async () => {
        stage.querySelector('.start')?.remove();
        const { code, files: others } = files.shared;
        runner.run(code, others);
        // A page that is loaded again has the program as it is now.
        if (files.isChanged)
            await playgroundLink(files.shared).then((link) => history.replaceState(null, '', link),
                () => {});
    };
    const reset = toolButton('reset', 'Reset', () => {
        files.reset();
        void run();
    });
    const editor = createEditor({ text: '', name: 'Program', run,
        changed: (text) => files.write(text) });
    const files = createFiles(editor, () => {
        reset.hidden = !files.isChanged;
    });
    const runner = createRunner({ stage, output, title: 'The running program', goesOn: true,
        mark: (marks) => {
            if (files.isMainShown) editor.mark(marks);
        } });

    const load = async () => {
        runner.stop();
        try {
            const { sources, trusted, place } = await readAddress(own);
            files.load(sources);
            select.value = place;
            if (place === 'link') select.selectedIndex = 1;
            if (trusted) return void run();
            const start = make('button', { type: 'button', class: 'start' }, 'Run it');
            start.addEventListener('click', run);
            stage.append(start);
        } catch (error) {
            runner.fail(
                `The address holds no program: ${error instanceof Error ? error.message : error}`,
            );
        }
    };
    const bar = make('div', { class: 'bar', role: 'group', 'aria-label': 'Program' });
    bar.append(files.tabs, toolButton('run', 'Run', run), reset, copyButton(() => files.text),
        copyButton(async () => new URL(await playgroundLink(files.shared), document.baseURI).href,
            'Copy link', 'link'));
    const box = make('div', { class: 'code' });
    box.append(bar, editor.element);
    codes.replaceChildren(box);
    select.addEventListener('change', () => {
        location.hash = select.value && `example=${select.value}`;
    });
    addEventListener('hashchange', load);
    void load();
}
