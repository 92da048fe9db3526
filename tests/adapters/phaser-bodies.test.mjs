// Bodies of Phaser's game objects frame by frame, on a stand-in for a scene that needs no page: what a body does where
// it is driven into a wall, rides a platform, is resized, disabled and destroyed. phaser-game.test.mjs has the real
// Phaser.
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import test from 'node:test';
import { MicaPlugin } from '../../js/adapters/phaser.js';
import { TILE, World, init } from '../../js/index.js';
import { createWorkerWorld } from '../../js/worker.js';

await init();

const near = (a, b, tolerance = 1e-3) =>
    assert.ok(Math.abs(a - b) <= tolerance, `${a} is not ${b}`);

/** A game object of Phaser, as far as the plugin knows it. */
function makeObject(x, y, width, height) {
    return { x, y, width, height, rotation: 0, scaleX: 1, scaleY: 1, originX: 0.5, originY: 0.5,
        body: null, active: true, visible: true, setActive(value) {
        this.active = value;
    }, setVisible(value) {
        this.visible = value;
    }, destroy() {
        this.body?.destroy();
    } };
}

/** A group of Phaser: it calls its hidden callbacks as members come and go. */
function makeGroup(children, config) {
    const members = [];
    const group = { getChildren: () => members, add(child) {
        members.push(child);
        config.internalCreateCallback.call(group, child);
        return child;
    }, remove(child) {
        members.splice(members.indexOf(child), 1);
        config.internalRemoveCallback.call(group, child);
    } };
    for (const child of children ?? []) group.add(child);
    return group;
}

/** A scene of 800 × 600 pixels with a plugin, and `play`, which makes frames. */
function makeScene(options = { gravity: [0, 300] }) {
    const events = new EventEmitter();
    const keyboard = new EventEmitter();
    const drawn = [];
    const scene = { sys: { events, scale: { width: 800, height: 600 } }, input: { keyboard }, add: {
        graphics: () => {
            const graphics = { lines: 0, clear: () => graphics.lines = 0, lineStyle() {},
                lineBetween: () => ++graphics.lines, destroy: () => graphics.lines = -1 };
            drawn.push(graphics);
            return graphics;
        },
        sprite: (x, y, [width, height]) => makeObject(x, y, width, height),
        image: (x, y, [width, height]) => makeObject(x, y, width, height),
        group: makeGroup,
    } };
    // As Phaser's emitter, whose third argument is `this` of the listener.
    for (const name of ['on', 'off']) {
        const plain = events[name].bind(events);
        const bound = new Map();
        events[name] = (event, heard, context) => {
            if (!bound.has(heard)) bound.set(heard, heard.bind(context));
            return plain(event, bound.get(heard));
        };
    }
    const mica = new MicaPlugin(scene);
    mica.use(new World(), options);
    const play = (frames, each = () => {}) => {
        for (let i = 0; i < frames; ++i) {
            events.emit('preupdate', 0, 1000 / 60);
            each(i);
        }
    };
    return { scene, mica, play, events, keyboard, drawn };
}

/** A floor from 0 to 800 pixels, its upper side at 500. */
const addFloor = (mica) => mica.add.staticImage(400, 550, [800, 100]);

test('Phaser bodies: gravity and velocities are in pixels, y down; nothing collides that nothing names', () => {
    const { mica, play } = makeScene();
    const ball = mica.add.sprite(100, 100, [20, 20]).setVelocity(50, -60);
    addFloor(mica);
    near(ball.body.velocity.y, -60);
    play(61);
    near(ball.body.velocity.x, 50);
    near(ball.body.velocity.y, -60 + 300, 5.1);
    near(ball.x, 150, 1.7);
    play(60);
    assert.ok(ball.y > 500, 'it falls through the floor');
    assert.equal(ball.body.blocked.none, true);
    mica.destroy();
});

