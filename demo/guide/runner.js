// Runs one program at a time at a place of the page, with what it prints and its first error below. Called by example.js
// and playground.js.
import { startInFrame } from './frame.js';

const MAX_LINES = 200; // that the console keeps

/**
 * @typedef {object} Marks the notes beside the lines of a program, counted from 1
 * @property {Map<number, string[]>} printed what each line has printed
 * @property {number} [bad] the line of the error
 * @property {string} [message] what it says
 */

/** @template {keyof HTMLElementTagNameMap} N @param {N} name @param {Record<string, string>} attributes @param {string} [text] */
export function make(name, attributes, text = '') {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    return element;
}

/**
 * Makes what runs the programs of one place.
 * @param {object} options
 * @param {HTMLElement} options.stage where the program's frame goes
 * @param {HTMLElement} options.output where the console and errors go
 * @param {string} options.title of the frame, for screen readers
 * @param {boolean} options.goesOn false: the frame goes once the program's last statement is done
 * @param {(marks: Marks) => void} options.mark shows marks beside the lines
 */
export function createRunner({ stage, output, title, goesOn, mark }) {
    /** @type {ReturnType<typeof startInFrame> | undefined} */
    let running;
    const printed = make('div', { class: 'console', role: 'log', 'aria-label': 'Printed',
        hidden: '' });
    const trouble = make('p', { class: 'trouble', role: 'alert', hidden: '' });
    output.append(trouble, printed);

    const stop = () => {
        running?.stop();
        running = undefined;
        stage.ariaBusy = null;
    };

    /** Shows an error. @param {string} message */
    const fail = (message) => {
        stage.ariaBusy = null;
        if (!trouble.hidden) return; // the first error says most
        trouble.hidden = false;
        trouble.textContent = message;
    };

    /** @param {string} code @param {Record<string, string>} files */
    const run = (code, files) => {
        stop();
        printed.replaceChildren();
        printed.hidden = trouble.hidden = true;
        /** @type {Marks} */
        const marks = { printed: new Map() };
        mark(marks);
        stage.ariaBusy = 'true';
        const own = running = startInFrame(stage, { code, files, title }, {
            printed(text, line) {
                if (own !== running) return;
                printed.hidden = false;
                printed.append(make('div', {}, text));
                if (printed.childElementCount > MAX_LINES) printed.firstChild?.remove();
                printed.scrollTop = printed.scrollHeight;
                if (line === undefined) return;
                marks.printed.set(line, [...(marks.printed.get(line) ?? []).slice(1 - MAX_LINES),
                    text]);
                mark(marks);
            },
            failed(message, line) {
                if (own !== running) return;
                fail(line === undefined ? message : `Line ${line}: ${message}`);
                if (marks.bad === undefined && line !== undefined)
                    Object.assign(marks, { bad: line, message });
                mark(marks);
            },
            ended() {
                if (own !== running) return;
                stage.ariaBusy = null;
                if (!goesOn) stop();
            },
        });
    };
    return { run, stop, fail };
}
