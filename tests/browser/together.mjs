// Runs the test files of this folder that MICA_FILES names, one after the other in one process: they share a browser, whose start and whose
// first page cost as much as several tests. `npm test` runs the browser tests so.
const names = (process.env.MICA_FILES ?? '').split(',').filter(Boolean);
if (names.length === 0) throw new Error('MICA_FILES names no test file');
for (const name of names) await import(`./${name}`);
