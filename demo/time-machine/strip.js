// The film strip under the picture: a row for each film with small pictures of its past, all on one axis of time; the play
// head; how far each film has come apart from the one that it grew from; buttons. Called by main.js.
import { LENGTH, STEP } from './films.js';
import { CUP_COLORS, SEE } from './machine.js';
import { FILM_COLORS, paintBack, paintBodies } from './paint.js';

const SECOND = 60; // steps
const [THUMB_WIDTH, THUMB_HEIGHT] = [134, 70]; // pixels of a small picture
const GROWS = 4; // steps after which a film is drawn anew
const AXIS = 15; // CSS pixels under the rows
const HOLES = 5; // CSS pixels above and below the pictures, with the holes of the film
const NONE = /** @type {Set<number>} */ (new Set());

/** @typedef {import('./films.js').Film} Film */
/** @typedef {import('./tree.js').TimeMachine} TimeMachine */

/**
 * What the page does for the strip.
 * @typedef {object} Deeds
 * @property {() => void} play starts or stops
 * @property {() => void} branch
 * @property {() => void} share
 * @property {(film: Film) => void} choose
 * @property {(step: number) => void} seek
 */

const HTML = `<div class="film-head">
  <button type="button" id="film-play" aria-label="Play or stop"><svg viewBox="0 0 24 24" aria-hidden="true"><path/></svg></button>
  <p id="film-text"></p><output id="film-bytes" title="Memory of all films"></output>
  <button type="button" id="film-share" aria-label="Share this moment as a link" title="Share this moment as a link"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2"/></svg></button>
  <button type="button" id="film-branch" title="A new film grows from this frame"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 7h16M8 7c5 0 3 10 8 10h4"/></svg><span>Branch</span></button></div>
<div class="film-rows"><div id="film-names"></div><canvas id="film-strip" tabindex="0" role="slider" aria-label="Step" aria-valuemin="0"></canvas></div>`;

/** @param {string} id */
const el = (id) => /** @type {any} */ (document.getElementById(id));

export class Strip {
    /** Small pictures by second. @type {WeakMap<Film, Map<number, HTMLCanvasElement>>} */ #thumbs =
        new WeakMap();
    #drawn = '';
    #drawnRows = '';
    #rows = document.createElement('canvas');
    #named = '';
    /** Steps from one small picture to the next. */ #every = SECOND;
    #row = 44;

    /** @param {TimeMachine} machine @param {Deeds} deeds */
    constructor(machine, deeds) {
        this.machine = machine;
        this.deeds = deeds;
        const section = document.createElement('section');
        section.className = 'sheet timeline film';
        section.ariaLabel = 'Films';
        section.innerHTML = HTML;
        document.body.insertBefore(section, el('panel-toggle'));
        this.canvas = /** @type {HTMLCanvasElement} */ (el('film-strip'));
        el('film-play').addEventListener('click', deeds.play);
        el('film-share').addEventListener('click', deeds.share);
        el('film-branch').addEventListener('click', deeds.branch);
        this.#listen();
    }

    #listen() {
        const { canvas, deeds } = this;
        let held = false;
        const seek = (/** @type {PointerEvent} */ { clientX }) => {
            const { left, width } = canvas.getBoundingClientRect();
            deeds.seek(Math.round(((clientX - left) / width) * LENGTH));
        };
        canvas.addEventListener('pointerdown', (event) => {
            held = true;
            try {
                canvas.setPointerCapture(event.pointerId);
            } catch { /* no pointer of the browser's */ }
            const film = this.machine
                .films[
                    Math.floor((event.clientY - canvas.getBoundingClientRect().top) / this.#row)
                ];
            if (film) deeds.choose(film);
            seek(event);
        });
        canvas.addEventListener('pointermove', (event) => {
            if (held) seek(event);
        });
        for (const end of ['pointerup', 'pointercancel'])
            canvas.addEventListener(end, () => {
                held = false;
            });
    }

    /** Keeps a small picture of a film's newest step, once a second and at its beginning. @param {Film} film @param {Float32Array} poses @param {import('./machine.js').Part[]} parts */
    keep(film, poses, parts) {
        if (film.last % SECOND > 0 && film.last > film.from) return;
        const picture = document.createElement('canvas');
        [picture.width, picture.height] = [THUMB_WIDTH, THUMB_HEIGHT];
        const ctx = /** @type {CanvasRenderingContext2D} */ (picture.getContext('2d'));
        const scale = THUMB_WIDTH / (SEE.maxX - SEE.minX);
        ctx.setTransform(scale, 0, 0, -scale, -scale * SEE.minX, scale * SEE.maxY);
        paintBack(ctx, NONE, true);
        paintBodies(ctx, { poses, parts, small: true });
        const thumbs = this.#thumbs.get(film) ?? new Map();
        thumbs.set(Math.floor(film.last / SECOND), picture);
        this.#thumbs.set(film, thumbs);
    }

