// The world runs in a worker: however much it has to do, the page draws each frame. Move the pointer to turn the drum.
import { createWorkerWorld } from 'mica2d/worker';
import { createWebglRenderer } from 'mica2d/adapters/webgl';

const COLORS = { coral: '#ff7b72', amber: '#ffc56e', mint: '#77e3c4', sky: '#79b8ff',
    violet: '#b8a1ff' };
const names = Object.keys(COLORS);
const RADIUS = 5; // of the drum, metres
const PADDLES = 5;

// A layer a colour: each is solid to the drum and to all marbles.
const world = await createWorkerWorld({
    layers: { drum: names, ...Object.fromEntries(names.map((name) => [name, names])) },
});
Object.assign(globalThis, { world }); // to look at in the console

const turn = (radius, angle) => [radius * Math.cos(angle), radius * Math.sin(angle)];
const drum = world.createBody({ type: 'kinematic', angularVelocity: 0.8, colliders: [
    { shape: 'chain', loop: true, radius: 0.06, layer: 'drum',
        points: Array.from({ length: 60 }, (_, i) => turn(RADIUS, 2 * Math.PI * i / 60)) },
    ...Array.from({ length: PADDLES },
        (_, i) => ({ shape: 'capsule', radius: 0.08, layer: 'drum',
            a: turn(RADIUS - 1.4, 2 * Math.PI * i / PADDLES),
            b: turn(RADIUS - 0.1, 2 * Math.PI * i / PADDLES) })),
] });

// Marbles in a circle, in five stripes.
const places = [];
for (let x = -3.5; x < 3.5; x += 0.162) {
    const top = Math.sqrt(3.5 ** 2 - x ** 2);
    for (let y = -top; y < top; y += 0.162) places.push([x, y]);
}
names.forEach((layer, i) => {
    const stripe = places.filter((_, k) => Math.floor(names.length * k / places.length) === i);
    world.createBodies(stripe.length, { positions: stripe.flat(),
        shape: { shape: 'circle', radius: 0.08, friction: 0.2, layer } });
});

const canvas = document.querySelector('canvas');
document.querySelector('#hint').textContent =
    `${places.length} marbles in a worker: move the pointer to turn the drum`;
const renderer = createWebglRenderer(canvas, world, { colors: { drum: '#dfe6ff', ...COLORS } });
onpointermove = ({ clientX }) => drum.angularVelocity = 3 * (1 - 2 * clientX / innerWidth);

let last = document.timeline.currentTime;
requestAnimationFrame(function frame(now) {
    world.advance((now - last) / 1000);
    last = now;
    renderer.fit({ minX: -5.5, minY: -5.2, maxX: 5.5, maxY: 6 });
    renderer.draw();
    requestAnimationFrame(frame);
});
