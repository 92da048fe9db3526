// What a press, a drag and a release do with each tool, by mouse, finger or the keyboard's cursor: draw a shape or an area, join,
// drag, move, turn, resize. Called by input.js; paint-tools.js paints unfinished shapes.
import { Pointer } from '../../js/pointer.js';
import { AREAS } from './areas.js';
import { groupOf, move, resize, turnTo } from './edit.js';
import { JOINTS, join } from './joints.js';
import { surfaceOf } from './materials.js';
import { DRAWN, distance } from './shapes.js';

/** @typedef {import('./zoo.js').Zoo} Zoo @typedef {import('./zoo.js').Body} Body @typedef {import('./shapes.js').Point} Point */
/** @typedef {'shape' | 'area' | 'joint' | 'drag' | 'move' | 'turn' | 'size' | 'view'} Kind */
/** @typedef {{ kind: Kind, tool: string, from: Point, to: Point, points: Point[], body: Body | null, bodies: Body[], noted: boolean, at: number }} Gesture */

const HAND = 1; // the id of the drag

/** @param {string} tool @returns {Kind} */
const kindOf = (
    tool,
) => (tool in DRAWN ? 'shape' : tool in AREAS ? 'area' : tool in JOINTS ? 'joint' : 'view');

export class Builder {
    /** @type {Gesture | null} */
    gesture = null;
    /** Metres around a pointer that count as under it. */
    reach = 0.2;
    /** @type {Pointer | null} */
    #pointer = null;

    /** @param {Zoo} zoo @param {HTMLElement} element @param {() => boolean} paused */
    constructor(zoo, element, paused) {
        this.zoo = zoo;
        this.element = element;
        this.paused = paused;
        zoo.release = () => this.#pointer?.releaseAll();
    }

