// Loading: every kind of source, what each failure says, and the exact lists of what the .wasm
// imports and exports.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { hasSimd, init, initSync, ready } from '../../js/index.js';
import { fresh } from './fresh.mjs';
import { matterFile, matterScalarFile, scalarFile, simdFile } from './helpers.mjs';

/** Steps once after loading, to prove that it works. */
const prove = `
    const world = new mica.World();
    const body = world.createBody({ position: [0, 10], collider: { shape: 'circle', radius: 1 } });
    world.step();
    report(body.y < 10 && mica.ready());`;

/** What the builds with matter export besides. */
const ofMatter =
    `emitter_at emitter_create emitter_defaults emitter_destroy emitter_get emitter_set gauge_end
    gauge_get gauge_set gauges matter_add matter_at matter_count matter_counters matter_create matter_defaults
    matter_destroy matter_events matter_fill matter_get matter_paint matter_pin matter_pinned matter_push matter_ray
    matter_remove matter_set matter_slots matter_sum matter_time matter_views`.split(/\s+/);

test('the imports and exports are these and no others', () => {
    const expected = `abi alloc births bodies_create body_apply_angular_impulse body_apply_force
        body_apply_force_at body_apply_impulse body_apply_impulse_at body_apply_torque
        body_at body_collider_mass body_colliders body_create body_destroy body_ignore body_ignores
        body_impact body_joints body_numbers body_reset_mass body_set body_set_damping
        body_set_mass body_set_position body_set_transform body_set_velocity body_sweep
        cast_batch closest_point closest_point_of collide collider_aabb collider_at collider_body
        collider_contains collider_destroy collider_field collider_get collider_layer
        collider_set collider_set_field collider_set_one_way collider_set_shape
        collider_shape colliders_create contact_points distance error_name error_text field_defaults ignored_pairs joint_at joint_create
        joint_destroy joint_get joint_set joint_state layer_masks layer_named
        layer_response layer_set memory mover_collider mover_create mover_destroy mover_get mover_set_floating
        mover_set_numbers mover_set_velocities mover_set_velocity mover_state mover_states overlap_box overlap_collider overlap_point
        overlap_shape ray_all ray_any ray_batch ray_closest release rotation
        scratch_address shape_cast shape_decompose shape_hull snapshot_bytes snapshot_difference snapshot_host snapshot_restore snapshot_save stays terrain_edit
        terrain_piece terrain_read terrain_set_pieces tiles_fill tiles_get
        time_of_impact trigger_pairs world_bytes world_copy world_counters world_create world_destroy
        world_explode world_extrapolate world_hash world_interpolate world_profile world_set
        world_set_gravity world_set_profiling world_set_transforms world_step world_step_impacts world_views
        write_defaults`.split(
        /\s+/,
    );
    // Emscripten's own, which it exports unasked; they hold no library code.
    const runtime = [
        '__indirect_function_table',
        '_initialize',
        '__errno_location',
        'stackSave',
        'stackRestore',
        'stackAlloc',
        'emscripten_stack_init',
        'emscripten_stack_get_free',
        'emscripten_stack_get_base',
        'emscripten_stack_get_end',
        '_emscripten_stack_restore',
        '_emscripten_stack_alloc',
        'emscripten_stack_get_current',
    ];
    for (const file of [simdFile, scalarFile, matterFile, matterScalarFile]) {
        const module = new WebAssembly.Module(readFileSync(file));
        const names = WebAssembly.Module.exports(module).map(({ name }) => name);
        const matter = file === matterFile || file === matterScalarFile;
        assert.deepEqual(
            names.filter((name) => !runtime.includes(name)).sort(),
            matter ? [...expected, ...ofMatter].sort() : expected,
            file.pathname,
        );
        assert.deepEqual(
            WebAssembly.Module.imports(module).map(
                ({ module: from, name, kind }) => `${from}.${name} ${kind}`,
            ),
            ['env.mica_clock function'],
            file.pathname,
        );
    }
});

test('js/ calls every export there is, and no other', () => {
    const folder = new URL('../../js/', import.meta.url);
    const text = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.js'))
        .map((name) => readFileSync(new URL(name, folder), 'utf8'))
        .join('\n');
    const called = new Set([...text.matchAll(/calls\.([a-z_]+)\(/g)].map(([, name]) => name));
    const module = new WebAssembly.Module(readFileSync(matterFile));
    const names = new Set(WebAssembly.Module.exports(module).map(({ name }) => name));
    assert.deepEqual(
        [...called].filter((name) => !names.has(name)),
        [],
    );
    const runtime = /^(memory|__|_initialize|_?emscripten|stack)/;
    assert.deepEqual(
        [...names].filter((name) => !called.has(name) && !runtime.test(name)),
        [],
    );
});

test('only js/matter/ calls what is of matter', () => {
    const folder = new URL('../../js/', import.meta.url);
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!name.endsWith('.js') || name.startsWith('matter')) continue;
        const text = readFileSync(new URL(name, folder), 'utf8');
        for (const [, called] of text.matchAll(/calls\.([a-z_]+)\(/g))
            assert.equal(ofMatter.includes(called), false, `${name} calls ${called}`);
    }
});

test('there are two builds, each with and without matter, and this platform takes the one with SIMD', () => {
    assert.notDeepEqual(readFileSync(simdFile), readFileSync(scalarFile));
    assert.notDeepEqual(readFileSync(matterFile), readFileSync(matterScalarFile));
    assert.equal(hasSimd(), true);
});

test('init twice is once, and initSync after it does nothing', async () => {
    assert.equal(ready(), true);
    await init();
    await init({ wasm: 'no such file' });
    initSync({ wasm: new Uint8Array(3) });
    assert.equal(ready(), true);
});

