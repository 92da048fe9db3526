// What the browser tests and the console read of the page, as globalThis.mica.state. Called by main.js.

/** @param {import('./main.js').Page} page */
export function makeState(page) {
    const { camera, game, graphs, pointer, view } = page;
    return {
        get level() {
            return game.scene.level.number;
        },
        get caught() {
            return game.caught;
        },
        get lit() {
            return game.lit;
        },
        get lanterns() {
            return game.scene.lanterns.length;
        },
        get falls() {
            return game.falls;
        },
        get won() {
            return game.won;
        },
        get paused() {
            return game.paused;
        },
        get player() {
            return game.scene.player.body;
        },
        get ghosts() {
            return game.scene.ghosts.map((ghost) => ghost.body);
        },
        get loose() {
            return game.scene.loose.map((thing) => thing.body);
        },
        get grounded() {
            return game.scene.player.body.mover?.grounded ?? false;
        },
        get made() {
            return pointer.made;
        },
        get held() {
            return pointer.held?.body ?? null;
        },
        get fps() {
            return graphs.fps;
        },
        get stepMs() {
            return graphs.stepMs;
        },
        get frame() {
            return page.frames;
        },
        game,
        camera,
        view,
        pointer,
    };
}
