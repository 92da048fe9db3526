// The picture: the wall, what the world has, juice, the blade, words. It reads the world's poses and the game's numbers, and changes
// neither. Called by main.js and for the card of the gallery.
import { hullOf } from '../shared/hull.js';
import { either } from '../shared/palette.js';
import { makePictures } from './pictures.js';
import { BOARD, BOMB, FRUIT, ROPE, TOP, isWhole, kindOf } from './things.js';

/** @typedef {CanvasRenderingContext2D} Context @typedef {import('./game.js').Game} Game @typedef {import('./things.js').Body} Body */

const DROPS = 260;
const STAINS = 24;
const TRAIL = 0.16; // seconds that the blade is seen
const BLADE = 0.17; // its width, metres

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** @typedef {{ path: Path2D, whole: boolean, edition: number }} Outline */

/** The outline of a body, which is convex in this game. @param {Body} body */
function trace(body) {
    const path = new Path2D();
    const shapes = body.colliders.map(({ shape }) => /** @type {any} */ (shape));
    const [first] = shapes;
    if (first.shape === 'circle') path.arc(first.center[0], first.center[1], first.radius, 0, 7);
    else if (first.shape === 'capsule') {
        const [{ a, b, radius }] = shapes;
        const along = Math.atan2(b[1] - a[1], b[0] - a[0]);
        path.arc(b[0], b[1], radius, along - Math.PI / 2, along + Math.PI / 2);
        path.arc(a[0], a[1], radius, along + Math.PI / 2, along - Math.PI / 2);
    } else {
        const points = shapes.flatMap(({ points: corners }) => corners ?? []);
        hullOf(points).forEach(([x, y], i) => (i === 0 ? path.moveTo(x, y) : path.lineTo(x, y)));
    }
    path.closePath();
    return path;
}

export class Painter {
    /** @type {ReturnType<typeof makePictures> | null} */ #pictures = null;
    /** @type {WeakMap<Body, Outline>} */ #outlines = new WeakMap();
    /** @type {{ x: number, y: number, vx: number, vy: number, life: number, size: number, color: string }[]} */ #drops =
        [];
    /** @type {{ x: number, y: number, size: number, life: number, color: string, seed: number }[]} */ #stains =
        [];
    /** @type {{ x: number, y: number, text: string, life: number, color: string, size: number }[]} */ #words =
        [];
    /** Where the blade was, newest last. @type {{ x: number, y: number, age: number, first: boolean }[]} */ #blade =
        [];
    #shake = 0;
    #flash = 0;
    #time = 0;

    /** What the game tells. @param {string} what @param {number} x @param {number} y @param {number} amount @param {string} [color] */
    tell(what, x, y, amount, color = '#ffffff') {
        if (what === 'slice' || what === 'again') {
            this.#splash(x, y, what === 'slice' ? 26 : 10, color);
            if (what === 'slice') this.#stain(x, y, color);
            if (amount > 1) this.#say(x, y + 0.6, `+${amount}`, color, 0.5);
        } else if (what === 'wood' || what === 'rope') this.#splash(x, y, 8, '#d9a868');
        else if (what === 'burst') {
            this.#splash(x, y, 34, '#e0b070');
            this.#say(x, y + 1, `+${amount}`, '#ffc56e', 0.7);
        } else if (what === 'combo')
            this.#say(x, y, `${amount} fruit combo  +${amount}`, '#ffc56e', 0.8);
        else if (what === 'miss') this.#say(x, y + 0.8, '✕', '#ff5a5a', 0.9);
        else if (what === 'boom') {
            this.#splash(x, y, 60, '#ff9a4a');
            this.#shake = this.#flash = 1;
        }
    }

