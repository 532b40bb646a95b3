import { fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

/** Message of the server process once it accepts requests. */
export const readyMessage = 'ready';
/** A server that ran this long was stable, so its next end counts as the first. */
const steadyMs = 60_000;
const longestPauseMs = 60_000;
/** The server stops within ten seconds. One that hangs doesn't delay the shutdown. */
const patienceMs = 12_000;

export interface Supervision {
  /** File of the server process. */
  readonly program: string;
  readonly args: readonly string[];
  /** Stops the database that a server left running because it ended by itself or was killed. */
  readonly stopOrphanedDatabase: () => Promise<void>;
}

interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly wasReady: boolean;
  readonly ranMs: number;
}

/**
 * Runs the server as a child process and restarts it when it ends unexpectedly. PostgreSQL isn't a child of either and
 * keeps running until this process is stopped. A server that was stable is restarted at once. After repeated failures, the pause starts at one second
 * and doubles up to a minute. A failed first start isn't repeated, and stop signals are passed on. If this process is
 * killed, the server shuts down by itself.
 *
 * Returns the exit code.
 */
export async function supervise(supervision: Supervision): Promise<number> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.on('SIGTERM', stop).on('SIGINT', stop);
  let hasBeenReady = false;
  for (let ends = 1; ; ends += 1) {
    const end = await runOnce(supervision, stopping.signal);
    hasBeenReady ||= end.wasReady;
    if (!stopping.signal.aborted && end.code !== 0 && hasBeenReady) {
      const wasWell = end.ranMs > steadyMs;
      if (wasWell) ends = 0;
      const pauseMs = wasWell ? 0 : Math.min(1_000 * 2 ** (ends - 1), longestPauseMs);
      const how = end.signal === null ? `with ${end.code}` : `by ${end.signal}`;
      process.stderr.write(`The server ended ${how}. It restarts in ${pauseMs / 1_000} s.\n`);
      await pause(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (!stopping.signal.aborted) continue;
    }
    if (stopping.signal.aborted && end.code !== 0) await supervision.stopOrphanedDatabase();
    return end.code ?? 1;
  }
}

function runOnce({ program, args }: Supervision, stopping: AbortSignal): Promise<End> {
  const from = Date.now();
  return new Promise((resolve, reject) => {
    const child = fork(program, args, { stdio: 'inherit' });
    let wasReady = false;
    const stop = () => {
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), patienceMs).unref();
    };
    stopping.addEventListener('abort', stop);
    child.on('message', (message) => (wasReady ||= message === readyMessage));
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      stopping.removeEventListener('abort', stop);
      resolve({ code, signal, wasReady, ranMs: Date.now() - from });
    });
    if (stopping.aborted) stop();
  });
}
