// Planets: circles with a field of gravity that pulls to their middle by 1/d², and an atmosphere, a field that slows. A moon
// carries its field with it. The world itself has no gravity.
import { World } from '../../js/index.js';
import { LAYERS, fieldsOf, paintBackdrop, paintBodies } from './shapes.js';

const ROCKS = 70;
const HOUSES = ['wood', 'rubber', 'cloth'];
const TRAIL = 50; // points
const FAR = 26; // metres: a rock farther away comes back as a comet

/** Radius, pull at the surface in m/s² at slider 1, colours from light to dark. */
const PLANETS = [
    { at: [-3.2, 0.2], radius: 2.5, pull: 9, colors: ['#ffd9a0', '#d98757', '#5a2c4d'] },
    { at: [7.4, 2.6], radius: 1.5, pull: 8, colors: ['#c7fff0', '#4aa79c', '#173c5c'] },
];
const MOON = { radius: 0.5, away: 5.6, pull: 4 };

/** Speed of a round orbit. @param {{ pull: number, radius: number }} planet @param {number} away @param {number} pull of the slider */
const orbitSpeed = ({ pull: own, radius }, away, pull) =>
    Math.sqrt((own * pull * radius * radius) / away);

/** @param {World<any>} world @param {typeof PLANETS[number]} planet */
function makePlanet(world, { at, radius, pull }) {
    world.createBody({ type: 'static', position: /** @type {[number, number]} */ (at), colliders: [
        { shape: 'circle', radius, layer: 'ground', friction: 0.9 },
        { shape: 'circle', radius: 40, layer: 'pull',
            field: { type: 'gravity', strength: pull, distance: radius, falloff: 2 } },
        { shape: 'circle', radius: radius + 0.9, layer: 'haze',
            field: { type: 'speed', drag: 0.5, angularDrag: 0.5 } },
    ] });
}

/** Houses that stand on a planet, each by its own up. @param {World<any>} world @param {typeof PLANETS[number]} planet @param {number[]} angles */
function makeHouses(world, { at: [px, py], radius }, angles) {
    angles.forEach((angle, i) => {
        for (let floor = 0; floor <= i % 3; floor++) {
            const away = radius + 0.25 + 0.5 * floor;
            world.createBody({ position: [px + away * Math.cos(angle), py + away * Math.sin(angle)],
                angle: angle - Math.PI / 2,
                collider: { shape: 'box', width: 0.46, height: 0.5, layer: HOUSES[i % 3],
                    friction: 0.9, density: 2 } });
        }
    });
}

/** Puts a rock on an orbit. @param {number} i @param {number} pull @returns {{ position: [number, number], velocity: [number, number] }} */
function orbit(i, pull) {
    const planet = PLANETS[i % 5 === 0 ? 1 : 0];
    const away = planet.radius + (i % 5 === 0 ? 1.2 + (i % 3) * 0.25 : 1.35 + ((i * 0.37) % 1.15));
    const angle = i * 2.4;
    const speed = orbitSpeed(planet, away, pull);
    return {
        position: [planet.at[0] + away * Math.cos(angle), planet.at[1] + away * Math.sin(angle)],
        velocity: [-speed * Math.sin(angle), speed * Math.cos(angle)],
    };
}

/** A comet from the left. @param {number} i @returns {{ position: [number, number], velocity: [number, number] }} */
const comet = (i) => ({ position: [-17 - (i % 4), -6 + ((i * 2.7) % 13)],
    velocity: [5 + (i % 3), 1.2 * Math.sin(i)] });

/** @param {any} scene */
function throwComets({ world, state }) {
    for (let i = 0; i < 10; i++) {
        state.comets++;
        world.createBody({ ...comet(state.comets),
            collider: { shape: 'circle', radius: 0.16, layer: 'duck', density: 2,
                restitution: 0.3 } });
    }
}

/** @param {any} scene @param {number} value */
export function setPull({ world, state }, value) {
    state.pull = value;
    for (const collider of fieldsOf(world, 'pull')) {
        const { pull } = PLANETS.find(({ at }) =>
            collider.body.type === 'static' && Math.abs(at[0] - collider.body.x) < 0.1
        ) ?? MOON;
        collider.field = /** @type {any} */ ({ ...collider.field, strength: pull * value });
    }
}