test('Phaser bodies: a driven body stops at a wall exactly, stands, jumps once a key is pressed', () => {
    const { mica, play } = makeScene();
    const floor = addFloor(mica);
    const wall = mica.add.staticImage(300, 400, [20, 400]);
    const player = mica.add.sprite(100, 470, [32, 48]).setBounce(0.2);
    mica.add.collider(player, [floor, wall]);
    play(60);
    near(player.y, 476, 0.05);
    assert.deepEqual({ ...player.body.blocked }, { none: false, up: false, down: true, left: false,
        right: false });
    assert.deepEqual({ ...player.body.touching }, { none: false, up: false, down: true, left: false,
        right: false });
    assert.ok(player.body.onFloor() && !player.body.onWall() && !player.body.onCeiling());
    play(120, () => player.setVelocityX(200));
    near(player.x, 274, 0.1);
    assert.ok(player.body.blocked.right && player.body.blocked.down);
    play(30, () => {
        player.setVelocityX(200);
        near(player.x, 274, 0.1);
    });
    let jumps = 0;
    play(30, () => {
        player.setVelocityX(0);
        if (!player.body.touching.down) return;
        player.setVelocityY(-330);
        ++jumps;
    });
    assert.equal(jumps, 1);
    assert.ok(player.y < 400);
    mica.destroy();
});

test('Phaser bodies: bombs with bounce 1 keep their speed between the edges of the canvas, which may be moved', () => {
    const { mica, play } = makeScene({});
    mica.world.gravity = [0, 0];
    const bomb = mica.add.sprite(400, 300, [16, 16]).setCircle(8).setBounce(1)
        .setCollideWorldBounds(true)
        .setVelocity(310, -170);
    let bounces = 0;
    play(600, () => {
        if (!bomb.body.blocked.none) ++bounces;
        assert.ok(bomb.x > 7 && bomb.x < 793 && bomb.y > 7 && bomb.y < 593, `${bomb.x}, ${bomb.y}`);
    });
    near(bomb.body.velocity.length(), Math.hypot(310, 170), 4);
    assert.ok(bounces >= 5, `${bounces} bounces`);
    assert.equal(bomb.body.touching.none, true, 'the edges are no game objects');
    mica.setBounds(0, 0, 800, 600, true, false);
    play(300, () => bomb.setVelocity(300, 0));
    assert.ok(bomb.x > 900, 'the right edge is open');
    mica.destroy();
});

test('Phaser bodies: who stands on a moving platform rides it, and walks and reads its speed as seen from it', () => {
    const { mica, play } = makeScene();
    const lift = mica.add.image(200, 400, [200, 20]).setImmovable(true).setVelocityX(60);
    const player = mica.add.sprite(200, 360, [32, 48]);
    const crate = mica.add.sprite(150, 370, [20, 20]);
    mica.add.collider([player, crate], lift);
    play(60, () => player.setVelocityX(0));
    const [x, from] = [player.x - lift.x, crate.x - lift.x];
    play(120, () => player.setVelocityX(0));
    near(player.x - lift.x, x, 0.1);
    near(crate.x - lift.x, from, 0.1);
    near(player.body.velocity.x, 0, 0.01);
    lift.setVelocityX(-60);
    play(30, () => player.setVelocityX(30));
    near(player.x - lift.x, x + 15, 1.5);
    near(player.body.velocity.x, 30, 0.01);
    assert.ok(lift.y === 400 || Math.abs(lift.y - 400) < 1e-3, 'gravity does not move it');
    player.setVelocityY(-100);
    play(10);
    near(player.body.mica.vx * 50, 30, 0.01);
    mica.destroy();
});

