// Numbers of the format of recordings, for those who write and those who read.

export const ENTRY = {
    /** The first bytes of a recording. */
    MAGIC: [0x4d, 0x52, 0x45, 0x43],
    /** Raised whenever the bytes below change their meaning. */
    FORMAT: 1,

    // What an entry of a block begins with. From OPERATION on, it is the number of an operation.
    VELOCITY: 0,
    FORCE: 1,
    USER_DATA: 2,
    RESTORE: 3,
    OPERATION: 8,

    /** Most steps from one hash to the next. */
    MAX_STEPS_TO_HASH: 600,
};
