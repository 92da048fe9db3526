// Sounds and effects that a game has shown already, by frame, so that a frame played again does not repeat them.

export class ShownEffects {
    /** @type {{ frame: number, key: unknown }[]} */
    #list = [];

    /**
     * Whether something is new; notes it if so.
     * @param {unknown} key
     * @param {number} frame
     * @param {number} within frames before and after
     */
    isFirst(key, frame, within) {
        if (this.#list.some((each) => each.key === key && Math.abs(each.frame - frame) <= within))
            return false;
        this.#list.push({ frame, key });
        return true;
    }

    /** Forgets what lies so far back that no frame near it is played again. @param {number} frame */
    dropBefore(frame) {
        if (this.#list.length > 0 && this.#list[0].frame < frame)
            this.#list = this.#list.filter((each) => each.frame >= frame);
    }
}
