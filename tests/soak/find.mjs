// What the parts of the soak share: the error that ends it, and a fair sample of a long list.

/** What the soak found: it ends there, and the exit code is 1. */
export class Find extends Error {}

/**
 * Puts an element into a sample in which each of all so far is as likely as any other.
 * @template T
 * @param {T[]} sample @param {T} element @param {number} size of the sample
 * @param {number} count of all so far, with this one
 * @param {import('../js/histories.mjs').Random} random
 */
export function reservoir(sample, element, size, count, random) {
    if (sample.length < size) {
        sample.push(element);
        return;
    }
    const place = random.below(count);
    if (place < size) sample[place] = element;
}
