// The mechanics exam for mica2d alone: every question that exam/expected.mjs says it answers rightly, within the
// question's own tolerance. And the exam itself examined: it must find an exact engine right and a lossy one wrong.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../bench/engines/mica.mjs';
import { aims, holds } from '../bench/exam/expected.mjs';
import { questionById, questions } from '../bench/exam/index.mjs';
import { answer, judge, judgePart } from '../bench/exam/question.mjs';
import { sample } from '../sample.mjs';

const mica = await load({ particles: true });

for (const id of sample(holds, 12)) {
    const question = questionById(id);
    test(`${id}: ${question.text}`, () => {
        answer(question, mica).forEach((value, part) => {
            const [truth, tolerance] = [question.truth[part], question.tolerance[part]];
            const name = question.parts?.[part] ?? 'answer';
            assert.equal(
                judgePart(question, part, value),
                'right',
                `${name}: ${value} ${question.unit} is not within ${tolerance} of ${truth}`,
            );
        });
    });
}

test('every question is held or aimed at, once, and complete', () => {
    const ids = questions.map((question) => question.id);
    assert.equal(new Set(ids).size, ids.length, 'two questions share an id');
    assert.deepEqual([...holds, ...aims].sort(), [...ids].sort());
    for (const { id, truth, tolerance, parts } of questions) {
        assert.equal(tolerance.length, truth.length, id);
        if (parts) assert.equal(parts.length, truth.length, id);
        else assert.equal(truth.length, 1, id);
    }
});

/**
 * An engine that knows one thing exactly: a ball above a floor at y = 0, by the parabola between its bounces.
 * @param {number} lost the share of the restitution that is lost at each bounce
 */
function ballEngine(lost) {
    return {
        version: 'exact',
        lacks: [],
        createWorld() {
            const g = 10;
            const state = { y: 0, v: 0, radius: 0, e: 0 };
            return {
                body: ({ type, y }) => {
                    if (type === 'dynamic') state.y = y;
                    return type === 'dynamic' ? 1 : 0;
                },
                circle: (_body, { radius, restitution }) => {
                    state.radius = radius;
                    state.e = restitution * (1 - lost);
                    state.y -= radius;
                },
                box() {},
                capsule() {},
                polygon() {},
                readPositions() {},
                applyForces() {},
                setVelocity() {},
                step(dt) {
                    for (let left = dt; left > 0;) {
                        // What would bounce for less than a microsecond lies.
                        if (state.y === 0 && Math.abs(state.v) < 5e-6) return;
                        const landing = (state.v + Math.sqrt(state.v ** 2 + 2 * g * state.y)) / g;
                        const time = Math.min(left, landing);
                        state.y = Math.max(0, state.y + state.v * time - (g / 2) * time * time);
                        state.v -= g * time;
                        if (landing <= left) state.v *= -state.e;
                        left -= Math.max(time, 1e-9);
                    }
                },
                readPoses(out) {
                    out[4] = 0;
                    out[5] = state.y + state.radius;
                },
                readVelocities() {},
                triggerEnters: () => 0,
                destroy() {},
            };
        },
    };
}

test('the exam finds exact bounces right and lossy ones wrong', () => {
    const bounces = questions.filter((question) => /^bounce-e.*m$/.test(question.id));
    assert.ok(bounces.length >= 15);
    for (const question of bounces) {
        assert.equal(judge(question, answer(question, ballEngine(0))), 'right', question.id);
        assert.notEqual(judge(question, answer(question, ballEngine(0.02))), 'right', question.id);
    }
    assert.deepEqual(answer(questionById('bounce-lowest'), ballEngine(0)), [10]);
});

test('an engine that lacks what a question needs leaves it blank', () => {
    const question = questionById('shot-plate-flag-60');
    const values = answer(question, { ...ballEngine(0), lacks: ['bullet'] });
    assert.deepEqual(values, [null, null, null]);
    assert.equal(judge(question, values), 'blank');
});
