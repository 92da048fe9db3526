// The time machine: a tree of films, one that is shown and one beside it, and a world for each of the two. It goes to any
// step of them, plays both in step, lets a new film grow from any step, and says where the two differ.
import { World } from '../../js/index.js';
import { differences } from '../../js/differences.js';
import { Film, LENGTH, STEP, firstDifferent } from './films.js';
import { cupAt } from './machine.js';

export const MAX_FILMS = 6;
export const MAX_BYTES = 64e6;
const MAX_STEPS = 6; // a frame, after a hitch
const STAYS = 60; // steps in a cup until it counts
const APART = 1e-3; // metres: what the eye may see

/** @typedef {import('../../js/index.js').World<any>} World_ */
/** @typedef {{ step: number, slot: number, name: string, field: string, a: unknown, b: unknown }} First */

/** A world that shows a step of a film, and its poses between the last two steps, for drawing. */
class Screen {
    /** What the world shows. @type {Film | null} */ film = null;
    step = 0;

    /** @param {World_} world */
    constructor(world) {
        this.world = world;
        this.before = world.poses.slice();
        this.now = world.poses.slice();
    }

    /** @param {Film} film @param {number} step */
    show(film, step) {
        film.show(this.world, step);
        this.film = film;
        this.step = step;
    }

    keep() {
        const { poses } = this.world;
        if (this.before.length !== poses.length)
            [this.before, this.now] = [poses.slice(), poses.slice()];
        this.before.set(poses);
    }

    /** @param {number} part of a step that has passed */
    blend(part) {
        const { before, now, world: { poses } } = this;
        if (before.length !== poses.length) return this.keep();
        for (let i = 0; i < poses.length; ++i) now[i] = before[i] + (poses[i] - before[i]) * part;
    }
}

export class TimeMachine {
    step;
    /** 1, or -1 to play backwards. */ way = 1;
    #part = 0;
    #parts;
    /** Metres that each body is from its place in the other film, by slot. */ apart =
        new Float32Array(256);
    /** How many of them the eye may see. */ elsewhere = 0;
    /** The first difference of the two films; null while there is none. @type {First | null} */ first =
        null;
    /** Called when a film has a new step. @type {(film: Film, world: World_) => void} */ recorded =
        () => {};
    /** Cups that have held the golden ball, on any film. @type {Set<number>} */ cups = new Set();

    /** @param {{ world: World_, gold: number, parts: import('./machine.js').Part[] }} machine */
    constructor({ world, gold, parts }) {
        this.world = world;
        this.gold = gold;
        this.#parts = parts;
        this.count = parts.filter(Boolean).length;
        this.step = world.stepCount;
        this.other = World.fromSnapshot(world.snapshot());
        this.screen = new Screen(world);
        this.otherScreen = new Screen(this.other);
        this.shown = new Film(0, null, this.step);
        /** The film beside the shown one. @type {Film | null} */ this.rival = null;
        this.films = [this.shown];
        this.#record(this.shown, world);
    }

    destroy() {
        this.other.destroy();
    }

    get bytes() {
        return this.films.reduce((sum, { bytes }) => sum + bytes, 0);
    }

