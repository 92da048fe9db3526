// The line between the machines as a picture, messages on their way: those of machine A to the right, those of B to the left, lost
// ones turn red and fall. And what the line does to the game, as a sentence. Called by the page.
import { COLOURS } from './draw.js';

const LOST = '240, 114, 122';
const SECOND = 60; // frames

/** @param {HTMLCanvasElement} canvas @param {import('./link.js').Link} link */
export function drawWire(canvas, link) {
    const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    const ratio = Math.min(2, devicePixelRatio || 1);
    const { clientWidth: width, clientHeight: height } = canvas;
    const size = { width: Math.round(width * ratio), height: Math.round(height * ratio) };
    if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size);
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, width, height);
    const [left, right] = [22, width - 22];
    const lanes = [height / 2 - 5, height / 2 + 5];
    ctx.fillStyle = 'rgba(190, 208, 255, 0.16)';
    for (const y of lanes) ctx.fillRect(left, y - 0.5, right - left, 1);
    for (const { from, part, lost } of link.flying()) {
        const x = from === 0 ? left + part * (right - left) : right - part * (right - left);
        const fall = lost ? Math.max(0, part - 0.45) : 0;
        ctx.fillStyle = `rgba(${fall > 0 ? LOST : COLOURS[from]}, ${Math.max(0, 1 - 1.8 * fall)})`;
        ctx.beginPath();
        ctx.arc(x, lanes[from] + 60 * fall * fall, lost && fall > 0 ? 3 : 2.6, 0, 2 * Math.PI);
        ctx.fill();
    }
    ctx.font = '700 14px ui-sans-serif, system-ui, sans-serif';
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ['A', 'B'].forEach((name, i) => {
        ctx.fillStyle = `rgb(${COLOURS[i]})`;
        ctx.fillText(name, i === 0 ? 9 : width - 9, height / 2 + 1);
    });
}

/** What a machine did in the last second: frames played, and frames of them played again. @param {import('./machine.js').Machine} machine */
export function lastSecond({ depths, next, rollback: { frame } }) {
    let [pace, again] = [0, 0];
    const { length } = depths;
    const steps = Math.min(SECOND, length);
    for (let i = 1; i <= steps; ++i) {
        const depth = depths[(next - i + length) % length];
        if (depth >= 0) pace++;
        again += Math.max(0, depth);
    }
    return { pace: Math.min(pace, Math.max(frame, 0)), again };
}

/**
 * The state of the game in a sentence.
 * @param {import('./machine.js').Machine | undefined} machine one of those here
 * @param {{ guesses: boolean, delay: number }} settings whether the machines guess; frames of input delay
 */
export function tellLine(machine, { guesses, delay }) {
    if (!machine) return 'Open this page in a second tab: the two tabs play each other.';
    const { desync, frame, stats } = machine.rollback;
    const { pace, again } = lastSecond(machine);
    const late = Math.round((stats.ping * 1000) / 60 / 2);
    const slow = frame > 2 * SECOND && pace < 0.9 * SECOND;
    if (desync)
        return `The hashes of the machines differ since frame ${desync.frame}: one of them has cheated.`;
    if (!guesses)
        return `Nobody guesses: each machine waits for inputs, which take ${late} ms. Only ${pace} of 60 frames a second are played.`;
    if (slow)
        return `Inputs are missing for more than 8 frames, so the machines wait: ${pace} of 60 frames a second are played.`;
    if (again === 0)
        return `Inputs take ${late} ms: they come within the delay of ${delay} frames, or were guessed right. Nothing is played again.`;
    return `Inputs take ${late} ms. Each machine plays on by guesses, and corrects itself: ${again} frames a second are played again.`;
}
