// Good arguments of the public members, made anew for each call from what the stage holds; hostile-spoil.mjs spoils
// them. What is not listed here gets arguments of all kinds, so that a member added later is called too.
import { FUNCTIONS, Mine, anyOf } from './hostile-stage.mjs';

/** @import { Random } from './hostile-random.mjs' */
/** @import { Stage } from './hostile-stage.mjs' */

/**
 * What good arguments are made of.
 * @param {Stage} stage @param {Random} random @param {() => (...args: any[]) => any} makeFunction a function of the caller's
 */
export function kitOf(stage, random, makeFunction) {
    const number = () => Number(random.between(-4, 4).toFixed(2));
    const positive = () => Number(random.between(0.1, 2).toFixed(2));
    const vector = () => (random.chance(0.7) ? [number(), number()] : { x: number(), y: number() });
    const flag = () => random.chance(0.5);
    const any = (/** @type {string} */ name) => anyOf(stage, random, name);
    const slot = () => random.below(8);
    const layer = () => random.pick(['default', 'wall', 'player', 'coin']);
    const list = (/** @type {() => any} */ make, least = 0) =>
        Array.from({ length: least + random.below(3) }, make);
    const floats = (/** @type {number} */ length) => {
        const numbers = Array.from({ length }, number);
        return random.chance(0.5) ? numbers : new Float32Array(numbers);
    };
    return { stage, random, number, positive, vector, flag, any, slot, layer, list, floats,
        makeFunction };
}

/** @typedef {ReturnType<typeof kitOf>} Kit */

/** @type {((k: Kit) => any)[]} */
const SHAPES = [
    (k) => ({ shape: 'circle', radius: k.positive(), center: k.vector() }),
    (k) => ({ shape: 'box', width: k.positive(), height: k.positive(), angle: k.number() }),
    (k) => ({ shape: 'capsule', radius: k.positive(), length: k.positive() }),
    (k) => ({ shape: 'capsule', radius: k.positive(), a: [0, 0], b: [k.positive(), 0] }),
    () => ({ shape: 'polygon', points: [[0, 0], [1, 0], [0, 1]] }),
    (k) => ({ shape: 'hull', points: new Float32Array([0, 0, 1, 0, 1, 1, 0, 1]),
        radius: 0.1 * k.positive() }),
    (k) => ({ shape: 'segment', a: [0, 0], b: [k.positive(), 0] }),
];
/** @type {((k: Kit) => any)[]} */
const PARTS = [
    () => ({ shape: 'outline', points: [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]],
        holes: [[[0.2, 0.2], [0.8, 0.2], [0.2, 0.8]]] }),
    (k) => ({ shape: 'chain', points: [[0, 0], [1, 0], [2, 1]], loop: k.flag() }),
    () => ({ shape: 'tiles', cells: ['#.', '.#'], cellSize: 1 }),
    (k) => ({ shape: 'tiles', columns: 2, rows: 2, cells: [0, 1, 2, 1],
        map: { 1: 1, 2: { tile: 1, layer: k.layer(), friction: 0.1 } } }),
    (k) => ({ shape: 'terrain', ...terrain(k) }),
];
/** @param {Kit} k */
const terrain = (k) => ({ columns: 3, rows: 2, cellSize: k.positive(), origin: k.vector(),
    fill: k.random.pick([
        new Uint8Array([255, 255, 0, 255, 9, 0]),
        [0, 255, 3, 4, 5, true],
        { data: new Uint8ClampedArray(24).fill(200), width: 3, height: 2 },
        (/** @type {number} */ x) => (k.makeFunction()(), x > 1),
        255,
        '/wY=',
    ]),
    materials: { dirt: { hardness: k.positive(), density: k.positive(), anchor: k.flag() },
        rock: { friction: k.positive(), layer: k.layer(), userData: [1] } },
    material: k.random.pick([0, 'rock', [0, 1, 'dirt', 0, 1, 1], new Uint8Array([0, 1, 0, 1, 0, 1]),
        () => (k.makeFunction()(), 1)]), topDown: k.flag(),
    pieces: k.random.pick(['fall', 'stay', 'remove']), borderAnchors: k.flag(),
    minimumPiece: k.positive() });
