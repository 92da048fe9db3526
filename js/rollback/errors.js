// The errors of 'mica2d/rollback' that are neither a wrong type nor a number out of range.

/**
 * An error of a rollback session. `code` says which: 'BAD_MESSAGE', a message that no session with the same
 * settings sends; 'NOT_DETERMINISTIC', a frame that the sync test simulated twice with different results;
 * 'LOCKED', a call from within a frame.
 */
export class RollbackError extends Error {
    /**
     * @param {string} code
     * @param {string} message
     */
    constructor(code, message) {
        super(message);
        /** Always 'RollbackError'. */
        this.name = 'RollbackError';
        /** Which error it is, as listed above. @readonly */
        this.code = code;
    }
}
