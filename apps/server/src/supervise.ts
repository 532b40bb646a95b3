import { fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

/** What the server's process says when it takes requests. */
export const readyMessage = 'ready';
/** A server that ran so long was well: the next end is counted as the first. */
const steadyMs = 60_000;
const longestPauseMs = 60_000;
/** The server ends by itself within ten seconds; one that hangs does not hold up the end. */
const patienceMs = 12_000;

export interface Supervision {
  /** The file of the server's process. */
  readonly program: string;
  readonly args: readonly string[];
}

interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly wasReady: boolean;
  readonly ranMs: number;
}

/**
 * Runs the server as a process of its own and starts it again when it ends by itself. PostgreSQL, which neither is the parent of, goes on
 * meanwhile. A server that was well is started again at once; the pause after an end that follows soon is a second, doubled with each, up to a minute. A first
 * start that fails is not repeated, and a signal to stop is passed on. When this process is killed the server ends in order by itself.
 *
 * Answers the exit code.
 */
export async function supervise(supervision: Supervision): Promise<number> {
  const stopping = new AbortController();
  const ask = () => stopping.abort();
  process.on('SIGTERM', ask).on('SIGINT', ask);
  let hasBeenReady = false;
  for (let ends = 1; ; ends += 1) {
    const end = await runOnce(supervision, stopping.signal);
    hasBeenReady ||= end.wasReady;
    if (stopping.signal.aborted || end.code === 0 || !hasBeenReady) return end.code ?? 1;
    const wasWell = end.ranMs > steadyMs;
    if (wasWell) ends = 0;
    const pauseMs = wasWell ? 0 : Math.min(1_000 * 2 ** (ends - 1), longestPauseMs);
    const how = end.signal === null ? `with ${end.code}` : `by ${end.signal}`;
    process.stderr.write(`The server ended ${how}. It is started again in ${pauseMs / 1_000} s.\n`);
    await pause(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    if (stopping.signal.aborted) return 1;
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