test('Phaser bodies: they follow where the game puts, scales and turns their objects', () => {
    const { mica, play } = makeScene();
    const ground = mica.add.staticImage(400, 568, [200, 32]);
    Object.assign(ground, { scaleX: 4, scaleY: 2 });
    ground.refreshBody();
    const { minX, minY, maxX, maxY } = ground.body.mica.colliders[0].aabb();
    assert.deepEqual([minX, minY, maxX, maxY].map((v) => Math.round(50 * v)), [0, -600, 800, -536]);
    const player = mica.add.sprite(100, 100, [32, 48]);
    mica.add.collider(player, ground);
    player.y = 300;
    play(1);
    assert.ok(player.y > 299 && player.y < 301);
    play(120);
    near(player.y, 536 - 24, 0.05);
    player.scaleY = 2;
    play(60);
    near(player.y, 536 - 48, 0.2);
    ground.y += 20;
    play(120);
    near(player.y, 556 - 48, 0.1);
    player.rotation = 1;
    play(5);
    assert.equal(player.rotation, 1, 'a fixed body leaves the rotation to the game');
    player.setFixedRotation(false);
    play(60);
    assert.ok(player.rotation !== 1, 'a free one tumbles');
    mica.destroy();
});

test('Phaser bodies: sizes, circles and offsets are in pixels of the object, from its upper left corner', () => {
    const { mica } = makeScene();
    const box = (sprite) => {
        const { minX, minY, maxX, maxY } = sprite.body.mica.colliders[0].aabb();
        return [minX, -maxY, maxX, -minY].map((v) => Math.round(5000 * v) / 100);
    };
    const sprite = mica.add.sprite(100, 100, [40, 60]);
    assert.deepEqual(box(sprite), [80, 70, 120, 130]);
    assert.deepEqual(box(sprite.setSize(20, 40)), [90, 80, 110, 120]);
    assert.deepEqual(box(sprite.setOffset(0, 20)), [80, 90, 100, 130]);
    assert.deepEqual(box(sprite.setSize(10, 10, false)), [80, 90, 90, 100]);
    assert.deepEqual(box(sprite.setCircle(15, 5, 15)), [85, 85, 115, 115]);
    assert.equal(sprite.body.mica.colliders[0].shape.shape, 'circle');
    sprite.scaleX = sprite.scaleY = 2;
    assert.deepEqual(box(sprite.refreshBody()), [70, 70, 130, 130]);
    const corner = Object.assign(mica.add.sprite(10, 10, [10, 10]), { originX: 0, originY: 0 });
    assert.deepEqual(box(corner.setSize(10, 10)), [10, 10, 20, 20]);
    sprite.scaleX = 0;
    assert.doesNotThrow(() => sprite.refreshBody(), 'an object may be scaled to nothing');
    mica.destroy();
});

test('Phaser bodies: overlap calls once a frame, also for stars that stand; a disabled star is met no more', () => {
    const { mica, play } = makeScene();
    const floor = addFloor(mica);
    const stars = mica.add.group([100, 200, 300].map((x) => makeObject(x, 480, 24, 22)), {
        bounce: 0.5,
    });
    const player = mica.add.sprite(20, 476, [32, 48]);
    mica.add.collider([player, stars], floor);
    const met = [];
    mica.add.overlap(player, stars, (one, star) => {
        assert.equal(one, player);
        met.push(star.x);
        star.disableBody(true, true);
    });
    play(120, () => player.setVelocityX(160));
    assert.deepEqual(met, [100, 200, 300].filter((x) => x < player.x));
    assert.equal(met.length, 3);
    const [star] = stars.getChildren();
    assert.ok(!star.active && !star.visible && !star.body.enable);
    star.enableBody(true, 600, 100, true, true);
    assert.ok(star.active && star.visible && star.y === 100);
    play(500, () => player.setVelocityX(0));
    near(star.y, 489, 0.1);
    const counts = [];
    mica.add.overlap(stars, floor, () => counts.push(mica.world.stepCount));
    play(10);
    assert.equal(counts.length, 10, 'a solid pair overlaps while it touches: once a frame');
    mica.destroy();
});

