// A vector that is read from and written to somewhere else, with the methods of a Phaser.Math.Vector2 that games
// use on velocities.

/** Two numbers in pixels, y down, that stand for something of a body. */
export class LiveVector {
    #read;
    #write;

    /**
     * @param {(axis: 'x' | 'y') => number} read
     * @param {(x: number, y: number) => void} write
     */
    constructor(read, write) {
        this.#read = read;
        this.#write = write;
    }

    /** To the right. */
    get x() {
        return this.#read('x');
    }
    set x(value) {
        this.#write(value, this.y);
    }

    /** Downwards. */
    get y() {
        return this.#read('y');
    }
    set y(value) {
        this.#write(this.x, value);
    }

    /**
     * Sets both numbers.
     * @param {number} x to the right
     * @param {number} [y] downwards, by default x
     */
    set(x, y = x) {
        this.#write(x, y);
        return this;
    }

    /** The same as `set`. @param {number} x @param {number} [y] by default x */
    setTo(x, y = x) {
        return this.set(x, y);
    }

    /**
     * Multiplies it.
     * @param {number} factor of both numbers
     */
    scale(factor) {
        return this.set(factor * this.x, factor * this.y);
    }

    /** How long it is. */
    length() {
        return Math.hypot(this.x, this.y);
    }

    /** Makes it one pixel long; zero stays zero. */
    normalize() {
        const length = this.length();
        return length > 0 ? this.scale(1 / length) : this;
    }
}
