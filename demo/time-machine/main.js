// Time machine: a world whose past is a film. Go to any frame, change something, and a new film grows from there; two films
// play in step, and what differs between them glows. No film is changed by another: each step is kept as a snapshot.
import { readMoment, shareLink, writeMoment } from '../shared/moment.js';
import { startStage } from '../shared/stage.js';
import { LENGTH } from './films.js';
import { CEILING, CUPS, SEE, checkMachine, makeMachine } from './machine.js';
import { FILM_COLORS, paintBack, paintBodies, paintDifferences, paintPaths } from './paint.js';
import { Strip } from './strip.js';
import { SOUNDS, beatWings, blast, paintRings } from './touch.js';
import { MAX_BYTES, MAX_FILMS, TimeMachine } from './tree.js';

const SECOND = 60; // steps, of Shift and an arrow
/** Whether one picture of both films would be too small. */
const isSmall = () => innerHeight > innerWidth || innerHeight < 520;
const HELD = 20; // frames until an arrow that is held goes on

/** @type {Strip | undefined} */
let strip;
/** @type {TimeMachine | undefined} */
let past;
/** The moment of a link, until the first film begins with it. @type {Uint8Array<ArrayBuffer> | null} */
let opened = null;
/** Whether the two films have a picture each. */
let split = isSmall();
/** What the strip says for a while instead of what it shows. */
const notice = { text: '', until: 0 };
/** Frames for which an arrow has been held. */
let held = 0;

/** @typedef {ReturnType<typeof makeMachine> & { time: TimeMachine }} Game */
/** @param {any} scene @returns {TimeMachine} */
const timeOf = (scene) => scene.time;

function make() {
    const machine = makeMachine();
    if (opened) machine.world.restore(opened);
    opened = null;
    const time = new TimeMachine(machine);
    time.recorded = (film, world) => strip?.keep(film, world.transforms, machine.parts);
    past?.destroy();
    past = time;
    if (strip) strip.machine = time;
    time.recorded(time.shown, time.world);
    return { ...machine, time };
}

/** @param {string} text */
function say(text) {
    notice.text = text;
    notice.until = performance.now() + 4000;
    /** @type {HTMLElement} */ (document.getElementById('announce')).textContent = text;
}

/** The sentence about the two films. @param {TimeMachine} time */
function tell(time) {
    if (performance.now() < notice.until) return notice.text;
    const { elsewhere, first, rival, shown, step } = time;
    if (!rival)
        return step < LENGTH && step === shown.last
            ? 'This happens if nobody touches anything. Push something: a second future, film B, starts.'
            : 'Drag the strip to go back, then push something: a second future starts there.';
    if (!first)
        return `Film ${shown.name} still runs exactly like film ${rival.name}. Push something!`;
    return `${rival.name} and ${shown.name} parted at ${
        seconds(first.step)
    } with ${first.name}. Now ${elsewhere} of ${time.count} parts are somewhere else.`;
}

/** A step's time. @param {number} step */
const seconds = (step) => `${(step / SECOND).toFixed(1)} s`;

/** Begins to play, at the end from the beginning, or stops. */
function toggle() {
    const time = timeOf(stage.scene);
    if (stage.paused && time.ended) {
        if (time.way > 0) time.go(0);
        time.way = 1;
    }
    stage.setPaused(!stage.paused);
}

/** @param {number} step */
function seek(step) {
    stage.pointer?.releaseAll();
    stage.setPaused(true);
    timeOf(stage.scene).go(step);
}

/** Goes back or forth by a step, with Shift by a second. @param {number} way */
function scrub(way) {
    seek(
        timeOf(stage.scene).step
            + way * (stage.keys.has('ShiftLeft') || stage.keys.has('ShiftRight') ? SECOND : 1),
    );
}

/** @param {number} way */
function chooseNext(way) {
    const { films, shown } = timeOf(stage.scene);
    choose(films[films.indexOf(shown) + way]);
}

/** @param {import('./films.js').Film | undefined} film */
function choose(film) {
    if (!film) return;
    stage.pointer?.releaseAll();
    timeOf(stage.scene).choose(film);
}

/** @param {TimeMachine} time */
const full = (
    time,
) => (time.bytes > MAX_BYTES
    ? `The memory of ${MAX_BYTES / 1e6} MB is full: remove a film.`
    : `${MAX_FILMS} films are all that fit: remove one.`);