test('Phaser bodies: a platform that holds from above alone keeps to that as it is scaled', () => {
    const { mica, play } = makeScene({ gravity: { y: 300 } });
    const ledge = mica.add.staticSprite(100, 300, [100, 20]);
    ledge.body.mica.colliders[0].oneWay = [0, 1];
    ledge.scaleX = 2;
    const player = mica.add.sprite(180, 350, [20, 20]).setVelocityY(-300);
    mica.add.collider(player, ledge);
    play(150);
    near(player.y, 280, 0.1);
    mica.destroy();
});

test('Phaser bodies: what process of an overlap refuses is not called; both have their context', () => {
    const { mica, play } = makeScene({ gravity: [0, 0] });
    const [a, b, c] = [100, 110, 120].map((x) => mica.add.image(x, 100, [30, 30]));
    const found = [];
    const context = { refused: c };
    mica.add.overlap(a, [b, c], function hit(_one, other) {
        found.push(this === context && other === b);
    }, function process(_one, other) {
        return other !== this.refused;
    }, context);
    play(3);
    assert.deepEqual(found, [true, true, true]);
    mica.destroy();
});

test('Phaser bodies: a fast bullet meets a thin target within one frame, and what a call has destroyed is met no more', () => {
    const { mica, play } = makeScene({ gravity: [0, 0] });
    const bullet = mica.add.sprite(100, 300, [8, 8]).setVelocityX(6000);
    bullet.body.mica.bullet = true;
    const targets = mica.add.group([300, 310].map((x) => makeObject(x, 300, 4, 100)), {});
    const hits = [];
    mica.add.overlap(bullet, targets, (one, target) => {
        hits.push(target.x);
        target.destroy();
        one.destroy();
    });
    play(20);
    assert.deepEqual(hits.length, 1);
    assert.equal(bullet.body, null);
    assert.equal(mica.world.counters.bodies, 2, 'one target and the edges');
    mica.destroy();
});

test('Phaser bodies: collider calls while two press on each other, not while they are near', () => {
    const { mica, play } = makeScene({ gravity: [0, 0] });
    const a = mica.add.sprite(100, 100, [20, 20]);
    const b = mica.add.sprite(121, 100, [20, 20]);
    let calls = 0;
    const pair = mica.add.collider(a, b, () => ++calls);
    play(10);
    assert.equal(calls, 0, 'a pixel lies between them');
    play(10, () => a.setVelocityX(30));
    assert.ok(calls >= 4, `${calls} calls`);
    assert.ok(
        b.x > 121.5 && a.body.touching.right && b.body.touching.left && !a.body.blocked.right,
    );
    pair.active = false;
    play(40, () => a.setVelocityX(120));
    assert.ok(a.x > b.x, 'switched off, they pass');
    pair.active = true;
    pair.destroy();
    mica.destroy();
});

test('Phaser bodies: groups, their members and both at once are sides; layers are shared by what is alike', () => {
    const { mica, play } = makeScene();
    const floor = addFloor(mica);
    const group = mica.add.group(
        Array.from({ length: 200 }, (_, i) => makeObject(4 * i, 100, 3, 3)),
        {},
    );
    const [special] = group.getChildren();
    mica.add.collider(group, floor);
    const before = mica.world.layers.names.length;
    const shelf = mica.add.staticImage(0, 300, [50, 10]);
    mica.add.collider(special, shelf);
    assert.equal(mica.world.layers.names.length, before + 2);
    play(150);
    near(special.y, 293.5, 0.2);
    near(group.getChildren()[1].y, 498.5, 0.2);
    group.remove(special);
    special.y = 310;
    play(120);
    assert.ok(special.y > 500, 'it has left the group, and the floor does not hold it');
    mica.destroy();
});

