import type { Command } from 'commander';
import { exitCode, type Outcome } from './exitCode.ts';
import { cleanLines } from './cleanText.ts';
import { CommandStop } from './commandStop.ts';
import type { World } from './world.ts';

/** A command that runs: what it meets outside, and how it speaks. */
export interface Run extends World {
  readonly json: boolean;
  readonly quiet: boolean;
  /** Writes what was asked for, to standard output, and waits while the reader is slower. */
  print(text: string): Promise<void>;
  /** Tells how it goes, on the error stream; silent with --quiet. */
  note(text: string): void;
  /** Tells what somebody has to know, on the error stream. */
  warn(text: string): void;
}

interface Spoken {
  readonly json?: true;
  readonly quiet?: true;
}

/**
 * Gives a command its work, with the options and the manners that all share: results on standard output, all else on the error stream, an
 * exit code for each way to end.
 */
export function act<A extends unknown[]>(
  command: Command,
  world: World,
  work: (run: Run, ...args: A) => Promise<Outcome | void>,
): Command {
  return command
    .option('--json', 'print results and failures as JSON')
    .option('--quiet', 'print results and failures only')
    .action(async (...args: unknown[]) => {
      const { json = false, quiet = false } = command.opts<Spoken>();
      const run = runIn(world, json, quiet);
      world.heedStop();
      process.exitCode = exitCode[await outcomeOf(run, pathOf(command), () => work(run, ...(args as A)))];
    });
}

/** Lines below the help of a command that show its use. */
export const withExamples = (command: Command, ...lines: readonly string[]): Command =>
  command.addHelpText(
    'after',
    `\n${lines.length > 1 ? 'Examples' : 'Example'}:\n${lines.map((line) => `  ${line}`).join('\n')}`,
  );

function runIn(world: World, json: boolean, quiet: boolean): Run {
  const warn = (text: string) => void world.errors.write(`${cleanLines(text)}\n`);
  return {
    ...world,
    json,
    quiet,
    warn,
    note: (text) => (quiet ? undefined : warn(text)),
    print: (text) => new Promise((resolve) => void world.output.write(`${text}\n`, () => resolve())),
  };
}

async function outcomeOf(run: Run, name: string, work: () => Promise<Outcome | void>): Promise<Outcome> {
  try {
    return (await work()) ?? 'done';
  } catch (error) {
    const stop = stopOf(run, error);
    if (run.json) {
      const { outcome, message, details } = stop;
      run.errors.write(`${JSON.stringify({ error: { outcome, code: exitCode[outcome], message, details } })}\n`);
    } else run.warn([`${name}: ${stop.message}`, ...stop.details.map((line) => `  ${line}`)].join('\n'));
    return stop.outcome;
  }
}

function stopOf({ stopped }: World, error: unknown): CommandStop {
  if (stopped.aborted) return new CommandStop('stopped', 'stopped.', error instanceof CommandStop ? error.details : []);
  if (error instanceof CommandStop) return error;
  throw error;
}

const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
