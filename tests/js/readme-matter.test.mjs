// The programs of the README and the guide that import 'mica2d/matter', which run with its engine: a process loads one.
import assert from 'node:assert/strict';
import test from 'node:test';
import { pages, programs, runProgram } from './snippets.mjs';

const found = pages().flatMap(programs).filter(({ hasMatter }) => hasMatter);

for (const program of found) {
    if (program.where === 'node') test(`${program.name} runs`, () => runProgram(program));
}

test("the guide's page of matter has ten recipes with a canvas, and each draws its matter", () => {
    const recipes = found.filter(({ where, code }) =>
        where === 'browser' && code.includes("'mica2d/adapters/canvas'")
    );
    assert.equal(recipes.length, 10);
    for (const { name, code } of recipes)
        assert.match(code, /painter\.draw\(world\.matters, renderer\)/, name);
});
