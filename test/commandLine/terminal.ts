import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { carrara } from '@carrara/cli/carrara';
import type { Output, World } from '@carrara/cli/run/world';

/** The output of a command and its exit code. */
export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface CommandOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Standard input; empty by default. */
  readonly input?: string;
  /** Simulates a terminal of this width instead of a pipe. */
  readonly columns?: number;
  readonly stopped?: AbortSignal;
  /** Runs an action once the error stream matches a pattern. */
  readonly when?: readonly [output: RegExp, action: () => void];
}

/** The command line of one person, with a working folder and a home folder. */
export class Terminal {
  readonly folder: string;
  readonly home: string;
  readonly server: string;

  private constructor(folder: string, home: string, server: string) {
    this.folder = folder;
    this.home = home;
    this.server = server;
  }

  static async open(server: string): Promise<Terminal> {
    const folder = await mkdtemp(join(tmpdir(), 'carrara-folder-'));
    return new Terminal(folder, await mkdtemp(join(tmpdir(), 'carrara-home-')), server);
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
    await rm(this.home, { recursive: true, force: true });
  }

  async call(args: readonly string[], called: CommandOptions = {}): Promise<CommandResult> {
    const { environment = {}, input = '', columns, stopped = new AbortController().signal, when } = called;
    const [output, out] = stream(columns);
    const [errors, err] = stream(columns, (text) => {
      if (when && when[0].test(text)) when[1]();
    });
    const world: World = {
      environment: { CARRARA_SERVER: this.server, ...environment },
      input: Readable.from([input]),
      output,
      errors,
      folder: this.folder,
      home: this.home,
      platform: 'linux',
      stopped,
      heedStop: () => undefined,
    };
    const before = process.exitCode;
    process.exitCode = undefined;
    try {
      await carrara(args, world);
      return { code: Number(process.exitCode ?? 0), out: out(), err: err() };
    } finally {
      process.exitCode = before;
    }
  }
}

function stream(columns: number | undefined, heard: (text: string) => void = () => undefined): [Output, () => string] {
  const through = new PassThrough();
  let all = '';
  through.on('data', (chunk: Buffer) => {
    all += chunk.toString();
    heard(all);
  });
  return [columns === undefined ? through : Object.assign(through, { isTTY: true, columns }), () => all];
}
