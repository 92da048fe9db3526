// The chain of balls and the jar, in numbers: what game.js makes and paint.js paints. Each kind is a layer of its own, which
// says what a body is, so a moment from a link needs no list beside the world.

/**
 * A kind of ball: its radius in metres, the colours of its skin from bright to dark, and the look of what it is.
 * @typedef {{ name: string, radius: number, skin: [string, string, string], look: string }} Fruit
 */

/** From the smallest to the largest. @type {Fruit[]} */
export const FRUITS = [
    { name: 'currant', radius: 0.35, skin: ['#ff9aa0', '#ee3e56', '#a8163c'], look: 'berry' },
    { name: 'blueberry', radius: 0.49, skin: ['#a9bcff', '#5f78e8', '#3142a8'], look: 'crown' },
    { name: 'lime', radius: 0.65, skin: ['#dcf587', '#9ad03c', '#5c9220'], look: 'pores' },
    { name: 'apricot', radius: 0.83, skin: ['#ffd9a0', '#ffa653', '#dc6a2c'], look: 'cleft' },
    { name: 'plum', radius: 1.03, skin: ['#d3a4f5', '#8f55d6', '#57299c'], look: 'bloom' },
    { name: 'tomato', radius: 1.25, skin: ['#ffa48c', '#f2523c', '#b32626'], look: 'calyx' },
    { name: 'quince', radius: 1.5, skin: ['#fff2a0', '#f6d13f', '#cf9a1c'], look: 'leaf' },
    { name: 'coconut', radius: 1.78, skin: ['#cf9d74', '#936142', '#5b3524'], look: 'fibre' },
    { name: 'cabbage', radius: 2.1, skin: ['#d8f4ae', '#8fcb72', '#4c8c4e'], look: 'folds' },
    { name: 'pumpkin', radius: 2.45, skin: ['#ffcf80', '#fb9230', '#c4591a'], look: 'ribs' },
];
export const KINDS = FRUITS.map(({ name }) => name);
export const LAST = FRUITS.length - 1;

/** The jar, in metres: half its width inside, the line, its lip, and where a ball hangs before it is dropped. */
export const JAR = { half: 3.75, line: 10.4, lip: 11.2, hand: 12.2 };
/** What must be in the picture. */
export const SEE = { minX: -4.45, minY: -1.15, maxX: 4.45, maxY: 15.1 };

/** Each kind meets every other and the jar. */
export const LAYERS = {
    ...Object.fromEntries(KINDS.map((kind) => [kind, ['jar', ...KINDS]])),
    jar: [],
};

/** Which kind a body is, as an index; -1 for the jar. @param {import('../../js/index.js').Body<any>} body */
export const kindOf = (body) => KINDS.indexOf(body.colliders[0].layer);
