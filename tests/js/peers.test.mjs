// Hostile players of a game over a network for minutes of simulated time; the longer search is tests/fuzz/peers.mjs.
import test from 'node:test';
import { World } from '../../js/index.js';
import { Rollback } from '../../js/rollback.js';
import { playPeers } from '../fuzz/peers.mjs';
import './helpers.mjs';
import { sample } from '../sample.mjs';

for (const seed of sample([1, 2], 2)) {
    test(`a peer that means ill: messages stay small, memory does not grow, the game goes on, seed ${seed}`, () => {
        playPeers(World, Rollback, seed, 2200);
    });
}
