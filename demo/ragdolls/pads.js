// Pads for thumbs over the timeline: turn and boost, back and drive. Called by main.js.

const PADS = /** @type {const} */ ([
    ['Turn back', 'tilt', 1, 'M25 22a9 9 0 1 0-3 5M25 28v-6h-6'],
    ['Turn forwards', 'tilt', -1, 'M9 22a9 9 0 1 1 3 5M9 28v-6h6'],
    ['Boost', 'boost', 0, 'M18 4 8 19h8l-2 11 11-16h-8z'],
    ['Back', 'touch', -1, 'M20 7 10 17l10 10'],
    ['Drive', 'touch', 1, 'm14 7 10 10-10 10'],
]);

/** @param {import('../shared/stage.js').Stage} stage @param {(scene: any) => void} boost */
export function makePads(stage, boost) {
    const pads = document.body.appendChild(document.createElement('div'));
    pads.className = 'pads';
    Object.assign(pads.style, { marginBottom: '60px', right: '0', gap: '8px' });
    for (const [label, what, value, path] of PADS) {
        const pad = pads.appendChild(document.createElement('button'));
        pad.type = 'button';
        pad.ariaLabel = label;
        pad.innerHTML = `<svg viewBox="0 0 34 34" aria-hidden="true"><path d="${path}"/></svg>`;
        Object.assign(pad.style, { flex: '0 1 76px', minWidth: '0',
            ...(label === 'Back' && { marginLeft: 'auto' }) });
        const set = (/** @type {number} */ to) => {
            if (what !== 'boost') stage.scene.state[what] = to;
        };
        pad.addEventListener('pointerdown', (event) => {
            event.preventDefault();
            if (what === 'boost') boost(stage.scene);
            else set(value);
        });
        for (const end of ['pointerup', 'pointercancel', 'pointerleave'])
            pad.addEventListener(end, () => set(0));
        pad.addEventListener('contextmenu', (event) => event.preventDefault());
    }
}
