// Zoo: a sandbox in which worlds are built while time runs. tools.js has the tools, builder.js what they do, edit.js the edits of
// the selected body, scenes.js the examples, files.js the saved worlds, paint.js the picture.
import { Overlay } from '../shared/overlay.js';
import { readFork } from '../shared/fork.js';
import { el } from '../shared/stage-frame.js';
import { startStage } from '../shared/stage.js';
import { Builder } from './builder.js';
import { copy, isHold, remove, resize, setDrive, setMaterial, toggleHold, turnTo } from './edit.js';
import { giveFile, keep, openFile, openKept, openScene, viewOf } from './files.js';
import { Input } from './input.js';
import { MATERIALS, addLayers } from './materials.js';
import { Panel } from './panel.js';
import { paintTools } from './paint-tools.js';
import { paintWorld } from './paint.js';
import { SCENES } from './scenes.js';
import { TOOLS } from './tools.js';
import { Zoo } from './zoo.js';
import { toScene } from '../../js/scene.js';

const TURN = Math.PI / 12;
const LARGER = 1.15;

/** @typedef {import('./zoo.js').World} World @typedef {import('./zoo.js').View} View */
/** @typedef {{ name?: string, make: () => { world: World, view?: View | null } }} Opened a world that can be made again */

/** @type {Opened} */
let opened = { name: 'Playground', make: SCENES.Playground };
let forked = '';
/** @type {import('../shared/stage.js').Stage | null} */
let running = null; // from its first world on

const zoo = new Zoo(() => /** @type {any} */ (globalThis).mica.world);
const overlay = new Overlay({ contacts: true, normals: true, bounds: false, layerColours: false },
    []);

/** The world that another page has sent, if one did. */
function takeFork() {
    try {
        const fork = readFork();
        if (fork) opened = openScene(fork.scene, fork.view);
        if (fork)
            forked =
                `Forked from “${fork.from}”: bodies, joints, layers and fields came along; its rules and keys did not.`;
    } catch (error) {
        forked = `The fork cannot be opened: ${/** @type {Error} */ (error).message}`;
    }
}

/** The scene of the stage. A reset can be undone. */
function make() {
    if (running) zoo.note();
    else takeFork();
    const { world, view } = opened.make();
    zoo.layer = zoo.areaLayer = addLayers(world);
    world.on('contactEnd', ({ x, y }) => {
        if (running?.debug) overlay.remember(x, y);
    });
    zoo.view = view ?? fit(world);
    return { world, name: opened.name };
}

/** All that moves, and what of the rest is not too large. @param {World} world @returns {View} */
function fit(world) {
    const boxes = [...world.bodies].flatMap((body) =>
        body.colliders.map((collider) => ({ ...collider.aabb(), fixed: body.type === 'static' }))
    )
        .filter(({ fixed, maxX, minX, maxY, minY }) =>
            !fixed || Math.max(maxX - minX, maxY - minY) < 40
        );
    const of = (/** @type {'minX' | 'minY' | 'maxX' | 'maxY'} */ key) =>
        boxes.map((box) => box[key]);
    if (boxes.length === 0) return { minX: -10, minY: -1, maxX: 10, maxY: 9 };
    const [minX, minY, maxX, maxY] = [Math.min(...of('minX')), Math.min(...of('minY')),
        Math.max(...of('maxX')), Math.max(...of('maxY'))];
    const [x, y, right, up] = [(minX + maxX) / 2, (minY + maxY) / 2,
        Math.max(5, (maxX - minX) / 2 + 1), Math.max(3, (maxY - minY) / 2 + 1)];
    return { minX: x - right, minY: y - up, maxX: x + right, maxY: y + up };
}

/** The view, and beside it the room that the bars of tools and actions take. @returns {View} */
function see() {
    const { minX, minY, maxX, maxY } = zoo.view;
    const phone = innerWidth <= 760 && innerHeight > 520;
    const [left, below] = phone
        ? [0, 0.2 * innerHeight]
        : [innerHeight <= 780 && innerHeight > 520 ? 168 : 120, 50];
    const wide = innerWidth - left - (innerWidth > 1100 ? 380 : 20);
    return { minX: minX - ((maxX - minX) * left) / wide,
        minY: minY - ((maxY - minY) * below) / (innerHeight - below - 130), maxX, maxY };
}

