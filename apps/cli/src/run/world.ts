import { homedir } from 'node:os';
import { exitCode } from './exitCode.ts';

interface Input extends NodeJS.ReadableStream {
  readonly isTTY?: boolean;
}
export interface Output extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** The environment of a command. */
export interface World {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly input: Input;
  readonly output: Output;
  readonly errors: Output;
  /** The folder that it was called in. */
  readonly folder: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** Aborted by Ctrl-C, once somebody heeds it; until then Ctrl-C ends the process at once. */
  readonly stopped: AbortSignal;
  heedStop(): void;
}

/** The world of this process. The first Ctrl-C asks to stop, so that nothing half is left; a second one does not wait. */
export function thisWorld(): World {
  const stop = new AbortController();
  const onSignal = () => {
    if (stop.signal.aborted) process.exit(exitCode.stopped);
    stop.abort();
  };
  return {
    environment: process.env,
    input: process.stdin,
    output: process.stdout,
    errors: process.stderr,
    folder: process.cwd(),
    home: homedir(),
    platform: process.platform,
    stopped: stop.signal,
    heedStop: () => void process.on('SIGINT', onSignal).on('SIGTERM', onSignal),
  };
}
