// What an importer says of a file that it read: things that it left out, and what else the file's author should know.
// Called by the importers beside it.
import { MicaError, show } from '../wire/errors.js';

/** @import { Cursor } from './cursor.js' */
/** @import { ImportNote } from './types.js' */

/** The notes of one import. */
export class Report {
    /** @type {ImportNote[]} */
    notes = [];

    /** @param {ImportNote} note */
    add(note) {
        this.notes.push(note);
    }

    /**
     * Reads a part of the file, or leaves it out: what is broken there is noted, with the part's name and id.
     * @template T
     * @param {Cursor} source the part
     * @param {string} called what the note calls it
     * @param {Partial<ImportNote>} place where the part is
     * @param {() => T} read
     * @returns {T | undefined} undefined if it is left out
     */
    without(source, called, place, read) {
        try {
            return read();
        } catch (error) {
            if (!(error instanceof MicaError)) throw error;
            const { name, id: number } = Object(source.value);
            const own = {
                ...(typeof name === 'string' && name !== '' ? { name } : {}),
                ...(Number.isSafeInteger(number) ? { id: number } : {}),
            };
            const id = own.id === undefined ? '' : `id ${own.id}`;
            const label = own.name === undefined
                ? id
                : `${show(own.name)}${id === '' ? '' : ` (${id})`}`;
            const what = error.message.replace(`${source.method}: `, '');
            this.add({ ...place, ...own,
                why: `${called}${label === '' ? '' : `, ${label},`} is left out: ${what}` });
            return undefined;
        }
    }
}
