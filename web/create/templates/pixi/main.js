// Fruit falls into a bowl, and two of a kind become one of the next. Click to drop the one that hangs above.
import { init, World } from 'mica2d';
import { bindPixi } from 'mica2d/adapters/pixi';
import { Application, Container, Graphics } from 'pixi.js';

await init();
const app = new Application();
await app.init({ canvas: document.querySelector('canvas'), resizeTo: window, backgroundAlpha: 0,
    antialias: true, autoDensity: true, resolution: devicePixelRatio });

const world = new World({ gravity: [0, -14] });
Object.assign(globalThis, { world }); // to look at in the console
const physics = bindPixi(world, app, { gone: (fruit) => fruit.destroy() });
const game = app.stage.addChild(new Container());

const INK = 0x0d1122;
const COLORS = [0xff7b72, 0xffc56e, 0x77e3c4, 0x79b8ff, 0xb8a1ff, 0xff9ecb, 0xdfe6ff];
const radiusOf = (kind) => 0.24 + 0.17 * kind; // metres
const HANGS_AT = 4;

const bowl = { shape: 'chain', radius: 0.1,
    points: [[-3, 2.5], [-3, -3.6], [-2.4, -4.2], [2.4, -4.2], [3, -3.6], [3, 2.5]] };
world.createBody({ type: 'static', collider: bowl });
game.addChild(new Graphics()).poly(bowl.points.flatMap(([x, y]) => [50 * x, -50 * y]), false)
    .stroke({ width: 10, color: 0xdfe6ff, cap: 'round', join: 'round' });

function drawFruit(kind) {
    const r = 50 * radiusOf(kind);
    return game.addChild(new Graphics())
        .circle(0, 0, r).fill(COLORS[kind])
        .circle(-0.35 * r, -0.45 * r, 0.2 * r).fill({ color: 'white', alpha: 0.5 })
        .circle(-0.3 * r, 0, 0.09 * r).circle(0.3 * r, 0, 0.09 * r).fill(INK)
        .ellipse(0, 0.25 * r, 0.12 * r, 0.08 * r).fill(INK);
}

function addFruit(kind, x, y) {
    const body = world.createBody({ position: [x, y], userData: kind,
        collider: { shape: 'circle', radius: radiusOf(kind), restitution: 0.2 } });
    physics.add(body, drawFruit(kind));
}

let score = 0;
world.on('contactBegin', ({ bodyA, bodyB }) => {
    const kind = bodyA.userData;
    if (kind !== bodyB.userData || kind + 1 === COLORS.length) return;
    if (!bodyA.alive || !bodyB.alive) return; // one of three that touch
    addFruit(kind + 1, (bodyA.x + bodyB.x) / 2, (bodyA.y + bodyB.y) / 2);
    bodyA.destroy();
    bodyB.destroy();
    score += 2 ** kind;
});

let kind; // of the fruit that hangs
let hanging;
function hangNext() {
    kind = Math.floor(3 * Math.random());
    hanging = drawFruit(kind);
    hanging.position.set(0, -50 * HANGS_AT);
}

const limit = () => 2.8 - radiusOf(kind);
const aim = ({ clientX }) =>
    hanging.x = 50 * Math.max(-limit(), Math.min(limit(), (clientX - game.x) / game.scale.x / 50));
onpointermove = aim;
onpointerdown = (event) => {
    aim(event);
    addFruit(kind, hanging.x / 50, HANGS_AT);
    hanging.destroy();
    hangNext();
};

for (let i = 0; i < 14; ++i) addFruit(i % 3, 2 * Math.sin(7 * i), 0.9 * i - 3);
hangNext();
const hint = document.querySelector('#hint');
app.ticker.add(() => {
    game.position.set(innerWidth / 2, innerHeight / 2 + 10);
    game.scale.set(Math.min(innerWidth / 340, innerHeight / 500));
    hint.textContent = score ? `${score} points` : 'Click to drop: two of a kind make one';
});
