// The moving pictures of the gallery's cards: each is a page's own world and painting, made of the page's modules, which are
// loaded when its card is looked at. Called by gallery.js, which steps and paints them.

/** @typedef {import('../../js/index.js').World<any>} World */

/**
 * A world that moves in a card.
 * @typedef {object} Moving
 * @property {World} world
 * @property {() => void} destroy
 * @property {(seconds: number) => void} advance
 * @property {(canvas: HTMLCanvasElement, seconds: number) => void} paint
 */

/**
 * What most of them are: a scene with a world, painted in metres.
 * @typedef {object} Parts
 * @property {any} scene
 * @property {{ minX: number, minY: number, maxX: number, maxY: number } | (() => { minX: number, minY: number, maxX: number, maxY: number })} see
 * @property {(ctx: CanvasRenderingContext2D, seconds: number) => void} paint
 * @property {() => void} [beforeStep]
 * @property {number} [warm] seconds that it plays before it is shown
 */

/** Puts a part of the world into the middle of a canvas, as large as it fits. @param {CanvasRenderingContext2D} ctx @param {any} see */
function look(ctx, { minX, minY, maxX, maxY }) {
    const { width, height } = ctx.canvas;
    const scale = Math.min(width / (maxX - minX), height / (maxY - minY));
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, width, height);
    ctx.setTransform(scale, 0, 0, -scale, width / 2 - scale * (minX + maxX) / 2,
        height / 2 + scale * (minY + maxY) / 2);
}

/** @param {Parts} parts @returns {Moving} */
function moving({ scene, see, paint, beforeStep, warm = 0 }) {
    const { world } = scene;
    if (beforeStep) world.on('beforeStep', beforeStep);
    for (let i = 0; i < 60 * warm; ++i) world.advance(1 / 60);
    return {
        world,
        destroy: () => world.destroy(),
        advance: (seconds) => {
            world.advance(seconds);
        },
        paint(canvas, seconds) {
            const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
            look(ctx, typeof see === 'function' ? see() : see);
            paint(ctx, seconds);
        },
    };
}

async function billiards() {
    const [{ LENGTH, WIDTH, isPotted, makeTable, roll }, { drawTable }, { BallPainter }] =
        await Promise.all([
            import('../billiards/table.js'),
            import('../billiards/paint.js'),
            import('../billiards/paint-balls.js'),
        ]);
    const scene = makeTable(false);
    const painter = new BallPainter();
    scene.balls[0].setVelocity(8.6, 0.06);
    const onTable = () => scene.balls.filter((ball) => ball.enabled);
    return moving({ scene,
        see: { minX: -LENGTH * 1.16, maxX: LENGTH * 1.16, minY: -WIDTH * 1.18, maxY: WIDTH * 1.18 },
        beforeStep() {
            for (const ball of onTable()) if (isPotted(ball, false)) ball.enabled = false;
            roll(onTable());
            if (scene.world.stepCount % 420 === 419)
                scene.balls[0].setVelocity(7 * Math.cos(scene.world.stepCount),
                    7 * Math.sin(scene.world.stepCount));
        }, paint(ctx) {
        drawTable(ctx, false);
        for (const { poseX, poseY, userData } of onTable())
            painter.draw(ctx, userData, poseX, poseY);
    } });
}

async function cave() {
    const [{ loadLevel }, { advanceGame, createGame }, { Particles }, { Renderer },
        { createCamera, follow }] = await Promise.all([
            import('../cave/level.js'),
            import('../cave/game.js'),
            import('../cave/particles.js'),
            import('../cave/render.js'),
            import('./camera.js'),
        ]);
    const level = await loadLevel(0);
    const game = createGame(new Particles(), level);
    /** Runs to and fro, and jumps where it does not get on. */
    const keys = { run: 1, climb: 0, jumpHeld: false, upHeld: false,
        takeJump: () => game.hero.mover.grounded && Math.abs(game.hero.mover.body.vx) < 1 };
    let time = 0;
    /** @type {{ renderer: InstanceType<typeof Renderer>, camera: ReturnType<typeof createCamera> } | undefined} */
    let drawn;
    return {
        world: game.scene.world,
        destroy: () => game.scene.world.destroy(),
        advance(/** @type {number} */ seconds) {
            time += seconds;
            keys.run = time % 9 < 6 ? 1 : -1;
            keys.jumpHeld = time % 1.5 < 0.5;
            advanceGame(game, seconds, keys);
            game.particles.embers(game.scene.lanterns, seconds);
            game.particles.update(seconds);
        },
        paint(/** @type {HTMLCanvasElement} */ canvas, /** @type {number} */ seconds) {
            const first = !drawn;
            drawn ??= { renderer: new Renderer(canvas, { light: true, calm: false, debug: false }),
                camera: createCamera(canvas, level) };
            const { camera, renderer } = drawn;
            camera.measure();
            const { poses } = game.scene.world;
            const at = 4 * game.scene.player.slot;
            follow(camera, poses[at], poses[at + 1], game.hero.facing, seconds, game.shake, first);
            renderer.draw(game, camera, time, seconds);
            renderer.end(camera);
        },
    };
}

