// What a page tells beside its picture: the score, the body under the pointer, a word that goes again. Called by stage.js.
import { el } from './stage-frame.js';

const SAID = 5000; // milliseconds that a word stays

/** Writes the score, when it has changed. */
export class Score {
    #shown = '';

    /** @param {Record<string, string | number>} score */
    show(score) {
        const entries = Object.entries(score);
        const text = entries.map(([name, value]) => `${name} ${value}`).join(', ');
        if (text === this.#shown) return;
        this.#shown = text;
        el('score').hidden = false;
        el('score').replaceChildren(...entries.map(([name, value]) => {
            const item = document.createElement('div');
            item.appendChild(document.createElement('dt')).textContent = name;
            item.appendChild(document.createElement('dd')).appendChild(document.createElement('b'))
                .textContent = String(value);
            return item;
        }));
    }
}

/**
 * Tells of a body beside the pointer.
 * @param {import('../../js/index.js').Body<any> | null} body none: hides the card @param {number} x @param {number} y CSS pixels
 */
export function showCard(body, x = 0, y = 0) {
    const card = el('card');
    card.hidden = !body;
    if (!body) return;
    card.textContent =
        `${body.type}, ${body.colliders[0].layer}\nat ${body.x.toFixed(2)}, ${
            body.y.toFixed(2)
        } m\n`
        + `${Math.hypot(body.vx, body.vy).toFixed(2)} m/s, ${
            body.angularVelocity.toFixed(2)
        } rad/s\n${body.mass.toPrecision(3)} kg${body.awake ? '' : ', asleep'}`;
    card.style.transform = `translate(${Math.min(x + 16, innerWidth - 190)}px, ${
        Math.min(y + 16, innerHeight - 100)
    }px)`;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let hiding;

/** Shows a word over the picture for some seconds, and has it read aloud. @param {string} text */
export function say(text) {
    const word = el('said');
    word.textContent = text;
    word.classList.remove('gone');
    clearTimeout(hiding);
    hiding = setTimeout(() => word.classList.add('gone'), SAID);
}