    /** @param {Film} film @param {World_} world */
    #record(film, world) {
        film.record(world);
        const { transforms } = world;
        const [x, y] = [transforms[4 * this.gold], transforms[4 * this.gold + 1]];
        film.path[2 * film.last] = x;
        film.path[2 * film.last + 1] = y;
        film.cup = cupAt(x, y);
        const since = film.last - STAYS;
        if (film.cup >= 0 && since >= film.from
            && cupAt(film.path[2 * since], film.path[2 * since + 1]) === film.cup)
            this.cups.add(film.cup);
        this.recorded(film, world);
    }

    /** Shows a step of a film, and makes and films the steps to it that are not on it yet. @param {Screen} screen @param {Film} film @param {number} step */
    #reach(screen, film, step) {
        if (step <= film.last) return screen.show(film, step);
        if (screen.film !== film || screen.step !== film.last) screen.show(film, film.last);
        while (film.last < step) {
            screen.world.step(STEP);
            this.#record(film, screen.world);
        }
        screen.step = step;
    }

    /** Goes to a step of the shown film, with the other one beside it. @param {number} step */
    go(step) {
        this.#part = 0;
        this.#goTo(Math.max(this.films[0].from, Math.min(this.shown.last, Math.round(step))));
        this.screen.keep();
        this.otherScreen.keep();
        this.#blend(1);
    }

    /** @param {number} step */
    #goTo(step) {
        const { shown, rival } = this;
        this.#reach(this.screen, shown, step);
        if (rival) this.#reach(this.otherScreen, rival, step);
        this.step = step;
        this.#compare();
    }

    /** @param {number} part */
    #blend(part) {
        this.screen.blend(part);
        this.otherScreen.blend(part);
    }

    /** Whether there is no way on. */
    get ended() {
        return this.way > 0
            ? this.step >= LENGTH || (this.step >= this.shown.last && this.bytes > MAX_BYTES)
            : this.step <= this.films[0].from;
    }

    /** Plays both films in step. @param {number} seconds */
    play(seconds) {
        this.#part += seconds / STEP;
        for (let steps = 0; this.#part >= 1 && !this.ended; ++steps) {
            this.screen.keep();
            this.otherScreen.keep();
            this.#goTo(this.step + this.way);
            this.#part = steps < MAX_STEPS ? this.#part - 1 : 0;
        }
        if (this.ended) this.#part = 1;
        this.#blend(Math.min(1, this.#part));
    }

    /** A new film that begins at this step of the shown one, which stays beside it. Null if there are too many. */
    branch() {
        const number = Array.from({ length: MAX_FILMS }, (_, i) => i).find((i) =>
            this.films.every((film) => film.number !== i)
        );
        if (number === undefined) return null;
        const { shown, step } = this;
        const film = new Film(number, shown.holder(step), step);
        this.#part = 0;
        this.films.push(film);
        this.films.sort((a, b) => a.number - b.number);
        this.#record(film, this.world);
        this.#pair(film, shown);
        return film;
    }

    /** Shows another film, and the one that was shown beside it. @param {Film} film */
    choose(film) {
        if (film === this.shown || !this.films.includes(film)) return;
        this.#pair(film, this.shown);
    }

    /** @param {Film} shown @param {Film | null} rival */
    #pair(shown, rival) {
        this.shown = shown;
        this.rival = rival;
        this.first = null;
        this.go(Math.min(this.step, shown.last));
        const first = rival ? firstDifferent(rival, shown) : -1;
        if (first >= 0) this.first = this.#cause(first);
    }

    /** Takes the shown film out of the tree, if no other begins on it. */
    remove() {
        const { shown } = this;
        if (!shown.parent || this.films.some(({ parent }) => parent === shown)) return false;
        this.films.splice(this.films.indexOf(shown), 1);
        this.#pair(shown.parent,
            this.rival === shown.parent || !this.rival || !this.films.includes(this.rival)
                ? null
                : this.rival);
        return true;
    }

    /** Makes ready for a change at this step: a film that has later steps stays as it is, and a new one grows. */
    touch() {
        if (this.way < 0) this.way = 1;
        if (this.step >= LENGTH || this.bytes > MAX_BYTES) return false;
        if (this.step === this.shown.last && this.shown.parent) return true;
        return this.branch() !== null;
    }

    /** Compares the two worlds at this step. */
    #compare() {
        const { rival, shown, step } = this;
        this.elsewhere = 0;
        this.apart.fill(0);
        if (!rival) return;
        const [a, b] = [this.world.transforms, this.other.transforms];
        let far = 0;
        for (let i = 0; 4 * i < Math.min(a.length, b.length, 4 * this.apart.length); ++i) {
            const apart = Math.hypot(a[4 * i] - b[4 * i], a[4 * i + 1] - b[4 * i + 1]);
            this.apart[i] = apart;
            if (apart > APART) this.elsewhere++;
            far = Math.max(far, apart);
        }
        const younger =
            shown.from > rival.from || (shown.from === rival.from && shown.number > rival.number)
                ? shown
                : rival;
        if (step >= younger.from) younger.apart[step] = far;
        if (!this.first && shown.holder(step) !== rival.holder(step)
            && shown.hash(step) !== rival.hash(step))
            this.first = this.#cause(firstDifferent(rival, shown));
    }

    /** Which body was the first to differ, and in what. @param {number} step @returns {First} */
    #cause(step) {
        const { other, rival, shown } = this;
        const [a, b] = [/** @type {Film} */ (rival), shown].map((film) => {
            film.show(other, step);
            return other.snapshot();
        });
        /** @type {Film} */ (rival).show(other,
            Math.min(this.step, /** @type {Film} */ (rival).last));
        const found = differences(a, b, { limit: 1000 });
        const one = found.find(({ what }) => what === 'body') ?? found[0];
        return { step, slot: one.slot,
            name: one.what === 'body' ? this.#parts[one.slot].name : one.what, field: one.field,
            a: one.a, b: one.b };
    }
}
