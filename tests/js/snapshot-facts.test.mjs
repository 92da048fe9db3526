// A snapshot holds some facts twice: as the engine saved them, and as the page did. Bytes in which the two differ are refused and
// change nothing; what is accepted is, saved again, the same world.
import assert from 'node:assert/strict';
import test from 'node:test';
import { MicaError, World } from '../../js/index.js';
import { PAGE, checkAgreement, stateNumbers, withPage } from '../fuzz/files/agreement.mjs';
import { fixSnapshot } from '../fuzz/files/saved-bytes.mjs';
import { goodSnapshots } from '../fuzz/files/snapshots.mjs';
import { run } from './helpers.mjs';

function furnished() {
    const world = new World({ gravity: [0.5, -9.81], hitSpeed: 1.7,
        layers: { player: { enemy: 'trigger', default: 'solid' }, enemy: ['default'] } });
    const ground = world.createBody({ type: 'static',
        collider: { shape: 'box', width: 20, height: 1 }, userData: 'ground' });
    const player = world.createBody({ position: [0, 3],
        collider: { shape: 'circle', radius: 0.5, layer: 'player', userData: [1] },
        userData: { lives: 3 } });
    const enemy = world.createBody({ position: [3, 3],
        collider: { shape: 'circle', radius: 0.5, layer: 'enemy' } });
    world.createJoint({ type: 'distance', bodyA: player, bodyB: enemy, length: 3,
        userData: 'rope' });
    run(world, 0.5);
    player.applyForce(3, 4);
    return { world, ground, player, enemy };
}

/** The bytes are refused by a world of theirs and by an empty one, and change neither. @param {Uint8Array<ArrayBuffer>} bytes @param {string} what */
function refused(bytes, what) {
    for (const world of [furnished().world, new World()]) {
        const [before, names] = [world.snapshot({ userData: true }), world.layers.names];
        assert.throws(() => world.restore(bytes), (error) =>
            error instanceof MicaError && error.code === 'BAD_SNAPSHOT'
            && /^World.restore: /.test(error.message), what);
        assert.deepEqual([world.snapshot({ userData: true }), world.layers.names], [before, names],
            what);
        world.destroy();
    }
    assert.throws(() => World.fromSnapshot(bytes), { code: 'BAD_SNAPSHOT' }, what);
}

/** @param {any} text */
const withoutLayers = (text) => {
    text.layers = ['default'];
};

/** @type {Record<string, (page: { numbers: Float64Array, text: any }) => void>} */
const REFUSED = {
    'a layer that colliders have is missing': ({ text }) => text.layers.pop(),
    'all layers but the first are missing': ({ text }) => withoutLayers(text),
    'no layers': ({ text }) => {
        text.layers = [];
    },
    'the first layer is not default': ({ text }) => {
        text.layers[0] = 'ground';
    },
    'default is not the first layer': ({ text }) => text.layers.reverse(),
    'layers are no list': ({ text }) => {
        text.layers = { 0: 'default', 1: 'player', 2: 'enemy', length: 3 };
    },
    'a layer twice': ({ text }) => {
        text.layers[2] = 'player';
    },
    'a step more': ({ numbers }) => {
        ++numbers[PAGE.STEP_COUNT];
    },
    'no steps': ({ numbers }) => {
        numbers[PAGE.STEP_COUNT] = 0;
    },
    'gravity': ({ numbers }) => {
        numbers[PAGE.SETTINGS] = 0;
    },
    'gravity upwards': ({ numbers }) => {
        numbers[PAGE.SETTINGS + 1] *= -1;
    },
    'hitSpeed': ({ numbers }) => {
        numbers[PAGE.SETTINGS + 6] = 1;
    },
    'sleep': ({ numbers }) => {
        numbers[PAGE.SETTINGS + 8] = 0;
    },
    'jointHertz': ({ numbers }) => {
        numbers[PAGE.SETTINGS + 13] = 1;
    },
    'a capacity of a fraction': ({ numbers }) => {
        numbers[PAGE.SETTINGS + 9] = 0.5;
    },
    'an enormous capacity': ({ numbers }) => {
        numbers[PAGE.SETTINGS + 10] = 2 ** 40;
    },
    'maxBytes below 0': ({ numbers }) => {
        numbers[PAGE.SETTINGS + 12] = -1;
    },
    'a force that no call could give': ({ text }) => {
        text.forces[0][2] = 1e300;
    },
    'a force of no body': ({ text }) => {
        text.forces[0][1] = 1.5;
    },
    'a force that is half spent': ({ text }) => {
        text.forces[0][6] = 0.5;
    },
    'spent forces behind others': ({ text }) =>
        text.forces.push([...text.forces[0].slice(0, 6), 1]),
    'user data of half a slot': ({ text }) => {
        text.userData.bodies['1.5'] = 'x';
    },
    'user data of a slot below 0': ({ text }) => {
        text.userData.colliders['-1'] = 'x';
    },
    'user data of slot 01': ({ text }) => {
        text.userData.joints['01'] = 'x';
    },
    'user data of a name': ({ text }) => {
        text.userData.joints.length = 'x';
    },
};