/** Shows another world. @param {Opened} next */
function show(next) {
    opened = next;
    stage.reset();
}

/** Does what may fail, and says why. @param {() => Promise<unknown>} act */
async function tried(act) {
    try {
        await act();
    } catch (error) {
        zoo.say(`That did not work: ${/** @type {Error} */ (error).message}`);
    }
}

/** @type {World | null} */
let attached = null;

/** The world has become another. */
function attach() {
    attached = zoo.world;
    zoo.outlines.forget();
    zoo.tidy();
    builder.attach();
    stage.renderer.hidden = [...zoo.world.layers.names];
    panel.refresh();
}

const { stage } = await startStage({
    title: 'Zoo',
    about: 'Build a world while it runs',
    goal: 'Choose a tool, draw something, and watch it fall.',
    keys:
        'Letters choose tools, digits materials <kbd>F</kbd> fixed <kbd>H</kbd> held <kbd>[</kbd> <kbd>]</kbd> turn <kbd>−</kbd> <kbd>=</kbd> size <kbd>Ctrl</kbd> <kbd>Z</kbd> undo <kbd>Home</kbd> sees all',
    guide: '../guide/levels.html',
    see,
    grab: false,
    fork: false,
    pastBytes: 48e6,
    make,
    frame() {
        if (attached !== zoo.world) attach();
        panel.update();
    },
    paint(ctx, { world }) {
        const things = zoo.outlines.of(world);
        const transform = ctx.getTransform();
        const { pixel } = paintWorld(ctx, world, things);
        if (stage.debug) {
            const { renderer, canvas } = stage;
            const ratio = canvas.width / canvas.clientWidth;
            ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
            overlay.draw(ctx,
                /** @type {any} */ ({ scale: renderer.scale, width: canvas.clientWidth,
                    height: canvas.clientHeight, screenX: (/** @type {number} */ x) =>
                        renderer.toScreen(x, 0)[0], screenY: (/** @type {number} */ y) =>
                        renderer.toScreen(0, y)[1] }), { world, things },
                stage.paused ? 0 : 1 / 60);
            ctx.setTransform(transform);
        }
        paintTools(ctx, zoo, builder, pixel);
    },
    save: () => zoo.view,
    prepare: (view) => {
        zoo.view = viewOf(view) ?? zoo.view;
    },
    restore({ world }) {
        // What a hand held at that time nobody holds now.
        for (const joint of world.joints)
            if (joint.type === 'target' && !isHold(joint)) joint.destroy();
        zoo.outlines.forget();
        zoo.tidy();
    },
    buttons: Object.entries(SCENES).map(([name, example]) => ({ label: name,
        on: (scene) => scene.name === name, press: () => show({ name, make: example }) })
    ),
    sliders: [
        { label: 'Sides', min: 3, max: 8, step: 1, value: 5, get: () => zoo.sides,
            set: (_, value) => {
                zoo.sides = value;
            } },
        { label: 'Motors', min: -12, max: 12, step: 0.5, value: 4, unit: 'rad/s',
            get: () => (zoo.joint?.motor ? -(zoo.joint.motor.speed ?? 0) : zoo.drive),
            set: (_, value) => {
                if (running) setDrive(zoo, value);
            } },
    ],
});

running = stage;
Object.assign(/** @type {any} */ (globalThis).mica, { toScene: () => toScene(zoo.world) });
const builder = new Builder(zoo, stage.canvas, () => stage.paused);
const input = new Input(zoo, builder, stage.canvas, stage.renderer,
    () => stage.controls?.cursor.on ?? false);

/** Makes the selected body larger or turns it. @param {(body: import('./zoo.js').Body) => void} change */
const onBody = (change) => () => {
    if (zoo.body) zoo.edit(() => change(/** @type {any} */ (zoo.body)));
};
const larger = onBody((body) => resize(zoo, body, LARGER));
const smaller = onBody((body) => resize(zoo, body, 1 / LARGER));
const left = onBody((body) => turnTo(body, body.angle + TURN));
const right = onBody((body) => turnTo(body, body.angle - TURN));
const choose = () => /** @type {HTMLInputElement} */ (el('file')).click();