function branch() {
    stage.pointer?.releaseAll();
    const film = timeOf(stage.scene).branch();
    say(film ? `Film ${film.name} starts here. Push something!` : full(timeOf(stage.scene)));
    if (film) stage.sound.play('branch');
}

async function share() {
    say(await shareLink(await writeMoment(null, stage.scene.world.snapshot())));
}

function remove() {
    const time = timeOf(stage.scene);
    const { name } = time.shown;
    say(time.remove()
        ? `Film ${name} is gone.`
        : `Film ${name} stays: ${
            time.shown.parent ? 'another starts on it' : 'it is the first one'
        }.`);
}

/** Makes ready for a change and plays on; whether there is a film for it. */
function touch() {
    const time = timeOf(stage.scene);
    const before = time.shown;
    if (!time.touch()) {
        say(time.step >= LENGTH ? 'The film ends here. Go back in it first.' : full(time));
        return false;
    }
    if (time.shown !== before) {
        say(`Film ${time.shown.name} leaves film ${before.name} at ${seconds(time.step)}.`);
        stage.sound.play('branch');
    }
    stage.setPaused(false);
    return true;
}

/** @param {number} x @param {number} y */
function press(x, y) {
    blast(stage.scene.world, x, y);
    stage.sound.play('blast', { pan: x / SEE.maxX });
}

/** A butterfly beats its wings. */
function beat() {
    if (!touch()) return;
    const { parts, world } = stage.scene;
    const slot = beatWings(world);
    stage.sound.play('beat');
    say(`A butterfly pushes ${parts[slot].name} by a thousandth of a millimetre a second.`);
}

/** @param {CanvasRenderingContext2D} ctx @param {Game} game @param {boolean} second whether it is the picture of the other film */
function paintPicture(ctx, { parts, time }, second) {
    const { apart, films, rival, shown, step } = time;
    const [one, two] = second ? [time.otherScreen, time.screen] : [time.screen, time.otherScreen];
    const film = /** @type {import('./films.js').Film} */ (second ? rival : shown);
    const figure = { poses: one.now, parts };
    paintBack(ctx, time.cups, false);
    const lines = film.line().map((part) => ({ ...part, bright: true }));
    const others = split
        ? []
        : films.filter((each) => each !== film).map((each) => ({ film: each, from: each.from,
            to: each.last, bright: false })
        );
    paintPaths(ctx, [...others, ...lines], step);
    paintBodies(ctx, figure);
    if (rival)
        paintDifferences(ctx, figure, two.now, apart, { mine: FILM_COLORS[film.number],
            theirs: FILM_COLORS[(second ? shown : rival).number], ghosts: !split });
    ctx.save();
    ctx.scale(1, -1);
    ctx.font = '600 0.85px ui-sans-serif, system-ui, sans-serif';
    ctx.fillStyle = FILM_COLORS[film.number];
    ctx.fillText(film.name, SEE.minX + 0.5, 1.35 - CEILING);
    if (rival && !split) {
        ctx.strokeStyle = FILM_COLORS[rival.number];
        ctx.lineWidth = 0.05;
        ctx.strokeText(rival.name, SEE.minX + 1.3, 1.35 - CEILING);
    }
    ctx.restore();
}

/** How far the other film's picture is from the shown one's. */
const offset = () => (innerWidth > innerHeight
    ? [SEE.maxX - SEE.minX + 0.4, 0]
    : [0, SEE.minY - SEE.maxY - 0.4]);
const two = (/** @type {any} */ scene) => split && timeOf(scene).rival !== null;

