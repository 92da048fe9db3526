// The platformer of stars-arcade.mjs with Mica's plugin: collect the stars, mind the bombs.
// tests/adapters/phaser-game.test.mjs plays both and lists the lines in which they differ.
import { init, World } from 'mica2d';
import { MicaPlugin } from 'mica2d/adapters/phaser.js';
import * as Phaser from 'phaser';
import { drawTextures } from './stars-art.mjs';

class Stars extends Phaser.Scene {
    score = 0;

    gameOver = false;

    /** What has been played so far, for a test. */
    log = { landed: 0, stars: 0, hits: 0 };

    create() {
        this.mica.use(new World(), { gravity: [0, 300] });
        drawTextures(this);
        this.createLevel();
        this.createPlayer();
        this.createStars();
        this.bombs = this.mica.add.group();
        this.scoreText = this.add.text(16, 16, 'Score: 0', { fontSize: '32px', color: '#dfe6ff' });
        this.cursors = this.input.keyboard.createCursorKeys();

        this.mica.add.collider(this.player, this.platforms);
        this.mica.add.collider(this.stars, this.platforms);
        this.mica.add.collider(this.bombs, this.platforms);
        this.mica.add.overlap(this.player, this.stars, this.collectStar, null, this);
        this.mica.add.collider(this.player, this.bombs, this.hitBomb, null, this);
    }

    createLevel() {
        this.platforms = this.mica.add.staticGroup();
        this.platforms.create(400, 568, 'ground').setScale(4, 2).refreshBody();
        this.platforms.create(600, 400, 'ground').setScale(2, 1).refreshBody();
        this.platforms.create(50, 250, 'ground');
        this.platforms.create(750, 220, 'ground');
        this.lift = this.mica.add.image(300, 320, 'ground').setScale(0.5, 0.5);
        this.lift.setImmovable(true);
        this.lift.setVelocityX(50);
    }

    createPlayer() {
        this.player = this.mica.add.sprite(100, 450, 'player');
        this.player.setBounce(0.2);
        this.player.setCollideWorldBounds(true);
        this.mica.add.collider(this.player, this.lift);
    }

    createStars() {
        this.stars = this.mica.add.group({
            key: 'star',
            repeat: 11,
            setXY: { x: 12, y: 0, stepX: 70 },
        });
        this.stars.getChildren().forEach((star) => {
            star.setBounce(Phaser.Math.FloatBetween(0.4, 0.8));
        });
    }

    update() {
        if (this.lift.x > 420) this.lift.setVelocityX(-50);
        else if (this.lift.x < 250) this.lift.setVelocityX(50);
        if (this.gameOver) return;
        if (this.cursors.left.isDown) {
            this.player.setVelocityX(-160);
            this.player.setFlipX(true);
        } else if (this.cursors.right.isDown) {
            this.player.setVelocityX(160);
            this.player.setFlipX(false);
        } else {
            this.player.setVelocityX(0);
        }
        if (this.player.body.touching.down) ++this.log.landed;
        if (this.cursors.up.isDown && this.player.body.touching.down)
            this.player.setVelocityY(-330);
    }

    collectStar(_player, star) {
        star.disableBody(true, true);
        ++this.log.stars;
        this.score += 10;
        this.scoreText.setText(`Score: ${this.score}`);
        if (this.stars.countActive(true) === 0) {
            this.stars.getChildren().forEach((child) => {
                child.enableBody(true, child.x, 0, true, true);
            });
        }
        if (this.bombs.countActive(true) < 3) this.addBomb();
    }

    addBomb() {
        const x = this.player.x < 400 ? Phaser.Math.Between(400, 800) : Phaser.Math.Between(0, 400);
        const bomb = this.bombs.create(x, 16, 'bomb');
        bomb.setBounce(1);
        bomb.setCollideWorldBounds(true);
        bomb.setVelocity(Phaser.Math.Between(-200, 200), 20);
    }

    hitBomb(player) {
        ++this.log.hits;
        this.mica.pause();
        player.setTint(0xff0000);
        this.gameOver = true;
    }
}

/** Starts the game. */
export async function start() {
    await init();
    return new Phaser.Game({
        type: Phaser.CANVAS,
        width: 800,
        height: 600,
        backgroundColor: '#0d1122',
        banner: false,
        audio: { noAudio: true },
        plugins: { scene: [{ key: 'mica', plugin: MicaPlugin, mapping: 'mica' }] },
        scene: Stars,
    });
}
