// What people look for and how they call it: the guide's search has the answer among its first three results.
import assert from 'node:assert/strict';
import test from 'node:test';
import MiniSearch from 'minisearch';
import { createIndex } from '../../demo/guide/search-index.js';
import { renderSearch } from '../../web/scripts/guide.mjs';

const entries = JSON.parse(renderSearch());
const search = createIndex(MiniSearch, entries);

/** Words, and where the answer is: one of these among the first three. @type {Record<string, string[]>} */
const lookUps = {
    'gravity off': ['fields.html#gravity', 'api.html#World.gravity'],
    'who touches now': ['contacts.html#points', 'api.html#Body.contactPoints'],
    pixels: ['drawing.html#pixels', 'drawing.html#', 'coming-from.html#', 'camera.html#fit'],
    'destroy in a collision': ['contacts.html#listeners'],
    'sleep events': ['index.html#hearing-what-happened', 'api.html#Events.asleep'],
    'filter per body': ['layers.html#these-two-never', 'layers.html#groups'],
    ice: ['contacts.html#surfaces', 'levels.html#coins-spikes-and-ice'],
    'two shapes': ['api.html#Body.createColliders'],
    mass: ['api.html#Body.setMass', 'api.html#Body.mass'],
    torque: ['api.html#Body.applyTorque'],
    'rotate a platform': ['movers.html#lifts', 'index.html#moving-things'],
    rope: ['joints.html#rods-ropes-springs', 'joints.html#builders'],
    shake: ['camera.html#camera'],
    restart: ['camera.html#restart'],
    pause: ['camera.html#pause'],
    // Words of other engines, and of everybody.
    tunnelling: ['triggers.html#too-fast', 'api.html#Body.bullet'],
    CCD: ['triggers.html#too-fast', 'api.html#Body.bullet'],
    dispose: ['api.html#Body.destroy', 'api.html#World.destroy'],
    compound: ['api.html#Body.createColliders'],
    multiplayer: ['rollback.html#', 'rollback.html#lockstep'],
    fluid: ['fields.html#water'],
    breakable: ['joints.html#breaking', 'recipes.html#breakables'],
    destructible: ['levels.html#tiles', 'api.html#Collider.setTile',
        'recipes.html#destructible-ground'],
    CDN: ['index.html#in-a-page'],
    rotate: ['api.html#Body.setTransform', 'api.html#Body.angularVelocity'],
    'How do I make a body bounce?': ['api.html#Collider.restitution', 'contacts.html#combine',
        'contacts.html#surfaces'],
    // Recipes.
    'breakable blocks': ['recipes.html#breakables'],
    'sound volume': ['recipes.html#hit-strength'],
    'camera shake': ['recipes.html#hit-strength'],
    saw: ['recipes.html#saw'],
    'stack of crates': ['recipes.html#crates'],
    checkpoint: ['recipes.html#checkpoint'],
    'cut a rope': ['recipes.html#ropes'],
    'drag to throw': ['recipes.html#throw'],
    'a thousand coins': ['recipes.html#coins'],
    'sleeping level': ['recipes.html#sleeping-level'],
    'destructible terrain': ['recipes.html#destructible-ground', 'terrain.html#',
        'terrain.html#dig', 'terrain.html#create'],
    'dig a tunnel': ['terrain.html#dig', 'terrain.html#play-it', 'terrain.html#'],
    'ground that falls': ['terrain.html#falls', 'terrain.html#'],
    'car drift': ['vehicle.html#drift'],
    skid: ['top-down.html#car', 'vehicle.html#skid-marks'],
    'hand brake': ['vehicle.html#drift', 'vehicle.html#play-it', 'vehicle.html#from-above'],
    'car on hills': ['vehicle.html#hills'],
    'cut a body in two': ['break.html#cut', 'break.html#play-it', 'break.html#'],
    shatter: ['break.html#fracture'],
    'plank breaks under load': ['break.html#breakable', 'contacts.html#loads',
        'api.html#breakable'],
    'pinball flipper': ['recipes.html#flippers', 'pinball.html#flippers'],
    'react hook': ['frameworks.html#react'],
    'strict mode': ['frameworks.html#react'],
    KAPLAY: ['frameworks.html#kaplay'],
    liquid: ['matter.html#', 'fields.html#water', 'matter.html#what'],
    'sand heap': ['matter.html#hourglass', 'matter.html#what', 'matter.html#'],
    jelly: ['matter.html#jelly', 'matter.html#'],
    particles: ['matter.html#', 'matter.html#spacing', 'matter.html#read'],
    'pour water': ['matter.html#tap', 'matter.html#pool', 'matter.html#paint'],
    'bucket full': ['matter.html#bucket'],
    'water wheel': ['matter.html#mill'],
    liquidfun: ['coming-from.html#liquidfun', 'matter.html#'],
    'what is a sensor': ['triggers.html#', 'triggers.html#what-a-trigger-sees'],
};

test('words that people use lead to the answer within three results', () => {
    /** @type {string[]} */
    const misses = [];
    for (const [words, answers] of Object.entries(lookUps)) {
        const found = search(words).slice(0, 3).map(({ page, id }) => `${page}#${id}`);
        if (!found.some((place) => answers.includes(place)))
            misses.push(`${words}: ${found.join(', ')}`);
    }
    assert.deepEqual(misses, []);
});

test('every place that the answers name exists, and words that say nothing find no more than others', () => {
    const places = new Set(entries.map((/** @type {any} */ { page, id }) => `${page}#${id}`));
    for (const answers of Object.values(lookUps)) {
        for (const place of answers) assert.ok(places.has(place), place);
    }
    assert.deepEqual(search('how do I use a rope').slice(0, 3), search('rope').slice(0, 3));
    assert.deepEqual(search('zzzqqq'), []);
    assert.deepEqual(search(' ?! '), []);
    assert.ok(search('the').length > 0, 'a query of nothing else is taken as it is');
    const pages = search('layers').slice(0, 3).map(({ page }) => page);
    assert.ok(pages.includes('layers.html'), 'a page before members');
    const rays = search('ray').map(({ heading }) => heading);
    assert.ok(rays.indexOf('Rays and moving shapes') < rays.indexOf('WorkerWorld.rayCast'));
});
