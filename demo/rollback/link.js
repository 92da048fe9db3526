// A line between two machines that is late, uneven and loses messages, as the sliders say. Its clock is the
// page's frames. Called by the page in both modes: two worlds in one tab, or two tabs.

/** Settings of lines as there are: latency and jitter in ms, loss in %. */
export const LINES = [
    { name: 'Same room', latency: 0, jitter: 0, loss: 0 },
    { name: 'Same country', latency: 25, jitter: 5, loss: 1 },
    { name: 'Over the ocean', latency: 80, jitter: 20, loss: 5 },
    { name: 'Bad mobile', latency: 150, jitter: 120, loss: 20 },
];

/** @typedef {{ from: number, sent: number, due: number, lost: boolean, deliver: () => void }} Message */

export class Link {
    /** Of one way. */
    settings = { latency: 80, jitter: 20, loss: 5 }; // ms, ms, %
    #now = 0;
    /** On their way, lost ones too. @type {Message[]} */
    #messages = [];

    /** Has something done when a message would arrive, if it does. @param {() => void} deliver @param {number} [from] player */
    send(deliver, from = 0) {
        const { latency, jitter, loss } = this.settings;
        this.#messages.push({ from, sent: this.#now,
            due: this.#now + latency + jitter * Math.random(), lost: 100 * Math.random() < loss,
            deliver });
    }

    /** The messages on their way, for drawing: `part` of the way that each has made. */
    flying() {
        return this.#messages.map(({ from, sent, due, lost }) => ({ from, lost,
            part: Math.min(1, (this.#now - sent) / Math.max(1, due - sent)) })
        );
    }

    /** @param {number} seconds */
    advance(seconds) {
        this.#now += 1000 * seconds;
        const due = this.#messages.filter((each) => each.due <= this.#now);
        this.#messages = this.#messages.filter((each) => each.due > this.#now);
        for (const { deliver, lost } of due) if (!lost) deliver();
    }

    clear() {
        this.#messages = [];
    }
}
