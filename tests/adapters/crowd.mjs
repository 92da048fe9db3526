// Ten thousand bodies that the WebGL renderer draws for a second, in a page of page.mjs: what that asks of WebGL, and how long it takes.
import { init, World } from 'mica2d';
import { createWebglRenderer } from 'mica2d/adapters/webgl.js';

/** Draws the frames. Returns counts of all of them, and the median of draw() in milliseconds. */
export async function drawCrowd() {
    await init();
    const world = new World({ layers: { ball: {}, box: {} } });
    const positions = (count, y) =>
        Float32Array.from({ length: 2 * count },
            (_, i) => (i % 2 ? y + Math.floor(i / 200) * 0.2 : ((i / 2) % 100) * 0.2 - 10));
    const common = { gravityScale: 0, angularVelocity: 2, velocity: [0.5, 0] };
    world.createBodies(5000, { ...common, positions: positions(5000, -10),
        shape: { shape: 'circle', radius: 0.08 }, layer: 'ball' });
    world.createBodies(5000, { ...common, positions: positions(5000, 0),
        shape: { shape: 'box', width: 0.15, height: 0.15 }, layer: 'box' });
    const canvas = document.querySelector('canvas');
    const renderer = createWebglRenderer(canvas, world, { scale: 14, background: '#0d1122' });
    const gl = canvas.getContext('webgl2');
    let calls = 0;
    let uploads = 0;
    const { drawArraysInstanced, texSubImage2D, bufferData } = gl;
    gl.drawArraysInstanced = (...args) => {
        calls += 1;
        drawArraysInstanced.apply(gl, args);
    };
    gl.texSubImage2D = (...args) => {
        uploads += 1;
        texSubImage2D.apply(gl, args);
    };
    gl.bufferData = (...args) => {
        uploads += 100;
        bufferData.apply(gl, args);
    };
    renderer.draw();
    [calls, uploads] = [0, 0];
    const times = [];
    for (let i = 0; i < 60; ++i) {
        world.advance(1 / 60);
        const start = performance.now();
        renderer.draw();
        times.push(performance.now() - start);
        await new Promise((resolve) => {
            requestAnimationFrame(resolve);
        });
    }
    times.sort((a, b) => a - b);
    return { instances: renderer.instances, calls, uploads, median: times[30],
        error: gl.getError() };
}