/** What ground is dug and added in. @param {Kit} k */
const tool = (k) =>
    k.random.pick([k.random.pick(SHAPES.slice(0, 5))(k), { shape: 'path',
        points: k.random.pick([[0, 0, 1, 0, 1, 1], [[0, 0], [2, 1]],
            new Float32Array([0, 0, -1, 2])]), radius: k.positive(), center: k.vector() }, {
        shape: 'outline',
        points: [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]],
        angle: k.number(),
    }]);
/** Where ground of a stage is. @param {Kit} k */
const digOptions = (k) => ({ position: [k.number(), -10 + k.number()], angle: k.number() });
/** @param {Kit} k */
const shape = (k) => k.random.pick(SHAPES)(k);
/** @param {Kit} k */
const collider = (k) => ({ ...(k.random.chance(0.75) ? shape(k) : k.random.pick(PARTS)(k)),
    layer: k.layer(), friction: k.positive(), density: 1, trigger: k.flag(), sees: ['dynamic'],
    oneWay: k.random.pick([false, [0, 1]]), tangentSpeed: k.number(), group: k.slot() - 4 });
/** @param {Kit} k */
const bodyOptions = (k) => ({ type: k.random.pick(['static', 'kinematic', 'dynamic']),
    position: k.vector(), angle: k.number(), colliders: k.list(() => collider(k)),
    canSleep: k.flag(), bullet: k.flag(), lockRotation: k.flag(),
    userData: k.random.pick([undefined, 1, 'text', { deep: [1] }]) });
/** @param {Kit} k */
const filter = (k) => ({ layers: k.list(k.layer),
    ignore: k.list(() => k.any(k.random.pick(['Body', 'Collider']))), skipStatic: k.flag(),
    skipMoving: k.flag() });
/** @param {Kit} k */
const castOptions = (k) => ({ ...filter(k), triggers: k.flag(), inside: k.flag() });
/** @param {Kit} k */
const pose = (k) => ({ x: k.number(), y: k.number(), angle: k.number() });
/** @param {Kit} k */
const ray = (k) => [k.number(), k.number(), 3 + k.positive(), k.number()];
/** @param {Kit} k */
const jointOptions = (k) => {
    const bodies = { bodyA: k.any('Body'), bodyB: k.any('Body') };
    return k.random.pick([
        { type: 'revolute', ...bodies, anchor: k.vector(), limit: { lower: -1, upper: 1 },
            motor: { speed: 1, maxTorque: 5 }, spring: { hertz: 1, dampingRatio: 1 } },
        { type: 'distance', ...bodies, localAnchorA: k.vector(), localAnchorB: k.vector(),
            length: k.positive() },
        { type: 'prismatic', ...bodies, anchor: k.vector(), axis: [1, 0], limit: [0, 1],
            breakForce: k.positive() },
        { type: 'weld', ...bodies, anchor: k.vector() },
        { type: 'wheel', ...bodies, anchor: k.vector(), axis: [0, 1],
            spring: { hertz: 4, dampingRatio: 0.7 } },
        { type: 'target', bodyB: k.any('Body'), target: k.vector(), hertz: 5 },
        { type: 'gear', jointA: k.any('Joint'), jointB: k.any('Joint'), ratio: k.number() },
    ]);
};
const KINDS = ['beforeStep', 'afterStep', 'contactBegin', 'contactEnd', 'contactHit', 'contactLoad',
    'contactStay', 'triggerEnter', 'triggerExit', 'triggerStay', 'moved', 'asleep', 'woke',
    'jointBroke', 'crushed', ...(process.env.HOSTILE_MATTER ? ['gauge'] : [])];
