// The gallery's first page: the scene at its top, and cards whose worlds move while they are looked at. The engine is loaded when
// the page has been painted, the cards' worlds when the first card is looked at. Exposes globalThis.mica for tests and for the
// console: `hero`, `cards`, and `frame(seconds)`.
import { init } from '../../js/index.js';
import { Pointer } from '../../js/pointer.js';
import { Hero, SEE, paintHero } from './hero.js';
import { addLookButton } from './look.js';

const LONGEST_FRAME = 0.05; // seconds
const MAX_WORLDS = 3; // that cards keep
const SHARPEST = 1.5; // pixels of a card for a CSS pixel

/** @template {Element} [T=HTMLElement] @param {string} selector */
const find = (selector) => /** @type {T} */ (document.querySelector(selector));

const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** Gives a canvas as many pixels as it has place. @param {HTMLCanvasElement} canvas @param {number} most for a CSS pixel */
function fit(canvas, most) {
    const ratio = Math.min(most, devicePixelRatio || 1);
    const [width, height] = [Math.round(canvas.clientWidth * ratio),
        Math.round(canvas.clientHeight * ratio)];
    if (canvas.width !== width || canvas.height !== height)
        Object.assign(canvas, { width, height });
    return ratio;
}

/** A card, whose picture stands until its world moves. */
class Card {
    canvas = document.createElement('canvas');
    /** @type {import('./thumbnails.js').Moving | null} */ moving = null;
    /** Whether somebody looks at it. */ active = false;
    #loading = false;

    /** @param {HTMLElement} root @param {string} name of the page's folder */
    constructor(root, name) {
        this.root = root;
        this.name = name;
        this.canvas.setAttribute('aria-hidden', 'true');
        root.querySelector('.picture')?.append(this.canvas);
    }

    /** @param {boolean} active */
    async setActive(active) {
        this.active = active;
        if (!active || this.moving || this.#loading) return;
        this.#loading = true;
        const [{ THUMBNAILS }] = await Promise.all([import('./thumbnails.js'), init()]);
        this.moving = await THUMBNAILS[this.name]();
        this.#loading = false;
    }

    /** @param {number} seconds */
    frame(seconds) {
        if (!this.moving || !this.active) return;
        fit(this.canvas, SHARPEST);
        this.moving.advance(seconds);
        this.moving.paint(this.canvas, seconds);
        this.root.classList.add('moves');
    }

    /** Its picture stands again. */
    clear() {
        this.moving?.destroy();
        this.moving = null;
        this.root.classList.remove('moves');
    }
}

/** The scene at the top with its canvas, pointer and words. */
class Top {
    canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('.hero canvas'));
    hero = new Hero();
    /** Whether it is in the window. */ seen = true;
    paused = calm.matches;
    camera = { scale: 1, x: 0, y: 0 };
    #frames = 0;

    constructor() {
        const { hero } = this;
        this.pointer = new Pointer(hero.world, this.canvas, { toWorld: (x, y) => this.toWorld(x, y),
            filter: (body) => !hero.rope.includes(body), onGrab: () => this.play(),
            maxAcceleration: 400 });
        this.canvas.addEventListener('click', ({ clientX, clientY }) => {
            const at = this.toWorld(clientX, clientY);
            if (hero.world.overlapPoint(...at).length > 0) return;
            this.play();
            hero.blast(...at);
        });
        find('#again').addEventListener('click', () => {
            this.paused = false;
            hero.rewind();
        });
        find('#pause').addEventListener('click', () => this.setPaused(!this.paused));
        this.setPaused(this.paused);
    }

    play() {
        this.setPaused(false);
        this.hero.touch();
    }

    /** @param {boolean} paused */
    setPaused(paused) {
        this.paused = paused;
        find('#pause').textContent = paused ? 'Play' : 'Pause';
    }

    /** @param {number} clientX @param {number} clientY @returns {[number, number]} */
    toWorld(clientX, clientY) {
        const { left, top, width, height } = this.canvas.getBoundingClientRect();
        const { scale, x, y } = this.camera;
        return [x + (clientX - left - width / 2) / scale, y - (clientY - top - height / 2) / scale];
    }

