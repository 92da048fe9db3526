// What the timeline and a shared link keep of the game beside the world. Called by main.js.

import { createHero } from './player.js';
import { findThings } from './scene.js';

/** @import { Game } from './game.js' */

/** What of the game is its own beside the world, and no setting of the page. */
const KEPT =
    /** @type {const} */ (['moment', 'caught', 'lit', 'falls', 'won', 'playSeconds', 'caughtTimer',
        'caughtX', 'caughtY', 'safe', 'buried', 'flash', 'shake', 'spawnX', 'spawnY']);

/** @typedef {ReturnType<typeof saveGame>} Save */

/** The game's own state, as JSON. @param {Game} game */
export function saveGame(game) {
    const { hero, minds, scene } = game;
    return {
        level: scene.level.number,
        numbers: KEPT.map((name) => game[name]),
        hero: hero.save(),
        minds: { calm: minds.calm, peace: minds.peace, hunting: [...minds.hunting],
            anger: [...minds.anger], phase: [...minds.phase] },
        lit: scene.lanterns.map(({ lit }) => lit),
    };
}

/** Takes in what `saveGame` gave, after the world was restored. @param {Game} game @param {Save} save */
export function restoreGame(game, save) {
    const { minds, scene } = game;
    KEPT.forEach((name, i) => {
        /** @type {any} */ (game)[name] = save.numbers[i];
    });
    const { hunting, anger, phase } = save.minds;
    Object.assign(minds, { calm: save.minds.calm, peace: save.minds.peace });
    minds.hunting.set(hunting);
    minds.anger.set(anger);
    minds.phase.set(phase);
    scene.lanterns.forEach((lantern, i) => {
        lantern.lit = save.lit[i];
    });
    findThings(scene);
    // The world of another page has a mover of its own.
    if (!game.hero.mover.alive || game.hero.mover !== scene.player.body.mover)
        game.hero = createHero(scene.player.body);
    game.hero.load(save.hero);
    // What the pointer held at that time is let go.
    for (const joint of scene.world.joints) joint.destroy();
    if (game.hero.mover.floating) game.hero.mover.floating = false;
}
