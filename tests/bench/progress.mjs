// How far a measurement is, on stderr, so that what it prints can be kept apart.

/** What runs now, on one line of a terminal that is overwritten. @param {string} text */
export function progress(text) {
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

/** What is done, a line each, where there is no terminal. @param {string} text */
export function note(text) {
    if (!process.stderr.isTTY) process.stderr.write(`${text}\n`);
}
