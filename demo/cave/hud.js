// Words on the screen: score, announcements, the card of the hovered body, the hint. Called by main.js.
// Writes to the DOM only when something changed, and to the card a few times a second.

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
    if (body.type !== 'static') rows.push(`v ${fixed(body.vx)}, ${fixed(body.vy)} m/s · ω ${fixed(body.angularVelocity)}`);
    const { mover } = body;
    if (mover) {
        const ground = mover.grounded ? `on ${mover.groundBody?.userData?.kind ?? 'ground'}` : mover.atWall ? 'in the air, at a wall' : 'in the air';
        rows.push(`mover, ${fixed(mover.mass)} kg · ${ground}`);
    }
    if (body.type === 'dynamic') {
        const { length } = body.contactPoints();
        rows.push(`${fixed(body.mass)} kg · ${length} contact point${length === 1 ? '' : 's'}`);
    }
    return rows.join('\n');
}

export class Hud {
    /** Texts by element, as last written. @type {Record<string, string>} */
    #shown = {};
    #card = el('card');
    #cardAge = 1; // seconds
    /** @type {import('./scene.js').Thing | null} */
    #cardThing = null;

    /** @param {import('./game.js').Game} game @param {() => void} again starts a new game */
    constructor(game, again) {
        this.game = game;
        this.again = again;
    }

    /** @param {'caught'|'lit'|'won'|'reset'|'fell'} name */
    announce(name) {
        const moment = el('moment');
        if (name === 'caught') {
            this.#announceLarge('Caught!', 'A ghost touched you: one trigger event, no push.', false);
            bump(el('caught'));
        } else if (name === 'lit') {
            bump(el('lit'));
            el('announce').textContent = `Lantern lit, ${this.game.scene.lanterns.length - this.game.lit} to go`;
        } else if (name === 'won') {
            bump(el('lit'));
            this.#announceLarge('All lanterns lit', 'The ghosts are at peace.', true);
        } else if (name === 'reset') {
            moment.className = 'moment';
            moment.replaceChildren();
        } else {
            el('announce').textContent = 'You fell out of the cave';
        }
    }

    /** @param {string} title @param {string} line @param {boolean} stay until the next game */
    #announceLarge(title, line, stay) {
        const moment = el('moment');
        moment.className = 'moment';
        void moment.offsetWidth; // restarts the animation
        const small = document.createElement('small');
        small.textContent = line;
        moment.replaceChildren(title, small);
        if (stay) {
            const button = document.createElement('button');
            button.type = 'button';
            button.textContent = 'Play again';
            button.addEventListener('click', this.again);
            moment.append(button);
        }
        moment.classList.add(stay ? 'stay' : 'show');
        moment.setAttribute('aria-hidden', String(!stay));
        el('announce').textContent = `${title} ${line}`;
    }

    /** @param {string} id @param {string} text */
    #write(id, text) {
        if (this.#shown[id] !== text) el(id).textContent = this.#shown[id] = text;
    }

    /** Once a frame. */
    update() {
        const { game } = this;
        const second = Math.floor(game.playSeconds);
        this.#write('lit', String(game.lit));
        this.#write('lanterns', `/ ${game.scene.lanterns.length}`);
        this.#write('caught', String(game.caught));
        this.#write('clock', `${Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')}`);
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
            Math.round(Math.max(8, Math.min(camera.height - h - 8, y + 14)))}px)`;
    }

    /** After the timeline has moved the game: removes the large announcement, and shows that of a won game again. */
    leap() {
        const moment = el('moment');
        moment.className = 'moment';
        moment.replaceChildren();
        if (this.game.won) this.announce('won');
    }

    hideHint() {
        el('hint').classList.add('gone');
    }
}