async function chains() {
    const [{ SCENES, setLoad }, { paintScene }] = await Promise.all([import('../chains/scenes.js'),
        import('../chains/paint.js')]);
    const scene = { name: 'Wrecking ball', times: 1000, ...SCENES['Wrecking ball']() };
    setLoad(scene, 1000);
    return moving({ scene, see: scene.see, warm: 0.8, paint: (ctx) => paintScene(ctx, scene) });
}

async function elements() {
    const { pool } = await import('../elements/pool.js');
    const scene = pool.make();
    return moving({ scene, see: { minX: -12, minY: -5.4, maxX: 12, maxY: 6.6 }, beforeStep() {
        pool.beforeStep(scene);
        if (scene.world.stepCount % 150 === 149 && scene.world.counters.bodies < 40)
            pool.more(scene);
    }, paint: (ctx, seconds) => pool.paint(ctx, scene, seconds) });
}

async function pachinko() {
    const [{ Game }, { Painter }] = await Promise.all([import('../pachinko/rules.js'),
        import('../pachinko/paint.js')]);
    const game = new Game();
    const painter = new Painter();
    game.tell = (what, x, y, strength) => painter.tell(what, x, y, strength);
    Object.assign(game, { firing: true }).state.power = 0.47;
    return moving({ scene: game, see: { minX: -6.8, minY: -0.9, maxX: 6.8, maxY: 5.9 }, warm: 3,
        beforeStep() {
            if (game.state.rain === 0 && game.state.tray < 30) game.state.tray += 60;
            if (game.world.stepCount % 600 === 300) game.buyRain();
            game.step();
        }, paint: (ctx, seconds) => painter.paint(ctx, game, seconds) });
}

async function pinball() {
    const [{ Bot }, { Game }, { Painter }] = await Promise.all([import('../pinball/bot.js'),
        import('../pinball/game.js'), import('../pinball/paint.js')]);
    const game = new Game({ seed: 5 });
    const painter = new Painter();
    const bot = new Bot(5);
    game.tell = (told) => painter.juice.tell(told);
    let middle = 2.6;
    /** The part of the table where the first ball is. */
    const see = () => {
        middle += 0.05 * (Math.max(2.6, Math.min(7.6, game.balls.body(0).y)) - middle);
        return { minX: -3.2, minY: middle - 1.7, maxX: 3.6, maxY: middle + 1.7 };
    };
    return moving({ scene: game, see, warm: 4, beforeStep() {
        game.state.rules.save = 1e4;
        game.step(bot.read(game));
    }, paint: (ctx, seconds) => painter.paint(ctx, game, seconds) });
}

async function merge() {
    const [{ Game, xToAim }, { Painter }] = await Promise.all([import('../merge/game.js'),
        import('../merge/paint.js')]);
    const game = new Game({ seed: 12, day: 0 });
    const painter = new Painter();
    game.tell = (told) => painter.tell(told, game);
    return moving({ scene: game, see: { minX: -4.4, minY: -0.6, maxX: 4.4, maxY: 3.8 }, warm: 14,
        beforeStep() {
            const [lowest] = [-3, -1.5, 0, 1.5, 3].map((x) => ({ x,
                top: game.world.rayCast(x, 12, 0, -13)?.y ?? 0 })
            ).sort((a, b) => a.top - b.top);
            game.step([xToAim(lowest.x), 1]);
        }, paint: (ctx, seconds) => painter.paint(ctx, game, seconds) });
}

