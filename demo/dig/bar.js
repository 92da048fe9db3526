// The bar of weapons, each with its remaining shots, and the fire button. Called by main.js.
import { WEAPONS } from './weapons.js';

const FIRE = 'M12 3v4M12 17v4M3 12h4M17 12h4M12 6a6 6 0 1 0 .01 0';

/** @param {HTMLElement} bar @param {string} label @param {string} path @param {() => void} press */
function addButton(bar, label, path, press) {
    const button = bar.appendChild(document.createElement('button'));
    button.type = 'button';
    button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
    button.append(label);
    button.addEventListener('click', press);
    return button;
}

/**
 * Makes the bar. Returns what brings it up to a game.
 * @param {{ arm: (weapon: number) => void, fire: () => void }} does
 */
export function makeBar({ arm, fire }) {
    const bar = document.body.appendChild(document.createElement('section'));
    bar.className = 'sheet weapons';
    bar.ariaLabel = 'Weapons';
    const buttons = WEAPONS.map(({ label, icon }, i) => {
        const button = addButton(bar, label, icon, () => arm(i));
        return { button, left: button.appendChild(document.createElement('i')) };
    });
    const trigger = addButton(bar, 'Fire', FIRE, fire);
    trigger.className = 'fire';
    let shown = '';
    return (/** @type {import('./game.js').Game} */ game) => {
        const { turn, weapon } = game.state;
        const left = WEAPONS.map((_, i) => game.ammoOf(i));
        const now = `${left} ${weapon[turn]} ${game.isOpen}`;
        if (now === shown) return;
        shown = now;
        trigger.disabled = !game.isOpen;
        buttons.forEach(({ button, left: count }, i) => {
            button.disabled = !game.isOpen || left[i] <= 0;
            button.ariaPressed = String(weapon[turn] === i);
            count.textContent = Number.isFinite(left[i]) ? String(left[i]) : '';
        });
    };
}