export const planets = {
    name: 'Planets',
    make() {
        const world = new World({ gravity: [0, 0], layers: LAYERS });
        for (const planet of PLANETS) makePlanet(world, planet);
        makeHouses(world, PLANETS[0], [0.4, 0.9, 1.5, 2.2, 2.9, 3.6, 4.5, 5.4]);
        makeHouses(world, PLANETS[1], [0.6, 1.8, 2.9, 4.4]);
        world.createBody({ type: 'kinematic',
            position: [PLANETS[0].at[0] + MOON.away, PLANETS[0].at[1]], colliders: [
                { shape: 'circle', radius: MOON.radius, layer: 'ground' },
                { shape: 'circle', radius: 4, layer: 'pull',
                    field: { type: 'gravity', strength: MOON.pull, distance: MOON.radius,
                        falloff: 2 } },
            ] });
        for (let i = 0; i < ROCKS; i++) {
            world.createBody({ ...orbit(i, 1), angle: i,
                collider: { shape: 'hull', layer: i % 4 ? 'rock' : 'duck', density: 1.5,
                    restitution: 0.2,
                    points: [-0.12, -0.06, 0.02, -0.13, 0.14, 0, 0.05, 0.12, -0.1, 0.09] } });
        }
        return { world, scene: planets, state: { pull: 1, comets: 0 }, trails: new Map() };
    },
    /** Moves the moon on its circle, and brings back what flew off. @param {any} scene */
    beforeStep({ world, state }) {
        const [px, py] = PLANETS[0].at;
        for (const body of world.bodies) {
            if (body.type === 'kinematic') {
                const speed = orbitSpeed(PLANETS[0], MOON.away, Math.max(0.05, state.pull));
                const angle = Math.atan2(body.y - py, body.x - px) + (speed / MOON.away) / 60;
                body.setVelocity((px + MOON.away * Math.cos(angle) - body.x) * 60,
                    (py + MOON.away * Math.sin(angle) - body.y) * 60);
            } else if (Math.abs(body.x) > FAR || Math.abs(body.y) > FAR) {
                const { position, velocity } = comet(body.index);
                body.setTransform(...position);
                body.setVelocity(...velocity);
            }
        }
    },
    more: throwComets,
    /** @param {any} scene */
    score({ world }) {
        let [flying, all] = [0, 0];
        for (const body of world.bodies) {
            if (body.type !== 'dynamic' || HOUSES.includes(body.colliders[0].layer)) continue;
            all++;
            if (PLANETS.every(({ at, radius }) =>
                Math.hypot(body.x - at[0], body.y - at[1]) > radius + 0.5
            )) flying++;
        }
        return { flying, landed: all - flying };
    },
    /** @param {CanvasRenderingContext2D} ctx @param {any} scene @param {number} seconds */
    paint(ctx, { world, trails }, seconds) {
        paintBackdrop(ctx, paintSpace);
        paintTrails(ctx, world, trails, seconds > 0);
        for (const { poseX, poseY, type } of world.bodies)
            if (type === 'kinematic') paintMoon(ctx, poseX, poseY);
        paintBodies(ctx, world, ['rock', 'duck', 'stone', 'rubber', 'cloth', 'wood']);
        paintWindows(ctx, world);
    },
};

/** @param {CanvasRenderingContext2D} ctx @param {import('./shapes.js').Extent} seen */
function paintSpace(ctx, { minX, maxX, minY, maxY }) {
    const space = ctx.createRadialGradient(-3, 0, 1, 0, 0, 22);
    space.addColorStop(0, '#2b2150');
    space.addColorStop(0.4, '#171838');
    space.addColorStop(1, '#0a0d1f');
    ctx.fillStyle = space;
    ctx.fillRect(minX, minY, maxX - minX, maxY - minY);
    for (let i = 0; i < 220; i++) {
        const x = ((i * 7.913) % 46) - 23;
        const y = ((i * 12.71) % 40) - 20;
        ctx.fillStyle = `rgba(${i % 7 ? '226, 234, 255' : '255, 214, 160'}, ${
            0.25 + 0.5 * ((i * 0.37) % 1)
        })`;
        ctx.fillRect(x, y, 0.03 + 0.03 * (i % 3), 0.03 + 0.03 * (i % 3));
    }
    for (const planet of PLANETS) paintPlanet(ctx, planet);
}

