// 'mica2d/pointer': bodies dragged by mouse, pen and several fingers at once. Each press takes the closest
// body within reach and holds the point that it took by a target joint with a maximum of force, so that a
// held body still meets walls and others. It knows a world by its public members, here or in a worker.
// Presses that take nothing are left to the page: it scrolls and clicks as without this. A world in a worker
// answers too late for that: there the element needs `touch-action: none`.

/**
 * @typedef {import('./world/world.js').World<any>} World
 * @typedef {import('./remote/world.js').WorkerWorld<any>} WorkerWorld
 * @typedef {import('./world/objects/body.js').Body<any>} Body
 * @typedef {import('./remote/types.js').WorkerBody<any>} WorkerBody
 */

/**
 * What a pointer may do.
 * @template {object} [B=Body] class of the bodies
 * @typedef {object} PointerOptions
 * @property {(clientX: number, clientY: number) => readonly [x: number, y: number]} toWorld gives the point of
 *     the world at a point of the window in CSS pixels, as `camera.toWorld` of the renderers does
 * @property {number} [radius] CSS pixels around a finger in which it finds a body, default 22; a mouse or a pen
 *     reaches a quarter of it
 * @property {number} [maxAcceleration] m/s²: the force is at most this times the body's mass, default 200,
 *     twenty times its weight on earth
 * @property {number} [hertz] how stiff it holds a body, default 5
 * @property {number} [dampingRatio] default 1, critical damping
 * @property {readonly string[]} [layers] it takes colliders of these layers alone; default all
 * @property {(body: B) => boolean} [filter] whether it may take this body; default all dynamic bodies
 * @property {(drag: Drag<B>) => void} [onGrab] called when a body is taken; none by default
 * @property {(drag: Drag<B>) => void} [onRelease] called when it is let go; none by default
 */

/**
 * A body that is held. `joint` is the target joint; `x` and `y` are where the pointer is in the world.
 * @template {object} [B=Body] class of the bodies
 * @typedef {object} Drag
 * @property {number} id the `pointerId` of the events, or the number given to `grab`
 * @property {B} body the body
 * @property {any} joint the joint that holds it
 * @property {number} x metres
 * @property {number} y metres
 */

/** Options that are called. */
const CALLED = /** @type {const} */ (['filter', 'onGrab', 'onRelease']);
/** How many bodies that may not be taken it looks past. */
const MAX_PASSED = 8;
/** Of a finger's radius, what a mouse or a pen reaches. */
const FINE = 0.25;

/**
 * Goes on with a value, at once or when it comes.
 * @param {any} value or a promise of it
 * @param {(value: any) => any} use
 */
const then = (value, use) => (typeof value?.then === 'function' ? value.then(use) : use(value));

/**
 * Drags bodies of a world with the pointers over an element.
 * @template {object} [B=Body] class of the bodies
 */
export class Pointer {
    /** @type {any} */
    #world;

    #element;

    /** @type {PointerOptions<B>} */
    #options;

    /** By pointer; undefined while the world in a worker looks for a body. @type {Map<number, Drag<B> | undefined>} */
    #held = new Map();

    /** Where each pointer of the element is in the window. @type {Map<number, [number, number]>} */
    #at = new Map();

    #ends = new AbortController();

    /** Whether a press takes bodies; the held ones stay. */
    enabled = true;

    /**
     * @param {World | WorkerWorld} world
     * @param {HTMLElement} element whose pointer events it hears
     * @param {PointerOptions<B>} options
     * @throws {TypeError} if `world` is no world, `element` no element, or an option that is called no function
     */
    constructor(world, element, options) {
        const bad = typeof world?.createJoint !== 'function'
            ? 'world must be a World or a WorkerWorld'
            : typeof element?.addEventListener !== 'function'
            ? 'element must be an element of the page'
            : typeof options?.toWorld !== 'function'
            ? 'toWorld must be a function'
            : CALLED.filter((name) => !['undefined', 'function'].includes(typeof options[name]))
                .map((name) => `${name} must be a function`)[0];
        if (bad) throw new TypeError(`Pointer: ${bad}`);
        this.#world = world;
        this.#element = element;
        this.#options = options;
        this.#listen();
    }

    /** The drags of bodies that pointers hold now, the oldest first; a new array. @returns {Drag<B>[]} */
    get drags() {
        return /** @type {Drag<B>[]} */ ([...this.#held.values()].filter((drag) =>
            drag !== undefined
        ));
    }

