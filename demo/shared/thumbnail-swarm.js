// The swarm on a card: its page draws by WebGL, of which a gallery would soon have too many canvases; here Canvas 2D paints a
// smaller crowd, one path for each kind. Called by thumbnails.js.

const COLORS = ['#a78bff', '#f0927a', '#ffc56e'];
const RADII = [0.22, 0.32, 0.62];
const STROKE = 0.14; // seconds that lightning is seen
const FLASH = 0.5; // seconds that a nova is seen

export class CrowdPainter {
    /** @type {{ x: number, y: number, age: number, nova: boolean }[]} */ #signs = [];

    /** @param {CanvasRenderingContext2D} ctx in metres @param {import('../swarm/game.js').Game} game @param {number} seconds */
    paint(ctx, game, seconds) {
        const { poseX: px, poseY: py } = game.hero.mover.body;
        for (const { what, x, y } of game.signs)
            if (what === 'stroke' || what === 'nova')
                this.#signs.push({ x, y, age: 0, nova: what === 'nova' });
        game.signs.length = 0;
        for (const sign of this.#signs) sign.age += seconds;
        this.#signs = this.#signs.filter(({ age, nova }) => age < (nova ? FLASH : STROKE));
        ctx.fillStyle = '#12142e';
        ctx.fillRect(px - 40, py - 40, 80, 80);
        const glow = ctx.createRadialGradient(px, py, 0, px, py, 7);
        glow.addColorStop(0, 'rgba(119, 227, 196, 0.3)');
        glow.addColorStop(1, 'rgba(119, 227, 196, 0)');
        ctx.fillStyle = glow;
        ctx.fillRect(px - 7, py - 7, 14, 14);
        this.#paintStones(ctx, game);
        COLORS.forEach((color, kind) => this.#paintKind(ctx, game, kind, color));
        ctx.strokeStyle = '#d6fff3';
        ctx.lineWidth = 0.1;
        for (const { x, y, age, nova } of this.#signs) {
            ctx.globalAlpha = 1 - age / (nova ? FLASH : STROKE);
            ctx.beginPath();
            if (nova) ctx.arc(x, y, 13 * Math.sqrt(age / FLASH), 0, 7);
            else {
                ctx.moveTo(px, py);
                ctx.lineTo((px + x) / 2 + 0.3 * Math.sin(9 * x),
                    (py + y) / 2 + 0.3 * Math.cos(9 * y));
                ctx.lineTo(x, y);
            }
            ctx.stroke();
        }
        ctx.globalAlpha = 1;
        ctx.fillStyle = '#eafff8';
        ctx.beginPath();
        ctx.arc(px, py, 0.45, 0, 7);
        ctx.fill();
    }

    /** @param {CanvasRenderingContext2D} ctx @param {import('../swarm/game.js').Game} game */
    #paintStones(ctx, { world }) {
        ctx.fillStyle = '#4a5a8c';
        ctx.beginPath();
        for (const { type, x, y, colliders: [{ shape }] } of world.bodies) {
            if (type !== 'static' || shape.shape !== 'circle') continue;
            ctx.moveTo(x + shape.radius, y);
            ctx.arc(x, y, shape.radius, 0, 7);
        }
        ctx.fill();
    }

    /** @param {CanvasRenderingContext2D} ctx @param {import('../swarm/game.js').Game} game @param {number} kind @param {string} color */
    #paintKind(ctx, { slots, kinds, hero, world: { poses } }, kind, color) {
        const { poseX: px, poseY: py } = hero.mover.body;
        const radius = RADII[kind];
        ctx.fillStyle = color;
        ctx.beginPath();
        for (const slot of slots) {
            const [x, y] = [poses[4 * slot], poses[4 * slot + 1]];
            if (kinds[slot] !== kind || Math.abs(x - px) > 17 || Math.abs(y - py) > 9) continue;
            ctx.moveTo(x + radius, y);
            ctx.arc(x, y, radius, 0, 7);
        }
        ctx.fill();
    }
}
