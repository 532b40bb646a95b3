import type { Transport } from './connection.ts';

/** Longest time that a poll waits before it returns empty. */
const pollMs = 25_000;
const mostWaiting = 2_000;

/** Result of a poll: frames, possibly empty, or the end of the connection. */
export type PollAnswer = { readonly kind: 'frames'; readonly text: string } | { readonly kind: 'ended' };

/** A queue that the client empties by polling. */
export class Polling implements Transport {
  #waiting: string[] = [];
  #ended = false;
  #answer: ((answer: PollAnswer) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #first = true;

  send(frame: string): boolean {
    if (this.#waiting.length >= mostWaiting) return false;
    this.#waiting.push(frame);
    this.#flush();
    return true;
  }

  end(): void {
    this.#ended = true;
    this.#flush();
  }

  /** Waits for frames. The first poll opens the connection and returns at once. A new poll replaces a waiting one. */
  poll(): Promise<PollAnswer> {
    this.#reply({ kind: 'frames', text: '' });
    return new Promise((resolve) => {
      this.#answer = resolve;
      if (this.#first) {
        this.#first = false;
        return this.#reply({ kind: 'frames', text: '' });
      }
      this.#timer = setTimeout(() => this.#reply({ kind: 'frames', text: '' }), pollMs);
      this.#flush();
    });
  }

  /** Releases a poll whose client is gone. */
  abandon(): void {
    this.#reply({ kind: 'frames', text: '' });
  }

  #flush(): void {
    if (!this.#answer) return;
    if (this.#waiting.length > 0) {
      const text = this.#waiting.join('');
      this.#waiting = [];
      this.#reply({ kind: 'frames', text });
    } else if (this.#ended) this.#reply({ kind: 'ended' });
  }

  #reply(answer: PollAnswer): void {
    clearTimeout(this.#timer);
    const waiting = this.#answer;
    this.#answer = undefined;
    waiting?.(answer);
  }
}