/** @param {Kit} k */
const listener = (k) => [k.random.pick(KINDS), k.makeFunction()];
/** @param {Kit} k */
const bytes = (k) => k.random.pick(k.stage.snapshots);
/** @param {Kit} k */
const part = (k) => k.any(k.random.pick(['Body', 'Collider']));
/** @param {Kit} k */
const ends = (k) => ({ from: [k.number(), 3], to: [k.number() + 9, 4], body: {},
    collider: { friction: 0.5 } });
/** @param {Kit} k */
const input = (k) => ({ moveX: k.number(), moveY: k.number(), x: k.number(), y: k.number(),
    jump: k.flag(), dash: k.flag() });

/** Where matter is filled, painted, pushed, and how. @param {Kit} k */
const matterPlace = (k) => ({ position: k.vector(), angle: k.number() });
/** @param {Kit} k */
const matterNumbers = (k) => ({ viscosity: 0.5 * k.positive(), friction: 0.3 * k.positive(),
    cohesion: 0.1, stiffness: 0.4, density: k.positive(), lifetime: k.random.pick([0, 1]) });

/** What a pedal or a steering wheel gives. @param {Kit} k */
const pedal = (k) => k.random.pick([-1, -0.5, 0, 0.5, 1]);

/** By class and member, or by the name of a function. @type {Record<string, (k: Kit) => any[]>} */
const GOOD = {
    'World.step': (k) => (k.flag() ? [] : [1 / 60, 1 + k.slot()]),
    'World.stepImpacts': () => [1 / 60, 100],
    'World.advance': (k) => [k.positive() / 20],
    'World.createBody': (k) => [bodyOptions(k)],
    'World.createBodies': (
        k,
    ) => [2, { positions: k.floats(4), velocities: k.floats(4), shape: shape(k), friction: 0.2 }],
    'World.createTerrain': (
        k,
    ) => [{ ...terrain(k), position: k.vector(), angle: k.number(), friction: k.positive(),
        layer: k.layer(), userData: k.slot() }],
    'World.createJoint': (k) => [jointOptions(k)],
    'World.createMover': (
        k,
    ) => [{ position: k.vector(), collider: shape(k), maxSlope: 1, stepHeight: 0.2, up: [0, 1],
        mass: 50 }],
    'World.setMoverVelocities': (k) => [[anySlot(k)], k.floats(2)],
    'World.createMatter': (
        k,
    ) => [{ kind: k.random.pick(['liquid', 'sand', 'jelly']), spacing: 0.2,
        capacity: 50 * (1 + k.slot()), layer: k.layer(), ...matterNumbers(k),
        userData: [k.slot()] }],
    'World.createEmitter': (
        k,
    ) => [{ matter: k.any('Matter'), ...matterPlace(k), rate: k.random.pick([0, 30]),
        width: k.positive(), speed: k.positive(), value: k.slot(), enabled: k.flag() }],
    'World.matterIn': (k) => [shape(k), { ...matterPlace(k), matter: k.any('Matter') }],
    'World.rayCastMatter': (k) => [...ray(k), { matter: k.any('Matter') }],
    'World.setGauge': (
        k,
    ) => [k.any('Collider'), k.random.pick([null, { threshold: k.slot(), drains: k.flag() }])],
    'World.gaugeOf': (k) => [k.any('Collider')],
    'World.matterCount': (k) => [k.any('Collider')],
    'Matter.fill': (k) => [shape(k), { ...matterPlace(k), velocity: k.vector(), value: k.slot() }],
    'Matter.add': (
        k,
    ) => [k.floats(4), { velocities: k.floats(4), values: [k.slot(), 2 ** 32 - 1] }],
    'Matter.remove': (k) => [shape(k), matterPlace(k)],
    'Matter.paint': (k) => [shape(k), { ...matterPlace(k), value: k.slot() }],
    'Matter.push': (k) => [shape(k), { ...matterPlace(k), velocity: k.vector() }],
    'World.bodyAt': (k) => [k.slot()],
    'World.setTransforms': (
        k,
    ) => [[k.slot(), k.slot()], { positions: k.floats(4), angles: k.floats(2) }],
    'World.destroySlots': (k) => [[k.slot()]],
    'World.contactPointsOf': (k) => [part(k), part(k)],
    'World.overlapPoint': (
        k,
    ) => [k.number(), k.number(), { ...filter(k), slack: k.positive(), out: [] }],
    'World.overlapBox': (
        k,
    ) => [k.number(), k.number(), k.number(), k.number(), { ...filter(k), out: [] }],
    'World.overlapShape': (k) => [shape(k), pose(k), filter(k)],
    'World.overlapCollider': (k) => [k.any('Collider'), filter(k)],
    'World.rayCast': (k) => [...ray(k), { ...castOptions(k), out: {} }],
    'World.rayCastAny': (k) => [...ray(k), castOptions(k)],
    'World.rayCastAll': (k) => [...ray(k), castOptions(k)],
    rayCasts: (
        k,
    ) => [k.any('World'), new Float32Array([...ray(k), ...ray(k)]), { ...castOptions(k),
        out: { f32: new Float32Array(4), u32: new Uint32Array(4) } }],
    'World.shapeCast': (k) => [shape(k), pose(k), k.number(), k.number(), castOptions(k)],
    shapeCasts: (k) => [k.any('World'), shape(k), new Float32Array(10), castOptions(k)],
    circleCasts: (k) => [k.any('World'), new Float32Array([0, 3, 0.5, 1, -9]), castOptions(k)],
    'World.closestPoint': (
        k,
    ) => [k.number(), k.number(), k.positive() * 5, { ...filter(k), out: {} }],
    'World.closestPointOf': (k) => [part(k), k.number(), k.number()],
    'World.touch': (k) => [k.number(), k.number(), k.positive(), filter(k)],
    'World.timeOfImpact': (
        k,
    ) => [k.any('Body'), { dx: k.number(), dy: 0, turn: 1 }, k.any('Body'), { dx: 0 }],
    'World.sweep': (k) => [k.any('Body'), k.floats(6), castOptions(k)],
    explode: (
        k,
    ) => [k.any('World'), { position: k.vector(), radius: 3, falloff: 1, impulse: k.number(),
        layers: k.list(k.layer), shields: ['wall'] }],
    'World.on': listener,
    'Body.on': listener,
    'Collider.on': listener,
    'World.snapshot': (k) =>
        k.random.pick([[], [new Uint8Array(2e4)], [{ userData: true }], [{ since: bytes(k) }]]),
    'World.restore': (k) => [bytes(k)],
    'World.fromSnapshot': (k) => [bytes(k)],
    keepHistory: (
        k,
    ) => [k.any('World'), { seconds: 0.5, bytes: 2e5, save: () => [1], load() {} }],
    rewind: (k) => [k.any('World'), k.slot() - 2],
    startRecording: (k) => [k.any('World'), {}],
    stopRecording: (k) => [k.any('World')],
    isRecording: (k) => [k.any('World')],
    toScene: (k) => [k.any('World')],
    preview: (
        k,
    ) => [k.any('World'), { bodies: k.list(() => k.any('Body')), steps: 2, every: 1,
        before: k.flag() ? k.makeFunction() : undefined, out: [] }],
    fromScene: (k) => [structuredClone(k.random.pick(k.stage.scenes))],
    'Body.setTransform': (k) => [k.number(), k.number(), k.number()],
    'Body.setVelocity': (k) => [k.number(), k.number()],
    'Body.setLocks': (k) => [{ x: k.flag(), rotation: k.flag() }],
    'Body.setDamping': (k) => [k.positive(), k.positive()],
    'Body.createCollider': (k) => [collider(k)],
    'Body.createColliders': (k) => [k.list(() => collider(k), 1)],
    'Body.applyForce': (k) => [k.vector(), k.vector()],
    'Body.applyImpulse': (k) => [k.number(), k.number(), k.number(), k.number()],
    'Body.setMass': (k) => [{ mass: k.positive(), center: k.vector() }],
    'Body.ignore': (k) => [k.any('Body'), k.flag()],
    'Body.ignores': (k) => [k.any('Body')],
    'Body.contactPoints': (k) => [part(k)],
    'Collider.contactPoints': (k) => [part(k)],
    'Collider.setShape': (k) => [shape(k)],
    'Collider.setTile': (k) => [k.slot() % 4, k.slot() % 2, k.slot() % 3],
    'Collider.fillTiles': (k) => [0, 0, 1 + (k.slot() % 3), 1, k.slot() % 3],
    'Collider.tile': (k) => [k.slot() % 4, k.slot() % 2],
    'Collider.tileAt': (k) => [k.number(), k.number(), {}],
    'Collider.dig': (k) => [tool(k), { ...digOptions(k), hardness: k.positive() }],
    'Collider.add': (
        k,
    ) => [tool(k), { ...digOptions(k), material: k.random.pick([0, 1, 'dirt', 'rock']) }],
    'Collider.groundCells': (k) => [k.slot(), k.slot() % 6, 1 + k.slot() % 4, 1 + k.slot() % 2],
    'Joint.setMotor': (k) => [k.number(), k.positive()],
    'Joint.setSpring': (k) => [k.positive(), k.positive()],
    'Joint.setTarget': (k) => [k.number(), k.number()],
    'Mover.setVelocity': (k) => [k.number(), k.number()],
    'Layers.add': (k) => [`layer ${k.random.below(99)}`],
    'Layers.set': (k) => [k.layer(), k.layer(), k.random.pick(['solid', 'ignore', 'trigger'])],
    'Layers.index': (k) => [k.layer()],
    'Layers.named': (k) => [k.layer(), k.layer()],
    'Layers.response': (k) => [k.layer(), k.layer()],
    'EventList.at': (k) => [k.slot() % 2],
    'SlotList.at': (k) => [k.slot() % 3],
    'Clock.advance': (k) => [k.positive() / 20],
    'History.seek': (
        k,
    ) => [k.stage.worlds[0].destroyed ? 1 : k.stage.worlds[0].stepCount - (k.slot() % 3)],
    'Replay.seek': (k) => [k.slot() % 2],
    'Replay.open': (k) => [k.random.pick(k.stage.recordings)],
    'Pointer.grab': (k) => [k.slot(), k.number(), k.number(), k.positive()],
    'Pointer.move': (k) => [k.slot(), k.number(), k.number()],
    'Pointer.release': (k) => [k.slot()],
    'Platformer.update': (k) => [input(k)],
    'Platformer.load': (k) => [k.any('Platformer')?.save()],
    'TopDown.update': (k) => [{ x: k.number(), y: k.number(), dash: k.flag() }],
    'TopDown.load': (k) => [k.any('TopDown')?.save()],
    'TopDownCar.update': (k) => [{ throttle: pedal(k), steer: pedal(k), handBrake: k.flag() }],
    'TopDownCar.load': (k) => [k.any('TopDownCar')?.save()],
    'SideCar.update': (k) => [{ throttle: pedal(k), brake: Math.abs(pedal(k)), lean: pedal(k) }],
    'SideCar.load': (k) => [k.any('SideCar')?.save()],
    'Rollback.addLocalInput': (k) => [k.slot(), 0],
    'Rollback.isFirst': () => ['key', 3],
    'Rollback.receive': (k) => [[1, 2, k.slot()], 0],
    'World.post': (k) =>
        k.random.pick([[k.random.bits()], [{ seed: k.random.bits(),
            of: [k.any('Body'), { joint: k.any('Joint') }, k.any('Collider')] }], [
            new Float32Array(4),
            [],
        ]]),
    createWorkerWorld: (
        k,
    ) => [{ gravity: k.vector(), layers: { wall: ['player'], player: {} }, sleep: k.flag(),
        clock: k.any('Clock') }, k.stage.how?.() ?? {}],
    World: (
        k,
    ) => [{ gravity: k.vector(), layers: { wall: ['player'], player: {} }, sleep: k.flag(),
        fixedStep: 0.02, clock: k.any('Clock') }],
    Clock: (k) => [{ timeScale: k.positive(), parent: k.any('Clock') }],
    Platformer: (k) => [k.any('Mover'), { ladders: ['coin'] }],
    TopDown: (k) => [k.any('Mover'), {}],
    TopDownCar: (k) => [k.any('Body'), {}],
    SideCar: (k) => [{ chassis: k.any('Body'), wheels: [k.any('Body')], joints: [k.any('Joint')] }],
    Pointer: (
        k,
    ) => [k.any('World'), new EventTarget(), {
        toWorld: (/** @type {any} */ x, /** @type {any} */ y) => [x, y],
        filter: k.makeFunction(),
    }],
    Rollback: (k) => [k.any('World'), { players: 1, step: k.makeFunction(), inputDelay: 1 }],
    createRope: (k) => [k.any('World'), { ...ends(k), links: 3, bodyA: k.any('Body') }],
    createBridge: (k) => [k.any('World'), { ...ends(k), planks: 3, bodyB: k.any('Body') }],
    createCar: (k) => [k.any('World'), { position: k.vector() }],
    createRagdoll: (k) => [k.any('World'), { position: k.vector() }],
    createBlob: (k) => [k.any('World'), { position: k.vector(), radius: 1 }],
    collide: (k) => [shape(k), pose(k), shape(k), pose(k), k.positive()],
    distance: (k) => [shape(k), pose(k), shape(k), pose(k)],
    importRube: (
        k,
    ) => [{
        body: [{ name: 'body', type: 2, position: { x: 1, y: 2 }, angle: 0,
            fixture: [{ name: 'f', density: 1, friction: 0.2,
                circle: { radius: k.positive(), center: 0 } }] }],
        joint: [],
        gravity: { x: 0, y: -10 },
    }, {}],
    timeOfImpact: (k) => [shape(k), { x: -5, dx: 9 }, shape(k), pose(k)],
    differences: (k) => [k.any('World'), bytes(k), { limit: 3 }],
    slotOf: (k) => [k.slot()],
};

