// The sheet at the end of a game: the score, and a button to play again. And the best that a player has reached, which the
// browser keeps. Called by pages.

const HELD = 600; // milliseconds until the button has the focus: a key that still plays shall not press it

/**
 * Shows the sheet, or takes it away.
 * @param {{ title: string, big: string, lines: string[], again: () => void } | null} end `big` is the figure that counts
 */
export function showEnd(end) {
    document.getElementById('end')?.remove();
    if (!end) return;
    const sheet = document.createElement('section');
    sheet.id = 'end';
    sheet.className = 'sheet end';
    sheet.ariaLabel = end.title;
    const add = (/** @type {string} */ tag, /** @type {string} */ text) => {
        const element = sheet.appendChild(document.createElement(tag));
        element.textContent = text;
        return element;
    };
    add('h2', end.title);
    add('b', end.big);
    for (const line of end.lines) add('p', line);
    const button = /** @type {HTMLButtonElement} */ (add('button', 'Play again'));
    button.type = 'button';
    button.addEventListener('click', end.again);
    document.body.append(sheet);
    setTimeout(() => sheet.isConnected && button.focus(), HELD);
    const announce = document.getElementById('announce');
    if (announce) announce.textContent = [end.title, end.big, ...end.lines].join(', ');
}

/**
 * The best so far, with this one.
 * @param {string} name under which it is kept @param {number} value @param {'least' | 'most'} best which is better
 */
export function keepBest(name, value, best) {
    try {
        const before = Number(localStorage.getItem(name)) || value;
        const now = best === 'least' ? Math.min(before, value) : Math.max(before, value);
        localStorage.setItem(name, String(now));
        return now;
    } catch {
        return value; // the browser keeps nothing
    }
}

/** Minutes and seconds. @param {number} seconds @param {number} digits after the point */
export function showTime(seconds, digits) {
    const unit = 10 ** digits;
    const all = Math.floor(seconds * unit) / unit;
    return `${Math.floor(all / 60)}:${
        (all % 60).toFixed(digits).padStart(digits ? digits + 3 : 2, '0')
    }`;
}