    /** @param {number} x @param {number} y @param {number} count @param {string} color */
    #splash(x, y, count, color) {
        for (let i = still.matches ? count / 3 : count; i > 0; --i) {
            const [angle, speed] = [2 * Math.PI * Math.random(), 1 + 5 * Math.random()];
            this.#drops.push({ x, y, vx: speed * Math.cos(angle), vy: speed * Math.sin(angle) + 1.5,
                life: 0.5 + 0.5 * Math.random(), size: 0.04 + 0.09 * Math.random(), color });
        }
        if (this.#drops.length > DROPS) this.#drops.splice(0, this.#drops.length - DROPS);
    }

    /** @param {number} x @param {number} y @param {string} color */
    #stain(x, y, color) {
        this.#stains.push({ x, y, size: 0.5 + 0.5 * Math.random(), life: 1, color,
            seed: 100 * Math.random() });
        if (this.#stains.length > STAINS) this.#stains.shift();
    }

    /** @param {number} x @param {number} y @param {string} text @param {string} color @param {number} size metres */
    #say(x, y, text, color, size) {
        this.#words.push({ x, y, text, color, size, life: 1 });
    }

    /** The blade is at a place, from the last one on in a few strokes. @param {number} x @param {number} y @param {boolean} first where a swipe begins */
    swipe(x, y, first) {
        const last = this.#blade.at(-1);
        const strokes = first || !last ? 1 : Math.ceil(Math.hypot(x - last.x, y - last.y) / 0.3);
        for (let i = 1; i < strokes; ++i) {
            const t = i / strokes;
            this.#blade.push({ x: last ? last.x + t * (x - last.x) : x,
                y: last ? last.y + t * (y - last.y) : y, age: 0, first: false });
        }
        this.#blade.push({ x, y, age: 0, first });
    }

    /** @param {number} seconds */
    #update(seconds) {
        this.#time += seconds;
        for (const drop of this.#drops) {
            drop.x += drop.vx * seconds;
            drop.y += drop.vy * seconds;
            drop.vy -= 9 * seconds;
            drop.life -= seconds;
        }
        this.#drops = this.#drops.filter(({ life }) => life > 0);
        for (const stain of this.#stains) stain.life -= seconds / 4;
        this.#stains = this.#stains.filter(({ life }) => life > 0);
        for (const word of this.#words) {
            word.y += 0.7 * seconds;
            word.life -= seconds / 1.1;
        }
        this.#words = this.#words.filter(({ life }) => life > 0);
        this.#shake = Math.max(0, this.#shake - 2.5 * seconds);
        this.#flash = Math.max(0, this.#flash - 4 * seconds);
    }

    /** @param {Context} ctx in metres, y up @param {Game} game @param {number} seconds since the last frame; 0 while time stands */
    paint(ctx, game, seconds) {
        this.#update(seconds);
        // The blade is in the player's hand: it moves while the game stands, too.
        for (const each of this.#blade) each.age += Math.max(seconds, 1 / 120);
        this.#blade = this.#blade.filter(({ age }) => age < TRAIL);
        const scale = Math.hypot(ctx.getTransform().a, ctx.getTransform().b);
        if (!this.#pictures || Math.abs(scale / this.#pictures.scale - 1) > 0.02)
            this.#pictures = makePictures(scale);
        this.#paintWall(ctx);
        ctx.save();
        if (!still.matches && this.#shake > 0)
            ctx.translate(0.16 * this.#shake * Math.sin(61 * this.#time),
                0.16 * this.#shake * Math.sin(47 * this.#time));
        this.#paintStains(ctx);
        this.#paintBodies(ctx, game);
        this.#paintDrops(ctx);
        this.#paintBlade(ctx);
        this.#paintWords(ctx, game.wide);
        ctx.restore();
        if (this.#flash > 0 && !still.matches)
            this.#cover(ctx, `rgba(255, 240, 210, ${0.55 * this.#flash})`);
    }

    /** The whole canvas in a colour. @param {Context} ctx @param {string | CanvasGradient} fill */
    #cover(ctx, fill) {
        ctx.save();
        ctx.resetTransform();
        ctx.fillStyle = fill;
        ctx.fillRect(0, 0, ctx.canvas.width, ctx.canvas.height);
        ctx.restore();
    }

    /** Boards of a wall, and that at the bottom. @param {Context} ctx */
    #paintWall(ctx) {
        const { height } = ctx.canvas;
        const wall = ctx.createLinearGradient(0, 0, 0, height);
        wall.addColorStop(0, either('#f3dfc2', '#241a33'));
        wall.addColorStop(1, either('#dcb98c', '#120d1f'));
        this.#cover(ctx, wall);
        ctx.strokeStyle = either('rgba(120, 76, 34, 0.16)', 'rgba(255, 210, 170, 0.05)');
        ctx.lineWidth = 0.05;
        for (let x = -24; x <= 24; x += 1.5) {
            ctx.beginPath();
            ctx.moveTo(x, -20);
            ctx.lineTo(x, 40);
            ctx.stroke();
        }
        const board = ctx.createLinearGradient(0, BOARD, 0, BOARD - 0.4);
        board.addColorStop(0, either('#b9814a', '#6d4a2c'));
        board.addColorStop(1, either('#8a5a2c', '#3c2716'));
        ctx.fillStyle = board;
        ctx.fillRect(-40, BOARD - 0.4, 80, 0.4);
        ctx.fillStyle = 'rgba(255, 240, 210, 0.25)';
        ctx.fillRect(-40, BOARD - 0.05, 80, 0.05);
    }

    /** @param {Context} ctx */
    #paintStains(ctx) {
        for (const { x, y, size, life, color, seed } of this.#stains) {
            ctx.globalAlpha = either(0.4, 0.3) * Math.min(1, 2 * life);
            ctx.fillStyle = color;
            ctx.beginPath();
            for (let i = 0; i < 9; ++i) {
                const r = size * (0.12 + 0.2 * Math.abs(Math.sin(seed + 3.7 * i)));
                const far = i === 0 ? 0 : size * (0.35 + 0.6 * Math.abs(Math.sin(seed * i)));
                const [px, py] = [x + far * Math.cos(seed + 2.4 * i), y + far * Math.sin(seed
                            + 2.4 * i)
                    - 0.25 * (1 - life)];
                ctx.moveTo(px + r, py);
                ctx.arc(px, py, i === 0 ? size * 0.42 : r, 0, 7);
            }
            ctx.fill();
        }
        ctx.globalAlpha = 1;
    }

    /** @param {Body} body @param {number} edition */
    #outlineOf(body, edition) {
        const known = this.#outlines.get(body);
        if (known && known.edition === edition) return known;
        const outline = { path: trace(body), whole: isWhole(body), edition };
        this.#outlines.set(body, outline);
        return outline;
    }

    /** @param {Context} ctx @param {Game} game */
    #paintBodies(ctx, { world, edition }) {
        const { poses } = world;
        const order = ['rope', 'hook', 'plank', 'crate', 'splinter'];
        const bodies = [...world.bodies].map((body) => ({ body, kind: kindOf(body) })).sort((a,
            b) => (order.indexOf(a.kind) + 1 || 9) - (order.indexOf(b.kind) + 1 || 9)
        );
        for (const { body, kind } of bodies) {
            if (kind === 'board') continue;
            const i = 4 * body.index;
            ctx.save();
            ctx.transform(poses[i + 2], poses[i + 3], -poses[i + 3], poses[i + 2], poses[i],
                poses[i + 1]);
            this.#paintBody(ctx, kind, this.#outlineOf(body, edition));
            ctx.restore();
            if (kind === 'bomb') this.#paintFuse(ctx, poses, i);
        }
    }

    /** @param {Context} ctx @param {string} kind @param {Outline} outline */
    #paintBody(ctx, kind, { path, whole }) {
        const pictures = /** @type {ReturnType<typeof makePictures>} */ (this.#pictures);
        if (kind === 'rope' || kind === 'hook') {
            ctx.fillStyle = kind === 'rope' ? '#d2ab74' : '#8d93b5';
            ctx.fill(path);
            ctx.strokeStyle = 'rgba(60, 34, 12, 0.5)';
            ctx.lineWidth = 0.3 * ROPE;
            ctx.stroke(path);
            return;
        }
        const fruit = pictures.fruit[kind];
        if (fruit && whole) {
            draw(ctx, fruit.outside);
            const { half, radius } = FRUIT[kind];
            const { a, b } = ctx.getTransform();
            ctx.save();
            ctx.clip(path);
            ctx.rotate(Math.atan2(b, a));
            ctx.scale(radius + half, radius + half);
            draw(ctx, pictures.shine);
            ctx.restore();
            return;
        }
        if (kind === 'bomb') {
            draw(ctx, pictures.bomb);
            return;
        }
        ctx.save();
        ctx.clip(path);
        draw(ctx, fruit ? fruit.inside : kind === 'plank' ? pictures.plank : pictures.crate);
        ctx.restore();
        ctx.strokeStyle = fruit ? 'rgba(60, 20, 20, 0.35)' : 'rgba(60, 34, 12, 0.65)';
        ctx.lineWidth = 0.035;
        ctx.stroke(path);
    }

    /** A spark that dances at the end of the fuse. @param {Context} ctx @param {Float32Array} poses @param {number} i */
    #paintFuse(ctx, poses, i) {
        const [x, y] = [0.16, BOMB + 0.2];
        const [px, py] = [poses[i] + poses[i + 2] * x - poses[i + 3] * y,
            poses[i + 1] + poses[i + 3] * x + poses[i + 2] * y];
        const size = 0.13 + 0.05 * Math.sin(40 * this.#time);
        ctx.fillStyle = '#ffd98a';
        ctx.beginPath();
        for (let k = 0; k < 8; ++k) {
            const r = k % 2 ? size : 0.4 * size;
            const a = k * Math.PI / 4 + 9 * this.#time;
            ctx.lineTo(px + r * Math.cos(a), py + r * Math.sin(a));
        }
        ctx.fill();
    }

    /** @param {Context} ctx */
    #paintDrops(ctx) {
        for (const { x, y, life, size, color } of this.#drops) {
            ctx.fillStyle = color;
            ctx.globalAlpha = Math.min(1, 3 * life);
            ctx.beginPath();
            ctx.arc(x, y, size, 0, 7);
            ctx.fill();
        }
        ctx.globalAlpha = 1;
    }

    /** @param {Context} ctx */
    #paintBlade(ctx) {
        const points = this.#blade;
        let stroke = 0;
        for (let i = 1; i < points.length; ++i) {
            const [a, b] = [points[i - 1], points[i]];
            stroke = b.first ? 0 : stroke + 1;
            if (b.first) continue;
            // Thin where it began and where it has faded.
            const width = BLADE * (1 - b.age / TRAIL) * Math.min(1, stroke / 7);
            for (const [times, color]
                of /** @type {const} */ ([[2.6,
                    either('rgba(120, 70, 200, 0.2)', 'rgba(160, 220, 255, 0.2)')], [1,
                    either('#5b3aa8', '#f4fbff')]]))
            {
                ctx.strokeStyle = color;
                ctx.lineWidth = width * times;
                ctx.lineCap = 'round';
                ctx.beginPath();
                ctx.moveTo(a.x, a.y);
                ctx.lineTo(b.x, b.y);
                ctx.stroke();
            }
        }
    }

    /** @param {Context} ctx @param {number} wide */
    #paintWords(ctx, wide) {
        ctx.textAlign = 'center';
        for (const { x, y, text, life, color, size } of this.#words) {
            ctx.save();
            ctx.font = `700 ${size}px system-ui, sans-serif`;
            // As large as the picture has room for.
            const long = ctx.measureText(text).width + 0.4;
            const fits = Math.min(1, 2 * wide / long);
            const room = Math.max(0, wide - fits * long / 2);
            ctx.translate(Math.max(-room, Math.min(room, x)), Math.min(y, TOP - 1));
            ctx.scale(fits, -fits);
            ctx.globalAlpha = Math.min(1, 2 * life);
            ctx.lineWidth = 0.14 * size;
            ctx.lineJoin = 'round';
            ctx.strokeStyle = 'rgba(20, 10, 30, 0.75)';
            ctx.strokeText(text, 0, 0);
            ctx.fillStyle = color;
            ctx.fillText(text, 0, 0);
            ctx.restore();
        }
    }
}

/** @param {Context} ctx in metres, y up @param {{ canvas: HTMLCanvasElement, size: number }} picture */
function draw(ctx, { canvas, size }) {
    ctx.save();
    ctx.scale(1, -1);
    ctx.drawImage(canvas, -size, -size, 2 * size, 2 * size);
    ctx.restore();
}