test('what the page saved must be what the engine saved', () => {
    const { world } = furnished();
    const bytes = world.snapshot({ userData: true });
    assert.deepEqual(withPage(bytes, () => {}), bytes);
    for (const [what, change] of Object.entries(REFUSED)) refused(withPage(bytes, change), what);
    world.destroy();
});

test('what the engine saved must be what the page saved', () => {
    const { world } = furnished();
    const good = world.snapshot();
    const state = stateNumbers(good);
    /** @param {string} name @param {(view: DataView, at: number) => void} change */
    const changed = (name, change) => {
        const bytes = good.slice();
        change(new DataView(bytes.buffer), /** @type {{ at: number }} */ (state.get(name)).at);
        fixSnapshot(bytes);
        refused(bytes, name);
    };
    for (const name of ['gravity.x', 'gravity.y', 'contactHertz', 'contactDampingRatio',
        'contactPushSpeed', 'restitutionThreshold', 'hitSpeed', 'jointHertz', 'jointDampingRatio',
        'sleepTime', 'loadImpulse'])
        changed(name, (view, at) => view.setFloat32(at, view.getFloat32(at, true) + 1, true));
    changed('steps', (view, at) => view.setUint32(at, view.getUint32(at, true) + 1, true));
    changed('sleep', (view, at) => view.setUint8(at, 1 - view.getUint8(at)));
    // Layers that have no name must not meet anything: they would, once they are added.
    changed('namesSolid[3]', (view, at) => view.setUint8(at, 1));
    changed('namesSolid[0]', (view, at) => view.setUint8(at, view.getUint8(at) | 8));
    changed('namesTrigger[1]', (view, at) => view.setUint8(at + 7, 128));
    world.destroy();
});

test('a collider on a layer without a name is refused', () => {
    const world = new World();
    world.createBody({ collider: { shape: 'circle', radius: 0.5 } });
    const plain = world.snapshot();
    world.layers.add('ghost');
    world.createBody({ position: [9, 9],
        collider: { shape: 'circle', radius: 0.5, layer: 'ghost' } });
    const bytes = world.snapshot();
    refused(withPage(bytes, ({ text }) => withoutLayers(text)), 'ghost');
    World.fromSnapshot(withPage(plain, ({ text }) => text.layers.push('ghost'))).destroy();
    world.destroy();
});

test('a kind of tile on a layer without a name is refused', () => {
    const world = new World({ layers: { spikes: {} } });
    world.createBody({ type: 'static',
        collider: { shape: 'tiles', columns: 2, rows: 1, cells: [1, 2],
            map: { 1: 1, 2: { tile: 1, layer: 'spikes' } } } });
    refused(withPage(world.snapshot(), ({ text }) => withoutLayers(text)), 'spikes');
    world.destroy();
});

test('worlds of every kind are the same once saved and restored, with their user data', () => {
    const { world } = furnished();
    const more = world.snapshot({ userData: true });
    world.destroy();
    for (const bytes of [...goodSnapshots(), more]) {
        const other = World.fromSnapshot(bytes);
        checkAgreement(other);
        run(other, 0.1);
        checkAgreement(other);
        other.destroy();
    }
});

test("user data of slots without a body is nobody's", () => {
    const { world } = furnished();
    const bytes = withPage(world.snapshot({ userData: true }), ({ text }) => {
        text.userData.bodies[77] = 'x';
        text.userData.colliders[9999999] = 'x';
        text.userData.joints[5] = 'x';
    });
    const other = World.fromSnapshot(bytes);
    assert.deepEqual([...other.bodies].map(({ userData }) => userData), ['ground', { lives: 3 },
        undefined]);
    world.destroy();
    other.destroy();
});
