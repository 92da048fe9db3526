// Worlds that live for a moment beside the world of the soak, in the same memory: two copies of it that must stay
// equal, a recording that is played again, and the path of a body in a preview.
import { World } from '../../js/index.js';
import { preview } from '../../js/preview.js';
import { Replay, startRecording, stopRecording } from '../../js/recording.js';
import { Find } from './find.mjs';
import { thingOf } from './level.mjs';

/** @import { Play } from './play.mjs' */

const STEPS = 20;

/** @param {Play} play */
export function playBeside({ world, r, counts, lift }) {
    const before = world.hash();
    const bytes = world.snapshot();
    const copies = [World.fromSnapshot(bytes), World.fromSnapshot(bytes)];
    for (const copy of copies) {
        copy.on('contactBegin', ({ colliderA }) => {
            if (!colliderA.alive)
                throw new Find('a contact of a copy begins with what is destroyed');
        });
        for (let i = 0; i < STEPS; ++i) copy.step();
    }
    if (copies[0].hash() !== copies[1].hash())
        throw new Find('two copies of a snapshot differ after the same steps');
    for (const copy of copies) copy.destroy();
    record(r);
    const [path] = preview(world, { bodies: [lift], steps: 10 });
    if (path.body !== lift || path.count < 1) throw new Find('a preview tells of another body');
    if (world.hash() !== before) throw new Find('what happens beside a world changes it');
    counts.worlds += 4;
}

/** Records a small world and plays the recording. @param {Play['r']} r */
function record(r) {
    const world = new World();
    world.createBody({ type: 'static', collider: { shape: 'box', width: 60, height: 1 } });
    startRecording(world, { hashEvery: 10 });
    for (let i = 0; i < 30; ++i) {
        if (i % 10 === 0)
            world.createBody({ ...thingOf(r), position: [0, 3],
                colliders: [{ shape: 'circle', radius: 0.3 }] });
        world.step();
    }
    const replay = Replay.open(stopRecording(world));
    const difference = replay.verify();
    if (difference) throw new Find(`a recording plays otherwise at step ${difference.step}`);
    replay.destroy();
    world.destroy();
}
