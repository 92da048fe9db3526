// The picture: the sky, the hills and what came off them, tanks, shells, the aim, smoke and sparks, the sea. It reads the world's poses and the
// game's numbers, and changes neither. Called by main.js and for the card of the gallery.
import { either } from '../shared/palette.js';
import { Sparks, glow } from '../shared/sparks.js';
import { WEAKEST, fly, muzzle } from './aim.js';
import { HULL, SEA, SHELL, SIDES, TANK, TERRAINS, kindOf } from './field.js';
import { AIM, FLY } from './game.js';
import { GroundPicture } from './ground-picture.js';
import { paintSea, paintSky } from './scenery.js';
import { WEAPONS } from './weapons.js';

/** @typedef {CanvasRenderingContext2D} Context @typedef {import('./game.js').Game} Game @typedef {import('./field.js').Body} Body @typedef {import('./field.js').Collider} Collider */

const CLODS = 220;
const PUFFS = 90;
const TRAIL = 90; // places of the shell's trail
const DOTS = 11; // of the aim
const APART = 5; // steps from one to the next
export const PAINTS = [['#ff7a5c', '#b83a2c'], ['#5cb8ff', '#2a63b8']];

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** @param {Context} ctx @param {ArrayLike<number>} points flat */
function tracePoints(ctx, points) {
    ctx.beginPath();
    for (let i = 0; i < points.length; i += 2) ctx.lineTo(points[i], points[i + 1]);
    ctx.closePath();
}

export class Painter {
    #sparks = new Sparks();
    /** @type {WeakMap<Collider, { picture: GroundPicture, edition: number }>} */ #pictures =
        new WeakMap();
    /** @type {{ x: number, y: number, vx: number, vy: number, turn: number, size: number, life: number, color: string }[]} */ #clods =
        [];
    /** Smoke and dust. @type {{ x: number, y: number, vx: number, vy: number, size: number, life: number }[]} */ #puffs =
        [];
    #smoke = glow('#a08c80', 64);
    /** @type {{ x: number, y: number, text: string, life: number, color: string }[]} */ #words =
        [];
    /** Circles of light that fade. @type {{ x: number, y: number, radius: number, life: number }[]} */ #blasts =
        [];
    /** Where the shell was, newest last. @type {[x: number, y: number][]} */ #trail = [];
    /** Health as it is drawn, which goes after that of the game. */ #health = [100, 100];
    #shake = 0;
    #time = 0;

    /** What the game tells. @param {string} what @param {number} x @param {number} y @param {number} amount */
    tell(what, x, y, amount) {
        const sparks = this.#sparks;
        if (['fire', 'turn', 'end'].includes(what)) this.#trail = [];
        if (what === 'fire') {
            sparks.burst(x, y, 14, 5, 'amber', { life: 0.4 });
            this.#puff(x, y, 5, 0.5);
        } else if (what === 'boom') {
            this.#blasts.push({ x, y, radius: 1.5 * amount, life: 1 });
            sparks.burst(x, y, 18 * amount, 6 * amount, 'ember', { up: 2, size: 0.3,
                wide: amount });
            sparks.burst(x, y, 8 * amount, 5 * amount, 'amber', { up: 2, size: 0.24,
                wide: amount });
            this.#puff(x, y, 9 * amount, amount);
            this.#throw(x, y, 16 * amount, 5 + 2 * amount);
            this.#shake = Math.min(1, this.#shake + 0.35 * amount);
        } else if (what === 'bore') this.#throw(x, y, 16, 5);
        else if (what === 'heap' || what === 'thud') {
            this.#puff(x, y, 9, 1.2);
            this.#shake = Math.min(1, this.#shake + 0.02 * amount);
        } else if (what === 'crumble') this.#throw(x, y, 4, 2);
        else if (what === 'splash') sparks.burst(x, y, 22, 6, 'mint', { up: 5, wide: 1 });
        else if (what === 'hurt')
            this.#words.push({ x, y, text: `−${amount}`, life: 1, color: '#ff6a5a' });
        else if (what === 'wreck') {
            this.#blasts.push({ x, y, radius: 3.4, life: 1 });
            sparks.burst(x, y, 70, 11, 'ember', { up: 4, life: 1.2, size: 0.4, wide: 1.5 });
            this.#shake = 1;
        }
    }

