// What the guide's search finds for words: the index, the words that are none, and what else people call a thing. Knows no
// page; demo/guide/search.js shows what it finds.

/** @typedef {{ page: string, id: string, title: string, heading: string, text: string, code: string }} Entry */
/** @typedef {Entry & { words: string[] }} Found an entry that was found, and by which of its words */
/** @typedef {(query: string) => Found[]} Search */

/** Words that are left out of a query, such as articles. */
const STOP_WORDS = new Set(
    `a about all also am an and any are as at be been body but by can cannot could did do does doing don for from get gets give
    has have how i if in into is isn it its just let like make makes making me my need no not now of off on or our out per set should
    so some t than that the their them then there these they this to too turn use using want was way we were what when where
    which while who why will with without won work would you your`.split(/\s+/),
);

/**
 * What people call a thing, and what the guide and the reference call it. A word of a line finds what the others of the line
 * find, those behind the colon first: a word before it is no word of the guide, or one of many things.
 */
const SYNONYMS = `
    rotate rotation rotating: angle angularVelocity setTransform torque
    spin spinning: angularVelocity angle
    turning: angle angularVelocity
    tunnelling tunneling ccd tunnel: bullet fast continuous
    dispose free delete remove kill despawn: destroy
    compound multiple shapes fixtures: colliders createColliders
    two: two colliders several
    multiplayer netcode network online: rollback lockstep
    fluid liquid swim float floating: water buoyancy
    particles particle sph liquidfun granular powder: matter
    goo slime blob soft: jelly
    pour spout faucet hose: emitter tap
    flood spill: flood water
    dune grain grains: sand
    pwa offline install: page load
    breakable: breaking destroy breakForce
    destructible dig digging mine mining excavate crater tunnel: terrain dig setTile
    worms lemmings: terrain
    shatter smash crack: fracture pieces
    slice split sever: cut
    cdn script html: page load
    pixel pixels px: metres drawing lengthUnit
    unit units scale: metres
    sensor ghost pickup: trigger
    rigidbody rigid: body
    fixture: collider
    raycast ray laser: rayCast rays
    sight vision: raycast rayCast
    slippery ice slick: friction surfaces ice
    bounce bouncy bouncing elastic: restitution
    weight heavy: mass density
    rope cable chain string: rope distance builders
    hinge pin: revolute hinge
    slider piston: prismatic sliders
    glue fix attach: weld
    gear gears: ratchets gears
    spring springs soft: spring distance
    car vehicle wheel: wheels wheel car
    sprite image picture png alpha: pictures trace
    elevator platform platforms lift: lifts kinematic moving
    oneway jumpthrough semisolid: one-way platforms
    character player controller kinematic: movers platformer
    topdown: above top-down
    jump jumping coyote: platformer jump
    stairs steps: stepHeight slopes
    shake screenshake trauma: shake camera
    zoom scroll viewport: camera
    pause paused freeze: paused pausing
    slowmotion slowmo bullettime: timeScale
    restart reset again reload: restart starting again
    undo rewind rewinding: rewind history
    save load serialize serialise persist: snapshots scenes
    json export: scenes toScene
    replay recording: recordings
    deterministic determinism: rollback replays hash
    touching touch touches collide collides colliding collision collisions overlap overlapping: contacts touching contact listeners
    event events callback listener: events listeners
    hit impact damage: hits hit impulse
    sound sounds audio volume: hits hit
    filter filters filtering mask category bits: layers layer groups ignore ignores
    disable enable toggle: enabled switching
    asleep awake wake sleeping: sleep
    mouse drag grab pointer: dragging pointer
    explode bomb blast: explosions
    magnet attract planet: gravity
    zero: gravity
    wind: wind
    tilemap tiles map: tiles map
    concave decompose: outlines outline
    hull polygon: hulls polygon
    terrain landscape: terrain createTerrain
    hills slope: chains chain terrain
    memory leak garbage: memory garbage
    slow fps lag performance benchmark: performance figures
    thread worker: worker
    jitter stutter smooth interpolation: poses steps
    debug debugdraw wireframe: debug drawing
    react svelte vue: page
    typescript types: typescript
    phaser pixi three: drawing
    box2d matter planck rapier: coming
    teleport position move: setTransform moving
    force push impulse: applyImpulse applyForce
    knockback invincible invincibility: knock hurt applyImpulse
    speed velocity: setVelocity velocity
`.trim().split('\n').map((line) => {
    const [asked, found] = line.split(':').map((part) => part.trim().split(/\s+/));
    return { asked: new Set(asked), found };
});

