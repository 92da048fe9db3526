// A platformer: run by the arrow keys, jump by the upper one, collect the coins.
import { init, World } from 'mica2d';
import { MicaPlugin } from 'mica2d/adapters/phaser';
import { Platformer } from 'mica2d/platformer';
import * as Phaser from 'phaser';
import { drawTiles, HEIGHT, placesOf, tiles, WIDTH } from './level.js';

const SCALE = 50; // pixels a metre

class Level extends Phaser.Scene {
    create() {
        const world = new World({ gravity: [0, -20],
            layers: { player: ['wall', 'crate', 'coin'], crate: ['crate', 'wall'], wall: {},
                coin: {} } });
        Object.assign(globalThis, { world }); // to look at in the console
        this.mica.use(world, { scale: SCALE, y: SCALE * HEIGHT,
            gone: (object) => object.destroy() });

        world.createBody({ type: 'static', collider: tiles });
        for (const x of [-0.5, WIDTH + 0.5]) {
            world.createBody({ type: 'static', position: [x, 5],
                collider: { shape: 'box', width: 1, height: 20, layer: 'wall' } });
        }
        drawTiles(this.add.graphics(), SCALE);
        for (const place of placesOf('x')) this.addCrate(place);
        for (const place of placesOf('o')) this.addCoin(place);
        this.addPlayer([1.5, 3]);

        let coins = placesOf('o').length;
        const hint = document.querySelector('#hint');
        hint.textContent = 'Arrow keys';
        world.on('triggerEnter', ({ trigger: coin }) => {
            coin.destroy();
            hint.textContent = --coins ? `${coins} coins left` : 'All coins found!';
        });
    }

    addCrate(position) {
        const crate = this.mica.world.createBody({ position,
            collider: { shape: 'box', width: 0.7, height: 0.7, layer: 'crate' } });
        this.mica.sync.add(crate,
            this.add.rectangle(0, 0, 35, 35, 0xff9e7a).setStrokeStyle(3, 0xffd2b8));
    }

    addCoin(position) {
        const coin = this.mica.world.createBody({ type: 'static', position,
            collider: { shape: 'circle', radius: 0.3, layer: 'coin', trigger: true } });
        const disc = this.mica.sync.add(coin,
            this.add.circle(0, 0, 15, 0xffc56e).setStrokeStyle(4, 0xfff0c9));
        this.tweens.add({ targets: disc, scaleX: 0.2, duration: 700, yoyo: true, repeat: -1 });
    }

    addPlayer(position) {
        const { world } = this.mica;
        const mover = world.createMover({ position, mass: 10,
            collider: { shape: 'capsule', length: 0.5, radius: 0.3, layer: 'player' } });
        this.mica.sync.add(mover.body, this.add.container(0, 0, [
            this.add.rectangle(0, 0, 30, 55, 0xff8fa3).setRounded(15),
            this.add.circle(-6, -10, 4, 0x0d1122),
            this.add.circle(6, -10, 4, 0x0d1122),
        ]));
        const hero = new Platformer(mover, { runSpeed: 6, jumpHeight: 3.3 });
        const { left, right, up, space } = this.input.keyboard.createCursorKeys();
        world.on('beforeStep',
            () => hero.update({ x: right.isDown - left.isDown, jump: up.isDown || space.isDown }));
    }
}

await init();
new Phaser.Game({
    type: Phaser.WEBGL,
    canvas: document.querySelector('canvas'),
    transparent: true,
    banner: false,
    width: SCALE * WIDTH,
    height: SCALE * HEIGHT,
    audio: { noAudio: true },
    scale: { mode: Phaser.Scale.FIT, autoCenter: Phaser.Scale.CENTER_BOTH },
    plugins: { scene: [{ key: 'mica', plugin: MicaPlugin, mapping: 'mica' }] },
    scene: Level,
});
