// Tap to drop a ball between the pins: the outer cups are worth most. Once visited, the game can be installed and plays offline.
import { init, World } from 'mica2d/external'; // the .wasm is a file of its own, which the service worker keeps
import { createCanvasRenderer } from 'mica2d/adapters/canvas';

await init();
const world = new World({ gravity: [0, -8],
    layers: { pin: ['ball'], wall: ['ball'], ball: ['ball'], cup: ['ball'] } });
Object.assign(globalThis, { world }); // to look at in the console

const POINTS = [100, 30, 10, 5, 10, 30, 100]; // of the cups, from the left to the right
const HALF = POINTS.length / 2; // of the board's width, metres
const box = (x, y, width, height, layer) =>
    world.createBody({ type: 'static', position: [x, y],
        collider: { shape: 'box', width, height, layer, trigger: layer === 'cup' } });

for (const side of [-1, 1]) box(side * (HALF + 0.1), 0, 0.2, 11, 'wall');
box(0, -5.6, 2 * HALF + 0.4, 0.2, 'wall');
POINTS.forEach((points, i) => {
    const left = i - HALF;
    if (i > 0) box(left, -5, 0.1, 1.2, 'wall');
    box(left + 0.5, -5.4, 0.8, 0.2, 'cup').userData = points;
});
for (let row = 0; row < 8; ++row) {
    for (let x = -HALF + 0.5 + 0.5 * (row % 2); x < HALF - 0.3; ++x) {
        world.createBody({ type: 'static', position: [x, 3 - row],
            collider: { shape: 'circle', radius: 0.1, restitution: 0.6, layer: 'pin' } });
    }
}

function drop(x) {
    world.createBody({ position: [Math.max(0.3 - HALF, Math.min(HALF - 0.3, x)), 5],
        velocity: [Math.random() - 0.5, 0],
        collider: { shape: 'circle', radius: 0.2, restitution: 0.5, friction: 0.1,
            layer: 'ball' } });
}

let score = 0;
const hint = document.querySelector('#hint');
world.on('triggerEnter', ({ trigger: { userData: points }, visitor: ball }) => {
    ball.destroy();
    score += points;
    hint.textContent = `${points} more: ${score} points`;
});

const canvas = document.querySelector('canvas');
const renderer = createCanvasRenderer(canvas, {
    colors: { pin: '#dfe6ff', wall: '#77e3c4', ball: '#ffc56e', cup: '#ff8fa3' },
});
canvas.onpointerdown = ({ clientX, clientY }) => drop(renderer.toWorld(clientX, clientY)[0]);
hint.textContent = 'Tap to drop a ball';

for (const x of [-2.1, -0.2, 0.3, 1.7]) drop(x);
let last = document.timeline.currentTime;
requestAnimationFrame(function frame(now) {
    world.advance((now - last) / 1000);
    last = now;
    renderer.fit({ minX: -HALF - 0.3, minY: -6, maxX: HALF + 0.3, maxY: 6.5 });
    renderer.draw(world);
    requestAnimationFrame(frame);
});