    #listen() {
        const { signal } = this.#ends;
        const hears = /** @type {const} */ ({ signal, passive: true });
        const element = this.#element;
        element.addEventListener('pointerdown', (event) => this.#press(event), hears);
        element.addEventListener('pointermove', ({ pointerId, clientX, clientY }) => {
            if (!this.#at.has(pointerId)) return;
            this.#at.set(pointerId, [clientX, clientY]);
            const [x, y] = this.#options.toWorld(clientX, clientY);
            this.move(pointerId, x, y);
        }, hears);
        for (const end
            of /** @type {const} */ (['pointerup', 'pointercancel', 'lostpointercapture']))
            element.addEventListener(end, ({ pointerId }) => this.release(pointerId), hears);
        // A touch that took a body neither scrolls nor zooms the page; pointerdown came before it.
        element.addEventListener('touchstart', (event) => {
            if (this.drags.length > 0 && event.cancelable) event.preventDefault();
        }, { signal, passive: false });
        globalThis.addEventListener('blur', () => this.releaseAll(), hears);
    }

    /** @param {PointerEvent} event */
    #press({ pointerId, pointerType, button, clientX, clientY }) {
        if (!this.enabled || button !== 0) return;
        const { toWorld, radius = 22 } = this.#options;
        const pixels = pointerType === 'touch' ? radius : FINE * radius;
        const [x, y] = toWorld(clientX, clientY);
        const [besideX, besideY] = toWorld(clientX + pixels, clientY);
        this.#at.set(pointerId, [clientX, clientY]);
        then(this.grab(pointerId, x, y, Math.hypot(besideX - x, besideY - y)), (drag) => {
            if (!drag) this.#at.delete(pointerId);
            else if (this.#held.get(pointerId) === drag) this.#capture(pointerId);
        });
    }

    /** Hears the pointer also outside of the element. @param {number} id */
    #capture(id) {
        try {
            this.#element.setPointerCapture(id);
        } catch {
            // It is up already, or no pointer of the browser's.
        }
    }

    /**
     * Takes the closest body within a radius, as a press does: for keys, gamepads and pointers of other
     * libraries. A world in a worker gives a promise.
     * @param {number} id any number that is no other pointer's
     * @param {number} x metres @param {number} y metres @param {number} radius metres
     * @returns {Drag<B> | null | Promise<Drag<B> | null>} null if there is none
     */
    grab(id, x, y, radius) {
        this.#letGo(id, true);
        this.#held.set(id, undefined);
        return then(this.#find(x, y, radius, []), (hit) => {
            // A release may have come first.
            if (!hit || !this.#held.has(id)) return this.#miss(id);
            // Pressed inside, a body is held at that very point, else at the nearest of its surface.
            const point = hit.distance <= 0 ? [x, y] : [hit.x, hit.y];
            return then(this.#massOf(hit.body),
                (mass) => this.#take(id, hit.body, point, mass) ?? this.#miss(id));
        });
    }

    /** @param {number} id */
    #miss(id) {
        if (this.#held.get(id) === undefined) this.#held.delete(id);
        return null;
    }

    /**
     * The closest point of a body that may be taken.
     * @param {number} x @param {number} y @param {number} radius @param {B[]} passed
     * @returns {any}
     */
    #find(x, y, radius, passed) {
        const { layers, filter } = this.#options;
        const options = { skipStatic: true, ignore: passed, ...(layers && { layers }) };
        return then(this.#world.closestPoint(x, y, radius, options), (hit) => {
            if (!hit || (hit.body.type === 'dynamic' && (!filter || filter(hit.body)))) return hit;
            return passed.length < MAX_PASSED
                ? this.#find(x, y, radius, [...passed, hit.body])
                : null;
        });
    }

    /** @param {any} body */
    #massOf(body) {
        return typeof body.mass === 'function' ? body.mass() : body.mass;
    }

    /** @param {number} id @param {any} body @param {number[]} point @param {number} mass */
    #take(id, body, [x, y], mass) {
        if (!this.#held.has(id) || !body.alive) return null;
        const { maxAcceleration = 200 * (this.#world.lengthUnit ?? 1), hertz = 5, dampingRatio = 1,
            onGrab } = this.#options;
        const joint = this.#world.createJoint({ type: 'target', bodyB: body, anchor: [x, y], hertz,
            dampingRatio, maxForce: maxAcceleration * mass });
        /** @type {Drag<B>} */
        const drag = { id, body, joint, x, y };
        this.#held.set(id, drag);
        onGrab?.(drag);
        return drag;
    }

    /**
     * Moves the target of what a pointer holds. One whose body is gone is let go.
     * @param {number} id @param {number} x metres @param {number} y metres
     */
    move(id, x, y) {
        const drag = this.#held.get(id);
        if (!drag) return;
        if (!drag.joint.alive) {
            this.release(id);
            return;
        }
        drag.x = x;
        drag.y = y;
        drag.joint.setTarget(x, y);
    }

    /**
     * Once a frame where the camera moves: brings the targets to where the pointers now are in the world, and
     * ends the drags of bodies that were destroyed.
     */
    update() {
        for (const id of this.#held.keys()) {
            const at = this.#at.get(id);
            if (at) this.move(id, ...this.#options.toWorld(at[0], at[1]));
            else if (this.#held.get(id)?.joint.alive === false) this.release(id);
        }
    }

    /**
     * @param {number} id @param {boolean} keepsPlace it stays where it is in the window
     */
    #letGo(id, keepsPlace) {
        const drag = this.#held.get(id);
        this.#held.delete(id);
        if (!keepsPlace) this.#at.delete(id);
        if (!drag) return;
        drag.joint.destroy();
        this.#options.onRelease?.(drag);
    }

    /** Lets go of what a pointer holds, or is about to take. @param {number} id */
    release(id) {
        this.#letGo(id, false);
    }

    /** Lets go of all. */
    releaseAll() {
        for (const id of [...this.#held.keys()]) this.release(id);
    }

    /** Lets go of all and hears no more. */
    destroy() {
        this.releaseAll();
        this.#ends.abort();
    }
}
