// The fixtures of a level beside the stone: ladders, water, veils, prisms and the door. Each is drawn by a few paths.
// Called by render.js in CSS pixels.

/** @typedef {CanvasRenderingContext2D} Ctx */
/** @typedef {import('../shared/camera.js').Camera} Camera */
/** @typedef {import('./scene.js').Thing} Thing */

const TAU = Math.PI * 2;

/** Hue, saturation and light of the coloured things. @type {Record<string, [number, number, number]>} */
const COLOURS = { topaz: [36, 100, 62], azure: [200, 100, 66], rose: [338, 92, 74] };

/** @param {string} name @param {number} alpha @param {number} [lighter] percent */
export function colourOf(name, alpha, lighter = 0) {
    const [hue, saturation, light] = COLOURS[name];
    return `hsla(${hue}, ${saturation}%, ${light + lighter}%, ${alpha})`;
}

/**
 * Calls `draw` with metres as units, y downwards, from the upper left corner of a thing; not at all if it is out of sight.
 * @param {Ctx} ctx @param {Camera} camera @param {Thing} thing @param {(width: number, height: number) => void} draw
 */
function inside(ctx, camera, { homeX, homeY, width, height }, draw) {
    const left = camera.screenX(homeX - width / 2);
    const top = camera.screenY(homeY + height / 2);
    const k = camera.scale;
    if (left > camera.width + k || top > camera.height + k || left + width * k < -k
        || top + height * k < -k) return;
    ctx.save();
    ctx.translate(left, top);
    ctx.scale(k, k);
    draw(width, height);
    ctx.restore();
}

/** @param {Ctx} ctx @param {Camera} camera @param {Thing} ladder */
function drawLadder(ctx, camera, ladder) {
    inside(ctx, camera, ladder, (width, height) => {
        ctx.lineCap = 'round';
        for (const [wide, colour]
            of /** @type {[number, string][]} */ ([[0.13, '#5b4630'], [0.08, '#d9c08f']]))
        {
            ctx.lineWidth = wide;
            ctx.strokeStyle = colour;
            ctx.beginPath();
            for (const x of [0.1, width - 0.1]) {
                ctx.moveTo(x, 0.06);
                ctx.lineTo(x, height);
            }
            for (let y = height - 0.3; y > 0.1; y -= 0.42) {
                ctx.moveTo(0.1, y);
                ctx.lineTo(width - 0.1, y);
            }
            ctx.stroke();
        }
    });
}

/** How high a wave is, metres. @param {number} x @param {number} t seconds */
const wave = (x, t) => 0.05 * Math.sin(2.1 * x + 1.9 * t) + 0.03 * Math.sin(4.7 * x - 2.6 * t);

/** @param {Ctx} ctx @param {Camera} camera @param {Thing} water @param {number} t seconds */
function drawWater(ctx, camera, water, t) {
    inside(ctx, camera, water, (width, height) => {
        const surface = () => {
            for (let x = 0; x <= width + 1e-6; x += 0.25) ctx.lineTo(x, wave(x, t));
        };
        ctx.beginPath();
        surface();
        ctx.lineTo(width, height);
        ctx.lineTo(0, height);
        ctx.closePath();
        const deep = ctx.createLinearGradient(0, 0, 0, height);
        deep.addColorStop(0, 'rgba(92, 190, 255, 0.34)');
        deep.addColorStop(0.35, 'rgba(48, 120, 225, 0.32)');
        deep.addColorStop(1, 'rgba(22, 42, 130, 0.5)');
        ctx.fillStyle = deep;
        ctx.fill();
        ctx.globalCompositeOperation = 'lighter';
        for (let i = 0; i * 1.7 < width; i++) { // beams of light that fall through the surface
            const x = i * 1.7 + 0.7 * Math.sin(0.35 * t + i * 1.9);
            const beam = ctx.createLinearGradient(0, 0, 0, height * 0.85);
            beam.addColorStop(0,
                `rgba(120, 205, 255, ${0.1 + 0.05 * Math.sin(t * 0.8 + i * 2.3)})`);
            beam.addColorStop(1, 'rgba(120, 205, 255, 0)');
            ctx.fillStyle = beam;
            ctx.beginPath();
            for (const [dx, y] of [[0, 0.1], [0.55, 0.1], [1.5, height], [0.3, height]])
                ctx.lineTo(Math.min(width, Math.max(0, x + dx)), y);
            ctx.fill();
        }
        ctx.globalCompositeOperation = 'source-over';
        ctx.beginPath();
        surface();
        ctx.strokeStyle = 'rgba(196, 236, 255, 0.85)';
        ctx.lineWidth = 0.055;
        ctx.stroke();
    });
}

