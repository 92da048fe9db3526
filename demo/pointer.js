// Mouse, touch and keyboard cursor on the canvas: hover, pick and pull a body, draw a new box or ball,
// erase. Called by main.js (events, once a frame) and by game.js (pull, before every step). The pull is
// a capped, damped spring force at the grabbed point, so that a held crate still meets the walls.

import { addBall, addCrate, removeThing } from './scene.js';

const PULL = 170; // 1/s², spring over mass
const DRAG = 19; // 1/s, damper over mass
const MAX_PULL = 240; // m/s², the force is at most this times the mass
const SMALLEST = 0.24; // metres
const LARGEST = 6;
const MOST_LOOSE = 400; // bodies
const CURSOR_SPEED = 9; // m/s

/** @typedef {'grab'|'box'|'ball'|'erase'} Tool */
/** @typedef {ReturnType<typeof createPointer>} Pointer */

/**
 * @param {HTMLCanvasElement} canvas @param {import('./camera.js').Camera} camera
 * @param {import('./game.js').Game} game
 */
export function createPointer(canvas, camera, game) {
    const pointer = {
        /** @type {Tool} */ tool: 'grab',
        x: 0, y: 0, // world
        inside: false,
        down: false,
        /** @type {import('./scene.js').Thing | null} */ hovered: null,
        /** @type {import('./scene.js').Thing | null} */ held: null,
        localX: 0, localY: 0, // grabbed point, body space
        drawing: false,
        startX: 0, startY: 0,
        keyboard: false, // the keyboard cursor is out
        keyX: 0, keyY: 0, // its direction
        made: 0, // things drawn
        update, draw, key, toggleKeyboard, drop,
    };
    let id = -1;
    let screenX = 0;
    let screenY = 0;
    const keys = new Set();

    /** The topmost thing the tool can work on. @param {number} slack metres @param {boolean} any static too */
    function pick(slack, any) {
        let best = null;
        for (const collider of game.scene.world.overlapPoint(pointer.x, pointer.y, { slack })) {
            const thing = game.scene.owners[collider.index];
            if (!thing) continue;
            const loose = thing.body.type === 'dynamic';
            if (!loose && !any) continue;
            if (!best || (loose && best.body.type !== 'dynamic')) best = thing;
        }
        return best;
    }

    function press() {
        pointer.down = true;
        if (pointer.tool === 'grab') {
            const thing = pick(keys.size || pointer.keyboard ? 0.1 : 0.15, false);
            if (thing) {
                const { body } = thing;
                const dx = pointer.x - body.x;
                const dy = pointer.y - body.y;
                pointer.localX = body.cos * dx + body.sin * dy;
                pointer.localY = -body.sin * dx + body.cos * dy;
                pointer.held = thing;
            }
        } else if (pointer.tool === 'erase') {
            erase();
        } else {
            pointer.drawing = true;
            pointer.startX = pointer.x;
            pointer.startY = pointer.y;
        }
    }

    function erase() {
        const thing = pick(0.1, false);
        if (thing && (thing.kind === 'crate' || thing.kind === 'ball')) {
            game.particles.burst(thing.body.x, thing.body.y, 18, 3, 'dust');
            if (pointer.hovered === thing) pointer.hovered = null;
            removeThing(game.scene, thing);
        }
    }

    function release() {
        if (pointer.drawing) finishDrawing();
        pointer.down = false;
        pointer.held = null;
        pointer.drawing = false;
    }

    function drop() {
        pointer.down = false;
        pointer.held = null;
        pointer.hovered = null;
        pointer.drawing = false;
    }

    function finishDrawing() {
        const { scene } = game;
        if (scene.loose.length >= MOST_LOOSE) return;
        const w = Math.abs(pointer.x - pointer.startX);
        const h = Math.abs(pointer.y - pointer.startY);
        if (pointer.tool === 'box') {
            const tap = Math.max(w, h) < SMALLEST;
            const width = tap ? 0.8 : limit(w);
            const height = tap ? 0.8 : limit(h);
            addCrate(scene, tap ? pointer.x : (pointer.x + pointer.startX) / 2,
                tap ? pointer.y : (pointer.y + pointer.startY) / 2, width, height);
        } else {
            const r = Math.hypot(w, h);
            addBall(scene, pointer.startX, pointer.startY, r < SMALLEST / 2 ? 0.4 : Math.min(LARGEST / 2, limit(r)));
        }
        pointer.made++;
    }

    /** @param {number} size */
    const limit = (size) => Math.min(LARGEST, Math.max(SMALLEST, size));

    /** @param {PointerEvent} event */
    function locate(event) {
        const box = canvas.getBoundingClientRect();
        screenX = event.clientX - box.left;
        screenY = event.clientY - box.top;
        pointer.inside = true;
        pointer.keyboard = false;
        place();
    }
    function place() {
        pointer.x = camera.worldX(screenX);
        pointer.y = camera.worldY(screenY);
    }

    canvas.addEventListener('pointerdown', (event) => {
        if (id !== -1 || event.button !== 0) return;
        id = event.pointerId;
        canvas.setPointerCapture(id);
        locate(event);
        press();
    });
    canvas.addEventListener('pointermove', (event) => {
        if (id !== -1 && event.pointerId !== id) return;
        locate(event);
        if (pointer.down && pointer.tool === 'erase') erase();
    });
    for (const end of /** @type {const} */ (['pointerup', 'pointercancel'])) {
        canvas.addEventListener(end, (event) => {
            if (event.pointerId !== id) return;
            id = -1;
            if (end === 'pointerup') release();
            else drop();
            if (event.pointerType !== 'mouse') pointer.inside = false;
        });
    }
    canvas.addEventListener('pointerleave', () => { if (id === -1) pointer.inside = false; });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());

    /** Shows or hides the keyboard cursor. */
    function toggleKeyboard() {
        pointer.keyboard = !pointer.keyboard;
        keys.clear();
        pointer.keyX = pointer.keyY = 0;
        if (pointer.keyboard) {
            const { body } = game.scene.player;
            pointer.x = body.x + 1.5;
            pointer.y = body.y + 1;
        } else {
            drop();
        }
    }

    /** Keys while the keyboard cursor is out; true if taken. @param {string} code @param {boolean} isDown */
    function key(code, isDown) {
        if (!pointer.keyboard) return false;
        if (code === 'Escape' && isDown) {
            toggleKeyboard();
            return true;
        }
        if (code === 'Enter') {
            if (isDown && !pointer.down) press();
            else if (isDown) release();
            return true;
        }
        if (!code.startsWith('Arrow')) return false;
        if (isDown) keys.add(code);
        else keys.delete(code);
        pointer.keyX = (keys.has('ArrowRight') ? 1 : 0) - (keys.has('ArrowLeft') ? 1 : 0);
        pointer.keyY = (keys.has('ArrowUp') ? 1 : 0) - (keys.has('ArrowDown') ? 1 : 0);
        return true;
    }

    /** Once a frame. @param {number} seconds real time */
    function update(seconds) {
        if (pointer.keyboard) {
            pointer.x += pointer.keyX * CURSOR_SPEED * seconds;
            pointer.y += pointer.keyY * CURSOR_SPEED * seconds;
            pointer.inside = true;
        } else if (pointer.inside) {
            place(); // the camera moved under it
        }
        pointer.hovered = pointer.held ?? (pointer.inside && !pointer.drawing ? pick(0.02, true) : null);
        canvas.style.cursor = pointer.held ? 'grabbing' : pointer.tool === 'box' || pointer.tool === 'ball'
            ? 'crosshair' : pointer.hovered?.body.type === 'dynamic' ? 'grab' : 'default';
    }

    game.beforeStep = () => {
        const { held } = pointer;
        if (!held) return;
        const { body } = held;
        const rx = body.cos * pointer.localX - body.sin * pointer.localY;
        const ry = body.sin * pointer.localX + body.cos * pointer.localY;
        const vx = body.vx - body.omega * ry;
        const vy = body.vy + body.omega * rx;
        const mass = body.mass;
        let fx = mass * (PULL * (pointer.x - body.x - rx) - DRAG * vx);
        let fy = mass * (PULL * (pointer.y - body.y - ry) - DRAG * vy);
        const f = Math.hypot(fx, fy);
        const most = mass * MAX_PULL;
        if (f > most) {
            fx *= most / f;
            fy *= most / f;
        }
        body.applyForce(fx, fy, body.x + rx, body.y + ry);
        body.applyTorque(-body.omega * body.inertia * 2.5);
    };

    /** The rubber band, the drawing preview and the keyboard cursor. @param {CanvasRenderingContext2D} ctx */
    function draw(ctx) {
        const { held } = pointer;
        const sx = camera.screenX(pointer.x);
        const sy = camera.screenY(pointer.y);
        if (held) {
            const poses = game.scene.world.poses;
            const i = 4 * held.slot;
            const ax = poses[i] + poses[i + 2] * pointer.localX - poses[i + 3] * pointer.localY;
            const ay = poses[i + 1] + poses[i + 3] * pointer.localX + poses[i + 2] * pointer.localY;
            ctx.strokeStyle = 'rgba(255, 236, 200, 0.9)';
            ctx.lineWidth = 2;
            ctx.setLineDash([5, 4]);
            ctx.beginPath();
            ctx.moveTo(camera.screenX(ax), camera.screenY(ay));
            ctx.lineTo(sx, sy);
            ctx.stroke();
            ctx.setLineDash([]);
            ctx.fillStyle = '#fff4dc';
            ctx.beginPath();
            ctx.arc(camera.screenX(ax), camera.screenY(ay), 4, 0, Math.PI * 2);
            ctx.fill();
        }
        if (pointer.drawing) {
            const x0 = camera.screenX(pointer.startX);
            const y0 = camera.screenY(pointer.startY);
            ctx.beginPath();
            if (pointer.tool === 'box') ctx.rect(x0, y0, sx - x0, sy - y0);
            else ctx.arc(x0, y0, Math.hypot(sx - x0, sy - y0), 0, Math.PI * 2);
            ctx.fillStyle = 'rgba(255, 176, 150, 0.25)';
            ctx.fill();
            ctx.strokeStyle = '#ffd2c2';
            ctx.lineWidth = 2;
            ctx.stroke();
        }
        if (pointer.keyboard) {
            ctx.strokeStyle = '#ffffff';
            ctx.lineWidth = 2;
            ctx.beginPath();
            ctx.arc(sx, sy, 9, 0, Math.PI * 2);
            ctx.moveTo(sx - 15, sy);
            ctx.lineTo(sx - 4, sy);
            ctx.moveTo(sx + 4, sy);
            ctx.lineTo(sx + 15, sy);
            ctx.moveTo(sx, sy - 15);
            ctx.lineTo(sx, sy - 4);
            ctx.moveTo(sx, sy + 4);
            ctx.lineTo(sx, sy + 15);
            ctx.stroke();
        }
    }
    return pointer;
}
