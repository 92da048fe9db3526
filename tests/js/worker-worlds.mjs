// Worlds in workers for the tests of one file, which are ended after its last one.
import { after } from 'node:test';
import { createWorkerWorld } from '../../js/worker.js';

/** @type {import('../../js/worker.js').WorkerWorld[]} */
const open = [];
after(() => open.forEach((world) => world.destroy()));

/** @param {Parameters<typeof createWorkerWorld>} args */
export async function make(...args) {
    const world = await createWorkerWorld(...args);
    open.push(world);
    return world;
}
