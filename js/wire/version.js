// The version of Mica: index.js exports it, and recordings name it.

/** The version of Mica, as in package.json. */
export const version = '0.1.0';
