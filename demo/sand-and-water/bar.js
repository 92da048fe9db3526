// The bars at the bottom: scenes, tools, and what the scene's button does. Called by main.js.
import { SCENES } from './scenes.js';
import { TOOLS } from './tools.js';

const PLAY = 'M7 4.5v15l13-7.5z';

/** @param {string} name @param {string} label */
function makeSheet(name, label) {
    const bar = document.body.appendChild(document.createElement('section'));
    bar.className = `sheet ${name}`;
    bar.ariaLabel = label;
    return bar;
}

/** @param {HTMLElement} bar @param {string} label @param {() => void} press @param {string} [icon] */
function addButton(bar, label, press, icon) {
    const button = bar.appendChild(document.createElement('button'));
    button.type = 'button';
    if (icon)
        button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${icon}"/></svg>`;
    button.append(Object.assign(document.createElement('span'), { textContent: label }));
    button.addEventListener('click', press);
    return button;
}

/**
 * Makes the bars. Returns what brings them up to date.
 * @param {{ choose: (scene: number) => void, take: (tool: number) => void, act: () => void }} does
 */
export function makeBars({ choose, take, act }) {
    const box = document.body.appendChild(document.createElement('div'));
    box.className = 'bars';
    const [scenes, tools] = [makeSheet('scenes', 'Scenes'), makeSheet('tools-bar', 'Tools')];
    box.append(scenes, tools);
    const sceneButtons = SCENES.map(({ name }, i) => addButton(scenes, name, () => choose(i)));
    const toolButtons = TOOLS.map(({ label, icon, name }, i) => {
        const button = addButton(tools, label, () => take(i), icon);
        button.dataset.tool = name;
        return button;
    });
    const acts = addButton(tools, '', act, PLAY);
    acts.className = 'act';
    let shown = '';
    return (/** @type {number} */ scene, /** @type {number} */ tool,
        /** @type {string} */ label) =>
    {
        const now = `${scene} ${tool} ${label}`;
        if (now === shown) return;
        shown = now;
        sceneButtons.forEach((button, i) => (button.ariaPressed = String(i === scene)));
        toolButtons.forEach((button, i) => (button.ariaPressed = String(i === tool)));
        /** @type {HTMLElement} */ (acts.lastElementChild).textContent = label;
    };
}
