// A module for a world in a worker: pushes a body that the page names before every step.

/** @type {import('../../../js/worker.js').WorldModule<{ steer: import('../../../js/index.js').Body, force: [number, number] }>} */
export default function steering({ world, onMessage }) {
    /** @type {import('../../../js/index.js').Body | undefined} */
    let body;
    let force = /** @type {[number, number]} */ ([0, 0]);
    onMessage((message) => {
        body = message.steer;
        force = message.force;
    });
    world.on('beforeStep', () => body?.applyForce(...force));
}
