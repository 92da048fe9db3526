// Two tabs find each other on a BroadcastChannel: each says a name made by chance, and answers a name that it has
// not heard. The lesser name is player 0, and both names together are the session, so that a tab that was
// loaded again begins a new one. Other tabs only watch the two talk, and are told that there is no place.

const CHANNEL = 'mica rollback demo';

export class Tabs {
    name = Math.random().toString(36).slice(2, 12).padEnd(10, '0');
    peer = '';
    #channel = new BroadcastChannel(CHANNEL);
    #ends = new AbortController();

    /**
     * @param {(player: number, session: string) => void} meet called when another tab is there, or a new one
     * @param {(message: unknown) => void} receive
     * @param {() => void} leave called when it is closed
     */
    constructor(meet, receive, leave) {
        this.#channel.onmessage = ({ data }) => {
            if (!data || typeof data.from !== 'string' || (data.to && data.to !== this.name))
                return;
            if (data.message) {
                if (data.from === this.peer) receive(data.message);
            } else if (data.bye) {
                if (data.from === this.peer) {
                    this.peer = '';
                    leave();
                    this.hello();
                }
            } else if (this.peer === '' && data.hello) {
                this.peer = data.from;
                this.#channel.postMessage({ from: this.name, to: data.from, hello: true });
                meet(this.name < data.from ? 0 : 1, [this.name, data.from].sort().join());
            }
        };
        addEventListener('pagehide', () => this.close(), { signal: this.#ends.signal });
        this.hello();
    }

    hello() {
        this.#channel.postMessage({ from: this.name, hello: true });
    }

    /** @param {unknown[]} message */
    send(message) {
        if (this.peer) this.#channel.postMessage({ from: this.name, to: this.peer, message });
    }

    /** Takes leave of the other tab. */
    close() {
        if (this.#ends.signal.aborted) return;
        this.#ends.abort();
        this.peer = '';
        this.#channel.postMessage({ from: this.name, bye: true });
        this.#channel.close();
    }
}
