// What tanks fire. Called by game.js, aim.js, and by main.js for the bar.

/**
 * @typedef {object} Weapon
 * @property {string} label
 * @property {number} ammo that a tank has at the start; 0: no end
 * @property {number} radius of the crater, or of the heap, metres
 * @property {number} damage in its middle
 * @property {number} hardness of the tool
 * @property {number} [bore] metres that it drills on before it explodes
 * @property {boolean} [adds] it heaps earth up in place of digging
 * @property {string} color of the shell
 * @property {string} icon path in a square of 24
 */

/** @type {Weapon[]} */
export const WEAPONS = [
    { label: 'Shell', ammo: 0, radius: 1.35, damage: 42, hardness: 1, color: '#ffd98a',
        icon: 'M4 16 14 6q5-3 6-2 1 1-2 6L8 20z' },
    { label: 'Bomb', ammo: 2, radius: 2.4, damage: 62, hardness: 1, color: '#ff8f5e',
        icon: 'M12 8a6.5 6.5 0 1 0 .01 0M15 8l2-3h3' },
    { label: 'Digger', ammo: 3, radius: 1, damage: 36, hardness: 9, bore: 4.2, color: '#c3b0ff',
        icon: 'M5 5h14l-3 5H8zM8 10l4 11 4-11M10 15h4' },
    { label: 'Earth', ammo: 3, radius: 1.7, damage: 0, hardness: 1, adds: true, color: '#b98a5a',
        icon: 'M2 19q4-1 5-6 2-5 5-5t5 5q1 5 5 6z' },
];