    /** The letters lie in the place that the page's words leave them. */
    #look() {
        const [canvas, place] = [this.canvas.getBoundingClientRect(),
            find('.place').getBoundingClientRect()];
        const scale = Math.min(place.width / (SEE.maxX - SEE.minX),
            place.height / (SEE.maxY - SEE.minY));
        this.camera = { scale, x: (SEE.minX + SEE.maxX) / 2
            - (place.left + place.width / 2 - canvas.left - canvas.width / 2) / scale,
            y: SEE.minY + (place.bottom - canvas.top - canvas.height / 2) / scale };
    }

    /** @param {number} seconds */
    frame(seconds) {
        const { canvas, hero } = this;
        if (!this.paused) hero.advance(seconds, this.pointer.drags.length > 0);
        const ratio = fit(canvas, 2);
        this.#look();
        const { scale, x, y } = this.camera;
        const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
        const s = scale * ratio;
        ctx.setTransform(1, 0, 0, 1, 0, 0);
        ctx.clearRect(0, 0, canvas.width, canvas.height);
        ctx.setTransform(s, 0, 0, -s, canvas.width / 2 - s * x, canvas.height / 2 + s * y);
        paintHero(ctx, hero, { minX: x - canvas.width / 2 / s, maxX: x + canvas.width / 2 / s,
            maxY: y + canvas.height / 2 / s });
        if (this.#frames++ % 12 === 0) this.#write();
    }

    #write() {
        const { hero, paused } = this;
        find('.hero').dataset.state = paused ? 'paused' : hero.state;
        find('#figure').textContent = `${hero.world.counters.bodies} bodies, ${
            hero.stepMs.toFixed(2)
        } ms a step`;
    }
}

class Gallery {
    /** @type {Top | null} */ top = null;
    cards = [
        .../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.cards [data-page]')),
    ]
        .map((root) => new Card(root, root.dataset.page ?? ''));
    /** Whether the page's own frames stand, for tests. */ held = false;
    #last = performance.now();

    get hero() {
        return this.top?.hero;
    }

    constructor() {
        for (const card of this.cards) {
            for (const [on, off] of [['pointerenter', 'pointerleave'], ['focusin', 'focusout']]) {
                card.root.addEventListener(on, () => this.#activate(card, !calm.matches));
                card.root.addEventListener(off, () => this.#activate(card, false));
            }
        }
        calm.addEventListener('change', () => {
            this.top?.setPaused(calm.matches);
            if (calm.matches) { for (const card of this.cards) this.#activate(card, false); }
        });
        this.#watch();
        requestAnimationFrame((now) => this.#run(now));
    }

    /** @param {Card} card @param {boolean} active */
    async #activate(card, active) {
        await card.setActive(active); // it may be left while it loads
        const idle = this.cards.filter((each) => each.moving && !each.active);
        while (idle.length > MAX_WORLDS) idle.shift()?.clear();
    }

    /** Cards move only in the window, and where nothing hovers, in its middle. */
    #watch() {
        const touch = matchMedia('(hover: none)').matches;
        const byRoot = new Map(
            this.cards.map((card) => [/** @type {Element} */ (card.root), card]),
        );
        const watcher = new IntersectionObserver((entries) => {
            for (const { target, isIntersecting } of entries) {
                const card = byRoot.get(target);
                if (target === find('.hero') && this.top) this.top.seen = isIntersecting;
                else if (card && touch) this.#activate(card, isIntersecting && !calm.matches);
                else if (card && !isIntersecting) this.#activate(card, false);
            }
        }, touch ? { rootMargin: '-38% 0px -38% 0px' } : {});
        for (const card of this.cards) watcher.observe(card.root);
        new IntersectionObserver(([{ isIntersecting }]) => {
            if (this.top) this.top.seen = isIntersecting;
        }).observe(find('.hero'));
    }

    async start() {
        await init();
        this.top = new Top();
        find('.hero').classList.add('ready');
    }

    /** @param {number} seconds */
    frame(seconds) {
        if (this.top?.seen) this.top.frame(seconds);
        for (const card of this.cards) card.frame(seconds);
    }

    /** @param {number} now ms */
    #run(now) {
        requestAnimationFrame((next) => this.#run(next));
        const seconds = Math.max(0, Math.min(LONGEST_FRAME, (now - this.#last) / 1000));
        this.#last = now;
        if (!this.held) this.frame(seconds);
    }
}

addLookButton(find('.bar'));
const copy = find('#copy');
copy.addEventListener('click', async () => {
    await navigator.clipboard?.writeText('npm install mica2d');
    copy.textContent = 'Copied';
    setTimeout(() => {
        copy.textContent = 'Copy';
    }, 2000);
});
const gallery = new Gallery();
Object.assign(globalThis, { mica: gallery });
await gallery.start();
