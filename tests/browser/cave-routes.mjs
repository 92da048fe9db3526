// Ways through the levels of the cave, as a player holds keys: which keys, until where. Both functions run in the page,
// so neither uses anything of this file.

/** @typedef {{ x: number, y: number, vx: number, grounded: boolean, swims: boolean, lit: number, won: boolean, lifts: any[], ghosts: any[], frame: number }} Seen */
/**
 * Keys, the condition that ends the step, the seconds it may take, and whether it ends without the condition.
 * @typedef {[keys: string | ((seen: Seen) => string), until: (seen: Seen) => boolean, seconds?: number, ends?: boolean]} Step
 */

/** The steps of each level. @returns {Record<string, Step[]>} */
export function routes() {
    /** On the ground, and there. @param {(seen: Seen) => boolean} test @returns {(seen: Seen) => boolean} */
    const on = (test) => (seen) => seen.grounded && test(seen);
    /** That way, and over what slows it. @param {string} way @param {number} slow m/s @returns {(seen: Seen) => string} */
    const over = (way, slow) => ({ grounded, vx, frame }) =>
        `${way} ${!grounded || (Math.abs(vx) < slow && frame % 4 === 0) ? 'jump' : ''}`;
    /** To a place, and over what is in the way. @param {number} goal @returns {(seen: Seen) => string} */
    const to = (goal) => ({ x, grounded, vx, frame }) => {
        const way = x < goal - 0.2 ? 'right' : x > goal + 0.2 ? 'left' : '';
        return `${way} ${
            !grounded || (Math.abs(vx) < 2 && Math.abs(x - goal) > 0.5 && frame % 4 === 0)
                ? 'jump'
                : ''
        }`;
    };
    /** Stays on the second lift, and jumps over ghosts. @param {Seen} seen */
    const ride = ({ x, y, grounded, lifts: [, lift], ghosts }) => {
        const way = x < lift.x - 0.3 ? 'right' : x > lift.x + 0.3 ? 'left' : '';
        return `${way} ${
            !grounded || ghosts.some((ghost) => Math.hypot(ghost.x - x, ghost.y - y) < 2.2)
                ? 'jump'
                : ''
        }`;
    };
    /** From the floor of the chimney to the stand with the azure prism. @type {Step[]} */
    const toStand = [
        ['right', (s) => s.x > 22.9],
        ['right jump', (s) => s.x > 25.4],
        ['jump', on((s) => s.y > 6)],
        ['right', (s) => s.x > 27],
        ['right jump', (s) => s.x > 29.2],
        ['jump', on((s) => s.y > 8.4)],
        ['right', (s) => s.x > 29.8],
    ];
    return {
        lanterns: [
            ['right', (s) => s.lit >= 1],
            [over('right', 3), on((s) => s.x > 14.5)],
            ['right', (s) => s.x > 17.8],
            ['right jump', (s) => s.lit >= 2], // over the pit of balls
            [over('right', 3), on((s) => s.x > 30), 12],
            [over('right', 3), on((s) => s.x > 45.8 && s.y < 6), 20], // over the pyramid
            [to(46.8), on((s) => Math.abs(s.x - 46.8) < 0.3 && s.y < 5), 12],
            ['', (s) => s.lifts[0].y < 4.5, 20],
            ['right jump', (s) => s.x > 49.4],
            ['', on((s) => Math.abs(s.vx) < 0.1 && s.y > 4.8)],
            ['', (s) => s.lifts[0].y > 17.1, 20],
            ['left jump', on((s) => s.y > 20.4)],
            ['left', (s) => s.x < 44.4],
            ['right', (s) => s.x > 48.6],
            ['right jump', (s) => s.x > 51],
            [over('right', 2), on((s) => s.x > 52.4 && s.y > 18)],
            ['right', (s) => s.x > 59],
            ['', (s) => s.lifts[1].x < 62.7, 20],
            ['right jump', (s) => s.x > 62],
            ['', on((s) => s.y > 17)],
            ['', (s) => s.lifts[1].x > 64.4, 20],
            ['right', (s) => s.x > 64.8],
            ['right jump', on((s) => s.y > 19.3)],
            ['right', (s) => s.won],
        ],
        water: [
            ['right', (s) => s.x > 13.8], // up a slope
            ['', (s) => Math.abs(s.vx) < 0.2],
            ['jump', on((s) => s.y > 9.4)], // through ledges
            ['right', (s) => s.x > 15.3],
            ['right jump', on((s) => s.y > 12.4)],
            ['right', (s) => s.x > 18],
            ['left', (s) => s.x < 17.9],
            ['left jump', on((s) => s.y > 15.4)],
            ['left', (s) => s.lit >= 1],
            [({ x, swims, frame }) => `right ${swims && x < 31 && frame % 20 > 3 ? 'jump' : ''}`,
                (s) => s.x > 32.2], // over the pool
            ['down', (s) => s.y < 3], // and under its slab
            ['left', (s) => s.lit >= 2],
            ['right', (s) => s.x > 31.9],
            [({ frame }) => (frame % 20 > 3 ? 'jump' : ''), (s) => s.y > 6.2],
            [({ frame }) => `right ${frame % 24 > 3 ? 'jump' : ''}`, on((s) => s.x > 34.3)],
            ['right', (s) => s.x > 37.2],
            ['up', on((s) => s.y > 14.3)], // the ladder
            ['right', (s) => s.x > 39.2],
            ['right jump', (s) => s.x > 43],
            ['right', (s) => s.lit >= 3],
            ['left', (s) => s.x < 51.3],
            ['', on((s) => s.lifts[0].y < 10.95), 20],
            ['left', (s) => s.x < 49.7],
            ['', on((s) => s.lifts[0].y > 16.9), 20],
            ['left jump', on((s) => s.x < 47.2 && s.y > 18.4)],
            ['left', (s) => s.lit >= 4],
            ['left', (s) => s.x < 44.3],
            ['', (s) => s.lifts[1].x > 41, 20],
            ['left', (s) => s.x < 41.8],
            [ride, (s) => s.lifts[1].x < 23.8 && s.grounded, 20],
            ['left', (s) => s.x < 22.6],
            ['left jump', on((s) => s.x < 20.5)],
            ['left', (s) => s.x < 17.2],
            ['left jump', on((s) => s.x < 12)],
            ['left', (s) => s.won],
        ],
        veils: [
            ['right', (s) => s.x > 20.6], // through the topaz veil, over the azure bridge
            ...toStand,
            ['left', (s) => s.x < 17.6], // now the bridge lets the player fall
            ['', on((s) => s.y < 3)],
            ['left', (s) => s.lit >= 1],
            ['right', (s) => s.x > 17.8],
            [({ x, frame }) => `left ${x < 15.8 && frame % 60 < 40 ? 'jump' : ''}`,
                on((s) => s.x < 14.7 && s.y > 4)],
            ['left', (s) => s.x < 13],
            ...toStand,
            ['left', (s) => s.x < 29.5],
            ['left jump', (s) => s.x < 27.9],
            ['jump', on((s) => s.y > 10.8)],
            ['left', (s) => s.x < 26],
            ['left jump', (s) => s.x < 24.7],
            ['jump', on((s) => s.y > 13.4)],
            ['left', (s) => s.x < 18],
            ['', on((s) => Math.abs(s.vx) < 0.1)],
            ['jump', on((s) => s.y > 15.4)],
            ['left', (s) => s.x < 16.8],
            ['left jump', (s) => s.x < 14.6],
            ['jump', on((s) => s.y > 18.4)],
            ['', () => false, 2.5, true], // the ghosts gather high up in their cage
            ['down', (s) => s.y < 16],
            ['left', (s) => s.lit >= 2],
            ['right', (s) => s.x > 28.4],
            ['right jump', (s) => s.x > 31],
            ['jump', on((s) => s.y > 15.6)],
            ['', () => false, 0.1, true],
            ['right jump', (s) => s.x > 35.8],
            ['jump', on((s) => s.y > 17.4)],
            ['right', (s) => s.lit >= 3],
            ['', () => false, 1.5, true], // the crates fall
            [over('right', 1), on((s) => s.y > 16.4), 12],
            ['right', (s) => s.won],
        ],
    };
}

