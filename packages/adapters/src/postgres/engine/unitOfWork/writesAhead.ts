/**
 * Writes that one transaction sends one ahead: the database stores a part while this process computes the next one. At
 * most two parts are in memory.
 */
export class WritesAhead {
  #last: Promise<unknown> = Promise.resolve();

  /** Resolves when the write before this one is stored. */
  async send(write: Promise<unknown>): Promise<void> {
    const before = this.#last;
    this.#last = write;
    // If the write before fails, this one fails too, and nobody waits for it.
    write.catch(() => undefined);
    await before;
  }

  /** Resolves when all writes are stored. */
  async done(): Promise<void> {
    await this.#last;
  }
}