/** The slot of a mover's body, or any. @param {Kit} k */
function anySlot(k) {
    const mover = k.any('Mover');
    try {
        return mover.body.index;
    } catch {
        return k.slot();
    }
}

/** Options by the member that takes them and their place, learned from what refusing an unknown one says. @type {Map<string, string[]>} */
const learned = new Map();

/**
 * Learns which options a member takes.
 * @param {string} name @param {number} count of its arguments @param {(args: any[]) => void} call
 */
export function learn(name, count, call) {
    for (let place = 0; place < Math.max(1, count); ++place) {
        const args = Array.from({ length: place + 1 },
            (_, i) => (i === place ? { 'no such option': 1 } : 0));
        try {
            call(args);
        } catch (error) {
            const found = /has no option "no such option"; there are (.*)$/.exec(
                String(/** @type {any} */ (error)?.message),
            );
            if (found) learned.set(`${name} ${place}`, found[1].split(', '));
        }
    }
}

/** A value of any kind. @param {Kit} k @param {number} [depth] @returns {any} */
export function anything(k, depth = 0) {
    const { random } = k;
    return random.pick([k.number, k.positive, k.vector, k.flag, k.slot, k.layer, k.makeFunction,
        () => undefined, () => shape(k), () => collider(k), () => jointOptions(k), () => bytes(k),
        () => k.any(random.pick([...k.stage.pools.keys()])), () => k.floats(random.below(6)),
        () => (depth > 1 ? 0 : k.list(() => anything(k, depth + 1))), () => filter(k)])();
}

/**
 * Good arguments for a member or function.
 * @param {Kit} k @param {string} name @param {number} count of its arguments
 */
export function argumentsFor(k, name, count) {
    if (GOOD[name] && k.random.chance(0.9)) return GOOD[name](k);
    return Array.from({ length: count + k.random.below(2) }, (_, place) => {
        const keys = learned.get(`${name} ${place}`);
        if (!keys || k.random.chance(0.2)) return anything(k);
        return Object.fromEntries(
            keys.filter(() => k.random.chance(0.3)).map((key) => [key, anything(k, 1)]),
        );
    });
}

export { FUNCTIONS, Mine };