async function slingshot() {
    const [{ Game }, { LEVELS }, { Painter }, { TURN }, { loadTools }] = await Promise.all([
        import('../slingshot/game.js'),
        import('../slingshot/levels.js'),
        import('../slingshot/paint.js'),
        import('../slingshot/shot.js'),
        import('../slingshot/tools.js'),
    ]);
    await loadTools();
    const painter = new Painter();
    const game = new Game(LEVELS[7], 7);
    game.tell = (told) => painter.tell(told);
    const angles = [12, 24, 5].map((degrees) => degrees * TURN);
    const [before, state] = [game.world.snapshot(), game.save()];
    const made = moving({ scene: game, see: { minX: -2.6, minY: -0.7, maxX: 13, maxY: 7.1 },
        warm: 2, beforeStep() {
        const since = game.world.stepCount % 180;
        const angle = angles[game.state.fired % 3];
        const strength = Math.min(245, 5 * Math.max(0, since - 50));
        game.step([angle >> 8, angle & 255, strength, Number(since === 110)]);
    }, paint: (ctx, seconds) => painter.paint(ctx, game, seconds) });
    return { ...made, advance(/** @type {number} */ seconds) {
        if (game.world.stepCount > 640) {
            game.world.restore(before);
            game.restore(state);
            painter.begin();
        }
        game.world.advance(seconds);
    } };
}

async function slice() {
    const [{ Game }, { Painter }] = await Promise.all([import('../slice/game.js'),
        import('../slice/paint.js')]);
    const game = new Game();
    const painter = new Painter();
    game.tell = (what, x, y, amount, color) => painter.tell(what, x, y, amount, color);
    Object.assign(game.state, { zen: true, seed: 8, rig: -40 });
    return moving({ scene: game, see: { minX: -7.2, minY: 3.2, maxX: 7.2, maxY: 10.4 }, warm: 2,
        beforeStep() {
            game.step();
            if (game.world.stepCount % 34 !== 0) return;
            const swipe = game.slashHighest();
            swipe?.forEach(([x, y], i) => painter.swipe(x, y, i === 0));
        }, paint: (ctx, seconds) => painter.paint(ctx, game, seconds) });
}

async function dig() {
    const [{ Game }, { Painter }] = await Promise.all([import('../dig/game.js'),
        import('../dig/paint.js')]);
    const painter = new Painter();
    const game = new Game({ hills: 5 });
    game.auto = true;
    game.view = { minX: -20, minY: -1.5, maxX: 20, maxY: 18.5 };
    game.tell = (what, x, y, amount) => painter.tell(what, x, y, amount);
    return moving({ scene: game, see: game.view, warm: 2, beforeStep() {
        game.state.health = [100, 100]; // the card has no end
        game.step();
    }, paint: (ctx, seconds) => painter.paint(ctx, game, seconds) });
}

async function platformer() {
    const [{ createGame, startAgain }, { paintGame }, { Sparks }] = await Promise.all([
        import('../platformer/game.js'),
        import('../platformer/paint.js'),
        import('./sparks.js'),
    ]);
    let [held, stuck, time] = [0, 0, 0];
    const game = createGame({}, () => {
        const { mover } = game.hero;
        stuck = Math.abs(mover.body.vx) < 0.5 ? stuck + 1 : 0;
        held = stuck === 4 || (mover.grounded && game.world.stepCount % 80 === 0) ? 22 : held - 1;
        if (stuck > 200 || mover.body.x > 60) startAgain(game);
        return { x: 1, jump: held > 0 };
    });
    const sparks = new Sparks();
    const camera = { x: 0, y: 0, scale: 1 };
    return moving({ scene: game, see() {
        const { poseX, poseY } = game.hero.mover.body;
        camera.x = Math.max(9, poseX + 2.5);
        camera.y += 0.1 * (poseY + 1 - camera.y);
        return { minX: camera.x - 9, maxX: camera.x + 9, minY: camera.y - 4.5,
            maxY: camera.y + 4.5 };
    }, paint(ctx, seconds) {
        time += seconds;
        camera.scale = ctx.canvas.clientWidth / 18;
        sparks.update(seconds);
        paintGame(ctx, game, { renderer: camera, canvas: ctx.canvas }, sparks, () => {}, time,
            seconds);
    } });
}

async function ragdolls() {
    const [{ drive, makeCourse, setUpright, START }, { paintCourse }] = await Promise.all([
        import('../ragdolls/course.js'),
        import('../ragdolls/paint.js'),
    ]);
    const scene = { ...makeCourse({ stiffness: 1.5 }), view: START + 3 };
    let stuck = 0;
    return moving({ scene,
        see: () => ({ minX: scene.view - 11, minY: -2.4, maxX: scene.view + 11, maxY: 8.6 }),
        beforeStep() {
            const { x, vx } = scene.car.chassis;
            drive(scene, { way: 1, speed: 13, tilt: 0, boost: false });
            scene.view += 0.05 * (x + 3 + 0.4 * vx - scene.view);
            stuck = Math.abs(vx) < 0.3 ? stuck + 1 : 0;
            if (stuck > 60) {
                setUpright(scene, 2);
                stuck = 0;
            }
        }, paint: (ctx) => paintCourse(ctx, scene) });
}