/** Words as they are indexed; a name such as maxSlope is one word and two. @param {string} text */
export function wordsOf(text) {
    return (text.match(/[\p{L}\p{N}_]+/gu) ?? []).flatMap((word) => {
        const parts = word.match(/\p{Lu}?[\p{Ll}\p{N}]+|\p{Lu}+(?!\p{Ll})/gu) ?? [];
        return parts.length > 1 ? [word, ...parts] : [word];
    });
}

/** The words of a query that say something; all of them, if none does. @param {string} query */
function askedOf(query) {
    const words = (query.match(/[\p{L}\p{N}_]+/gu) ?? []).map((word) => word.toLowerCase());
    const asked = words.filter((word) => !STOP_WORDS.has(word));
    return asked.length > 0 ? asked : words;
}

/** Words that may stand for one that is looked for. @param {string} word */
const othersOf = (word) =>
    SYNONYMS.filter(({ asked }) => asked.has(word)).flatMap(({ found }) => found);

/** How much an entry counts: what explains before what lists, and what all use before its variants. @param {Entry} entry */
function weightOf({ page, heading }) {
    if (page !== 'api.html') return 1;
    // Those of a worker, of files and of Phaser have the names of the others.
    if (/^(Worker|Scene|Mica(?!Error))/.test(heading)) return 0.2;
    return heading.includes('.') ? 0.4 : 0.5;
}

/**
 * A search through entries.
 * @param {typeof import('minisearch').default} MiniSearch
 * @param {readonly Entry[]} entries
 * @returns {Search}
 */
export function createIndex(MiniSearch, entries) {
    const index = new MiniSearch({ fields: ['heading', 'title', 'text', 'code'],
        tokenize: wordsOf });
    index.addAll(
        entries.map((entry, id) => ({ ...entry, id, heading: entry.heading.replace('.', ' ') })),
    );
    const boostDocument = (/** @type {number} */ id) => weightOf(entries[id]);
    const options = { boost: { heading: 4, title: 2, code: 0.3 }, prefix: true, boostDocument,
        fuzzy: (/** @type {string} */ word) => (word.length > 4 ? 0.2 : 0) };
    /** @param {string} word @returns {import('minisearch').Query} */
    const either = (word) => ({ combineWith: 'OR',
        queries: [word,
            ...othersOf(word).map((other) => ({ queries: [other], prefix: false,
                fuzzy: false })
            )] });
    const named = entries.map(({ heading }) =>
        new Set(wordsOf(heading).map((word) => word.toLowerCase()))
    );
    return (query) => {
        const asked = askedOf(query);
        if (asked.length === 0) return [];
        const queries = asked.map(either);
        const all = index.search({ combineWith: 'AND', queries }, options);
        const some = all.length > 0 ? all : index.search({ combineWith: 'OR', queries }, options);
        // Entries whose name has every word of the query, stop words included, come first.
        const words = wordsOf(query).map((word) => word.toLowerCase());
        if (words.length < 2)
            return some.map(({ id, terms }) => ({ ...entries[id], words: terms }));
        const [first, rest] = [true, false].map((wanted) =>
            some.filter(({ id }) => words.every((word) => named[id].has(word)) === wanted)
        );
        return [...first, ...rest].map(({ id, terms }) => ({ ...entries[id], words: terms }));
    };
}