const { stage } = await startStage({
    title: 'Time machine',
    about: 'Change the past, watch both futures',
    guide: '../guide/time-travel.html',
    goal: 'Push anything; then drag the film back and push something else.',
    keys:
        '<kbd>←</kbd> <kbd>→</kbd> a step, with <kbd>Shift</kbd> a second <kbd>Space</kbd> plays <kbd>J</kbd> backwards <kbd>B</kbd> a new film <kbd>1</kbd> to <kbd>6</kbd> films <kbd>V</kbd> side by side <kbd>N</kbd> butterfly <kbd>Delete</kbd> removes a film',
    see(scene) {
        const [dx, dy] = two(scene) ? offset() : [0, 0];
        return { minX: SEE.minX, minY: SEE.minY + dy, maxX: SEE.maxX + dx, maxY: SEE.maxY };
    },
    clear: true,
    hidden: ['fixed', 'part'],
    past: false, // the films are the past
    sounds: SOUNDS,
    make,
    play(scene, seconds) {
        const time = timeOf(scene);
        const { size } = time.cups;
        time.play(seconds);
        if (time.cups.size > size) {
            say(`The golden ball is in a new cup: ${time.cups.size} of ${CUPS.length - 1}.`);
            stage.sound.play('cup');
        }
        if (time.ended) stage.setPaused(true);
    },
    frame() {
        const way = Number(stage.keys.has('ArrowRight')) - Number(stage.keys.has('ArrowLeft'));
        held = way === 0 ? 0 : held + 1;
        if (held > HELD) scrub(way);
    },
    paint(ctx, scene, seconds) {
        const game = /** @type {Game} */ (scene);
        paintPicture(ctx, game, false);
        paintRings(ctx, seconds || 1 / 60);
        if (two(scene)) {
            const [dx, dy] = offset();
            ctx.translate(dx, dy);
            paintPicture(ctx, game, true);
        }
        strip?.draw(tell(game.time), stage.paused);
    },
    score(scene) {
        const { cups, elsewhere, step } = timeOf(scene);
        return { Step: step, Cups: `${cups.size} / ${CUPS.length - 1}`,
            ...(innerWidth > 1000 && { Elsewhere: elsewhere }) };
    },
    buttons: [
        { label: 'Side by side', key: 'KeyV', press: () => {
            split = !split;
        }, on: () => split, shown: (scene) => timeOf(scene).rival !== null },
        { label: 'Butterfly', key: 'KeyN', press: beat },
        { label: 'Backwards', key: 'KeyJ', press(scene) {
            const time = timeOf(scene);
            time.way = -time.way;
            if (!time.ended) stage.setPaused(false);
        }, on: (scene) => timeOf(scene).way < 0 },
        { label: 'Remove film', key: 'Delete', press: remove,
            shown: (scene) => timeOf(scene).shown.parent !== null },
    ],
});

const { canvas, renderer } = stage;
try {
    const { snapshot = null } = await readMoment(location.hash) ?? {};
    if (snapshot) checkMachine(snapshot);
    opened = snapshot;
} catch (error) {
    console.info('The moment of the link was refused:', error);
    say('This link is damaged, or of another version of the page: here is the beginning instead');
}
if (opened) {
    stage.reset();
    stage.playButton.hold();
}
matchMedia('(orientation: portrait)').addEventListener('change', () => {
    split = isSmall();
});
strip = new Strip(timeOf(stage.scene), { play: toggle, branch, choose, seek, share });
timeOf(stage.scene).recorded(timeOf(stage.scene).shown, stage.scene.world);

// A press on a body drags it, which the stage does; another throws the bodies near it away. Both need a film of their own first.
canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    const { scene } = stage;
    const [x, y] = renderer.toWorld(event.clientX, event.clientY);
    if (x < SEE.minX || x > SEE.maxX || y < SEE.minY || y > SEE.maxY) {
        if (two(scene)) choose(timeOf(scene).rival ?? undefined);
        return;
    }
    if (!touch()) {
        event.stopImmediatePropagation();
        return;
    }
    const hit = scene.world.closestPoint(x, y,
        (event.pointerType === 'touch' ? 22 : 6) / renderer.scale, { skipStatic: true });
    if (hit?.body.type !== 'dynamic') return press(x, y);
    const { clientX, clientY } = event;
    // A body that was pressed and not dragged is thrown, too.
    canvas.addEventListener('pointerup', (up) => {
        if (Math.hypot(up.clientX - clientX, up.clientY - clientY) < 6) press(x, y);
    }, { once: true });
}, { capture: true });

Object.assign(stage.controls?.keys.actions ?? {}, {
    Space: toggle,
    KeyB: branch,
    ArrowLeft: () => scrub(-1),
    ArrowRight: () => scrub(1),
    ArrowUp: () => chooseNext(-1),
    ArrowDown: () => chooseNext(1),
    Home: () => seek(0),
    End: () => seek(LENGTH),
    ...Object.fromEntries(
        Array.from({ length: MAX_FILMS },
            (_, i) => [`Digit${i + 1}`, () => choose(timeOf(stage.scene).films[i])]),
    ),
});
document.getElementById('own')?.insertAdjacentHTML('beforeend',
    '<p class="note">The white line on a film shows how far it has come apart from the other.</p>');
