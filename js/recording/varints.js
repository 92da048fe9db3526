// Bytes out and in: whole numbers as varints, numbers in as few bytes as give them back bit for bit. Every
// read checks where the bytes end and throws Damage. Used by all files of js/recording/.

/** What a reader throws where bytes are not what a writer would have written. js/recording/file.js makes a MicaError of it. */
export class Damage {
    /** @param {string} what */
    constructor(what) {
        this.what = what;
    }
}

/** @param {string} what @returns {never} */
export function damaged(what) {
    throw new Damage(what);
}

// What the first byte of a number says; below KEPT it is the number itself, less SMALLEST.
const SMALLEST = -100;
const KEPT = 246;
const NOT_A_NUMBER = 247;
const WHOLE = 248;
const DECIMAL = 249;
const DECIMAL_SINGLE = 250;
const SINGLE = 251;
const DOUBLE = 252;

/** Decimals are multiples of 1 / DECIMALS, at most MAX_DECIMAL of them: with their sign two or three bytes. */
const DECIMALS = 1000;
const MAX_DECIMAL = 2 ** 20 - 1;

const double = new Float64Array(1);
const doubleBits = /* @__PURE__ */ new Uint32Array(/* @__PURE__ */ bufferOf(double));
const single = /* @__PURE__ */ new Float32Array(/* @__PURE__ */ bufferOf(double), 0, 1);

/** A bundler leaves out what this gives if nobody uses it, which it would not do with a property. @__NO_SIDE_EFFECTS__ @param {Float64Array<ArrayBuffer>} array */
function bufferOf(array) {
    return array.buffer;
}

/** Bytes that grow. */
export class ByteWriter {
    /** @type {Uint8Array<ArrayBuffer>} */
    bytes = new Uint8Array(256);
    length = 0;

    /** The bytes so far, a copy. */
    copy() {
        return this.bytes.slice(0, this.length);
    }

    /** @param {number} value 0 to 255 */
    byte(value) {
        if (this.length === this.bytes.length) this.#grow(this.length + 1);
        this.bytes[this.length++] = value;
    }

    /** @param {ArrayLike<number> & { length: number }} bytes */
    raw(bytes) {
        const { length } = bytes;
        if (this.length + length > this.bytes.length) this.#grow(this.length + length);
        this.bytes.set(bytes, this.length);
        this.length += length;
    }

    /** A count: a whole number from 0 to 2^53 - 1. @param {number} value */
    count(value) {
        let rest = value;
        while (rest >= 128) {
            this.byte((rest % 128) | 128);
            rest = Math.floor(rest / 128);
        }
        this.byte(rest);
    }

    /** A whole number within ±2^52. @param {number} value */
    whole(value) {
        this.count(value < 0 ? -2 * value - 1 : 2 * value);
    }

    /** 32 bits. @param {number} bits */
    word(bits) {
        this.byte(bits & 255);
        this.byte((bits >>> 8) & 255);
        this.byte((bits >>> 16) & 255);
        this.byte(bits >>> 24);
    }

    /**
     * Any number.
     * @param {number} value
     * @param {number} [kept] what the reader knows besides: one byte if the number is just that
     */
    number(value, kept) {
        if (kept !== undefined && Object.is(value, kept)) this.byte(KEPT);
        else if (value !== value) this.byte(NOT_A_NUMBER);
        else if (Number.isInteger(value) && Math.abs(value) < 2 ** 48 && !Object.is(value, -0))
            this.#whole(value);
        else this.#fraction(value);
    }

    /** @param {number} value */
    #whole(value) {
        if (value >= SMALLEST && value < KEPT + SMALLEST) {
            this.byte(value - SMALLEST);
            return;
        }
        this.byte(WHOLE);
        this.whole(value);
    }

    /** @param {number} value */
    #fraction(value) {
        const decimal = Math.round(value * DECIMALS);
        single[0] = value;
        if (decimal !== 0 && Math.abs(decimal) <= MAX_DECIMAL && decimal / DECIMALS === value) {
            this.byte(DECIMAL);
            this.whole(decimal);
        } else if (single[0] === value && decimal !== 0 && Math.abs(decimal) <= MAX_DECIMAL
            && Math.fround(decimal / DECIMALS) === value)
        {
            this.byte(DECIMAL_SINGLE);
            this.whole(decimal);
        } else if (single[0] === value) {
            this.byte(SINGLE);
            this.word(doubleBits[0]);
        } else {
            double[0] = value;
            this.byte(DOUBLE);
            this.word(doubleBits[0]);
            this.word(doubleBits[1]);
        }
    }

    /** @param {string} value */
    text(value) {
        const bytes = new TextEncoder().encode(value);
        this.count(bytes.length);
        this.raw(bytes);
    }

    /** @param {number} length that must fit */
    #grow(length) {
        const larger = new Uint8Array(Math.max(length, 2 * this.bytes.length));
        larger.set(this.bytes);
        this.bytes = larger;
    }
}

/** Bytes read one after the other. */
export class ByteReader {
    /**
     * @param {Uint8Array} bytes
     * @param {number} [at] where it begins
     * @param {number} [end] where it ends
     */
    constructor(bytes, at = 0, end = bytes.length) {
        this.bytes = bytes;
        this.at = at;
        this.end = end;
    }

    byte() {
        if (this.at >= this.end) damaged('it ends too early');
        return this.bytes[this.at++];
    }

    /** So many bytes, a copy. @param {number} length */
    raw(length) {
        if (length > this.end - this.at) damaged('it ends too early');
        const from = this.at;
        this.at += length;
        return /** @type {Uint8Array<ArrayBuffer>} */ (this.bytes.slice(from, this.at));
    }

    count() {
        let value = 0;
        for (let factor = 1;; factor *= 128) {
            const byte = this.byte();
            value += factor * (byte & 127);
            if (byte < 128) break;
            if (factor > 2 ** 42) damaged('a count is too long');
        }
        if (value > Number.MAX_SAFE_INTEGER) damaged('a count is too large');
        return value;
    }

    /**
     * A count in a closed range.
     * @param {string} name @param {number} min @param {number} max
     */
    countWithin(name, min, max) {
        const value = this.count();
        if (value < min || value > max) damaged(`${name} is ${value}`);
        return value;
    }

    whole() {
        const value = this.count();
        return value % 2 ? -(value + 1) / 2 : value / 2;
    }

    word() {
        const low = this.byte() | (this.byte() << 8) | (this.byte() << 16);
        return (low | (this.byte() << 24)) >>> 0;
    }

    /** @param {number} [kept] what a number is that is kept */
    number(kept) {
        const first = this.byte();
        switch (first) {
            case KEPT:
                return kept === undefined ? damaged('a number is kept that was not there') : kept;
            case NOT_A_NUMBER:
                return NaN;
            case WHOLE:
                return this.whole();
            case DECIMAL:
                return this.whole() / DECIMALS;
            case DECIMAL_SINGLE:
                return Math.fround(this.whole() / DECIMALS);
            case SINGLE:
                doubleBits[0] = this.word();
                return single[0];
            case DOUBLE:
                doubleBits[0] = this.word();
                doubleBits[1] = this.word();
                return double[0];
            default:
                if (first > DOUBLE) damaged('a number has no such form');
                return first + SMALLEST;
        }
    }

    text() {
        const bytes = this.raw(this.count());
        try {
            return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
        } catch {
            return damaged('a text is not UTF-8');
        }
    }
}
