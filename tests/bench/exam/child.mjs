// One engine's sitting, in a process of its own, started by ../exam.mjs: asks the questions named in its argument, in
// order, and prints one line of JSON per answer, so that whoever started it knows which question an engine died of.

/** @import { Adapter } from '../engines/adapter.mjs' */
import { writeSync } from 'node:fs';
import { questionById } from './index.mjs';
import { answer } from './question.mjs';

/** @type {{ engine: string, ids: string[] }} */
const task = JSON.parse(process.argv[2]);
/** @type {Adapter} */
const adapter = await import(`../engines/${task.engine}.mjs`);
const engine = await adapter.load({ particles: true });
say({ version: engine.version });
for (const id of task.ids) {
    const start = performance.now();
    const values = answer(questionById(id), engine);
    // JSON has no NaN and no infinity.
    const seconds = (performance.now() - start) / 1000;
    say({ id, values: values.map((value) => (value === null ? null : String(value))), seconds });
}
process.exit(0);

/** @param {any} message */
function say(message) {
    writeSync(1, JSON.stringify(message) + '\n');
}