async function rollback() {
    const [{ Bot }, { drawView }, { Link }, { Machine }] = await Promise.all([
        import('../rollback/bot.js'),
        import('../rollback/draw.js'),
        import('../rollback/link.js'),
        import('../rollback/machine.js'),
    ]);
    const link = new Link();
    /** @type {InstanceType<typeof Machine>[]} */
    const machines = [0, 1].map((player) =>
        new Machine(player, (message) =>
            link.send(() =>
                machines[1 - player].rollback.receive(/** @type {any} */ (message))
            ), { inputDelay: 2 })
    );
    const bots = machines.map(() => new Bot());
    let left = 0;
    return {
        world: machines[0].arena.world,
        destroy: () => machines.forEach((machine) => machine.destroy()),
        advance(/** @type {number} */ seconds) {
            for (left += seconds; left >= 1 / 60 - 1e-6; left -= 1 / 60) {
                link.advance(1 / 60);
                machines.forEach((machine, i) => machine.advance(bots[i].play(machine)));
            }
        },
        paint: (/** @type {HTMLCanvasElement} */ canvas) =>
            drawView(canvas, machines[0], machines[1]),
    };
}

async function stress() {
    const [{ mica }, { HEAPS }, { Run }, { paintBack, paintHeap, paintWalls }] = await Promise.all([
        import('./peers/mica.js'),
        import('../stress/scenes.js'),
        import('../stress/run.js'),
        import('../stress/heat.js'),
    ]);
    const run = new Run('Mica', mica, HEAPS.Washer(800));
    run.engineWorld.setSpin(/** @type {number} */ (run.heap.turning),
        1.9 / Math.sqrt(run.heap.see.maxX));
    return moving({ scene: run, see: run.heap.see, warm: 1, paint(ctx) {
        run.read();
        paintBack(ctx, run.heap);
        paintHeap(ctx, run);
        paintWalls(ctx, run);
    } });
}

async function swarm() {
    const [{ Game }, { CrowdPainter }] = await Promise.all([import('../swarm/game.js'),
        import('./thumbnail-swarm.js')]);
    const game = new Game(3000);
    const painter = new CrowdPainter();
    return moving({ scene: game, warm: 2,
        beforeStep: () => game.update({ x: 0, y: 0, dash: false, nova: false }), see() {
        const { poseX: x, poseY: y } = game.hero.mover.body;
        return { minX: x - 15, maxX: x + 15, minY: y - 7.5, maxY: y + 7.5 };
    }, paint: (ctx, seconds) => painter.paint(ctx, game, seconds) });
}

async function timeMachine() {
    const [{ SEE, makeMachine }, { paintBack, paintBodies }] = await Promise.all([
        import('../time-machine/machine.js'),
        import('../time-machine/paint.js'),
    ]);
    const scene = makeMachine();
    const { world, parts } = scene;
    const start = world.snapshot();
    return moving({ scene, see: SEE, warm: 1.5, paint(ctx) {
        if (world.stepCount > 1000) world.restore(start);
        paintBack(ctx, new Set(), false);
        paintBodies(ctx, { poses: world.poses, parts });
    } });
}

async function zoo() {
    const [{ SCENES }, { Outlines }, { paintWorld }] = await Promise.all([
        import('../zoo/scenes.js'),
        import('../zoo/outlines.js'),
        import('../zoo/paint.js'),
    ]);
    const { world } = SCENES.Playground();
    const outlines = new Outlines();
    return moving({ scene: { world }, see: { minX: -12, maxX: 12, minY: -2, maxY: 10 },
        paint: (ctx) => {
            paintWorld(ctx, world, outlines.of(world));
        } });
}

/** Makes the moving picture of a page, by the page's folder. @type {Record<string, () => Promise<Moving>>} */
export const THUMBNAILS = { billiards, cave, chains, dig, elements, merge, pachinko, pinball,
    platformer, ragdolls, rollback, slice, slingshot, stress, swarm, 'time-machine': timeMachine,
    zoo };