/**
 * A veil is glass where it is solid to the player and a dashed outline where it is not.
 * @param {Ctx} ctx @param {Camera} camera @param {Thing} veil @param {number} t seconds
 */
function drawVeil(ctx, camera, veil, t) {
    inside(ctx, camera, veil, (width, height) => {
        const { kind, glow } = veil;
        ctx.beginPath();
        ctx.roundRect(0.02, 0.02, width - 0.04, height - 0.04, 0.1);
        ctx.fillStyle = colourOf(kind, 0.07 + 0.33 * glow);
        ctx.fill();
        ctx.save();
        ctx.clip();
        ctx.strokeStyle = colourOf(kind, 0.05 + 0.3 * glow, 14);
        ctx.lineWidth = 0.05;
        ctx.beginPath();
        for (let x = -height; x < width + height; x += 0.55) { // facets, which drift while one may pass
            const at = x + (1 - glow) * ((t * 0.3) % 0.55);
            ctx.moveTo(at, height);
            ctx.lineTo(at + height * 0.6, 0);
        }
        ctx.stroke();
        ctx.restore();
        ctx.setLineDash(glow > 0.5 ? [] : [0.18, 0.16]);
        ctx.strokeStyle = colourOf(kind, 0.5 + 0.45 * glow, 12);
        ctx.lineWidth = 0.04 + 0.03 * glow;
        ctx.stroke(roundedRect(width, height));
    });
}

/** @param {number} width @param {number} height */
function roundedRect(width, height) {
    const path = new Path2D();
    path.roundRect(0.02, 0.02, width - 0.04, height - 0.04, 0.1);
    return path;
}

/** A triangle of glass in its colour. @param {Ctx} ctx @param {Camera} camera @param {Thing} prism @param {number} t seconds */
export function drawPrism(ctx, camera, { homeX, homeY, properties: { colour } }, t) {
    const k = camera.scale;
    ctx.save();
    ctx.translate(camera.screenX(homeX), camera.screenY(homeY + 0.06 * Math.sin(1.7 * t + homeX)));
    ctx.scale(k, k);
    ctx.rotate(0.16 * Math.sin(0.9 * t + homeX));
    ctx.lineJoin = 'round';
    /** @param {number} i @param {number} r @returns {[number, number]} */
    const corner = (i, r) => [r * Math.sin(i / 3 * TAU), -r * Math.cos(i / 3 * TAU)];
    for (let i = 0; i < 3; i++) { // three facets around a smaller triangle
        ctx.beginPath();
        for (const [x, y] of [corner(i, 0.5), corner(i + 1, 0.5), corner(i + 1, 0.2),
            corner(i, 0.2)]) ctx.lineTo(x, y);
        ctx.closePath();
        ctx.fillStyle = colourOf(colour, 0.85, [14, -16, 2][i]);
        ctx.fill();
    }
    ctx.beginPath();
    for (let i = 0; i < 3; i++) ctx.lineTo(...corner(i, 0.2));
    ctx.closePath();
    ctx.fillStyle = colourOf(colour, 0.95, 24);
    ctx.fill();
    ctx.beginPath();
    for (let i = 0; i < 3; i++) ctx.lineTo(...corner(i, 0.5));
    ctx.closePath();
    ctx.strokeStyle = colourOf(colour, 1, 26);
    ctx.lineWidth = 0.045;
    ctx.stroke();
    const pulse = (t * 0.45 + homeX * 0.17) % 1;
    ctx.strokeStyle = colourOf(colour, 0.5 * (1 - pulse), 10);
    ctx.lineWidth = 0.025;
    ctx.beginPath();
    ctx.arc(0, 0, 0.5 + pulse * 0.4, 0, TAU);
    ctx.stroke();
    ctx.restore();
}

