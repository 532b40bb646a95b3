import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';

export interface ExportLimits {
  /** Number of files created concurrently. */
  readonly workers: number;
  readonly ofPerson: number;
  readonly ofFirm: number;
}

export interface Exporter {
  readonly tenantId: string;
  readonly personId: string | null;
}

export interface Patience {
  /** Longest wait for a turn. */
  readonly waitMs: number;
  /** Aborted when nobody waits for the file anymore. */
  readonly signal?: AbortSignal | undefined;
}

interface Waiting extends Exporter {
  readonly begin: () => void;
}

/** Shares the workers among people and firms. */
export interface ExportTurns {
  /**
   * Runs work when it is its turn.
   *
   * Fails: TOO_MANY_EXPORTS if the turn doesn't come in time.
   */
  inTurn<T>(exporter: Exporter, patience: Patience, work: () => Promise<T>): Promise<Result<T, Failures>>;
}

const tooMany = () =>
  err([
    fail(
      'TOO_MANY_EXPORTS',
      [],
      'Other exports of yours or of your firm are still being created. Try again in a moment, or start this one as a background job.',
    ),
  ]);

/**
 * Creates the scheduler. The firm with the fewest exports goes first, and the last free worker is reserved for a firm
 * without any.
 */
export function createExportTurns({ workers, ofPerson, ofFirm }: ExportLimits): ExportTurns {
  const running = new Set<Exporter>();
  let waiting: readonly Waiting[] = [];
  const ofSameFirm = ({ tenantId }: Exporter) => [...running].filter((exporter) => exporter.tenantId === tenantId);
  const mayBegin = (exporter: Exporter): boolean => {
    const own = ofSameFirm(exporter);
    const isLastWorker = running.size === workers - 1;
    return (
      running.size < workers &&
      own.length < ofFirm &&
      own.filter(({ personId }) => personId === exporter.personId).length < ofPerson &&
      (!isLastWorker || own.length === 0)
    );
  };
  const serve = (): void => {
    const [next] = waiting
      .filter(mayBegin)
      .toSorted((first, other) => ofSameFirm(first).length - ofSameFirm(other).length);
    if (!next) return;
    waiting = waiting.filter((candidate) => candidate !== next);
    running.add(next);
    next.begin();
    serve();
  };
  /** Resolves when it is the exporter's turn, or with undefined if the wait ends before. */
  const turnOf = (exporter: Exporter, { waitMs, signal }: Patience) =>
    new Promise<Exporter | undefined>((resolve) => {
      const leave = () => {
        if (running.has(own)) return;
        clearTimeout(timer);
        waiting = waiting.filter((candidate) => candidate !== own);
        resolve(undefined);
      };
      const timer = setTimeout(leave, waitMs);
      signal?.addEventListener('abort', leave, { once: true });
      const own: Waiting = {
        ...exporter,
        begin: () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', leave);
          resolve(own);
        },
      };
      waiting = [...waiting, own];
      if (signal?.aborted) leave();
      else serve();
    });
  return {
    async inTurn(exporter, patience, work) {
      const turn = await turnOf(exporter, patience);
      if (!turn) return tooMany();
      try {
        return ok(await work());
      } finally {
        running.delete(turn);
        serve();
      }
    },
  };
}
