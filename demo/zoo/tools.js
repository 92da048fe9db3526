// The tools: what each is called, its key, its icon and what to do with it. Read by panel.js and main.js.

/** @typedef {{ id: string, label: string, key: string, icon: string, help: string, group: 'hand' | 'shape' | 'joint' | 'area' }} Tool */

/** @type {readonly Tool[]} */
export const TOOLS = [
    { id: 'hand', group: 'hand', label: 'Hand', key: 'V',
        help: 'Drag and throw bodies, or the view. Press a body to select it.',
        icon:
            '<path d="M8 12V6.5a1.5 1.5 0 0 1 3 0V11V5a1.5 1.5 0 0 1 3 0v6V6.5a1.5 1.5 0 0 1 3 0V15c0 3.5-2 5.5-5 5.5-2.8 0-4-1.3-5.2-3.6L5 13.3c-.6-1.2 1-2.2 1.9-1.2z"/>' },
    { id: 'circle', group: 'shape', label: 'Circle', key: 'D',
        help: 'Drag from the middle outwards.', icon: '<circle cx="12" cy="12" r="7.5"/>' },
    { id: 'box', group: 'shape', label: 'Box', key: 'B', help: 'Drag from corner to corner.',
        icon: '<path d="M5 6h14v12H5z"/>' },
    { id: 'capsule', group: 'shape', label: 'Capsule', key: 'K', help: 'Drag from end to end.',
        icon: '<path d="M5.5 14.5l9-9a2.8 2.8 0 0 1 4 4l-9 9a2.8 2.8 0 0 1-4-4z"/>' },
    { id: 'polygon', group: 'shape', label: 'Polygon', key: 'G',
        help: 'Drag from the middle to a corner. The panel sets the number of sides.',
        icon: '<path d="M12 4l8 6-3 9H7l-3-9z"/>' },
    { id: 'outline', group: 'shape', label: 'Outline', key: 'U',
        help: 'Draw any outline in one stroke.',
        icon: '<path d="M5 8c2-4 6-4 7-1s4 1 6 3-1 4-1 6-3 4-6 2-5 1-6-2 2-4 0-8z"/>' },
    { id: 'chain', group: 'shape', label: 'Terrain', key: 'N',
        help: 'Draw a line that holds things: a chain shape.',
        icon: '<path d="M3 16c3-6 5 2 8-3s4-6 10 1"/>' },
    { id: 'pin', group: 'joint', label: 'Pin', key: 'J',
        help:
            'Press where two bodies overlap, or drag from one to the other: they turn about the pin.',
        icon: '<circle cx="12" cy="12" r="2.5"/><path d="M3 8l7 3M14 13l7 3"/>' },
    { id: 'motor', group: 'joint', label: 'Motor', key: 'M',
        help: 'As a pin, and it turns. The panel sets its speed.',
        icon: '<circle cx="12" cy="12" r="2.5"/><path d="M12 4a8 8 0 1 1-7.5 5.2M4 4.5v5h5"/>' },
    { id: 'weld', group: 'joint', label: 'Weld', key: 'W',
        help: 'Press where two bodies overlap, or drag from one to the other: they become one.',
        icon: '<path d="M3 9h8v8H3zM13 5h8v8h-8z"/><path d="M9 11l6 1"/>' },
    { id: 'rod', group: 'joint', label: 'Rod', key: 'I',
        help: 'Drag from body to body: their distance stays.',
        icon:
            '<circle cx="5" cy="18" r="2.2"/><circle cx="19" cy="6" r="2.2"/><path d="M6.6 16.5l10.8-9"/>' },
    { id: 'rope', group: 'joint', label: 'Rope', key: 'T',
        help: 'Drag from body to body: no farther apart than now.',
        icon:
            '<circle cx="5" cy="6" r="2.2"/><circle cx="19" cy="6" r="2.2"/><path d="M5 8.2c1 11 13 11 14 0"/>' },
    { id: 'spring', group: 'joint', label: 'Spring', key: 'S',
        help: 'Drag from body to body: an elastic line.',
        icon: '<path d="M3 12h2l1.5-4 3 8 3-8 3 8 3-8 1.5 4h2"/>' },
    { id: 'slider', group: 'joint', label: 'Slider', key: 'A',
        help: 'Drag from a body along the way that it may slide, into the open or to another body.',
        icon: '<path d="M3 15h18"/><path d="M8 9h8v6H8z"/>' },
    { id: 'wheel', group: 'joint', label: 'Wheel', key: 'Y',
        help: 'Drag from a frame to its wheel: a suspension with a motor.',
        icon: '<circle cx="12" cy="15.5" r="5"/><path d="M12 15.5V4M8 4h8"/>' },
    { id: 'water', group: 'area', label: 'Water', key: 'Q',
        help: 'Drag from corner to corner. Bodies of less density float.',
        icon: '<path d="M3 9c3-3 4 2 7 0s4 2 7 0 4 0 4 0M3 15c3-3 4 2 7 0s4 2 7 0 4 0 4 0"/>' },
    { id: 'wind', group: 'area', label: 'Wind', key: 'E', help: 'Drag the way that it shall blow.',
        icon: '<path d="M3 9h11a3 3 0 1 0-3-3M3 13h15a3 3 0 1 1-3 3M3 17h7"/>' },
    {
        id: 'planet',
        group: 'area',
        label: 'Planet',
        key: 'Z',
        help: 'Drag from the middle outwards: it pulls the bodies near it.',
        icon:
            '<circle cx="12" cy="12" r="4.5"/><ellipse cx="12" cy="12" rx="10" ry="3.5" transform="rotate(-20 12 12)"/>',
    },
];

/** @param {string} id */
export const toolOf = (id) => /** @type {Tool} */ (TOOLS.find((tool) => tool.id === id));
