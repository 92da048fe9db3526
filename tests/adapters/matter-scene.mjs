// Particles for the tests of what draws matter, in the shape that adapters take (DrawableMatter).

/**
 * Particles at rest in a box, in rows, from its least x and y on.
 * @param {'liquid' | 'sand' | 'jelly'} kind
 * @param {number} spacing
 * @param {[minX: number, minY: number, maxX: number, maxY: number]} box
 * @param {(x: number, y: number) => number} [valueOf]
 */
export function makeMatter(kind, spacing, [minX, minY, maxX, maxY], valueOf = () => 0) {
    const columns = Math.round((maxX - minX) / spacing), rows = Math.round((maxY - minY) / spacing);
    const count = columns * rows;
    const matter = { kind, spacing, count, positions: new Float32Array(2 * count),
        velocities: new Float32Array(2 * count), values: new Uint32Array(count),
        densities: new Float32Array(count).fill(1) };
    for (let i = 0; i < count; ++i) {
        const x = minX + spacing * (i % columns + 0.5);
        const y = minY + spacing * (Math.floor(i / columns) + 0.5);
        matter.positions.set([x, y], 2 * i);
        matter.values[i] = valueOf(x, y);
    }
    return matter;
}
