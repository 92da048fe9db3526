// Stacks of boxes at rest: the pyramid of 1,830, the two pyramid scenes of Box2D v3's benchmark (same counts, sizes
// and densities) and a tower of 30. What costs here is contact solving; what fails first is stiffness.

/** @import { Builder, Scene } from './builder.js' */

/**
 * @param {Builder} b
 * @param {number} base boxes in the lowest row
 * @param {number} half half the side of a box, metres
 * @param {number} left x of the lowest row's left side
 * @param {number} floor y of the floor
 */
function buildPyramid(b, base, half, left, floor) {
    for (let row = 0; row < base; ++row) {
        for (let i = row; i < base; ++i) {
            const x = left + (row + 1) * half + 2 * (i - row) * half;
            const body = b.body({ type: 'dynamic', x, y: floor + (2 * row + 1) * half });
            b.box(body, { width: 2 * half, height: 2 * half });
        }
    }
}

/** @param {Builder} b @param {number} y top of the floor @param {number} width @param {number} thickness */
function buildFloor(b, y, width, thickness) {
    const floor = b.body({ type: 'static', x: 0, y: y - thickness / 2 });
    b.box(floor, { width, height: thickness });
}

/** @param {number} base boxes of one metre in the lowest row @returns {Scene} */
export function pyramidOf(base) {
    return {
        name: 'pyramid',
        about: `a pyramid of ${((base * (base + 1)) / 2).toLocaleString('en')} one-metre boxes`,
        steps: 300,
        gravity: [0, -10],
        bounds: [-base, -1, base, 1.67 * base],
        build(b) {
            buildFloor(b, 0, 200, 2);
            buildPyramid(b, base, 0.5, -base / 2, 0);
        },
    };
}

export const pyramid = pyramidOf(60);

/** @type {Scene} */
export const largePyramid = {
    name: 'large_pyramid',
    about: 'a pyramid of 5,050 one-metre boxes (Box2D)',
    steps: 500,
    gravity: [0, -10],
    bounds: [-100, -1, 100, 200],
    build(b) {
        buildFloor(b, 0, 200, 2);
        buildPyramid(b, 100, 0.5, -50, 0);
    },
};

/** @type {Scene} */
export const manyPyramids = {
    name: 'many_pyramids',
    about: '400 pyramids of 55 boxes on 20 floors (Box2D)',
    steps: 200,
    gravity: [0, -10],
    bounds: [-130, -1, 130, 240],
    build(b) {
        const base = 10;
        const pitch = base + 1;
        const width = 20 * pitch;
        for (let row = 0; row < 20; ++row) {
            // The original has segments here. These boxes end half a metre above the tops of the row below.
            buildFloor(b, row * pitch, width, 0.5);
            for (let column = 0; column < 20; ++column) {
                buildPyramid(b, base, 0.5, -width / 2 + column * pitch + 0.5, row * pitch);
            }
        }
    },
};

/** @type {Scene} */
export const tower = {
    name: 'tower',
    about: 'a tower of 30 one-metre boxes',
    steps: 1200,
    gravity: [0, -10],
    exam: true,
    bounds: [-20, -1, 20, 40],
    build(b) {
        buildFloor(b, 0, 200, 2);
        for (let i = 0; i < 30; ++i) {
            const body = b.body({ type: 'dynamic', x: 0, y: i + 0.5 });
            b.box(body, { width: 1, height: 1 });
        }
    },
};
