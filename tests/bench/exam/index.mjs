// All questions of the exam, in the order of its table.

import { bounces } from './bounces.mjs';
import { encounters } from './encounters.mjs';
import { feel } from './feel.mjs';
import { flight } from './flight.mjs';
import { friction } from './friction.mjs';
import { impacts } from './impacts.mjs';
import { joints } from './joints.mjs';
import { landings } from './landings.mjs';
import { matter } from './matter.mjs';
import { mover } from './mover.mjs';
import { rest } from './rest.mjs';
import { seams } from './seams.mjs';
import { shots } from './shots.mjs';
import { stacks } from './stacks.mjs';

export const themes = [
    ...[bounces, seams, shots, friction, flight, impacts],
    ...[landings, encounters, stacks, rest, joints, feel, mover, matter],
];

export const questions = themes.flatMap((theme) => theme.questions);

/** @param {string} id */
export function questionById(id) {
    const question = questions.find((q) => q.id === id);
    if (!question) throw new Error(`no question ${id}`);
    return question;
}