    /** @param {string} text @param {boolean} paused */
    draw(text, paused) {
        const { canvas, machine } = this;
        const { films, rival, shown, step } = machine;
        this.#write(text, paused);
        this.#row = innerHeight > 700
            ? [58, 58, 52, 44, 38, 36][films.length - 1]
            : innerHeight > 520
            ? 34
            : films.length > 3
            ? 19
            : 26;
        const width = canvas.clientWidth;
        const height = this.#row * films.length + AXIS;
        const now = [width, height, devicePixelRatio, step, shown.name, rival?.name,
            machine.first?.step, ...films.map(({ last, name }) => name + last)].join();
        if (now === this.#drawn || width === 0) return;
        this.#drawn = now;
        const ratio = Math.min(2, devicePixelRatio);
        canvas.style.height = `${height}px`;
        const size = [Math.round(width * ratio), Math.round(height * ratio)];
        for (const each of [canvas, this.#rows])
            if (each.width !== size[0] || each.height !== size[1]) [each.width, each.height] = size;
        canvas.ariaValueNow = String(step);
        canvas.ariaValueMax = String(shown.last);
        canvas.ariaValueText = `film ${shown.name}, step ${step}, ${(step * STEP).toFixed(2)} s`;
        this.#drawRows(width, height, ratio);
        const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
        ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
        ctx.clearRect(0, 0, width, height);
        ctx.drawImage(this.#rows, 0, 0, width, height);
        this.#drawAxis(ctx, width, height);
    }

    /** Draws the rows anew when a film has grown by a few steps. @param {number} width @param {number} height @param {number} ratio */
    #drawRows(width, height, ratio) {
        const { films, rival, shown } = this.machine;
        const now = [width, height, ratio, shown.name, rival?.name,
            ...films.map(({ cup, last, name }) => name + cup + Math.floor(last / GROWS))].join();
        if (now === this.#drawnRows) return;
        this.#drawnRows = now;
        const ctx = /** @type {CanvasRenderingContext2D} */ (this.#rows.getContext('2d'));
        ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
        ctx.clearRect(0, 0, width, height);
        const best = ((this.#row - 2 * HOLES) * THUMB_WIDTH) / THUMB_HEIGHT;
        this.#every = SECOND
            * ([1, 2, 4, 5].find((seconds) => (width * seconds * SECOND) / LENGTH > 0.8 * best)
                ?? 5);
        films.forEach((film, i) => this.#drawFilm(ctx, film, i * this.#row, width));
    }

    /** @param {string} text @param {boolean} paused */
    #write(text, paused) {
        const { bytes, films, rival, shown } = this.machine;
        if (el('film-text').textContent !== text) el('film-text').textContent = text;
        const used = `${(bytes / 1e6).toFixed(1)} MB`;
        if (el('film-bytes').textContent !== used) el('film-bytes').textContent = used;
        const named = [paused, shown.name, rival?.name, this.#row, ...films.map(({ name }) => name)]
            .join();
        if (named === this.#named) return;
        this.#named = named;
        el('film-play').querySelector('path').setAttribute('d',
            paused ? 'M8 5v14l11-7z' : 'M7 5h4v14H7zM14 5h4v14h-4z');
        const focused = document.activeElement?.textContent;
        el('film-names').replaceChildren(...films.map((film) => {
            const button = document.createElement('button');
            button.type = 'button';
            button.textContent = film.name;
            button.ariaLabel = `Film ${film.name}${film === rival ? ', beside the shown one' : ''}`;
            button.ariaPressed = String(film === shown);
            button.style.setProperty('--c', FILM_COLORS[film.number]);
            button.style.height = `${this.#row - 2}px`;
            button.classList.toggle('rival', film === rival);
            button.addEventListener('click', () => this.deeds.choose(film));
            return button;
        }));
        if (focused?.length === 1)
            [...el('film-names').children].find(({ textContent }) => textContent === focused)
                ?.focus({ preventScroll: true });
    }

    /** @param {CanvasRenderingContext2D} ctx @param {Film} film @param {number} top @param {number} width */
    #drawFilm(ctx, film, top, width) {
        const { films, rival, shown } = this.machine;
        const row = this.#row;
        const at = (/** @type {number} */ step) => (width * step) / LENGTH;
        const color = FILM_COLORS[film.number];
        const [left, right] = [at(film.from), at(film.last)];
        if (film.parent) {
            const from = films.indexOf(film.parent) * row + row / 2;
            ctx.beginPath();
            ctx.moveTo(left - 7, from);
            ctx.bezierCurveTo(left - 7, top + row / 2, left - 7, top + row / 2, left + 1,
                top + row / 2);
            ctx.strokeStyle = color;
            ctx.lineWidth = 2;
            ctx.stroke();
        }
        ctx.fillStyle = '#090c1c';
        ctx.beginPath();
        ctx.roundRect(left, top, Math.max(3, right - left), row - 2, 3);
        ctx.fill();
        ctx.save();
        ctx.clip();
        ctx.globalAlpha = film === shown ? 1 : film === rival ? 0.8 : 0.55;
        for (let frame = Math.floor(film.from / this.#every) * this.#every; frame <= film.last;
            frame += this.#every)
        {
            this.#drawThumb(ctx, film, frame, Math.max(left, at(frame)), at(frame + this.#every),
                top + HOLES, row - 2 - 2 * HOLES);
        }
        ctx.globalAlpha = 0.8;
        ctx.fillStyle = 'rgba(200, 214, 255, 0.28)';
        for (let x = left + 3 - (left % 8); x < right; x += 8)
            for (const y of [top + 1.5, top + row - 5.5]) ctx.fillRect(x, y, 3.5, 2);
        ctx.restore();
        this.#drawApart(ctx, film, top, width);
        ctx.strokeStyle = color;
        ctx.globalAlpha = film === shown || film === rival ? 1 : 0.45;
        ctx.lineWidth = film === shown ? 2 : 1;
        ctx.strokeRect(left, top + 0.5, Math.max(3, right - left), row - 3);
        ctx.globalAlpha = 1;
        if (film.cup < 0) return;
        ctx.fillStyle = CUP_COLORS[film.cup];
        ctx.beginPath();
        ctx.arc(Math.min(width - 6, right - 7), top + row / 2 - 1, 4, 0, 2 * Math.PI);
        ctx.fill();
    }

    /** Draws the small picture of a frame, cut to its shape. @param {CanvasRenderingContext2D} ctx @param {Film} film @param {number} frame first step @param {number} left @param {number} right @param {number} top @param {number} height */
    #drawThumb(ctx, film, frame, left, right, top, height) {
        const thumbs = this.#thumbs.get(film);
        let picture;
        for (let step = frame; step < frame + this.#every && !picture; step += SECOND)
            picture = thumbs?.get(step / SECOND);
        if (!picture) return;
        const width = right - left - 1.5;
        const scale = Math.max(width / THUMB_WIDTH, height / THUMB_HEIGHT);
        const [w, h] = [width / scale, height / scale];
        ctx.drawImage(picture, (THUMB_WIDTH - w) / 2, (THUMB_HEIGHT - h) / 2, w, h, left, top,
            width, height);
    }

    /** How far the film has come apart, from a ten-millionth of a metre at the bottom to ten metres. @param {CanvasRenderingContext2D} ctx @param {Film} film @param {number} top @param {number} width */
    #drawApart(ctx, film, top, width) {
        const row = this.#row;
        ctx.beginPath();
        let on = false;
        for (let step = film.from; step <= film.last; step += 2) {
            const apart = film.apart[step];
            const part = (Math.log10(Math.max(1e-7, apart)) + 7) / 8.3;
            if (Number.isNaN(apart)) on = false;
            else ctx[on ? 'lineTo' : 'moveTo']((width * step) / LENGTH,
                    top + row - 4 - part * (row - 9));
            on = !Number.isNaN(apart);
        }
        ctx.strokeStyle = 'rgba(8, 10, 26, 0.75)';
        ctx.lineWidth = 4;
        ctx.stroke();
        ctx.strokeStyle = '#ffffff';
        ctx.lineWidth = 1.6;
        ctx.stroke();
    }

    /** Seconds, the first difference and the play head. @param {CanvasRenderingContext2D} ctx @param {number} width @param {number} height */
    #drawAxis(ctx, width, height) {
        const { first, step } = this.machine;
        const x = Math.max(1, Math.min(width - 1, (width * step) / LENGTH));
        ctx.font = '10.5px ui-sans-serif, system-ui, sans-serif';
        ctx.fillStyle = '#b9c4e2';
        const each = width > 500 ? 1 : 5;
        for (let second = 0; second <= LENGTH / SECOND; second += each) {
            ctx.textAlign = second === 0 ? 'left' : second === LENGTH / SECOND ? 'right' : 'center';
            ctx.fillText(second % 5 === 0 ? `${second} s` : '·', (width * second * SECOND) / LENGTH,
                height - 3);
        }
        if (first) {
            const at = (width * first.step) / LENGTH;
            ctx.strokeStyle = 'rgba(255, 255, 255, 0.8)';
            ctx.lineWidth = 1;
            ctx.setLineDash([2, 3]);
            ctx.beginPath();
            ctx.moveTo(at, 0);
            ctx.lineTo(at, height - AXIS);
            ctx.stroke();
            ctx.setLineDash([]);
        }
        ctx.fillStyle = '#ffffff';
        ctx.fillRect(x - 1, 0, 2, height - AXIS + 1);
        ctx.beginPath();
        ctx.moveTo(x, height - AXIS - 1);
        ctx.lineTo(x + 6, height - 4);
        ctx.lineTo(x - 6, height - 4);
        ctx.fill();
    }
}
