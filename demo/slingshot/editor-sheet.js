// The buttons of the editor: a row of what a press adds, and rows of what is done to the item that is chosen. Called by editor.js.
import { KINDS } from './level.js';

/** @param {string} inside */
const icon = (inside) => `<svg viewBox="0 0 24 24" aria-hidden="true">${inside}</svg>`;
/** @type {Record<string, string>} */
const ICONS = {
    glass: '<path d="M9 3h6v18H9z" fill="#9fdcf4" stroke="#3f8db4"/>',
    wood: '<path d="M3 9h18v6H3z" fill="#d69a55" stroke="#6b3d1c"/>',
    stone: '<path d="M4 6h16v12H4z" fill="#a7abb8" stroke="#474b5c"/>',
    rock: '<path d="M6 6h12l3 14H3z" fill="#6f6a80" stroke="#3c3a4a"/>',
    dome: '<path d="M4 19C4 8 8 5 12 5s8 3 8 14z" fill="#ee4f9c" stroke="#b3226e"/>',
    cube: '<rect x="4" y="5" width="16" height="15" rx="5" fill="#8f55e8" stroke="#5b2bb0"/>',
    cone: '<path d="M10 4h4l6 16H4z" fill="#ff8a3c" stroke="#cf5418"/>',
    rope: '<path d="M12 3v18" stroke="#c9a36a" stroke-width="3"/>',
    pivot: '<path d="m12 9 6 11H6z"/><circle cx="12" cy="7" r="3"/>',
    lift: '<path d="M4 18h16M12 14V4m-4 4 4-4 4 4"/>',
};
/** What is done, by name: its icon, its words, and how. @type {[string, string, (editor: import('./editor.js').Editor) => void][]} */
const ACTIONS = [
    ['<path d="M4 12h16M8 8l-4 4 4 4m8-8 4 4-4 4"/>', 'Wider', (editor) => editor.size(0.1, 0)],
    ['<path d="M3 12h7m4 0h7M7 8l4 4-4 4m10-8-4 4 4 4"/>', 'Narrower',
        (editor) => editor.size(-0.1, 0)],
    ['<path d="M12 4v16M8 8l4-4 4 4m-8 8 4 4 4-4"/>', 'Higher', (editor) => editor.size(0, 0.1)],
    ['<path d="M12 3v7m0 4v7M8 7l4 4 4-4m-8 10 4-4 4 4"/>', 'Lower',
        (editor) => editor.size(0, -0.1)],
    ['<path d="M5 9a8 8 0 1 1-1 6M5 4v5h5"/>', 'Turn left', (editor) => editor.rotate(1)],
    ['<path d="M19 9a8 8 0 1 0 1 6M19 4v5h-5"/>', 'Turn right', (editor) => editor.rotate(-1)],
    ['<path d="M4 4h7v7H4zM13 13h7v7h-7z" fill="currentColor"/><path d="M14 6h5v4M10 18H5v-4"/>',
        'Next material', (editor) => editor.next('material')],
    ['<path d="M9 5h6l5 14H4z"/>', 'Next form', (editor) => editor.next('form')],
    ['<path d="M8 8h12v12H8z"/><path d="M4 16V4h12"/>', 'Copy', (editor) => editor.copy()],
    ['<path d="M6 6l12 12M18 6 6 18"/>', 'Remove', (editor) => editor.remove()],
    ['<path d="M9 5 4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3"/>', 'Undo', (editor) => editor.undo()],
];

export class EditorSheet {
    #sheet = document.createElement('section');
    #shots = document.createElement('button');

    /** @param {import('./editor.js').Editor} editor */
    constructor(editor) {
        this.editor = editor;
        const sheet = this.#sheet;
        sheet.className = 'sheet editor';
        sheet.hidden = true;
        sheet.ariaLabel = 'Level editor';
        const tools = sheet.appendChild(document.createElement('div'));
        tools.className = 'kinds';
        tools.role = 'radiogroup';
        tools.ariaLabel = 'What a press adds';
        for (const kind of KINDS) {
            const button = this.#add(tools, icon(ICONS[kind]),
                kind[0].toUpperCase() + kind.slice(1), () => {
                editor.tool = kind;
                this.show();
            });
            button.role = 'radio';
            button.dataset.kind = kind;
        }
        const actions = sheet.appendChild(document.createElement('div'));
        actions.className = 'actions';
        for (const [inside, name, act] of ACTIONS)
            this.#add(actions, icon(inside), name, () => act(editor));
        this.#shots = this.#add(actions, '', 'Shots of the level', () => editor.shots());
        const last = sheet.appendChild(document.createElement('div'));
        last.className = 'last';
        for (const [name, act]
            of /** @type {[string, () => void][]} */ ([['Try it', () => editor.turn()], [
                'Share the level',
                () => editor.share(),
            ], ['Clear', () => editor.clear()]]))
            this.#add(last, name, '', act);
        document.body.append(sheet);
    }

    /** @param {HTMLElement} place @param {string} html @param {string} name @param {() => void} press */
    #add(place, html, name, press) {
        const button = place.appendChild(document.createElement('button'));
        Object.assign(button, { type: 'button', innerHTML: html, title: name });
        if (name) button.ariaLabel = name;
        button.addEventListener('click', press);
        return button;
    }

    show() {
        const { editor } = this;
        this.#sheet.hidden = !editor.on;
        this.#shots.textContent = `${editor.level.shots}×`;
        this.#shots.ariaLabel = `${editor.level.shots}× shots of the level`;
        for (const button of this.#sheet.querySelectorAll('button'))
            if (button.dataset.kind)
                button.ariaChecked = String(button.dataset.kind === editor.tool);
    }
}
