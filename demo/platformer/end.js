// The sheet that tells of a course that was finished, and the best time, which the browser keeps. Called by main.js.
import { countCoins } from './game.js';
import { COINS } from './level.js';

const BEST = 'mica platformer best';

/** Minutes and seconds. @param {number} seconds @param {number} digits after the point */
export const showTime = (seconds, digits) => {
    const unit = 10 ** digits;
    const all = Math.floor(seconds * unit) / unit;
    return `${Math.floor(all / 60)}:${(all % 60).toFixed(digits).padStart(digits ? digits + 3 : 2, '0')}`;
};

/** The best time so far, with this one. @param {number} time s */
function keepBest(time) {
    try {
        const best = Math.min(Number(localStorage.getItem(BEST)) || Infinity, time);
        localStorage.setItem(BEST, String(best));
        return best;
    } catch {
        return time; // the browser keeps nothing
    }
}

/** Shows the sheet for a game that was won, or takes it away. @param {import('./game.js').Game | null} game @param {() => void} [again] */
export function showEnd(game, again) {
    document.getElementById('end')?.remove();
    if (!game) return;
    const { state } = game;
    const best = keepBest(state.time);
    const sheet = document.createElement('section');
    sheet.id = 'end';
    sheet.className = 'sheet end';
    sheet.setAttribute('aria-label', 'The course is done');
    const coins = countCoins(state);
    sheet.innerHTML = `<h2>${coins === COINS.length ? 'Every coin, and the flag' : 'You reached the flag'}</h2>
<p><b>${showTime(state.time, 2)}</b> ${best < state.time ? `best ${showTime(best, 2)}` : 'your best time'}</p><p>${coins} of ${COINS.length} coins</p>`;
    const button = sheet.appendChild(document.createElement('button'));
    button.type = 'button';
    button.textContent = 'Play again';
    button.addEventListener('click', () => again?.());
    document.body.append(sheet);
    const announce = document.getElementById('announce');
    if (announce) announce.textContent = `The course is done in ${showTime(state.time, 2)}, ${coins} of ${COINS.length} coins`;
}
