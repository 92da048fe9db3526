// Words on the screen: score, announcements, the card of the hovered body, the hint. Called by main.js.
// Writes to the DOM only when something changed, and to the card a few times a second.

import { lanternsNeeded } from './game.js';
import { LEVELS } from './level.js';
import { clockText } from './progress.js';

/** @param {string} id */
const el = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Without a minus before zero. @param {number} v @param {number} [digits] */
const fixed = (v, digits = 2) => (Math.abs(v) < 0.5 * 10 ** -digits ? 0 : v).toFixed(digits);

/** Restarts an element's animation. @param {HTMLElement} target */
function bump(target) {
    target.classList.remove('bump');
    void target.offsetWidth;
    target.classList.add('bump');
}

/** What the card says of a body, line by line. @param {import('./scene.js').Thing} thing */
function describe({ body, layer }) {
    const rows = [
        `body ${body.index} · layer ${layer}`,
        `${body.type}, ${body.type === 'static' ? 'never moves' : body.awake ? 'awake' : 'asleep'}`,
        `at ${fixed(body.x)}, ${fixed(body.y)} m · ${fixed(body.angle * 180 / Math.PI, 0)}°`,
    ];
    if (body.type !== 'static')
        rows.push(`v ${fixed(body.vx)}, ${fixed(body.vy)} m/s · ω ${fixed(body.angularVelocity)}`);
    const { mover } = body;
    if (mover) {
        const ground = mover.grounded
            ? `on ${mover.groundBody?.userData?.kind ?? 'ground'}`
            : mover.atWall
            ? 'in the air, at a wall'
            : 'in the air';
        rows.push(`mover, ${fixed(mover.mass)} kg · ${ground}`);
    }
    if (body.type === 'dynamic') {
        const { length } = body.contactPoints();
        rows.push(`${fixed(body.mass)} kg · ${length} contact point${length === 1 ? '' : 's'}`);
    }
    return rows.join('\n');
}

/** What a prism has changed, as a title and a line. @param {import('../../js/index.js').World['layers']} layers @returns {[string, string]} */
function switchedText(layers) {
    const passed = (/** @type {string} */ by) =>
        ['topaz', 'azure'].filter((name) => layers.response(by, name) !== 'solid');
    const [own, crates] = [passed('player'), passed('crate')];
    const title = own.length === 1 ? `${own[0][0].toUpperCase()}${own[0].slice(1)}` : '';
    return [title, crates.length > 0
        ? `Crates pass ${crates.join(' and ')} veils.`
        : `You pass ${own.join(' and ') || 'no'} veils.`];
}

/** @param {number} times */
const caughtText = (
    times,
) => (times === 0 ? 'never caught' : times === 1 ? 'caught once' : `caught ${times} times`);

export class Hud {
    /** Texts by element, as last written. @type {Record<string, string>} */
    #shown = {};
    #card = el('card');
    #cardAge = 1; // seconds
    /** @type {import('./scene.js').Thing | null} */
    #cardThing = null;

    /** The error messages shown since the page was loaded. */ said = '';
    /** The best run of the level that was won. @type {import('./progress.js').Run | null} */ best =
        null;

    /**
     * @param {import('./game.js').Game} game @param {() => void} again begins the level once more
     * @param {() => void} next begins the next one
     */
    constructor(game, again, next) {
        this.game = game;
        this.again = again;
        this.next = next;
    }

    /** Says what a level is about. @param {import('./level.js').Level} level */
    show({ number, title, lesson }) {
        this.#announceLarge(`${number + 1} · ${title}`, lesson, 'intro');
    }

    /** @param {string} text what has gone wrong */
    say(text) {
        this.said = text;
        this.#announceLarge('', text, 'show');
    }

