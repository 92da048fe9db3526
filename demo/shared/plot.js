// A graph of some lines over time, drawn by uPlot in the colours of the pages, light or dark. It is a picture: what it shows
// stands as text beside it. Called by pages that compare engines.
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { onLook } from './look.js';
import { palette } from './palette.js';

const FONT = '11px system-ui, sans-serif';

export class Plot {
    /**
     * @param {HTMLElement} root what it fills; its size may change
     * @param {object} options
     * @param {{ label: string, color: keyof typeof palette }[]} options.lines
     * @param {(value: number) => string} options.format the figures of the vertical axis
     * @param {(value: number) => string} options.formatX those of the horizontal one
     * @param {(min: number, max: number) => [min: number, max: number]} options.range of the vertical axis, from what the lines have
     */
    constructor(root, { lines, format, formatX, range }) {
        /** @param {(value: number) => string} text @returns {uPlot.Axis} */
        const axis = (text) => ({ stroke: () => palette.soft, font: FONT,
            grid: { stroke: () => palette.line, width: 1 }, ticks: { show: false },
            values: (/** @type {any} */ _, /** @type {number[]} */ values) => values.map(text) });
        this.plot = new uPlot({
            width: Math.max(80, root.clientWidth),
            height: Math.max(50, root.clientHeight),
            cursor: { show: false },
            legend: { show: false },
            padding: [6, 8, 0, 0],
            scales: { x: { time: false },
                y: { range: (_, min, max) => range(min ?? 0, max ?? 0) } },
            axes: [{ ...axis(formatX), size: 26, gap: 5, space: 56 }, { ...axis(format), size: 54,
                gap: 4, space: 26 }],
            series: [{},
                ...lines.map(({ label, color }) => ({ label,
                    stroke: () => /** @type {string} */ (palette[color]), width: 1.7,
                    points: { show: false } })
                )],
        }, [[0], ...lines.map(() => [null])], root);
        root.setAttribute('aria-hidden', 'true');
        onLook(() => this.plot.redraw());
        new ResizeObserver(() => {
            if (root.clientWidth > 0)
                this.plot.setSize({ width: root.clientWidth,
                    height: Math.max(50, root.clientHeight) });
        }).observe(root);
    }

    /** @param {number[]} times of the points @param {(number | null)[][]} values of each line at those times */
    show(times, values) {
        this.plot.setData(/** @type {any} */ ([times, ...values]));
    }
}
