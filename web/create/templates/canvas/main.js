// Pull back anywhere and let go: a ball flies, and the crates fall from their shelf.
import { init, World } from 'mica2d';
import { createCanvasRenderer } from 'mica2d/adapters/canvas';

await init();
const world = new World({
    layers: { shelf: ['crate', 'ball'], crate: ['crate', 'ball'], ball: ['ball'] },
});
Object.assign(globalThis, { world }); // to look at in the console

const START = [-5, -1]; // where balls start, metres
const ROWS = 8;
world.createBody({ type: 'static', position: [3, -2.5],
    collider: { shape: 'box', width: 6, height: 0.4, radius: 0.1, layer: 'shelf' } });

function stackCrates() {
    for (let row = 0; row < ROWS; ++row) {
        for (let i = 0; i < ROWS - row; ++i) {
            world.createBody({ position: [3 + 0.6 * (i - (ROWS - row - 1) / 2), -1.9 + 0.56 * row],
                collider: { shape: 'box', width: 0.56, height: 0.56, layer: 'crate' } });
        }
    }
}

function throwBall(vx, vy) {
    world.createBody({ position: START, velocity: [vx, vy], angularVelocity: -vx,
        collider: { shape: 'circle', radius: 0.35, density: 4, restitution: 0.3, layer: 'ball' } });
}

let fallen = 0;
function removeFallen() {
    let standing = 0;
    for (const body of [...world.bodies]) {
        const crate = body.colliders[0].layer === 'crate';
        if (body.y < -7) body.destroy();
        if (crate) body.alive ? ++standing : ++fallen;
    }
    if (standing === 0) stackCrates();
}

const canvas = document.querySelector('canvas');
const hint = document.querySelector('#hint');
const renderer = createCanvasRenderer(canvas, {
    colors: { shelf: '#77e3c4', crate: '#ffc56e', ball: '#ff8fa3' },
});

let pulledFrom; // where the pointer went down, and the velocity that the pull gives
let aim;
canvas.onpointerdown = ({ clientX, clientY }) => pulledFrom = [clientX, clientY];
canvas.onpointermove = ({ clientX, clientY }) => {
    if (pulledFrom) aim = [(pulledFrom[0] - clientX) / 8, (clientY - pulledFrom[1]) / 8];
};
onpointerup = () => {
    if (aim) throwBall(...aim);
    pulledFrom = aim = undefined;
};

function drawAim([vx, vy]) {
    const ctx = canvas.getContext('2d');
    ctx.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    ctx.fillStyle = 'white';
    for (let t = 0; t < 1; t += 0.06) {
        const [x, y] = renderer.toScreen(START[0] + vx * t, START[1] + vy * t - 4.9 * t * t);
        ctx.globalAlpha = 1 - t;
        ctx.beginPath();
        ctx.arc(x, y, 4, 0, 2 * Math.PI);
        ctx.fill();
    }
}

stackCrates();
throwBall(15, 3.5);
let last = document.timeline.currentTime;
requestAnimationFrame(function frame(now) {
    world.advance((now - last) / 1000);
    last = now;
    removeFallen();
    renderer.fit({ minX: -7, minY: -5, maxX: 7, maxY: 5 });
    renderer.draw(world);
    if (aim) drawAim(aim);
    hint.textContent = fallen ? `${fallen} crates down` : 'Pull back and let go';
    requestAnimationFrame(frame);
});
