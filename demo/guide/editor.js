// The editor of the guide's programs, CodeMirror with the guide's colours. Loaded when somebody presses Edit.
import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { HighlightStyle, bracketMatching, indentOnInput, indentUnit,
    syntaxHighlighting } from '@codemirror/language';
import { EditorState, Prec, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, WidgetType, drawSelection, keymap,
    lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { besideLine } from './code.js';

/** @typedef {import('./runner.js').Marks} Marks */

const colours = HighlightStyle.define([
    { tag: tags.comment, class: 'c' },
    { tag: [tags.string, tags.special(tags.string), tags.regexp], class: 's' },
    { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], class: 'k' },
    { tag: [tags.number, tags.bool, tags.null], class: 'n' },
]);

/** What a line has printed, at its end, or the error in it, below. */
class Note extends WidgetType {
    /** @param {string} kind 'printed' or 'wrong' @param {string} text */
    constructor(kind, text) {
        super();
        this.kind = kind;
        this.text = text;
    }

    /** @param {Note} other */
    eq(other) {
        return other.kind === this.kind && other.text === this.text;
    }

    toDOM() {
        const element = document.createElement(this.kind === 'wrong' ? 'div' : 'span');
        element.className = this.kind;
        element.textContent = this.text;
        return element;
    }
}

/** @type {import('@codemirror/state').StateEffectType<Marks>} */
const setMarks = StateEffect.define();

const marked = StateField.define({
    create: () => Decoration.none,
    update(decorations, transaction) {
        const marks = transaction.effects.find((effect) => effect.is(setMarks))?.value;
        if (!marks) return decorations.map(transaction.changes);
        const { doc } = transaction.state;
        const within = (/** @type {number} */ line) => line >= 1 && line <= doc.lines;
        const list = Array.from(marks.printed).filter(([line]) => within(line)).map(
            ([line, texts]) => {
                const { to, text } = doc.line(line);
                return Decoration.widget({ widget: new Note('printed', besideLine(text, texts)),
                    side: 1 }).range(to);
            },
        );
        if (marks.bad && within(marks.bad)) {
            const { from, to } = doc.line(marks.bad);
            list.push(Decoration.line({ class: 'bad' }).range(from),
                Decoration.widget({ widget: new Note('wrong', marks.message ?? ''), side: 2,
                    block: true }).range(to));
        }
        return Decoration.set(list, true);
    },
    provide: (field) => EditorView.decorations.from(field),
});

/** What does not fit into a line goes on further in than the line began. @param {EditorView} view */
function indentWrapped(view) {
    /** @type {import('@codemirror/state').Range<Decoration>[]} */
    const list = [];
    for (const { from, to } of view.visibleRanges) {
        for (let line = view.state.doc.lineAt(from);; line = view.state.doc.line(line.number + 1)) {
            const inset = line.text.search(/[^ ]|$/) + 2;
            list.push(
                Decoration.line({
                    attributes: {
                        style: `padding-left: calc(6px + ${inset}ch); text-indent: -${inset}ch`,
                    },
                }).range(line.from),
            );
            if (line.to >= to || line.number === view.state.doc.lines) break;
        }
    }
    return Decoration.set(list, true);
}

const hanging = ViewPlugin.define((view) => ({
    lines: indentWrapped(view),
    update(update) {
        if (update.docChanged || update.viewportChanged) this.lines = indentWrapped(update.view);
    },
}), { decorations: ({ lines }) => lines });

/**
 * Scrolls to a place of the text. How far it is away is an estimate until the lines between are drawn, so it looks again in
 * the next frames.
 * @param {EditorView} view
 * @param {number} place
 */
function reveal(view, place, tries = 30) {
    if (place > view.state.doc.length) return;
    view.dispatch({ effects: EditorView.scrollIntoView(place, { y: 'center' }) });
    requestAnimationFrame(() => {
        const seen = view.coordsAtPos(place);
        if (tries > 0 && !(seen && seen.top > 0 && seen.bottom < innerHeight))
            reveal(view, place, tries - 1);
    });
}

/**
 * Makes an editor.
 * @param {{ text: string, name: string, run(): void, changed(text: string): void }} options
 *   name: for screen readers; run: Ctrl+Enter was pressed; changed: the user has changed the text
 */
export function createEditor({ text, name, run, changed }) {
    let own = false;
    /** @type {number | undefined} */
    let bad;
    const view = new EditorView({
        state: EditorState.create({
            doc: text,
            extensions: [
                Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => (run(), true) }])),
                keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap]),
                lineNumbers(),
                history(),
                drawSelection(),
                indentOnInput(),
                bracketMatching(),
                closeBrackets(),
                indentUnit.of('    '),
                EditorState.tabSize.of(4),
                EditorView.lineWrapping,
                javascript(),
                syntaxHighlighting(colours),
                marked,
                hanging,
                EditorView.contentAttributes.of({ 'aria-label': name, spellcheck: 'false',
                    autocapitalize: 'off' }),
                EditorView.updateListener.of((update) => {
                    if (update.docChanged && !own) changed(update.state.doc.toString());
                }),
            ],
        }),
    });
    return {
        element: view.dom,
        focus: () => view.focus(),
        /** @param {string} to */
        setText(to) {
            own = true;
            view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: to } });
            own = false;
        },
        /** Shows marks; the line of a new error comes into view if the user is at work here. @param {Marks} marks */
        mark(marks) {
            const fresh = marks.bad !== bad && view.hasFocus;
            bad = marks.bad;
            view.dispatch({ effects: setMarks.of(marks) });
            if (fresh && bad && bad <= view.state.doc.lines)
                reveal(view, view.state.doc.line(bad).from);
        },
    };
}
