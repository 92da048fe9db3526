// The scenes of the issue "Stable" by letter, and the rates at which each must be right.
import { contactScenes } from './scenes-contacts.mjs';
import { jointScenes } from './scenes-joints.mjs';
import { massScenes } from './scenes-mass.mjs';

/** @import { Check, Rate } from './measure.mjs' */

/**
 * A scene that is right at every rate.
 * @typedef {object} Scene
 * @property {string} letter of the issue
 * @property {string} name what is shown
 * @property {readonly Rate[]} [rates] default `RATES`
 * @property {boolean} [slow] takes more than some seconds: score.mjs leaves it out unless its letter is named
 * @property {(World: typeof import('../../../js/index.js').World, rate: Rate) => Check[]} measure
 */

/** 30, 60 and 144 Hz with 2, 4 and 8 substeps. @type {readonly Rate[]} */
export const RATES = [30, 60, 144].flatMap((hz) => [2, 4, 8].map((substeps) => ({ hz, substeps })));

/** @type {readonly Scene[]} */
export const scenes = [...contactScenes, ...jointScenes, ...massScenes].sort((a, b) =>
    a.letter.localeCompare(b.letter)
);

/** Whether a figure is no larger than is right; NaN is larger. @param {Check} check */
export const isRight = ({ value, limit }) => value <= limit;
