// Frame and step times: two ring buffers, drawn as a small bar graph, with text that is refreshed a few
// times a second. Called by main.js once a frame. Owns the canvas and the figures of the meter.

const SAMPLES = 120;

/** @typedef {ReturnType<typeof createGraphs>} Graphs */

/** @param {HTMLElement} root the meter element */
export function createGraphs(root) {
    const canvas = /** @type {HTMLCanvasElement} */ (root.querySelector('canvas'));
    const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    const text = (/** @type {string} */ id) => /** @type {HTMLElement} */ (root.querySelector(`[data-stat=${id}]`));
    const stats = {
        fps: text('fps'), frame: text('frame'), step: text('step'), bodies: text('bodies'), awake: text('awake'),
        contacts: text('contacts'), bytes: text('bytes'),
    };
    const frames = new Float32Array(SAMPLES);
    const steps = new Float32Array(SAMPLES);
    let next = 0;
    let since = 1;
    const graphs = {
        fps: 0,
        frameMs: 0,
        stepMs: 0,
        /**
         * @param {number} frameMs time since the last frame @param {number} stepMs time in the engine
         * @param {import('../js/index.js').World} world
         */
        add(frameMs, stepMs, world) {
            frames[next] = frameMs;
            steps[next] = stepMs;
            next = (next + 1) % SAMPLES;
            graphs.frameMs += (frameMs - graphs.frameMs) * 0.08;
            graphs.stepMs += (stepMs - graphs.stepMs) * 0.08;
            graphs.fps = graphs.frameMs > 0 ? 1000 / graphs.frameMs : 0;
            since += frameMs / 1000;
            if (since > 0.25) {
                since = 0;
                write(world);
            }
            if (canvas.offsetParent !== null) paint();
        },
    };

    /** @param {import('../js/index.js').World} world */
    function write(world) {
        const counters = world.counters;
        stats.fps.textContent = graphs.fps.toFixed(0);
        stats.frame.textContent = graphs.frameMs.toFixed(1);
        stats.step.textContent = graphs.stepMs.toFixed(2);
        stats.bodies.textContent = String(counters.bodies);
        stats.awake.textContent = String(counters.awakeBodies);
        stats.contacts.textContent = String(counters.touchingContacts);
        stats.bytes.textContent = `${Math.round(world.bytes / 1024)} kB`;
    }

    function paint() {
        const ratio = Math.min(2, devicePixelRatio || 1);
        const width = canvas.clientWidth;
        const height = canvas.clientHeight;
        if (canvas.width !== Math.round(width * ratio)) {
            canvas.width = Math.round(width * ratio);
            canvas.height = Math.round(height * ratio);
        }
        ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
        ctx.clearRect(0, 0, width, height);
        const perMs = height / 34; // the full height is 34 ms
        const bar = width / SAMPLES;
        ctx.fillStyle = 'rgba(150, 176, 235, 0.55)';
        for (let i = 0; i < SAMPLES; i++) {
            const h = Math.min(height, frames[(next + i) % SAMPLES] * perMs);
            ctx.fillRect(i * bar, height - h, Math.max(0.8, bar - 0.6), h);
        }
        ctx.fillStyle = '#ffc56e';
        for (let i = 0; i < SAMPLES; i++) {
            const h = Math.min(height, Math.max(1, steps[(next + i) % SAMPLES] * perMs));
            ctx.fillRect(i * bar, height - h, Math.max(0.8, bar - 0.6), h);
        }
        ctx.fillStyle = 'rgba(255, 255, 255, 0.5)';
        for (let x = 0; x < width; x += 6) ctx.fillRect(x, Math.round(height - 16.7 * perMs), 3, 1);
    }
    return graphs;
}
