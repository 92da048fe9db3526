// A line between two machines that is late, uneven and loses messages, as the sliders say. Its clock is the
// page's frames. Called by the page in both modes: two worlds in one tab, or two tabs.

export class Link {
    /** Of one way. */
    settings = { latency: 80, jitter: 20, loss: 5 }; // ms, ms, %
    sent = 0;
    lost = 0;
    #now = 0;
    /** @type {{ due: number, deliver: () => void }[]} */
    #messages = [];

    /** Has something done when a message would arrive, if it does. @param {() => void} deliver */
    send(deliver) {
        const { latency, jitter, loss } = this.settings;
        ++this.sent;
        if (100 * Math.random() < loss) ++this.lost;
        else this.#messages.push({ due: this.#now + latency + jitter * Math.random(), deliver });
    }

    /** @param {number} seconds */
    advance(seconds) {
        this.#now += 1000 * seconds;
        const due = this.#messages.filter((each) => each.due <= this.#now);
        this.#messages = this.#messages.filter((each) => each.due > this.#now);
        for (const { deliver } of due) deliver();
    }

    clear() {
        this.#messages = [];
    }
}
