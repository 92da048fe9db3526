// The blocks of code on a page of the guide: a bar above each with what can be done with it, and the programs that run.
import { coloured, markLines } from './code.js';
import { playgroundLink } from './link.js';
import { createRunner, make } from './runner.js';

/** @typedef {import('./code.js').Program} Program */
/** @typedef {Awaited<ReturnType<typeof import('./editor.js').createEditor>>} Editor */

/** @type {Record<string, string>} */
const ICONS = {
    run: 'M6 4v12l10-6z',
    edit: 'm4 16 .8-3.6L13 4.2l2.8 2.8-8.2 8.2z',
    reset: 'M4 4v4h4M4.6 8A6.5 6.5 0 1 1 4 12',
    link: 'M8.5 11.5l3-3M9 6.5l2-2a3 3 0 0 1 4.3 4.3l-2 2M11 13.5l-2 2a3 3 0 0 1-4.3-4.3l2-2',
    copy: 'M7 7h9v9H7zM4 13V4h9',
    open: 'M11 4h5v5M16 4l-8 8M13 11v5H4V7h5',
};

/** What a bar says of its code. @type {Record<string, string>} */
const KINDS = { sh: 'Terminal', ts: 'TypeScript', js: 'JavaScript', browser: 'Live',
    pixi: 'with PixiJS', phaser: 'with Phaser', three: 'with three.js', excalibur: 'with Excalibur',
    kaplay: 'with KAPLAY', littlejs: 'with LittleJS', melonjs: 'with melonJS' };

/** Tells screen readers what the button did. */
const status = make('p', { role: 'status', class: 'unseen' });
document.body.append(status);

/** @param {HTMLElement} element @param {string} icon @param {string} name */
function dress(element, icon, name) {
    element.innerHTML = `<svg viewBox="0 0 20 20" aria-hidden="true"><path d="${
        ICONS[icon]
    }"/></svg><span>${name}</span>`;
    element.title = name;
}

/** A button of a bar. @param {string} icon @param {string} name @param {() => void} act */
export function toolButton(icon, name, act) {
    const button = make('button', { type: 'button', class: icon });
    dress(button, icon, name);
    button.addEventListener('click', act);
    return button;
}

/**
 * A button that copies a text.
 * @param {() => string | Promise<string>} text
 * @param {string} [name]
 * @param {string} [icon]
 */
export function copyButton(text, name = 'Copy', icon = 'copy') {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const say = (/** @type {string} */ word, /** @type {string} */ announced) => {
        dress(button, icon, word);
        status.textContent = announced;
        clearTimeout(timer);
        timer = setTimeout(() => {
            dress(button, icon, name);
            status.textContent = '';
        }, 2000);
    };
    const button = toolButton(icon, name, async () => {
        let copied;
        try {
            copied = await text();
        } catch (error) {
            return say('Too long', error instanceof Error ? error.message : String(error));
        }
        try {
            await navigator.clipboard.writeText(copied);
            say('Copied', `The ${icon === 'link' ? 'link' : 'code'} is copied.`);
        } catch {
            say('Not allowed', 'The browser does not allow copying.');
        }
    });
    return button;
}

/** Puts a bar above a block. Returns the bar. @param {HTMLElement} pre */
function addBar(pre) {
    const { file, run, code = '' } = pre.dataset;
    const kind = file ?? (KINDS[run ?? code] || '');
    const box = make('div', { class: 'code' });
    const bar = make('div', { class: 'bar', role: 'group', 'aria-label': `Code: ${kind}` });
    bar.append(make('b', run === 'browser' ? { class: 'is-live' } : {}, kind));
    pre.before(box);
    box.append(bar, pre);
    bar.append(copyButton(() => pre.textContent ?? ''));
    return bar;
}

/**
 * Makes a block editable: its text stays that of the element, which is hidden while the editor is there.
 * @param {HTMLElement} pre
 * @param {{ run(): void, changed(): void }} hear
 */
function createEditing(pre, { run, changed }) {
    const first = pre.textContent ?? '';
    /** @type {Promise<Editor> | undefined} */
    let opening;
    /** @type {Editor | undefined} */
    let editor;
    return {
        get isChanged() {
            return pre.textContent !== first;
        },
        async open() {
            opening ??= import('./editor.js').then(({ createEditor }) =>
                createEditor({
                    text: pre.textContent ?? '',
                    name: 'Program, editable',
                    run,
                    changed(text) {
                        pre.textContent = text;
                        changed();
                    },
                })
            );
            editor = await opening;
            if (!editor.element.isConnected) pre.after(editor.element);
            pre.hidden = true;
            editor.focus();
        },
        reset() {
            pre.innerHTML = coloured(first);
            editor?.setText(first);
        },
        /** @param {import('./runner.js').Marks} marks */
        mark(marks) {
            if (editor) editor.mark(marks);
            else markLines(pre, marks);
        },
    };
}