/**
 * An arch: dark with a dot for each lantern that it needs, or open and full of light.
 * @param {Ctx} ctx @param {Camera} camera @param {Thing} door @param {number} lit @param {number} needed @param {number} t seconds
 */
export function drawDoor(ctx, camera, door, lit, needed, t) {
    inside(ctx, camera, door, (width, height) => {
        const { glow } = door;
        const arch = (/** @type {number} */ inset) => {
            ctx.beginPath();
            ctx.roundRect(inset, inset, width - 2 * inset, height - inset, [width / 2 - inset,
                width / 2 - inset, 0, 0]);
        };
        arch(-0.1);
        ctx.fillStyle = '#6f86bd';
        ctx.fill();
        ctx.strokeStyle = '#d6e2ff';
        ctx.lineWidth = 0.04;
        ctx.stroke();
        arch(0.08);
        ctx.fillStyle = '#10142b';
        ctx.fill();
        if (glow > 0.01) {
            const light = ctx.createRadialGradient(width / 2, height * 0.6, 0.05, width / 2,
                height * 0.6, height * 0.62);
            light.addColorStop(0, `rgba(244, 255, 250, ${glow})`);
            light.addColorStop(0.4, `rgba(120, 240, 205, ${0.95 * glow})`);
            light.addColorStop(1, `rgba(38, 120, 130, ${0.9 * glow})`);
            ctx.fillStyle = light;
            ctx.fill();
            ctx.strokeStyle = `rgba(240, 255, 250, ${0.5 * glow})`;
            ctx.lineWidth = 0.03;
            for (let i = 0; i < 3; i++) { // rings that rise
                const rise = (t * 0.35 + i / 3) % 1;
                ctx.globalAlpha = Math.sin(rise * Math.PI);
                ctx.beginPath();
                ctx.ellipse(width / 2, height * (1 - 0.85 * rise), 0.42 * (1 - 0.3 * rise), 0.1, 0,
                    0, TAU);
                ctx.stroke();
            }
            ctx.globalAlpha = 1;
        }
        for (let i = 0; i < needed; i++) { // around the arch, from left to right
            const a = Math.PI * (1 - (i + 0.5) / needed);
            ctx.beginPath();
            ctx.arc(width / 2 + Math.cos(a) * (width / 2 + 0.3),
                width / 2 - Math.sin(a) * (width / 2 + 0.3), 0.085, 0, TAU);
            ctx.fillStyle = i < lit ? '#8bffdc' : 'rgba(16, 22, 48, 0.9)';
            ctx.fill();
            ctx.strokeStyle = i < lit ? '#e8fff6' : 'rgba(170, 190, 235, 0.8)';
            ctx.lineWidth = 0.025;
            ctx.stroke();
        }
    });
}

/** Draws the fixtures behind the bodies. @param {Ctx} ctx @param {Camera} camera @param {Thing[]} fixtures @param {number} t seconds */
export function drawBehind(ctx, camera, fixtures, t) {
    for (const thing of fixtures) {
        if (thing.kind === 'ladder') drawLadder(ctx, camera, thing);
        else if (thing.kind === 'topaz' || thing.kind === 'azure') drawVeil(ctx, camera, thing, t);
    }
}

/** Draws the fixtures in front of the bodies and the player. @param {Ctx} ctx @param {Camera} camera @param {Thing[]} fixtures @param {number} t seconds */
export function drawBefore(ctx, camera, fixtures, t) {
    for (const thing of fixtures) if (thing.kind === 'water') drawWater(ctx, camera, thing, t);
}