/**
 * Plays a route by keys, a sixtieth of a second a frame, with the page's own frames held. Whom a ghost catches goes on
 * from the lantern that was lit last.
 * @param {Step[]} steps
 */
export async function playRoute(steps) {
    const { page, state } = globalThis.mica;
    const { game } = state;
    page.draw = () => {}; // a picture is drawn at the end
    const codes = { right: 'ArrowRight', left: 'ArrowLeft', up: 'ArrowUp', down: 'ArrowDown',
        jump: 'Space' };
    const stage = document.getElementById('stage');
    const told = { frames: 0, caught: 0, inStone: 0, farthest: -Infinity, fastest: 0, modes: {},
        trouble: '' };
    let held = new Set();
    const hold = (keys) => {
        const wanted = new Set(keys.split(' ').filter(Boolean));
        for (const [kind, from, without] of [['keyup', held, wanted], ['keydown', wanted, held]]) {
            for (const key of from)
                if (!without.has(key))
                    stage.dispatchEvent(
                        new KeyboardEvent(kind, { code: codes[key], bubbles: true }),
                    );
        }
        held = wanted;
    };
    const see = (frame) => {
        const { lifts } = game.scene;
        const { x, y, vx } = state.player;
        return { x, y, vx, grounded: state.grounded, swims: game.hero.mode === 'water',
            lit: state.lit, won: state.won, lifts: lifts.map(({ body }) => body),
            ghosts: state.ghosts, frame };
    };
    const advance = async () => {
        globalThis.advance(1 / 60);
        if (++told.frames % 60 === 0)
            await new Promise((resolve) => {
                setTimeout(resolve);
            });
        told.modes[game.hero.mode] = true;
        const { level: { tiles, width } } = game.scene;
        state.ghosts.forEach((ghost, i) => {
            if (tiles[Math.floor(ghost.y) * width + Math.floor(ghost.x)] === 1) told.inStone++;
            if (i < 2 && !game.minds.peace) told.farthest = Math.max(told.farthest, ghost.x);
        });
    };
    const rest = async () => {
        hold('');
        for (let i = 0;
            i < 300 && (game.caughtTimer > 0 || !(state.grounded || game.hero.mode === 'water'));
            ++i) await advance();
    };
    let [lit, from] = [0, 0];
    for (let i = 0; i < steps.length && !state.won; ++i) {
        const [keys, until, seconds = 8, ends = false] = steps[i];
        let frame = 0;
        for (; frame < 60 * seconds && state.caught === told.caught; ++frame) {
            hold(typeof keys === 'string' ? keys : keys(see(frame)));
            const { x } = state.player;
            await advance();
            told.fastest = Math.max(told.fastest, 60 * Math.abs(state.player.x - x));
            if (state.lit > lit) [lit, from] = [state.lit, i];
            if (until(see(frame))) break;
        }
        if (state.caught > told.caught) {
            told.caught = state.caught;
            await rest();
            i = from - 1;
        } else if (frame >= 60 * seconds && !ends) {
            told.trouble = `step ${i} did not end: ${
                JSON.stringify([state.player.x, state.player.y, keys])
            }`;
            break;
        }
        if (told.frames > 60 * 180) told.trouble ||= 'three minutes have passed';
        if (told.trouble) break;
    }
    await rest();
    delete page.draw;
    return { ...told, modes: Object.keys(told.modes).sort(), won: state.won, lit: state.lit,
        level: state.level };
}
