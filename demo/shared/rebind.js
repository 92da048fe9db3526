// A moment from a link makes bodies and joints anew, which end those that the page had. This file finds the new one of each, and of each mover, in
// the same slot, wherever the scene refers to it: in its fields, in arrays, maps, sets and plain objects. Called by stage.js.

/** @typedef {import('../../js/index.js').World<any>} World */

/**
 * Puts the objects of a restored world in the place of those that ended, with their user data; throws where a mover is missing, which no
 * page can do without.
 * @param {{ world: World }} scene
 */
export function rebind(scene) {
    const { world } = scene;
    const joints = new Map(world.joints.map((joint) => [joint.index, joint]));
    const seen = new Set();

    /** The new object in place of an old one; looks into lists and objects too. @param {any} value @returns {any} */
    const renew = (value) => {
        if (value === null || typeof value !== 'object' || value === world) return value;
        if (value.alive === false && 'grounded' in value) {
            const { mover } = world.bodyAt(value.body.index) ?? {};
            if (!mover) throw new RangeError('The world of the link lacks a mover of the page');
            return mover;
        }
        const found = value.alive !== false
            ? undefined
            : 'bodyB' in value
            ? joints.get(value.index)
            : world.bodyAt(value.index);
        if (found) {
            found.userData ??= value.userData;
            return found;
        }
        if (seen.has(value)) return value;
        seen.add(value);
        if (Array.isArray(value))
            value.forEach((each, i) => {
                value[i] = renew(each);
            });
        else if (value instanceof Map) {
            for (const [key, each] of value) value.set(key, renew(each));
        } else if (value instanceof Set) {
            const all = [...value].map(renew);
            value.clear();
            for (const each of all) value.add(each);
        } else if (value === scene
            || Object.getPrototypeOf(value) === Object.prototype)
        {
            for (const key of Object.keys(value)) value[key] = renew(value[key]);
        }
        return value;
    };
    renew(scene);
}