/** @param {CanvasRenderingContext2D} ctx @param {typeof PLANETS[number]} planet */
function paintPlanet(ctx, { at: [x, y], radius, colors }) {
    const air = ctx.createRadialGradient(x, y, radius * 0.95, x, y, radius + 1.5);
    air.addColorStop(0, `${colors[0]}88`);
    air.addColorStop(0.35, `${colors[1]}44`);
    air.addColorStop(1, `${colors[1]}00`);
    ctx.fillStyle = air;
    ctx.beginPath();
    ctx.arc(x, y, radius + 1.5, 0, 7);
    ctx.fill();
    const ball = ctx.createRadialGradient(x - radius * 0.45, y + radius * 0.5, radius * 0.1, x, y,
        radius * 1.15);
    colors.forEach((color, i) => ball.addColorStop(i / 2, color));
    ctx.fillStyle = ball;
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, 7);
    ctx.fill();
    ctx.save();
    ctx.clip();
    ctx.lineWidth = radius * 0.12;
    for (let band = -3; band < 4; band++) {
        ctx.strokeStyle = band % 2 ? 'rgba(255, 240, 220, 0.09)' : 'rgba(40, 16, 50, 0.12)';
        ctx.beginPath();
        ctx.ellipse(x, y + band * radius * 0.3 + radius * 0.6, radius * 1.5, radius * 0.55, -0.2,
            Math.PI, 2 * Math.PI);
        ctx.stroke();
    }
    ctx.restore();
}

/** @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y */
function paintMoon(ctx, x, y) {
    const light = ctx.createRadialGradient(x - 0.2, y + 0.22, 0.05, x, y, 0.58);
    light.addColorStop(0, '#f4f2ff');
    light.addColorStop(0.6, '#a9a6cf');
    light.addColorStop(1, '#4a4676');
    ctx.fillStyle = light;
    ctx.beginPath();
    ctx.arc(x, y, MOON.radius, 0, 7);
    ctx.fill();
    ctx.fillStyle = 'rgba(60, 56, 110, 0.3)';
    for (const [dx, dy, size] of [[0.1, 0.15, 0.1], [-0.18, -0.1, 0.13], [0.2, -0.2, 0.07]]) {
        ctx.beginPath();
        ctx.arc(x + dx, y + dy, size, 0, 7);
        ctx.fill();
    }
}

/** @param {CanvasRenderingContext2D} ctx @param {World<any>} world @param {Map<number, number[]>} trails by slot @param {boolean} moving */
function paintTrails(ctx, world, trails, moving) {
    ctx.lineWidth = 0.045;
    ctx.lineCap = 'round';
    for (const body of world.bodies) {
        if (body.type === 'static') continue;
        let trail = trails.get(body.index);
        if (!trail) trails.set(body.index, trail = []);
        const [x, y] = trail.slice(-2);
        if (trail.length > 0 && Math.hypot(body.poseX - x, body.poseY - y) > 2) trail.length = 0;
        if (moving) trail.push(body.poseX, body.poseY);
        if (trail.length > 2 * TRAIL) trail.splice(0, 2);
        if (trail.length < 8 || !body.awake) continue;
        for (const [from, alpha] of [[0, 0.12], [0.5, 0.2], [0.75, 0.4]]) {
            const begin = 2 * Math.floor(from * trail.length / 2);
            ctx.strokeStyle = body.colliders[0].layer === 'duck'
                ? `rgba(255, 206, 120, ${alpha})`
                : `rgba(190, 180, 255, ${alpha * 0.8})`;
            ctx.beginPath();
            for (let i = begin; i < trail.length; i += 2) ctx.lineTo(trail[i], trail[i + 1]);
            ctx.stroke();
        }
    }
}

/** @param {CanvasRenderingContext2D} ctx @param {World<any>} world */
function paintWindows(ctx, world) {
    ctx.fillStyle = '#ffe9a8';
    for (const body of world.bodies) {
        if (body.type !== 'dynamic' || !HOUSES.includes(body.colliders[0].layer)) continue;
        ctx.save();
        ctx.transform(body.cos, body.sin, -body.sin, body.cos, body.poseX, body.poseY);
        ctx.fillRect(-0.13, -0.06, 0.09, 0.15);
        ctx.fillRect(0.05, -0.06, 0.09, 0.15);
        ctx.restore();
    }
}
