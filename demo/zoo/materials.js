// What things are made of, and the layers that they lie in. A material is three numbers of a collider, and by these three it is
// known again in any world: nothing is kept beside the world. Called by the other modules of this page.

/**
 * @typedef {object} Material
 * @property {string} name
 * @property {number} density kg/m²
 * @property {number} friction
 * @property {number} restitution
 * @property {string} fill CSS colour
 * @property {string} edge CSS colour of its outline
 */

/** @type {readonly Material[]} */
export const MATERIALS = [
    { name: 'Wood', density: 0.7, friction: 0.6, restitution: 0.1, fill: '#c98a55',
        edge: '#ffc98f' },
    { name: 'Stone', density: 2.5, friction: 0.8, restitution: 0.02, fill: '#5d668f',
        edge: '#95a3d6' },
    { name: 'Steel', density: 7.8, friction: 0.4, restitution: 0.2, fill: '#8296bd',
        edge: '#dbe7ff' },
    { name: 'Ice', density: 0.92, friction: 0.01, restitution: 0.05, fill: '#7cc6ea',
        edge: '#d8f6ff' },
    { name: 'Rubber', density: 1.2, friction: 1.3, restitution: 0.5, fill: '#b2496f',
        edge: '#ff9ebb' },
    { name: 'Bouncy', density: 0.6, friction: 0.4, restitution: 0.92, fill: '#35b08f',
        edge: '#9dffe2' },
    { name: 'Cork', density: 0.15, friction: 0.7, restitution: 0.2, fill: '#e2c48d',
        edge: '#fff0cf' },
    { name: 'Felt', density: 0.8, friction: 0.9, restitution: 0.25, fill: '#8f74e0',
        edge: '#cfbcff' },
];

/** Of a collider that no material of this page describes, by the number of its layer. */
const OTHERS = ['#b98a63', '#c9a24f', '#8a76c9', '#4fa892', '#c77560', '#6f8fc9', '#a46a9d',
    '#7f9a58'];

/** @type {Map<string, Material>} */
const byNumbers = new Map(MATERIALS.map((material) => [keyOf(material), material]));

/** @param {{ density: number, friction: number, restitution: number }} numbers */
function keyOf({ density, friction, restitution }) {
    return [density, friction, restitution].map((value) => Math.fround(value)).join(' ');
}

/** The material of a collider, or undefined. @param {import('../../js/index.js').Collider<any>} collider */
export const materialOf = (collider) => byNumbers.get(keyOf(collider));

/** The options of a collider of a material. @param {Material} material */
export const surfaceOf = ({ density, friction, restitution }) => ({ density, friction,
    restitution });

/** How a collider that has no material here is painted. @param {import('../../js/index.js').Collider<any>} collider @returns {Material} */
export function plainLook({ body, layer, density, friction, restitution }) {
    const index = Math.max(0, body.world.layers.index(layer));
    const fill = body.type === 'static' ? MATERIALS[1].fill : OTHERS[index % OTHERS.length];
    return { name: 'As it came', density, friction, restitution, fill,
        edge: `color-mix(in srgb, ${fill} 60%, #fff4dc)` };
}

/** The layers of a new world, with the colour of their mark. Things of different colours pass each other. */
export const LAYERS =
    /** @type {Record<string, string>} */ ({ default: '#e4ecff', amber: '#ffc56e',
        violet: '#b8a1ff', mint: '#77e3c4' });

const COLORS = Object.keys(LAYERS).slice(1);

/** The option `layers` of a new world. */
export const layerOptions = () => ({ default: Object.keys(LAYERS),
    ...Object.fromEntries(COLORS.map((name) => [name, ['default', name]])) });

/**
 * Adds the layers of this page to a world that came from elsewhere; they are solid to all that it has.
 * @param {import('../../js/index.js').World<any>} world
 * @returns {string} the layer to build in: one that is solid to all of the world's own
 */
export function addLayers({ layers }) {
    const missing = COLORS.filter((name) => !layers.names.includes(name));
    const others = layers.names.filter((name) => !COLORS.includes(name) || missing.length > 0);
    for (const name of missing) {
        layers.add(name);
        for (const other of [name, ...others]) layers.set(name, other, 'solid');
    }
    if (others.length === 1) return 'default';
    return COLORS.find((name) => others.every((other) => layers.response(name, other) === 'solid'))
        ?? 'default';
}
