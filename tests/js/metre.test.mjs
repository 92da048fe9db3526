// The unit of length of a world is one number a thread while the world is at work (src/base/metre.h): every function of the
// C API that takes a world makes it that world's before it uses a length.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';

const SOURCES = new URL('../../src/', import.meta.url);

/** Functions that take a world and use no length: what they give or set is kept as it is. */
const WITHOUT = new Set(
    `body_at body_is_valid clear_error collider_at collider_is_valid emitter_at emitter_is_valid joint_at joint_is_valid last_error last_error_slot
    layer_masks layer_named layer_response matter_at matter_is_valid mover_at mover_is_valid trigger_pairs world_bytes world_counters world_destroy world_emitter_slots world_events world_gauges
    world_gravity world_hash world_ignored_pairs world_length_unit world_matter_counters world_matter_events world_matter_slots world_matter_time world_profile world_set_clock world_set_gravity
    world_set_hit_speed world_set_load_impulse world_set_restitution_threshold world_set_sleep_enabled world_snapshot world_snapshot_bytes
    world_step_count world_views`.split(/\s+/),
);

/**
 * All functions with their parameters and bodies, those of one name in two files behind each other.
 * @returns {Map<string, { parameters: string, body: string }>}
 */
function definitions() {
    const found = new Map();
    for (const name of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })) {
        if (!name.endsWith('.c')) continue;
        const text = readFileSync(new URL(name, SOURCES), 'utf8');
        for (const match of text.matchAll(/^[A-Za-z][^\n;=]*?\b(\w+)\(([^;{]*)\)\s*\{/gm)) {
            const end = text.indexOf(match[0].includes('\n{') ? '\n}' : '}', match.index);
            const before = found.get(match[1])?.body ?? '';
            found.set(match[1], { parameters: match[2],
                body: before + text.slice(match.index + match[0].length, end) });
        }
    }
    return found;
}

test('every function that takes a world and may use a length begins with its unit', () => {
    const found = definitions();
    /** @param {string} name @param {Set<string>} [seen] @returns {boolean} */
    const enters = (name, seen = new Set()) => {
        seen.add(name);
        const { body } = found.get(name) ?? { body: '' };
        return body.includes('world_enter(')
            || [...body.matchAll(/\b(\w+)\(/g)].some(([, other]) =>
                !seen.has(other) && found.has(other) && enters(other, seen)
            );
    };
    const names = [...found].filter(([name, { parameters }]) =>
        name.startsWith('mica_') && parameters.includes('MicaWorld *')
    ).map(([name]) => name.slice(5));
    assert.ok(names.length > 140, `${names.length} functions`);
    const missing = names.filter((name) => !WITHOUT.has(name) && !enters(`mica_${name}`));
    assert.deepEqual(missing, []);
    assert.deepEqual([...WITHOUT].filter((name) => !names.includes(name)), []);
    assert.equal(enters('mica_world_gravity'), false, 'the test can fail');
});
