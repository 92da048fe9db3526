// A table in a link, in a file, out of either. Called by main.js.
import { pack, shareLink, unpack } from '../shared/moment.js';
import { checkedTable } from './table.js';

const HASH = '#table=';

/** @typedef {import('./table.js').Table} Table */

/** Puts a link to a table into the address bar and the clipboard. @param {Table} table @returns {Promise<string>} what to say of it */
export async function shareTable(table) {
    return shareLink(HASH + await pack(new TextEncoder().encode(JSON.stringify(table))));
}

/** The table that the page's address holds, if it holds one. @returns {Promise<Table | null>} @throws {Error} for a damaged one */
export async function linkedTable() {
    if (!location.hash.startsWith(HASH)) return null;
    return checkedTable(
        JSON.parse(new TextDecoder().decode(await unpack(location.hash.slice(HASH.length)))),
    );
}

/** Saves a table as a file. @param {Table} table */
export function exportTable(table) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(
        new Blob([JSON.stringify(table)], { type: 'application/json' }),
    );
    link.download = 'pachinko-table.json';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Lets the player choose a file, and reads the table in it. @param {(table: Table) => void} use @param {(text: string) => void} say */
export function importTable(use, say) {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = '.json,application/json';
    input.addEventListener('change', async () => {
        try {
            use(checkedTable(JSON.parse(await /** @type {File} */ (input.files?.[0]).text())));
        } catch (error) {
            say(error instanceof SyntaxError
                ? 'The file is no JSON.'
                : /** @type {Error} */ (error).message);
        }
    });
    input.click();
}
