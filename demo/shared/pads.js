// Pads for thumbs over the timeline: each holds a key down, so that touch does all that keys do. Called by stage.js for pages that give
// `pads`.

/**
 * `key` is a KeyboardEvent.code, `icon` the path of a picture of 24 by 24, `right` whether it and those after it stand at the right,
 * `shown` whether the scene has it.
 * @typedef {{ label: string, key: string, icon: string, right?: boolean, shown?: (scene: any) => boolean }} Pad
 */

/** Arrows, for pages that drive. @type {Record<'left' | 'right' | 'up' | 'down', string>} */
export const ARROWS = { left: 'm15 5-7 7 7 7', right: 'm9 5 7 7-7 7', up: 'm5 15 7-7 7 7',
    down: 'm5 9 7 7 7-7' };

/**
 * Adds the pads; the function that it returns shows those that a scene has.
 * @param {import('./keys.js').Keys} keys @param {Pad[]} pads @returns {(scene: any) => void}
 */
export function addPads(keys, pads) {
    const row = document.body.appendChild(document.createElement('div'));
    row.className = 'pads above';
    const made = pads.map(({ label, key, icon, right, shown }) => {
        const pad = row.appendChild(document.createElement('button'));
        Object.assign(pad, { type: 'button', ariaLabel: label,
            innerHTML: `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${icon}"/></svg>` });
        pad.classList.toggle('right', right === true);
        pad.addEventListener('pointerdown', (event) => {
            event.preventDefault();
            pad.classList.add('held');
            keys.press(key);
        });
        for (const end of ['pointerup', 'pointercancel', 'pointerleave']) {
            pad.addEventListener(end, () => {
                if (!pad.classList.contains('held')) return;
                pad.classList.remove('held');
                keys.release(key);
            });
        }
        pad.addEventListener('contextmenu', (event) => event.preventDefault());
        return { pad, shown };
    });
    return (scene) => {
        for (const { pad, shown } of made) if (shown) pad.hidden = !shown(scene);
    };
}
