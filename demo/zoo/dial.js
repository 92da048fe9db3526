// A dial for the world's gravity: its arrow points the way that things fall, its length is the strength. By pointer: drag it. By
// keys: left and right turn it, up and down set the strength. Called by panel.js.

const MAX = 20; // m/s² at the rim
const RADIUS = 44;
const TURN = Math.PI / 12; // a key
const SNAP = 1.2; // m/s² around nothing and the directions of the axes

const NAMES = ['right', 'up right', 'up', 'up left', 'left', 'down left', 'down', 'down right'];

/** @param {number} x @param {number} y */
function textOf(x, y) {
    const strength = Math.hypot(x, y);
    if (strength < 0.05) return 'none';
    return `${strength.toFixed(1)} m/s² ${
        NAMES[(Math.round(Math.atan2(y, x) / (Math.PI / 4)) + 8) % 8]
    }`;
}

export class Dial {
    #shown = '';

    /**
     * @param {HTMLElement} parent @param {() => readonly number[]} get the gravity, m/s²
     * @param {(gravity: [number, number]) => void} set @param {() => void} begin called before a change
     */
    constructor(parent, get, set, begin) {
        this.get = get;
        this.set = set;
        this.begin = begin;
        parent.insertAdjacentHTML('beforeend',
            `<div class="dial" tabindex="0" role="slider" aria-label="Gravity: left and right turn it, up and down set its strength" aria-valuemin="0" aria-valuemax="${MAX}" aria-valuenow="10">
<svg viewBox="-50 -50 100 100" aria-hidden="true"><circle r="${RADIUS}"/><circle r="${
                RADIUS / 2
            }"/><path d="M-${RADIUS} 0H${RADIUS}M0 -${RADIUS}V${RADIUS}"/><line x1="0" y1="0"/><circle class="knob" r="7"/></svg></div><output class="dial-text"></output>`);
        this.element = /** @type {HTMLElement} */ (parent.querySelector('.dial'));
        this.output = /** @type {HTMLElement} */ (parent.querySelector('.dial-text'));
        this.#listen();
    }

    #listen() {
        const { element } = this;
        const drag = (/** @type {PointerEvent} */ { clientX, clientY }) => {
            const { left, top, width, height } = element.getBoundingClientRect();
            const factor = (100 / width) * (MAX / RADIUS);
            let [x, y] = [(clientX - left - width / 2) * factor,
                (top + height / 2 - clientY) * factor];
            const strength = Math.hypot(x, y);
            if (strength > MAX) [x, y] = [(x * MAX) / strength, (y * MAX) / strength];
            this.set([Math.abs(x) < SNAP ? 0 : x, Math.abs(y) < SNAP ? 0 : y]);
        };
        element.addEventListener('pointerdown', (event) => {
            element.setPointerCapture(event.pointerId);
            this.begin();
            drag(event);
        });
        element.addEventListener('pointermove', (event) => {
            if (element.hasPointerCapture(event.pointerId)) drag(event);
        });
        element.addEventListener('keydown', (event) => {
            const turn = { ArrowLeft: -TURN, ArrowRight: TURN }[event.code] ?? 0;
            const more = { ArrowUp: 1, ArrowDown: -1 }[event.code] ?? 0;
            if (!turn && !more) return;
            event.preventDefault();
            if (!event.repeat) this.begin();
            const [x, y] = this.get();
            const strength = Math.min(MAX, Math.max(0, Math.hypot(x, y) + more));
            const angle = (x || y ? Math.atan2(y, x) : -Math.PI / 2) + turn;
            const part = (/** @type {number} */ value) => (Math.abs(value) < 1e-3 ? 0 : value);
            this.set([part(strength * Math.cos(angle)), part(strength * Math.sin(angle))]);
        });
    }

    /** Shows the gravity as it is. */
    update() {
        const [x, y] = this.get();
        const text = textOf(x, y);
        const key = `${x} ${y}`;
        if (key === this.#shown) return;
        this.#shown = key;
        const length = RADIUS / Math.max(MAX, Math.hypot(x, y));
        const [px, py] = [x * length, -y * length];
        const [line, knob] = [this.element.querySelector('line'),
            this.element.querySelector('.knob')];
        for (const [name, value] of [['x2', px], ['y2', py]])
            line?.setAttribute(String(name), String(value));
        knob?.setAttribute('transform', `translate(${px} ${py})`);
        this.output.textContent = text;
        this.element.setAttribute('aria-valuenow', Math.hypot(x, y).toFixed(1));
        this.element.setAttribute('aria-valuetext', text);
    }
}