test('concurrent calls of init share one load', async () => {
    const report = await fresh(`
        const before = mica.ready();
        await Promise.all([mica.init(), mica.init(), mica.init()]);
        report([before, mica.ready()]);`);
    assert.deepEqual(report, [false, true]);
});

test('init loads from nothing, path, URL, bytes, ArrayBuffer, module and promise', async () => {
    const path = fileURLToPath(simdFile);
    const bytes = readFileSync(simdFile);
    const sources = {
        nothing: ['undefined'],
        scalar: ['{ simd: false }'],
        path: ['{ wasm: workerData }', path],
        url: ['{ wasm: new URL(workerData) }', simdFile.href],
        'file: string': ['{ wasm: workerData }', simdFile.href],
        bytes: ['{ wasm: workerData }', new Uint8Array(bytes)],
        buffer: ['{ wasm: workerData.buffer }', new Uint8Array(bytes)],
        module: ['{ wasm: workerData }', new WebAssembly.Module(bytes)],
        promise: ['{ wasm: Promise.resolve(workerData) }', new Uint8Array(bytes)],
    };
    for (const [name, [options, data]] of Object.entries(sources)) {
        assert.equal(await fresh(`await mica.init(${options}); ${prove}`, data), true, name);
    }
});

test('initSync loads from nothing, bytes and module', async () => {
    const bytes = new Uint8Array(readFileSync(simdFile));
    for (const [options, data] of [
        ['undefined', undefined],
        ['{ wasm: workerData }', bytes],
        ['{ wasm: workerData }', new WebAssembly.Module(bytes)],
    ]) {
        assert.equal(
            await fresh(`mica.initSync(${options}); ${prove}`, data),
            true,
            String(options),
        );
    }
});

/**
 * Serves the .wasm at paths that behave differently.
 * @param {(origin: string) => Promise<void>} use
 */
async function served(use) {
    const bytes = readFileSync(simdFile);
    const server = createServer(({ url }, response) => {
        if (url === '/right.wasm')
            response.writeHead(200, { 'content-type': 'application/wasm' }).end(bytes);
        else if (url === '/plain.wasm')
            response.writeHead(200, { 'content-type': 'text/plain' }).end(bytes);
        else if (url === '/untyped.wasm') response.writeHead(200).end(bytes);
        else if (url === '/page.wasm')
            response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
        else response.writeHead(404).end();
    });
    await new Promise((resolve) => {
        server.listen(0, '127.0.0.1', () => resolve(undefined));
    });
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    try {
        await use(`http://127.0.0.1:${port}`);
    } finally {
        server.closeAllConnections();
        server.close();
    }
}

test('over HTTP: the right type streams, a wrong one or none falls back to bytes', async () => {
    await served(async (origin) => {
        for (const file of ['right', 'plain', 'untyped']) {
            const url = `${origin}/${file}.wasm`;
            assert.equal(
                await fresh(`await mica.init({ wasm: workerData }); ${prove}`, url),
                true,
                url,
            );
            assert.equal(
                await fresh(`await mica.init({ wasm: fetch(workerData) }); ${prove}`, url),
                true,
                url,
            );
        }
    });
});

test('a failed load says what is wrong, and may be tried again', async () => {
    await served(async (origin) => {
        const cases = /** @type {const} */ ([
            [
                '{ wasm: workerData + "/page.wasm" }',
                'WASM_NOT_FOUND',
                /page\.wasm is not a \.wasm file.*<!doctype/,
            ],
            [
                '{ wasm: workerData + "/gone.wasm" }',
                'WASM_NOT_FOUND',
                /gone\.wasm answered with status 404/,
            ],
            ['{ wasm: "http://127.0.0.1:1/x.wasm" }', 'WASM_NOT_FOUND', /cannot fetch http/],
            ['{ wasm: "no/such/file.wasm" }', 'WASM_NOT_FOUND', /cannot read no\/such\/file\.wasm/],
            ['{ wasm: new Uint8Array([60, 33]) }', 'WASM_NOT_FOUND', /not a \.wasm file/],
            [
                '{ wasm: new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]) }',
                'WRONG_WASM',
                /not the one of this version/,
            ],
            ['{ wasm: new Uint8Array([0, 97, 115, 109, 9, 9, 9, 9]) }', 'WASM_FAILED', /init: /],
            [
                '{ wasm: 42 }',
                undefined,
                /init: wasm must be a URL, string, Response, bytes.*got 42/,
            ],
            ['{ simd: 1 }', undefined, /init: simd must be true or false, got 1/],
        ]);
        for (const [options, code, message] of cases) {
            const [error, again] = await fresh(
                `
                const error = await failure(() => mica.init(${options}));
                await mica.init();
                report([error, mica.ready()]);`,
                origin,
            );
            assert.equal(error.code, code, `${options}: ${error.message}`);
            assert.equal(error.name, code ? 'MicaError' : 'TypeError', options);
            assert.match(error.message, message);
            assert.equal(again, true, options);
        }
    });
});

test('before init, what needs the engine throws NOT_READY and names itself', async () => {
    const errors = await fresh(`
        const circle = { shape: 'circle', radius: 1 };
        report([
            await failure(() => new mica.World()),
            await failure(() => mica.collide(circle, {}, circle, {})),
        ]);`);
    assert.deepEqual(
        errors.map((/** @type {any} */ error) => error.code),
        ['NOT_READY', 'NOT_READY'],
    );
    assert.match(errors[0].message, /^World: .*init\(\)/);
    assert.match(errors[1].message, /^collide: .*init\(\)/);
});
