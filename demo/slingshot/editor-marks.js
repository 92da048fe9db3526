// What the editor marks in the picture: the item that is chosen, and the ends of ropes and hinges. Called by main.js.
import { corners, isJoint, ropeEnd } from './level.js';

/** @param {CanvasRenderingContext2D} ctx in metres, y up @param {import('./editor.js').Editor} editor */
export function paintMarks(ctx, { on, item, level: { items } }) {
    if (!on) return;
    ctx.save();
    for (const each of items) {
        if (!isJoint(each)) continue;
        const place = [each[1], each[2]];
        ctx.fillStyle = each === item ? '#ffcf70' : '#ffffff';
        for (const [x, y] of each[0] === 'rope' ? [place, ropeEnd(each)] : [place]) {
            ctx.beginPath();
            ctx.arc(x, y, 0.1, 0, 7);
            ctx.fill();
        }
    }
    if (item && !isJoint(item)) {
        ctx.translate(item[1], item[2]);
        if (item[0] !== 'lift') ctx.rotate((item[5] ?? 0) * Math.PI / 180);
        ctx.lineWidth = 0.06;
        ctx.strokeStyle = '#ffb020';
        ctx.setLineDash([0.16, 0.1]);
        ctx.beginPath();
        for (const [x, y] of corners(item[3] + 0.14, item[4] + 0.14, 1)) ctx.lineTo(x, y);
        ctx.closePath();
        ctx.stroke();
    }
    ctx.restore();
}
