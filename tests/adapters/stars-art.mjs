// The art of the game of stars, drawn as textures: a player, ground, a star, a bomb.

/** @param {any} scene a Phaser.Scene */
export function drawTextures(scene) {
    const pen = scene.make.graphics({}, false);
    /** @param {string} key @param {number} width @param {number} height @param {() => void} draw */
    const texture = (key, width, height, draw) => {
        pen.clear();
        draw();
        pen.generateTexture(key, width, height);
    };
    texture('player', 32, 48, () => {
        pen.fillStyle(0xff8fa3).fillRoundedRect(0, 0, 32, 48, 12);
        pen.fillStyle(0x0d1122).fillCircle(10, 16, 4).fillCircle(22, 16, 4);
    });
    texture('ground', 200, 32, () => {
        pen.fillStyle(0x3f8f86).fillRect(0, 0, 200, 32);
        pen.fillStyle(0x77e3c4).fillRect(0, 0, 200, 6);
    });
    texture('star', 24, 22, () => {
        pen.fillStyle(0xffc56e).fillTriangle(12, 0, 24, 16, 0, 16).fillTriangle(12, 22, 0, 6, 24,
            6);
    });
    texture('bomb', 16, 16, () => {
        pen.fillStyle(0xff5d73).fillCircle(8, 8, 8);
        pen.fillStyle(0xffffff).fillCircle(5, 5, 2);
    });
    pen.destroy();
}
