// Blobs, as createBlob makes them: the pins of the skin hold where it lands.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { createBlob } from '../../js/builders.js';
import './helpers.mjs';

// The springs to the core are forces: the ring of pins is solved directly in spite of them.
test('the pins of a blob that lands on a chain hold', () => {
    const grounds = [[[20, 9], [4, 1], [0, 0], [-4, 1], [-20, 9]], [[20, 0], [-20, 0]], [[21, 0], [
        20,
        -10,
    ], [-20, 10]]];
    for (const points of grounds) {
        const world = new World();
        world.createBody({ type: 'static', collider: { shape: 'chain', points, radius: 0.06 } });
        createBlob(world, { position: [0, 3.4], radius: 1.1 });
        let worst = 0;
        for (let i = 0; i < 180; ++i) {
            world.step();
            for (const joint of world.joints)
                if (joint.type === 'revolute') worst = Math.max(worst, joint.linearSeparation);
        }
        world.destroy();
        assert.ok(worst < 0.1, `${JSON.stringify(points)}: ${worst.toFixed(3)} m`);
    }
});
