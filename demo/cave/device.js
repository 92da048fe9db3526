// What the device and its user want: touch controls, and less motion. Called by main.js.

/**
 * Touch controls appear with a touch screen, or at the first touch on any other.
 * @param {HTMLElement} canvas gets the focus when it is pressed
 * @param {{ calm: boolean }} view calm: the user wants less motion
 * @param {() => void} changed is called when the touch controls appear
 */
export function listenToDevice(canvas, view, changed) {
    const stillness = matchMedia('(prefers-reduced-motion: reduce)');
    view.calm = stillness.matches;
    stillness.addEventListener('change', () => {
        view.calm = stillness.matches;
    });
    const { classList } = document.body;
    classList.toggle('touch', matchMedia('(pointer: coarse)').matches);
    addEventListener('pointerdown', (event) => {
        if (event.pointerType === 'touch' && !classList.contains('touch')) {
            classList.add('touch');
            changed();
        }
        if (event.target === canvas) canvas.focus({ preventScroll: true });
    });
}
