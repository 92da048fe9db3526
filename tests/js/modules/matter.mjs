// Plays with a world with matter in a worker: water falls into a basin, and what the page sends is done to it.
/** @param {any} scope */
export default ({ world, post, onMessage }) => {
    world.createBody({ type: 'static',
        collider: { shape: 'box', width: 10, height: 1, center: [0, -0.5] } });
    const water = world.createMatter({ capacity: 500, userData: { name: 'sea' } });
    water.fill({ shape: 'box', width: 1, height: 1 }, { position: [0, 1], value: 7 });
    world.on('gauge', (/** @type {any} */ { count, reached }) => post({ count, reached }));
    onMessage((/** @type {any} */ { trigger, hash }) => {
        if (trigger) world.setGauge(trigger, { threshold: 10 });
        if (hash) post({ hash: world.hash() });
    });
};
