// Words on the screen: score, the big moments, the hover card, the hint. Called by main.js. Writes to
// the DOM only when something changed, and to the card a few times a second.

/** @param {string} id */
const el = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @typedef {ReturnType<typeof createHud>} Hud */

/** @param {import('./game.js').Game} game @param {() => void} again */
export function createHud(game, again) {
    const lit = el('lit');
    const caught = el('caught');
    const clock = el('clock');
    const card = el('card');
    const moment = el('moment');
    let shownLit = -1;
    let shownCaught = -1;
    let shownSecond = -1;
    let cardAge = 1;
    /** @type {import('./scene.js').Thing | null} */ let cardThing = null;
    let shownMoment = -1;
    let shownSpeed = -1;

    /** @param {HTMLElement} target */
    function bump(target) {
        target.classList.remove('bump');
        void target.offsetWidth; // restarts the animation
        target.classList.add('bump');
    }

    /** @param {string} title @param {string} line @param {boolean} stay */
    function big(title, line, stay) {
        moment.className = 'moment';
        void moment.offsetWidth;
        const small = document.createElement('small');
        small.textContent = line;
        moment.replaceChildren(title, small);
        if (stay) {
            const button = document.createElement('button');
            button.type = 'button';
            button.textContent = 'Play again';
            button.addEventListener('click', again);
            moment.append(button);
        }
        moment.classList.add(stay ? 'stay' : 'show');
        moment.setAttribute('aria-hidden', String(!stay));
        el('announce').textContent = `${title} ${line}`;
    }

    /** @param {number} v @param {number} [digits] */
    const fixed = (v, digits = 2) => (Math.abs(v) < 0.5 * 10 ** -digits ? 0 : v).toFixed(digits);

    /** @param {import('./scene.js').Thing} thing */
    function describe(thing) {
        const { body } = thing;
        const touching = body.type === 'static' ? 0 : body.contactPoints().length;
        const rows = [
            `body ${body.index} · layer ${thing.layer}`,
            `${body.type}, ${body.type === 'static' ? 'never moves' : body.awake ? 'awake' : 'asleep'}`,
            `at ${fixed(body.x)}, ${fixed(body.y)} m · ${fixed(body.angle * 180 / Math.PI, 0)}°`,
        ];
        if (body.type !== 'static') {
            rows.push(`v ${fixed(body.vx)}, ${fixed(body.vy)} m/s · ω ${fixed(body.omega)}`);
        }
        const points = `${touching} contact point${touching === 1 ? '' : 's'}`;
        if (body.type === 'dynamic') rows.push(`${fixed(body.mass)} kg · ${points}`);
        const name = document.createElement('b');
        name.textContent = `${thing.kind}\n`;
        card.replaceChildren(name, rows.join('\n'));
    }

    return {
        /** @param {'caught'|'lit'|'won'|'reset'|'fell'} name */
        announce(name) {
            const left = game.scene.lanterns.length - game.lit;
            if (name === 'caught') {
                big('Caught!', 'A ghost touched you: one trigger event, no push.', false);
                bump(caught);
            } else if (name === 'lit') {
                bump(lit);
                el('announce').textContent = `Lantern lit, ${left} to go`;
            } else if (name === 'won') {
                bump(lit);
                big('All lanterns lit', 'The ghosts are at peace.', true);
            } else if (name === 'reset') {
                moment.className = 'moment';
                moment.replaceChildren();
            } else {
                el('announce').textContent = 'You fell out of the cave';
            }
        },
        /** Once a frame. */
        update() {
            if (shownLit !== game.lit) {
                shownLit = game.lit;
                lit.textContent = String(shownLit);
                el('lanterns').textContent = `/ ${game.scene.lanterns.length}`;
            }
            if (shownCaught !== game.caught) caught.textContent = String((shownCaught = game.caught));
            const second = Math.floor(game.playSeconds);
            if (shownSecond !== second) {
                shownSecond = second;
                clock.textContent = `${Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')}`;
            }
            const now = game.paused ? 0 : game.moment;
            if (shownMoment !== now) el('clock-moment').textContent = (shownMoment = now).toFixed(2);
            if (shownSpeed !== game.speed) el('clock-speed').textContent = (shownSpeed = game.speed).toFixed(2);
        },
        /**
         * The card beside the hovered body, or none.
         * @param {import('./scene.js').Thing | null} thing @param {number} x @param {number} y CSS pixels
         * @param {import('./camera.js').Camera} camera @param {string} colour @param {number} seconds
         */
        showCard(thing, x, y, camera, colour, seconds) {
            cardAge += seconds;
            if (!thing) {
                if (!card.hidden) card.hidden = true;
                cardThing = null;
                return;
            }
            if (thing !== cardThing || cardAge > 0.12) {
                describe(thing);
                cardThing = thing;
                cardAge = 0;
                card.style.setProperty('--c', colour);
                card.hidden = false;
            }
            const w = card.offsetWidth;
            const h = card.offsetHeight;
            const right = camera.width - camera.insetRight;
            const left = x + 22 + w > right ? x - 22 - w : x + 22;
            card.style.transform = `translate(${Math.round(Math.max(8, left))}px, ${
                Math.round(Math.max(8, Math.min(camera.height - h - 8, y + 14)))}px)`;
        },
        hideHint() {
            el('hint').classList.add('gone');
        },
    };
}
