// What a page needs from the first shot on: paths and breaking. It is loaded when somebody first presses something, so that the page
// comes sooner; no ball can be shot before. Called by main.js, game.js and paint.js.

/** Null until they have been loaded. @type {{ path: typeof import('./path.js') | null, breaking: typeof import('./breaking.js') | null }} */
export const tools = { path: null, breaking: null };

/** @type {Promise<void> | undefined} */
let loading;

/** Loads them, once. */
export const loadTools = () =>
    loading ??= Promise.all([import('./path.js'), import('./breaking.js')]).then(
        ([path, breaking]) => {
            Object.assign(tools, { path, breaking });
        },
    );
