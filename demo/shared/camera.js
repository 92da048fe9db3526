// The camera: follows a body smoothly, looks ahead, stays in the level, zooms. Called by a page once a frame.
// Owns the canvas size (device pixels) and the mapping between world metres and CSS pixels.

/** @typedef {ReturnType<typeof createCamera>} Camera */

/** @param {HTMLCanvasElement} canvas @param {{ width: number, height: number }} level metres, from (0, 0) */
export function createCamera(canvas, level) {
    const camera = {
        x: 0,
        y: 0, // world point in the middle of the canvas
        scale: 60, // CSS pixels a metre
        zoom: 1, // the user's
        overview: false,
        width: 1,
        height: 1, // CSS pixels
        ratio: 1, // device pixels a CSS pixel
        maxRatio: 3,
        insetRight: 0,
        insetBottom: 0, // CSS pixels covered by panels
        insetLow: 0, // CSS pixels at the bottom that are partly covered: the body stays above
        level,
        lookX: 0,
        shakeX: 0,
        shakeY: 0,
        /** @param {number} px CSS pixels */
        worldX: (px) => camera.x + (px - camera.width / 2) / camera.scale,
        /** @param {number} py CSS pixels */
        worldY: (py) => camera.y - (py - camera.height / 2) / camera.scale,
        /** @param {number} x metres */
        screenX: (x) => (x - camera.x) * camera.scale + camera.width / 2,
        /** @param {number} y metres */
        screenY: (y) => (camera.y - y) * camera.scale + camera.height / 2,
    };
    const measure = () => {
        camera.width = Math.max(1, canvas.clientWidth);
        camera.height = Math.max(1, canvas.clientHeight);
        camera.ratio = Math.min(camera.maxRatio, Math.max(1, devicePixelRatio || 1));
        const w = Math.round(camera.width * camera.ratio);
        const h = Math.round(camera.height * camera.ratio);
        if (canvas.width !== w || canvas.height !== h) {
            canvas.width = w;
            canvas.height = h;
        }
    };
    new ResizeObserver(measure).observe(canvas);
    addEventListener('resize', measure);
    measure();
    return Object.assign(camera, { measure });
}

/** The scale at zoom 1. @param {Camera} camera */
function gameScale(camera) {
    const w = camera.width - camera.insetRight;
    return Math.max(Math.min(w / 17, camera.height / 13.5), Math.min(w / 10, camera.height / 13.5));
}

/** The scale at which the whole level is seen. @param {Camera} camera */
function wholeScale(camera) {
    return Math.min((camera.width - camera.insetRight) / (camera.level.width + 1),
        (camera.height - camera.insetBottom) / (camera.level.height + 1));
}

/** Zooms by a factor, also out of the whole level. @param {Camera} camera @param {number} factor */
export function zoomBy(camera, factor) {
    if (camera.overview) camera.zoom = wholeScale(camera) / gameScale(camera);
    camera.overview = false;
    const least = Math.min(0.4, wholeScale(camera) / gameScale(camera));
    camera.zoom = Math.min(2.4, Math.max(least, camera.zoom * factor));
}

/** Takes the zoom back. @param {Camera} camera */
export function resetZoom(camera) {
    camera.zoom = 1;
    camera.overview = false;
}

/**
 * @param {Camera} camera @param {number} px @param {number} py where the body is drawn, metres
 * @param {number} facing @param {number} seconds real time @param {number} shake 0 to 1 @param {boolean} cut jump there at once
 */
export function follow(camera, px, py, facing, seconds, shake, cut) {
    const { level } = camera;
    const w = camera.width - camera.insetRight;
    const h = camera.height - camera.insetBottom;
    const wantScale = camera.overview ? wholeScale(camera) : gameScale(camera) * camera.zoom;
    const ease = cut ? 1 : 1 - Math.exp(-seconds * 6);
    camera.scale += (wantScale - camera.scale) * (cut ? 1 : 1 - Math.exp(-seconds * 7));
    camera.lookX += (facing * 1.6 - camera.lookX) * (cut ? 1 : 1 - Math.exp(-seconds * 1.8));

    const halfW = w / 2 / camera.scale;
    const halfH = h / 2 / camera.scale;
    const offX = camera.insetRight / 2 / camera.scale;
    const offY = camera.insetBottom / 2 / camera.scale;
    let tx = camera.overview ? level.width / 2 : px + camera.lookX;
    let ty = camera.overview ? level.height / 2 : py + halfH * 0.14;
    // Keep the view in the level; centre what is smaller than the view.
    const edge = 0.5;
    tx = 2 * halfW >= level.width + 2 * edge
        ? level.width / 2
        : Math.min(level.width + edge - halfW, Math.max(halfW - edge, tx));
    ty = 2 * halfH >= level.height + 2 * edge
        ? level.height / 2
        : Math.min(level.height + edge - halfH,
            Math.max(halfH + 0.9 - (camera.insetBottom > 0 ? 2 : 0), ty));
    ty = Math.min(ty, py - 1 + (camera.height / 2 - camera.insetLow) / camera.scale + offY);
    camera.x += (tx + offX - camera.x) * ease;
    camera.y += (ty - offY - camera.y) * (cut ? 1 : 1 - Math.exp(-seconds * 5));
    const k = shake * shake * 0.22;
    camera.shakeX = k * Math.sin(shake * 61);
    camera.shakeY = k * Math.cos(shake * 47);
}