    /** @param {import('./game.js').Announcement} name */
    announce(name) {
        const { game } = this;
        const left = lanternsNeeded(game) - game.lit;
        const lanterns = `${left} more lantern${left === 1 ? '' : 's'}`;
        if (name === 'caught') {
            this.#announceLarge('Caught!', 'A ghost touched you: one trigger event, no push.',
                'show');
            bump(el('caught'));
        } else if (name === 'lit') {
            bump(el('lit'));
            el('announce').textContent = left > 0 ? `Lantern lit, ${left} to go` : 'Lantern lit';
        } else if (name === 'open') {
            bump(el('lit'));
            this.#announceLarge('The door is open', game.minds.peace
                ? 'All lanterns burn: the ghosts are at peace.'
                : 'Find it, or light the other lanterns.', 'show');
        } else if (name === 'closed') {
            this.#announceLarge('Closed', `The door opens with ${lanterns}.`, 'show');
        } else if (name === 'switched') {
            this.#announceLarge(...switchedText(game.scene.world.layers), 'show');
        } else if (name === 'won') {
            this.#announceWon();
        } else if (name === 'fell') {
            el('announce').textContent = 'You fell out of the cave';
        }
    }

    #announceWon() {
        const { game, best } = this;
        const last = game.scene.level.number === LEVELS.length - 1;
        const run = `${
            clockText(game.playSeconds)
        } · ${game.lit} of ${game.scene.lanterns.length} lanterns · ${caughtText(game.caught)}`;
        this.#announceLarge(last ? 'Out of the cave!' : `Level ${game.scene.level.number + 1} done`,
            best && best.seconds < game.playSeconds
                ? `${run} · best ${clockText(best.seconds)}`
                : run, 'stay');
        const next = last ? 'First level' : 'Next level';
        for (const [text, press]
            of /** @type {const} */ ([[next, this.next], ['Play again', this.again]]))
        {
            const button = document.createElement('button');
            button.type = 'button';
            button.textContent = text;
            button.addEventListener('click', press);
            el('moment').append(button);
        }
    }

    /** @param {string} title @param {string} line @param {'show' | 'intro' | 'stay'} how long it is seen */
    #announceLarge(title, line, how) {
        const moment = el('moment');
        moment.className = 'moment';
        void moment.offsetWidth; // restarts the animation
        const small = document.createElement('small');
        small.textContent = line;
        moment.replaceChildren(title, small);
        moment.classList.add(how);
        moment.setAttribute('aria-hidden', String(how !== 'stay'));
        el('announce').textContent = `${title} ${line}`.trim();
    }

    /** @param {string} id @param {string} text */
    #write(id, text) {
        if (this.#shown[id] !== text) el(id).textContent = this.#shown[id] = text;
    }

    /** Once a frame. */
    update() {
        const { game } = this;
        this.#write('lit', String(game.lit));
        const needed = lanternsNeeded(game);
        this.#write('lanterns', `/ ${game.scene.lanterns.length}`);
        this.#write('door', game.lit < needed ? `${needed - game.lit} to go` : 'open');
        this.#write('caught', String(game.caught));
        this.#write('clock', clockText(game.playSeconds));
        this.#write('clock-moment', (game.paused ? 0 : game.moment).toFixed(2));
        this.#write('clock-speed', game.speed.toFixed(2));
    }

    /**
     * The card beside the hovered body, or none.
     * @param {import('./scene.js').Thing | null} thing @param {number} x @param {number} y CSS pixels
     * @param {import('../shared/camera.js').Camera} camera @param {string} colour @param {number} seconds
     */
    showCard(thing, x, y, camera, colour, seconds) {
        const card = this.#card;
        this.#cardAge += seconds;
        if (!thing) {
            card.hidden = true;
            this.#cardThing = null;
            return;
        }
        if (thing !== this.#cardThing || this.#cardAge > 0.12) {
            const name = document.createElement('b');
            name.textContent = `${thing.kind}\n`;
            card.replaceChildren(name, describe(thing));
            this.#cardThing = thing;
            this.#cardAge = 0;
            card.style.setProperty('--c', colour);
            card.hidden = false;
        }
        const w = card.offsetWidth;
        const h = card.offsetHeight;
        const right = camera.width - camera.insetRight;
        const left = x + 22 + w > right ? x - 22 - w : x + 22;
        card.style.transform = `translate(${Math.round(Math.max(8, left))}px, ${
            Math.round(Math.max(8, Math.min(camera.height - h - 8, y + 14)))
        }px)`;
    }

    /** Removes the large announcement. */
    clear() {
        const moment = el('moment');
        moment.className = 'moment';
        moment.replaceChildren();
    }

    /** After the timeline has moved the game: a won game says so again. */
    leap() {
        this.clear();
        if (this.game.won) this.announce('won');
    }

    /** Says how a gamepad plays. */
    welcomeGamepad() {
        this.#announceLarge('',
            'Gamepad: the stick or the cross walks, climbs and dives · A jumps · Start pauses',
            'show');
    }
}