test('Phaser bodies: the 65th layer is refused with what to do, and layers of destroyed objects are used again', () => {
    const { mica } = makeScene();
    const floor = addFloor(mica);
    for (let i = 0; i < 500; ++i) {
        const sprite = mica.add.sprite(0, 0, [10, 10]);
        mica.add.collider(sprite, floor).destroy();
        sprite.destroy();
    }
    const add = () => mica.add.collider(mica.add.sprite(0, 0, [10, 10]), floor);
    for (let i = 0; i < 55; ++i) add();
    assert.throws(() => {
        for (let i = 0; i < 20; ++i) add();
    }, /RangeError: mica: a world has 64 layers, .* put game objects .* into one group/);
    mica.destroy();
});

test('Phaser bodies: own gravity, acceleration, floating, largest speed, mass', () => {
    const { mica, play } = makeScene();
    const names = ['heavy', 'light', 'floating', 'rocket', 'slow'];
    const [heavy, light, floating, rocket, slow] = names.map((_, i) =>
        mica.add.sprite(100 * i, 0, [20, 20])
    );
    heavy.setGravityY(300).setMass(7);
    light.setGravityY(-300);
    floating.body.setAllowGravity(false);
    rocket.setAcceleration(100, -300);
    slow.setMaxSpeed(50);
    near(heavy.body.mass, 7);
    play(60);
    near(heavy.body.velocity.y, 600, 11);
    near(light.body.velocity.y, 0, 0.01);
    near(floating.body.velocity.y, 0, 0.01);
    near(rocket.body.velocity.x, 100, 2);
    near(rocket.body.velocity.y, 0, 0.01);
    near(slow.body.velocity.y, 50, 0.01);
    slow.body.velocity.set(30, 40).normalize().scale(10);
    near(slow.body.velocity.x, 6);
    near(slow.body.velocity.y, 8);
    slow.body.velocity.y = 0;
    slow.body.velocity.x = 1;
    near(slow.body.velocity.length(), 1);
    near(slow.body.velocity.setTo(0).normalize().length(), 0);
    mica.destroy();
});

/** A tilemap layer of Phaser, by rows of characters. */
function makeLayer(rows, orientation = 0) {
    const sides = { '#': [true, true, true, true], '-': [true, false, false, false],
        '.': [false, false, false, false] };
    const data = rows.map((row) =>
        [...row].map((character) => {
            if (character === ' ') return null;
            const [collideUp, collideDown, collideLeft, collideRight] = sides[character];
            return { character, collideUp, collideDown, collideLeft, collideRight };
        })
    );
    return { x: 0, y: 0, scaleX: 1, scaleY: 1, body: null,
        layer: { width: rows[0].length, height: rows.length, tileWidth: 32, tileHeight: 32,
            orientation, data } };
}

test('Phaser bodies: a tilemap layer is one collider; its tiles are given to calls; ledges hold from above', () => {
    const { mica, play } = makeScene();
    const layer = makeLayer(['    ', ' .- ', '    ', '####']);
    mica.add.tilemapLayer(layer);
    const [collider] = layer.body.mica.colliders;
    assert.deepEqual([collider.tile(0, 0), collider.tile(2, 2), collider.tile(1, 2)], [TILE.FULL,
        TILE.TOP_HALF | TILE.ONE_WAY, TILE.EMPTY]);
    const player = mica.add.sprite(80, 80, [16, 16]);
    const seen = new Set();
    mica.add.collider(player, layer, (one, tile) => seen.add(tile.character));
    play(40);
    near(player.y, 88, 0.1);
    assert.ok(player.body.blocked.down && player.body.touching.none, 'tiles block, as in Arcade');
    assert.deepEqual([...seen], ['#']);
    player.setVelocityY(-200);
    play(60);
    near(player.y, 24, 0.1);
    assert.deepEqual([...seen], ['#', '-']);
    layer.layer.data[1][2] = null;
    layer.body.refreshBody();
    play(60);
    near(player.y, 88, 0.1);
    layer.body.enable = false;
    assert.equal(layer.body.enable, false);
    play(30);
    assert.ok(player.y > 100);
    layer.body.destroy();
    assert.equal(layer.body, null);
    assert.throws(() => mica.add.tilemapLayer(makeLayer(['#'], 1)),
        /RangeError: mica: add\.tilemapLayer takes orthogonal layers, got one of orientation 1/);
    mica.destroy();
});

