// Zooming: the wheel, and two fingers on the canvas. Called by a page once. The second finger ends what
// the first one holds or draws.

import { zoomBy } from './camera.js';

/**
 * @param {HTMLCanvasElement} canvas @param {import('./camera.js').Camera} camera
 * @param {{ drop: () => void }} pointer
 * @param {() => void} zoomed called after every change
 */
export function listenZoom(canvas, camera, pointer, zoomed) {
    /** @type {Map<number, { x: number, y: number }>} */ const fingers = new Map();

    /** How far the first two fingers are apart, in CSS pixels. */
    function spread() {
        const [a, b] = fingers.values();
        return Math.max(20, Math.hypot(a.x - b.x, a.y - b.y));
    }

    canvas.addEventListener('wheel', (event) => {
        event.preventDefault();
        zoomBy(camera, Math.exp(-event.deltaY * 0.0012));
        zoomed();
    }, { passive: false });
    canvas.addEventListener('pointerdown', ({ pointerType, pointerId, clientX, clientY }) => {
        if (pointerType !== 'touch') return;
        fingers.set(pointerId, { x: clientX, y: clientY });
        if (fingers.size === 2) pointer.drop();
    });
    canvas.addEventListener('pointermove', ({ pointerId, clientX, clientY }) => {
        const finger = fingers.get(pointerId);
        if (!finger) return;
        const before = fingers.size > 1 ? spread() : 0;
        finger.x = clientX;
        finger.y = clientY;
        if (before === 0) return;
        zoomBy(camera, spread() / before);
        zoomed();
    });
    for (const end of /** @type {const} */ (['pointerup', 'pointercancel'])) {
        canvas.addEventListener(end, ({ pointerId }) => fingers.delete(pointerId));
    }
}
