// Fork: opens the zoo with the world of a page as it is, to build on it. The world goes along as a scene, which the browser keeps for
// this tab. A scene has bodies, joints, layers, fields and gravity; what a page does itself (its rules, keys and drawing) stays there.
// Called by stage.js and by pages with a frame of their own; the zoo reads it.

const KEPT = 'mica fork';
const ICON =
    '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="6" cy="5.5" r="2.3"/><circle cx="18" cy="5.5" r="2.3"/><circle cx="12" cy="19" r="2.3"/><path d="M6 8v1.5c0 3 6 2.5 6 7M18 8v1.5c0 3-6 2.500-6 7"/></svg>';
const TITLE =
    'Fork: build on this world in the zoo. Bodies, joints, layers and fields go along; the rules of this page do not';

/** @typedef {{ minX: number, minY: number, maxX: number, maxY: number }} View */
/** @typedef {{ from: string, scene: object, view?: View }} Forked `from` is the title of the page */

/**
 * Adds the button, beside Share or where there is no timeline into a place of the page.
 * @param {() => { world: import('../../js/index.js').World<any>, title: string, view?: View }} now what shall go along, when it is pressed
 * @param {(text: string) => void} say tells why it did not work @param {Element | null} [place]
 */
export function addFork(now, say, place = null) {
    const button = document.createElement('button');
    button.type = 'button';
    button.id = 'fork';
    button.title = TITLE;
    button.innerHTML = `${ICON}<span>Fork</span>`;
    button.addEventListener('click', async () => {
        try {
            const { toScene } = await import('../../js/scene.js');
            const { title, view, world } = now();
            sessionStorage.setItem(KEPT,
                JSON.stringify({ from: title, scene: toScene(world), view }));
            location.assign(new URL('../zoo/index.html#fork', location.href));
        } catch (error) {
            say(`This world cannot be forked: ${/** @type {Error} */ (error).message}`);
        }
    });
    if (place) place.append(button);
    else document.getElementById('timeline-share')?.after(button);
}

/** What a page has sent, if the address says that one did. @returns {Forked | null} */
export function readFork() {
    const text = location.hash === '#fork' ? sessionStorage.getItem(KEPT) : null;
    return text ? JSON.parse(text) : null;
}