    /** Begins with a new world. */
    attach() {
        this.gesture = null;
        this.#pointer?.destroy();
        this.#pointer = new Pointer(this.zoo.world, this.element, { toWorld: (x, y) => [x, y],
            hertz: 6 });
        this.#pointer.enabled = false; // it is moved by this file
    }

    /** The bodies at a point, those that were painted last first; areas only where there is nothing else. @param {number} x @param {number} y @returns {Body[]} */
    bodiesAt = (x, y) => {
        const colliders = this.zoo.world.overlapPoint(x, y, { slack: 0.5 * this.reach });
        const solid = colliders.filter(({ trigger }) => !trigger);
        const bodies = [...new Set((solid.length > 0 ? solid : colliders).map(({ body }) => body))];
        return bodies.sort((a, b) =>
            Number(a.type === 'static') - Number(b.type === 'static') || b.index - a.index
        );
    };

    /** The joint whose mark or line is at a point. @param {Point} at */
    #jointAt(at) {
        return this.zoo.world.joints.find((joint) => {
            if (joint.type === 'target' || joint.jointA) return false;
            const [a, b] = [joint.anchorA, joint.anchorB];
            const length = distance(a, b);
            const t = length < 1e-6
                ? 0
                : Math.min(1,
                    Math.max(0, ((at[0] - a[0]) * (b[0] - a[0]) + (at[1] - a[1]) * (b[1] - a[1]))
                        / length ** 2));
            return distance(at, [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])])
                < 0.7 * this.reach;
        }) ?? null;
    }

    /** Where the handles of the selected body are. @returns {{ turn: Point, size: Point, radius: number } | null} */
    handles() {
        const { body, outlines, view, world } = this.zoo;
        if (!body?.alive) return null;
        const { reach } = outlines.of(world)[body.index] ?? { reach: 0.3 };
        const radius = Math.min(reach, 0.3 * (view.maxY - view.minY)) + 1.6 * this.reach;
        const [x, y, angle] = [body.poseX, body.poseY, body.poseAngle];
        return { radius,
            turn: [x + radius * Math.cos(angle + Math.PI / 2),
                y + radius * Math.sin(angle + Math.PI / 2)],
            size: [x + radius * Math.cos(angle - Math.PI / 4),
                y + radius * Math.sin(angle - Math.PI / 4)] };
    }

    /** @param {Point} at @param {number} reach metres @returns {Kind} what it has begun */
    press(at, reach) {
        const { zoo } = this;
        this.reach = reach;
        this.gesture = { kind: kindOf(zoo.tool), tool: zoo.tool, from: at, to: at, points: [at],
            body: null, bodies: [], noted: false, at: 0 };
        if (this.gesture.kind === 'view') this.#take(this.gesture);
        return this.gesture.kind;
    }

    /** What the hand takes: a handle, a joint, a body, or else the view. @param {Gesture} gesture */
    #take(gesture) {
        const { zoo } = this;
        const at = gesture.from;
        const handles = this.handles();
        gesture.body = zoo.body;
        for (const kind of /** @type {const} */ (['turn', 'size'])) {
            if (!handles || distance(at, handles[kind]) > 1.4 * this.reach) continue;
            gesture.kind = kind;
            gesture.at = kind === 'turn' ? /** @type {Body} */ (zoo.body).angle : 1;
            return;
        }
        const [body] = this.bodiesAt(...at);
        const joint = this.#jointAt(at);
        if (joint && joint !== zoo.joint) {
            zoo.select(joint);
            return;
        }
        gesture.body = body ?? null;
        if (!body) return;
        zoo.select(body);
        gesture.bodies = groupOf(body);
        gesture.kind = this.paused() || body.type !== 'dynamic' ? 'move' : 'drag';
        if (gesture.kind === 'drag') this.#pointer?.grab(HAND, ...at, 1.5 * this.reach);
    }

    /** Once, before a gesture changes the world. @param {Gesture} gesture */
    #note(gesture) {
        if (gesture.noted) return;
        gesture.noted = true;
        this.zoo.note();
    }

    /** @param {Point} at */
    drag(at) {
        const { gesture, zoo } = this;
        if (!gesture) return;
        const before = gesture.to;
        gesture.to = at;
        if (distance(at, /** @type {Point} */ (gesture.points.at(-1))) > 0.2 * this.reach)
            gesture.points.push(at);
        const { body, kind } = gesture;
        if (kind === 'drag') this.#pointer?.move(HAND, ...at);
        if (!body?.alive || kind === 'view') return;
        if (kind === 'move') {
            if (!gesture.noted && distance(gesture.from, at) < 0.3 * this.reach) {
                gesture.to = before;
                return;
            }
            this.#note(gesture);
            move(gesture.bodies.filter(({ alive }) => alive), at[0] - before[0], at[1] - before[1]);
        } else if (kind === 'turn') {
            this.#note(gesture);
            const angle = (/** @type {Point} */ [x, y]) => Math.atan2(y - body.y, x - body.x);
            turnTo(body, gesture.at + angle(at) - angle(gesture.from));
        } else if (kind === 'size') {
            this.#note(gesture);
            const factor = distance(at, [body.x, body.y])
                / Math.max(0.05, distance(gesture.from, [body.x, body.y]));
            try {
                resize(zoo, body, factor / gesture.at);
                gesture.at = factor;
            } catch (error) {
                zoo.say(/** @type {Error} */ (error).message.replace(/^\w+\.\w+: /, ''));
            }
        }
    }

    /** @param {Point} at */
    release(at) {
        const { gesture } = this;
        if (!gesture) return;
        this.drag(at);
        this.gesture = null;
        this.#pointer?.releaseAll();
        if (gesture.kind === 'view' && !gesture.body && distance(gesture.from, at) < this.reach
            && !this.#jointAt(at)) this.zoo.select(null);
        if (gesture.kind === 'shape' || gesture.kind === 'area' || gesture.kind === 'joint')
            this.#make(gesture);
    }

    /** Drops an unfinished shape or drag, without a trace where that is possible. */
    cancel() {
        this.gesture = null;
        this.#pointer?.releaseAll();
    }

    /** @param {Gesture} gesture */
    #make({ kind, tool, from, to, points }) {
        const { zoo } = this;
        const size = 0.9 * this.reach;
        const made = zoo.edit(() => {
            if (kind === 'joint')
                return join(zoo.world, tool, this.bodiesAt, from, to, size, zoo.drive);
            if (kind === 'area')
                return zoo.world.createBody(inLayer(AREAS[tool](from, to, size), zoo.areaLayer));
            const drawn = DRAWN[tool](from, to, size, zoo.sides, points);
            if (!drawn) throw new Error('Draw it larger, in one stroke');
            return this.#create(drawn);
        });
        if (!made) return;
        zoo.select(made);
        zoo.say(`${tool[0].toUpperCase()}${tool.slice(1)} made`);
    }

    /** An outline that crosses itself becomes its hull. @param {import('./shapes.js').Drawn} drawn */
    #create({ at, shape, type }) {
        const { zoo } = this;
        const surface = { ...surfaceOf(zoo.material), layer: zoo.layer };
        const base =
            /** @type {const} */ ({ type: type ?? (zoo.fixed ? 'static' : 'dynamic'),
                position: at });
        try {
            return zoo.world.createBody({ ...base, colliders: [{ ...shape, ...surface }] });
        } catch (error) {
            if (shape.shape !== 'outline') throw error;
            return zoo.world.createBody({ ...base,
                colliders: [{ ...shape, shape: 'hull', ...surface }] });
        }
    }
}

/** @param {any} options of a body @param {string} layer */
const inLayer = ({ colliders, ...options }, layer) => ({ ...options,
    colliders: colliders.map((/** @type {any} */ each) => ({ ...each, layer })) });