/** How many lines stand in some blocks. @param {HTMLElement[]} blocks */
const countLines = (blocks) =>
    blocks.reduce((sum, pre) => sum + (pre.textContent ?? '').split('\n').length - 1, 0);

/**
 * Makes a program's last block ready: it can be run, edited and copied. A program that draws starts by itself once its place
 * comes near the screen, unless the reader wants less motion.
 * @param {Program} program whose other blocks are ready
 * @param {{ files: () => Record<string, string>, title: string, place: string }} page place: the program's address in the playground
 */
function createExample({ blocks, live, where }, { files, title, place }) {
    const pre = blocks[blocks.length - 1];
    const bar = addBar(pre);
    const draws = where === 'browser';
    const box = /** @type {HTMLElement} */ (pre.parentElement);
    const output = make('div', { class: 'output' });
    let stage = /** @type {HTMLElement | null} */ (live);
    const early = countLines(blocks.slice(0, -1));
    const text = () => blocks.map((block) => block.textContent).join('');

    /** @type {ReturnType<typeof createRunner> | undefined} */
    let runner;
    const run = () => {
        stage ??= make('figure', draws ? { class: 'live' } : { class: 'unseen' });
        if (!stage.isConnected) box.before(stage);
        runner ??= createRunner({ stage, output, title: `${title}: the running program`,
            goesOn: draws,
            mark: ({ printed, bad, message }) =>
                editing.mark({ message, bad: bad && bad - early, printed: new Map(
                    Array.from(printed, ([line, texts]) => [line - early, texts]),
                ) }) });
        runner.run(text(), files());
    };
    const editing = createEditing(pre, { run, changed: () => {
        reset.hidden = !editing.isChanged;
        void link();
    } });
    const edit = async () => {
        const height = stage?.offsetHeight;
        await editing.open();
        // On small screens the canvas is lower beside an editor; a program reads its size when it starts.
        if (runner && stage?.offsetHeight !== height) run();
    };
    const reset = toolButton('reset', 'Reset', () => {
        editing.reset();
        reset.hidden = true;
        void link();
        run();
    });
    reset.hidden = true;
    const playground = make('a', { class: 'open' });
    dress(playground, 'open', 'Playground');
    const link = async () => {
        const address = editing.isChanged
            ? await playgroundLink({ code: text(), files: files() }).catch(() => '')
            : `playground.html#example=${place}`;
        playground.hidden = address === '';
        playground.href = address;
    };
    void link();
    const start = toolButton('run', draws ? 'Run again' : 'Run', run);
    start.title += ' (Ctrl+Enter in the editor)';
    bar.firstElementChild?.after(start, toolButton('edit', 'Edit', edit), reset);
    bar.append(playground);
    (stage ?? box).after(output);
    if (stage) startWhenNear(stage, run);
}

/** Runs a program when its place comes near the screen. @param {HTMLElement} stage @param {() => void} run */
function startWhenNear(stage, run) {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
        const button = make('button', { type: 'button', class: 'start' }, 'Run it');
        button.addEventListener('click', () => {
            button.remove();
            run();
        });
        stage.append(button);
        return;
    }
    stage.ariaBusy = 'true';
    const observer = new IntersectionObserver((entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        run();
    }, { rootMargin: '300px' });
    observer.observe(stage);
}

/** Makes all blocks of the page ready. @param {Program[]} programs @param {() => Record<string, string>} files */
export function createExamples(programs, files) {
    const title = document.querySelector('h1')?.textContent ?? '';
    const page = /[\w-]+(?=\.html$)/.exec(location.pathname)?.[0] ?? 'index';
    for (const pre
        of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('pre[data-code]')))
    {
        pre.innerHTML = coloured(pre.textContent ?? '');
    }
    programs.forEach((program, i) => {
        if (program.where !== 'node' && program.where !== 'browser') return;
        program.blocks.forEach((_, block) =>
            createExample({ ...program, blocks: program.blocks.slice(0, block + 1),
                live: block === 0 ? program.live : null }, { files, title, place: `${page}/${i}` })
        );
    });
    for (const pre
        of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('pre[data-code]')))
    {
        if (!pre.closest('.code')) addBar(pre);
    }
}
