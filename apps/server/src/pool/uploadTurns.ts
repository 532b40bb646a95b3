import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';

export interface TurnLimits {
  /** Limit on the files of one firm that are received, waiting or read. */
  readonly inHandOfFirm: number;
  /** Limit on the files of all firms. */
  readonly inHand: number;
  /** Number of workbooks read concurrently, at most one per firm, so that another firm always finds a reader. */
  readonly readers: number;
}

/** A reader needs a processor and up to 256 MB for about a second. */
const defaultTurns: TurnLimits = { inHandOfFirm: 8, inHand: 64, readers: 2 };

/** Shares receiving and reading of files fairly among firms, so that many files of one don't delay the others. */
export interface UploadTurns {
  /**
   * Counts a file before any of it is read. The returned function releases it.
   *
   * Fails: TOO_MANY_FILES.
   */
  enter(firm: string): Result<() => void, Failures>;
  /** Runs work when it is its turn: one per firm at a time, and firms in rotation. */
  inTurn<T>(firm: string, work: () => Promise<T>): Promise<T>;
}

const tooMany = (owner: string) =>
  err([fail('TOO_MANY_FILES', ['file'], `${owner} already being read. Wait until they are done and try again.`)]);

export function uploadTurns({ inHandOfFirm, inHand, readers }: TurnLimits = defaultTurns): UploadTurns {
  const countByOwner = new Map<string, number>();
  let all = 0;
  /** Waiting work by firm. The firm that was served last comes last. */
  const waiting = new Map<string, (() => void)[]>();
  const reading = new Set<string>();

  const serve = () => {
    for (const [firm, queue] of waiting) {
      if (reading.size >= readers) return;
      if (reading.has(firm)) continue;
      const next = queue.shift();
      if (queue.length === 0) waiting.delete(firm);
      reading.add(firm);
      next?.();
    }
  };

  return {
    enter(firm) {
      const own = countByOwner.get(firm) ?? 0;
      if (own >= inHandOfFirm) return tooMany(`${own} files of your firm are`);
      if (all >= inHand) return tooMany('Many files are');
      countByOwner.set(firm, own + 1);
      all += 1;
      return ok(() => {
        all -= 1;
        const remaining = (countByOwner.get(firm) ?? 1) - 1;
        if (remaining > 0) countByOwner.set(firm, remaining);
        else countByOwner.delete(firm);
      });
    },
    async inTurn(firm, work) {
      await new Promise<void>((resolve) => {
        waiting.set(firm, [...(waiting.get(firm) ?? []), resolve]);
        serve();
      });
      try {
        return await work();
      } finally {
        reading.delete(firm);
        const queue = waiting.get(firm);
        if (queue) {
          waiting.delete(firm);
          waiting.set(firm, queue);
        }
        serve();
      }
    },
  };
}