test('Phaser bodies: a game may destroy its world at any time, also as a collider is called or between steps', () => {
    for (const when of ['frame', 'call', 'step']) {
        const { mica, play, events } = makeScene();
        const floor = addFloor(mica);
        const sprite = mica.add.sprite(100, 480, [20, 20]).setBounce(0.5);
        const { world } = mica;
        mica.debug = true;
        mica.add.collider(sprite, floor, () => when === 'call' && world.destroy());
        if (when === 'step') world.on('contactBegin', () => world.destroy());
        play(60);
        if (when === 'frame') world.destroy();
        assert.ok(world.destroyed, when);
        play(3);
        sprite.destroy();
        events.emit('shutdown');
        mica.destroy();
    }
});

test('Phaser bodies: wrong arguments are named', async () => {
    const { mica, scene } = makeScene();
    const sprite = mica.add.sprite(0, 0, [10, 10]);
    assert.throws(() => mica.add.existing({ width: 0, height: 0 }),
        /TypeError: mica\.add\.existing: the game object must have a width/);
    assert.throws(() => mica.add.collider(sprite, { type: 'Rectangle' }),
        /TypeError: mica\.add\.collider: b must be .* got Rectangle/);
    assert.throws(() => mica.add.overlap([sprite, undefined], sprite),
        /TypeError: mica\.add\.overlap: a must be .* got undefined/);
    assert.throws(() => mica.add.collider(sprite, sprite, undefined, () => true),
        /TypeError: mica\.add\.collider: Mica calls no function within a step/);
    assert.throws(() => sprite.setBounce(2), /RangeError/);
    scene.input.keyboard = null;
    assert.throws(() => mica.use(new World(), { debugKey: 'D' }), /debugKey needs the keyboard/);
    const world = await createWorkerWorld();
    mica.use(world);
    assert.throws(() => mica.add,
        /TypeError: mica: this\.mica\.add needs a World, got one in a worker/);
    mica.destroy();
    assert.throws(() => mica.add, /call this\.mica\.use\(world\)/);
});

test('Phaser bodies: time is paused, debug lines are shown by a key, and all ends with the scene', () => {
    const { mica, play, events, keyboard, drawn } = makeScene({ gravity: [0, 300], debugKey: 'd' });
    const sprite = mica.add.existing(makeObject(100, 100, 10, 10));
    assert.equal(sprite.setVelocity, undefined, 'existing objects keep their own methods');
    play(10);
    mica.pause();
    const { y } = sprite;
    play(10);
    assert.equal(sprite.y, y);
    mica.resume();
    keyboard.emit('keydown-D');
    play(10);
    assert.ok(sprite.y > y && mica.debug && drawn[0].lines > 0);
    keyboard.emit('keydown-D');
    assert.ok(!mica.debug && drawn[0].lines === -1);
    mica.debug = true;
    const { world } = mica;
    events.emit('shutdown');
    assert.ok(world.destroyed);
    sprite.destroy();
    play(2);
    assert.equal(keyboard.listenerCount('keydown-D'), 0);
    mica.destroy();
});

test("Phaser bodies: the engine's own body may be destroyed, and objects given other bodies", () => {
    const { mica, play } = makeScene();
    const sprite = mica.add.sprite(100, 100, [10, 10]);
    sprite.body.mica.destroy();
    play(2);
    assert.equal(sprite.body, null);
    mica.add.existing(sprite, true);
    const { mica: first } = sprite.body;
    mica.add.existing(sprite);
    assert.ok(!first.alive && sprite.body.mica.type === 'dynamic');
    assert.ok(!sprite.body.immovable && sprite.body.allowGravity && sprite.body.bounce === 0);
    sprite.body.immovable = true;
    assert.equal(sprite.body.mica.type, 'kinematic');
    mica.destroy();
});
