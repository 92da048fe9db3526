// The members of a class of js/world/, which both sides of a worker look through: js/remote/members.js and
// js/remote/host.js.

/**
 * The members of a class of js/world/, those of the class that it extends too.
 * @param {object} prototype
 * @returns {Record<string, PropertyDescriptor>}
 */
export function membersOf(prototype) {
    const base = Object.getPrototypeOf(prototype);
    return { ...(base === Object.prototype ? {} : membersOf(base)),
        ...Object.getOwnPropertyDescriptors(prototype) };
}
