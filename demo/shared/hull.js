// The convex hull of points. Called by the pages that draw pieces of broken bodies.

/** The convex hull of points, counter-clockwise, by their x (Andrew, 1979). @param {number[][]} points */
export function hullOf(points) {
    const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const half = (/** @type {number[][]} */ list) => {
        /** @type {number[][]} */
        const out = [];
        for (const p of list) {
            while (out.length > 1) {
                const [[ax, ay], [bx, by]] = out.slice(-2);
                if ((bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax) > 0) break;
                out.pop();
            }
            out.push(p);
        }
        return out.slice(0, -1);
    };
    return [...half(sorted), ...half(sorted.reverse())];
}