const panel = new Panel(zoo, [
    { id: 'undo', label: 'Undo', keys: 'Ctrl Z', press: () => zoo.undo(),
        icon: '<path d="M9 6L4 11l5 5M4 11h10a6 6 0 0 1 0 9"/>' },
    { id: 'redo', label: 'Redo', keys: 'Ctrl Y', press: () => zoo.redo(),
        icon: '<path d="M15 6l5 5-5 5M20 11H10a6 6 0 0 0 0 9"/>' },
    { id: 'fit', label: 'See all', keys: 'Home', press: () => {
        zoo.view = fit(zoo.world);
    }, icon: '<path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"/>' },
    { id: 'delete', label: 'Delete', keys: 'Del', needs: 'any', press: () => remove(zoo),
        icon: '<path d="M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5"/>' },
    { id: 'copy', label: 'Copy', keys: 'Ctrl D', needs: 'body', press: () => copy(zoo),
        icon: '<path d="M8 8h11v11H8z"/><path d="M16 8V5H5v11h3"/>' },
    { id: 'fix', label: 'Fixed', keys: 'F', needs: 'body', press: () => panel.fix(),
        icon: '<path d="M9 4h6l-1 6 3 3H7l3-3zM12 13v7"/>' },
    { id: 'hold', label: 'Hold in place', keys: 'H', needs: 'body', press: () => toggleHold(zoo),
        icon: '<circle cx="12" cy="12" r="3"/><path d="M12 3v4M12 17v4M3 12h4M17 12h4"/>' },
    { id: 'left', label: 'Turn left', keys: '[', needs: 'body', press: left,
        icon: '<path d="M5 12a7 7 0 1 0 3-5.7M8 2v5h5"/>' },
    { id: 'right', label: 'Turn right', keys: ']', needs: 'body', press: right,
        icon: '<path d="M19 12a7 7 0 1 1-3-5.7M16 2v5h-5"/>' },
    { id: 'smaller', label: 'Smaller', keys: '−', needs: 'body', press: smaller,
        icon: '<path d="M5 12h14"/>' },
    { id: 'larger', label: 'Larger', keys: '=', needs: 'body', press: larger,
        icon: '<path d="M5 12h14M12 5v14"/>' },
], {
    save: () =>
        tried(async () => {
            await keep(zoo.world, zoo.view);
            zoo.say('Kept in this browser');
        }),
    load: () =>
        tried(async () => {
            const kept = await openKept();
            if (kept) show(kept);
            else zoo.say('Nothing is kept yet');
        }),
    export: () => giveFile('zoo.json', JSON.stringify(toScene(zoo.world), null, 2)),
    bytes: () => giveFile('zoo.mica', zoo.world.snapshot()),
    import: choose,
});

el('file').addEventListener('change', () =>
    tried(async () => {
        const chosen = /** @type {HTMLInputElement} */ (el('file'));
        const file = chosen.files?.[0];
        chosen.value = '';
        if (file) show(await openFile(file));
    }));

zoo.changed = () => {
    stage.timeline?.watch();
    attach();
};

/** By KeyboardEvent.code. @type {Record<string, () => void>} */
const KEYS = {
    ...Object.fromEntries(TOOLS.map(({ id, key }) => [`Key${key}`, () => panel.choose(id)])),
    ...Object.fromEntries(
        MATERIALS.map((material, i) => [`Digit${i + 1}`, () => setMaterial(zoo, material)]),
    ),
    KeyF: () => panel.fix(),
    KeyH: () => toggleHold(zoo),
    Delete: () => remove(zoo),
    Backspace: () => remove(zoo),
    BracketLeft: left,
    BracketRight: right,
    Minus: smaller,
    Equal: larger,
    Home: () => {
        zoo.view = fit(zoo.world);
    },
    PageUp: () => input.zoom(0.8),
    PageDown: () => input.zoom(1.25),
};

addEventListener('keydown', (event) => {
    if (event.altKey || /** @type {Element} */ (event.target).closest('dialog, input[type=range]'))
        return;
    if (event.ctrlKey || event.metaKey) {
        const act = { KeyZ: () => (event.shiftKey ? zoo.redo() : zoo.undo()), KeyY: () =>
            zoo.redo(), KeyD: () =>
                copy(zoo) }[event.code];
        if (!act) return;
        event.preventDefault();
        act();
    } else KEYS[event.code]?.();
});

delete stage.controls?.keys.actions.KeyM; // a tool
attach();
if (forked) {
    stage.playButton.hold();
    zoo.say(forked);
}
