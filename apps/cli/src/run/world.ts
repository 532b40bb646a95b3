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
  /** The current folder. */
  readonly folder: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** Aborted by Ctrl-C after `heedStop`. Before that, Ctrl-C ends the process at once. */
  readonly stopped: AbortSignal;
  heedStop(): void;
}

/** The environment of this process. The first Ctrl-C requests a stop, so that no work is left half done. A second one ends the process at once. */
export function createWorld(): World {
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
