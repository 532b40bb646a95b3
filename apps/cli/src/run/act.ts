import type { Command } from 'commander';
import { exitCode, type Outcome } from './exitCode.ts';
import { cleanLines } from './cleanText.ts';
import { CommandStop } from './commandStop.ts';
import type { World } from './world.ts';

/** A running command, with its environment and its output. */
export interface Run extends World {
  readonly json: boolean;
  readonly quiet: boolean;
  /** Writes results to standard output, and waits while the reader is slower. */
  print(text: string): Promise<void>;
  /** Writes progress to the error stream; silent with --quiet. */
  note(text: string): void;
  /** Writes a warning to the error stream. */
  warn(text: string): void;
}

interface Spoken {
  readonly json?: true;
  readonly quiet?: true;
}

/**
 * Sets what a command does, and adds the options that all commands share. Results go to standard output, everything else to the error stream. Each
 * outcome has an exit code.
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

/** Adds examples below the help of a command. */
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