    /** Smoke that rises. @param {number} x @param {number} y @param {number} count @param {number} wide metres */
    #puff(x, y, count, wide) {
        for (let i = still.matches ? count / 3 : count; i > 0; --i)
            this.#puffs.push({ x: x + wide * (Math.random() - 0.5),
                y: y + wide * (Math.random() - 0.5), vx: 2.4 * wide * (Math.random() - 0.5),
                vy: 0.6 + 1.6 * Math.random(),
                size: (0.6 + 0.6 * Math.random()) * (0.5 + 0.5 * wide),
                life: 0.7 + 0.6 * Math.random() });
        if (this.#puffs.length > PUFFS) this.#puffs.splice(0, this.#puffs.length - PUFFS);
    }

    /** Clods of earth. @param {number} x @param {number} y @param {number} count @param {number} speed */
    #throw(x, y, count, speed) {
        for (let i = still.matches ? count / 4 : count; i > 0; --i) {
            const [angle, v] = [Math.PI * (0.1 + 0.8 * Math.random()),
                speed * (0.3 + Math.random())];
            this.#clods.push({ x: x + Math.random() - 0.5, y, vx: v * Math.cos(angle),
                vy: v * Math.sin(angle), turn: 9 * Math.random(), size: 0.06 + 0.13 * Math.random(),
                life: 1 + 0.8 * Math.random(),
                color: ['#6a4429', '#94663e', '#7d4a30'][Math.floor(3 * Math.random())] });
        }
        if (this.#clods.length > CLODS) this.#clods.splice(0, this.#clods.length - CLODS);
    }

    /** @param {number} seconds @param {Game} game */
    #update(seconds, game) {
        this.#time += seconds;
        this.#sparks.update(seconds);
        for (const clod of this.#clods) {
            clod.x += clod.vx * seconds;
            clod.y += clod.vy * seconds;
            clod.vy -= 10 * seconds;
            clod.life -= seconds;
        }
        this.#clods = this.#clods.filter(({ life, y }) => life > 0 && y > SEA - 0.3);
        for (const puff of this.#puffs) {
            puff.vx += (game.state.wind - puff.vx) * 0.5 * seconds;
            puff.x += puff.vx * seconds;
            puff.y += puff.vy * seconds;
            puff.life -= 0.8 * seconds;
        }
        this.#puffs = this.#puffs.filter(({ life }) => life > 0);
        for (const word of this.#words) {
            word.y += 0.9 * seconds;
            word.life -= seconds / 1.6;
        }
        this.#words = this.#words.filter(({ life }) => life > 0);
        for (const blast of this.#blasts) blast.life -= 3 * seconds;
        this.#blasts = this.#blasts.filter(({ life }) => life > 0);
        this.#shake = Math.max(0, this.#shake - 2.2 * seconds);
        this.#health = this.#health.map((health, i) => {
            const left = game.state.health[i] - health;
            return health + (seconds > 0 ? left * (1 - Math.exp(-6 * seconds)) : 0);
        });
        const shell = seconds > 0 ? game.find('shell') : null;
        if (!shell) return;
        this.#trail.push([shell.x, shell.y]);
        if (this.#trail.length > TRAIL) this.#trail.shift();
    }

    /** A moment has come back: nothing of another one is drawn. */
    forget() {
        this.#trail = [];
        this.#clods = [];
        this.#puffs = [];
        this.#words = [];
        this.#blasts = [];
    }

    /** @param {Context} ctx in metres, y up @param {Game} game @param {number} seconds since the last frame; 0 while time stands */
    paint(ctx, game, seconds) {
        this.#update(seconds, game);
        paintSky(ctx, game, this.#time);
        ctx.save();
        if (!still.matches && this.#shake > 0)
            ctx.translate(0.25 * this.#shake * Math.sin(61 * this.#time),
                0.25 * this.#shake * Math.sin(47 * this.#time));
        this.#paintBodies(ctx, game);
        this.#paintTrail(ctx, game);
        this.#paintLoose(ctx);
        this.#paintBlasts(ctx);
        this.#sparks.draw(ctx);
        paintSea(ctx, this.#time);
        for (const side of [0, 1]) this.#paintHealth(ctx, game, side);
        this.#paintAim(ctx, game);
        this.#paintWords(ctx);
        ctx.restore();
    }

    // ------------------------------------------------------------------------------------------ bodies

    /** @param {Context} ctx @param {Game} game */
    #paintBodies(ctx, game) {
        const { poses } = game.world;
        for (const body of game.world.bodies) {
            const kind = kindOf(body);
            const i = 4 * body.index;
            const side = SIDES.findIndex((each) => each === kind);
            if (side >= 0) this.#paintBarrel(ctx, game, side, poses[i], poses[i + 1]);
            ctx.save();
            ctx.transform(poses[i + 2], poses[i + 3], -poses[i + 3], poses[i + 2], poses[i],
                poses[i + 1]);
            if (TERRAINS.includes(kind)) this.#paintGround(ctx, body, game.edition);
            else if (kind === 'shell') this.#paintShell(ctx, game);
            else if (kind === 'wreck') this.#paintWreck(ctx, body);
            else this.#paintTank(ctx, side);
            ctx.restore();
        }
    }

    /** @param {Context} ctx @param {Body} body @param {number} edition */
    #paintGround(ctx, body, edition) {
        const [collider] = body.colliders;
        let known = this.#pictures.get(collider);
        if (!known)
            this.#pictures.set(collider, known = { picture: new GroundPicture(), edition: -1 });
        if (known.edition !== edition) known.picture.update(collider);
        known.edition = edition;
        known.picture.draw(ctx);
    }

    /** @param {Context} ctx @param {Game} game */
    #paintShell(ctx, { state }) {
        ctx.fillStyle = WEAPONS[state.shot].color;
        ctx.strokeStyle = '#2a2038';
        ctx.lineWidth = 0.06;
        ctx.beginPath();
        ctx.arc(0, 0, SHELL * 1.3, 0, 7);
        ctx.fill();
        ctx.stroke();
    }

    /** @param {Context} ctx @param {Body} body */
    #paintWreck(ctx, body) {
        ctx.fillStyle = '#3a3444';
        ctx.strokeStyle = '#16121e';
        ctx.lineWidth = 0.06;
        for (const { shape } of body.colliders) {
            const { points } = /** @type {any} */ (shape);
            if (!points) continue;
            tracePoints(ctx, points.flat());
            ctx.fill();
            ctx.stroke();
        }
    }

    /** @param {Context} ctx @param {Game} game @param {number} side @param {number} x @param {number} y */
    #paintBarrel(ctx, { state }, side, x, y) {
        const angle = state.angle[side];
        ctx.lineCap = 'round';
        for (const [color, width]
            of /** @type {const} */ ([['#1c1826', 0.34], [PAINTS[side][1], 0.22]]))
        {
            ctx.strokeStyle = color;
            ctx.lineWidth = width;
            ctx.beginPath();
            ctx.moveTo(x, y + TANK.pivot);
            ctx.lineTo(x + TANK.barrel * Math.cos(angle),
                y + TANK.pivot + TANK.barrel * Math.sin(angle));
            ctx.stroke();
        }
    }

    /** @param {Context} ctx @param {number} side */
    #paintTank(ctx, side) {
        const [light, dark] = PAINTS[side];
        ctx.strokeStyle = '#1c1826';
        ctx.lineWidth = 0.07;
        const dome = ctx.createLinearGradient(0, 0.75, 0, 0.2);
        dome.addColorStop(0, light);
        dome.addColorStop(1, dark);
        ctx.fillStyle = dome;
        ctx.beginPath();
        ctx.arc(0, 0.3, 0.42, 0, Math.PI);
        ctx.fill();
        ctx.stroke();
        const body = ctx.createLinearGradient(0, 0.42, 0, -0.42);
        body.addColorStop(0, light);
        body.addColorStop(0.6, dark);
        ctx.fillStyle = body;
        tracePoints(ctx, HULL);
        ctx.fill();
        ctx.stroke();
        ctx.fillStyle = '#1c1826';
        ctx.beginPath();
        ctx.roundRect(-0.98, -0.42, 1.96, 0.38, 0.19);
        ctx.fill();
        ctx.fillStyle = '#6d6880';
        ctx.beginPath();
        for (const x of [-0.72, -0.36, 0, 0.36, 0.72]) {
            ctx.moveTo(x + 0.12, -0.23);
            ctx.arc(x, -0.23, 0.12, 0, 7);
        }
        ctx.fill();
    }

    // ------------------------------------------------------------------------------------------ what is shown beside

    /** The flight so far, and where above the picture the shell is. @param {Context} ctx @param {Game} game */
    #paintTrail(ctx, game) {
        const trail = this.#trail;
        ctx.lineCap = 'round';
        ctx.strokeStyle = either('rgba(90, 70, 110, 0.5)', 'rgba(255, 240, 220, 0.5)');
        for (let i = 1; i < trail.length; ++i) {
            ctx.lineWidth = 0.14 * i / trail.length;
            ctx.beginPath();
            ctx.moveTo(...trail[i - 1]);
            ctx.lineTo(...trail[i]);
            ctx.stroke();
        }
        const shell = game.state.phase === FLY ? game.find('shell') : null;
        const top = game.view.maxY - 0.8;
        if (!shell || shell.y < top + 1) return;
        ctx.fillStyle = WEAPONS[game.state.shot].color;
        tracePoints(ctx, [shell.x - 0.4, top - 0.3, shell.x + 0.4, top - 0.3, shell.x, top + 0.4]);
        ctx.fill();
    }

    /** Smoke and clods. @param {Context} ctx */
    #paintLoose(ctx) {
        for (const { x, y, size, life } of this.#puffs) {
            const radius = size * (2.2 - life);
            ctx.globalAlpha = Math.min(0.75, life);
            ctx.drawImage(this.#smoke, x - radius, y - radius, 2 * radius, 2 * radius);
        }
        ctx.globalAlpha = 1;
        for (const { x, y, turn, size, color } of this.#clods) {
            ctx.fillStyle = color;
            ctx.fillRect(x - size / 2, y - size * (0.4 + 0.2 * Math.sin(turn)), size, size);
        }
    }

    /** @param {Context} ctx */
    #paintBlasts(ctx) {
        for (const { x, y, radius, life } of this.#blasts) {
            const size = radius * (1.15 - 0.5 * life);
            const light = ctx.createRadialGradient(x, y, 0, x, y, size);
            light.addColorStop(0, `rgba(255, 250, 220, ${life})`);
            light.addColorStop(0.5, `rgba(255, 180, 80, ${0.8 * life})`);
            light.addColorStop(1, 'rgba(255, 90, 40, 0)');
            ctx.fillStyle = light;
            ctx.beginPath();
            ctx.arc(x, y, size, 0, 7);
            ctx.fill();
        }
    }

    /** @param {Context} ctx @param {Game} game @param {number} side */
    #paintHealth(ctx, game, side) {
        const tank = game.tank(side);
        if (!tank) return;
        const [x, y] = [tank.x, tank.y + (game.state.turn === side ? 2 : 1.9)];
        const health = Math.max(0, this.#health[side]) / 100;
        ctx.fillStyle = 'rgba(14, 12, 24, 0.75)';
        ctx.beginPath();
        ctx.roundRect(x - 1.1, y, 2.2, 0.36, 0.18);
        ctx.fill();
        ctx.fillStyle = health > 0.5 ? '#77e3a4' : health > 0.25 ? '#ffc56e' : '#ff6a5a';
        ctx.beginPath();
        ctx.roundRect(x - 1.03, y + 0.07, Math.max(0.22, 2.06 * health), 0.22, 0.11);
        ctx.fill();
        if (game.state.turn !== side || game.state.phase !== AIM) return;
        const jump = still.matches ? 0 : 0.12 * Math.sin(6 * this.#time);
        ctx.fillStyle = PAINTS[side][0];
        tracePoints(ctx, [x - 0.34, y + 1.1 + jump, x + 0.34, y + 1.1 + jump, x, y + 0.6 + jump]);
        ctx.fill();
    }

    /** The first part of the flight, as dots. @param {Context} ctx @param {Game} game */
    #paintAim(ctx, game) {
        const { state } = game;
        const tank = game.tank(state.turn);
        if (state.phase !== AIM || !tank) return;
        const [angle, power] = [state.angle[state.turn], state.power[state.turn]];
        const motion = muzzle(tank, angle, power);
        ctx.fillStyle = WEAPONS[state.weapon[state.turn]].color;
        ctx.strokeStyle = 'rgba(20, 14, 30, 0.55)';
        ctx.lineWidth = 0.05;
        const dots = Math.round(DOTS * (game.isOpen ? 1 : 0.4));
        for (let i = 0; i < dots; ++i) {
            for (let k = 0; k < APART; ++k) fly(motion, state.wind);
            ctx.globalAlpha = 1 - 0.75 * i / dots;
            ctx.beginPath();
            ctx.arc(motion.x, motion.y, 0.17 - 0.008 * i, 0, 7);
            ctx.fill();
            ctx.stroke();
        }
        ctx.globalAlpha = 1;
        if (!game.isOpen) return;
        const raised = Math.round(180 / Math.PI * Math.asin(Math.sin(angle)));
        const percent = Math.round(100 * (power - WEAKEST) / (1 - WEAKEST));
        write(ctx, `${raised}° · ${percent} %`, tank.x, tank.y - 1.5, 0.62, '#ffffff');
    }

    /** @param {Context} ctx */
    #paintWords(ctx) {
        for (const { x, y, text, life, color } of this.#words) {
            ctx.globalAlpha = Math.min(1, 2 * life);
            write(ctx, text, x, y + 2, 0.95, color);
        }
        ctx.globalAlpha = 1;
    }
}

/** Text that can be read on any ground. @param {Context} ctx @param {string} text @param {number} x @param {number} y @param {number} size metres @param {string} color */
export function write(ctx, text, x, y, size, color) {
    ctx.save();
    ctx.translate(x, y);
    ctx.scale(0.02, -0.02);
    ctx.font = `700 ${50 * size}px system-ui, sans-serif`;
    ctx.textAlign = 'center';
    ctx.lineJoin = 'round';
    ctx.lineWidth = 10 * size;
    ctx.strokeStyle = 'rgba(18, 12, 28, 0.8)';
    ctx.strokeText(text, 0, 0);
    ctx.fillStyle = color;
    ctx.fillText(text, 0, 0);
    ctx.restore();
}
