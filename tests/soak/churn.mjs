// A small world whose only slots are used over and over: bodies, colliders and joints that live for one step. A slot
// serves 4,095 objects, one a generation, and is never used again: no handle of the first can come to name the last.
// So such a world gets a slot more for each 4,095 objects that it made.
import { World } from '../../js/index.js';
import { Find } from './find.mjs';
import { GENERATIONS, KINDS, Model } from './model.mjs';

/** @import { Random } from '../js/histories.mjs' */

export class Churn {
    #rounds = 0;

    /** @param {Random} random */
    constructor(random) {
        this.world = new World({ gravity: [0, 0] });
        this.model = new Model(random);
        this.anchor = this.world.createBody({ type: 'static',
            collider: { shape: 'circle', radius: 0.5 } });
        this.model.bornWhole(this.anchor);
    }

    /** Makes one of each kind and destroys it. */
    round() {
        const { world, model, anchor } = this;
        const body = world.createBody({ position: [5, 0],
            collider: { shape: 'circle', radius: 0.5 } });
        model.bornWhole(body);
        const joint = world.createJoint({ type: 'distance', bodyA: anchor, bodyB: body,
            localAnchorA: [0, 0], localAnchorB: [0, 0] });
        model.born('joint', joint);
        world.step();
        const parts = model.partsOf(body);
        body.destroy();
        model.died(parts, this.#rounds++);
    }

    /** Whether as many slots are in use as the rounds need, and no more. */
    check() {
        for (const kind of KINDS) {
            const { length } = this.model.slots[kind];
            // One for the anchor, and up to two at a time: what is destroyed frees its slot in the next step.
            const needed = 1 + 2 * Math.ceil(this.#rounds / (2 * GENERATIONS));
            if (length > needed)
                throw new Find(
                    `${this.#rounds} objects that followed each other took ${length} ${kind} slots, not ${needed}`,
                );
        }
        return this.world.slots;
    }
}
