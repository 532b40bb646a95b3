import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { type Calculation, type Calculator, calculateText, calculators } from '@carrara/domain/calc';
import type { Command } from 'commander';
import { addEvidence } from '../evidence/addEvidence.ts';
import type { Outcome } from '../run/exitCode.ts';
import { act, withExamples } from '../run/act.ts';
import { CommandStop } from '../run/commandStop.ts';
import type { World } from '../run/world.ts';

export interface CalcOptions {
  readonly ndjson?: boolean;
  readonly explain?: boolean;
}

export interface Streams {
  readonly input: Readable | NodeJS.ReadableStream;
  readonly output: Writable | NodeJS.WritableStream;
}

/** `carrara calc NAME`: one subcommand for each calculator of the domain, and one that recomputes a whole run. */
export function addCalc(calc: Command, world: World): void {
  for (const calculator of calculators) addCalculator(calc, calculator, world);
  addEvidence(calc.command('evidence'), world);
  calc.addHelpText(
    'after',
    '\nExits with 0 and a result, with 1 and {"errors":[...]} if a rule refuses, or with 2 if the input is malformed.',
  );
}

function addCalculator(calc: Command, calculator: Calculator, world: World): void {
  const command = calc
    .command(calculator.name)
    .description(calculator.summary)
    .option('--explain', 'also print the formula, inputs and rounding of each figure')
    .option('--ndjson', 'read one input per line, and print one result or errors object per line');
  withExamples(command, `echo '${JSON.stringify(calculator.example)}' | carrara calc ${calculator.name}`);
  act(command, world, (run, options: CalcOptions) => runCalculator(calculator, options, run));
}

/**
 * Runs a calculator on a whole input or line by line.
 *
 * Fails: a stop that says what is malformed.
 */
export async function runCalculator(calculator: Calculator, options: CalcOptions, streams: Streams): Promise<Outcome> {
  const explain = options.explain === true;
  if (options.ndjson === true) return runLines(calculator, explain, streams);
  const { kind, output } = calculateText(calculator, await readAll(streams.input), { explain });
  if (kind === 'malformed') throw malformed(calculator, output);
  await write(streams.output, `${JSON.stringify(output, null, 2)}\n`);
  return kind === 'result' ? 'done' : 'refused';
}

async function runLines(calculator: Calculator, explain: boolean, { input, output }: Streams): Promise<Outcome> {
  let outcome: Outcome = 'done';
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line.trim() === '') continue;
    const calculation = calculateText(calculator, line, { explain });
    if (calculation.kind !== 'result') outcome = 'refused';
    await write(output, `${JSON.stringify(calculation.output)}\n`);
  }
  return outcome;
}

function malformed(calculator: Calculator, output: Calculation['output']): CommandStop {
  const errors =
    'errors' in output ? (output.errors as readonly { message: string; path: readonly (string | number)[] }[]) : [];
  const lines = errors.map(({ message, path }) => `${path.length === 0 ? '' : `${path.join('.')}: `}${message}`);
  const see = `See carrara calc ${calculator.name} --help for an example.`;
  return new CommandStop('misused', 'malformed input', [...lines, see]);
}

/** Waits while the reader is slower, so that a long stream never fills the memory. */
async function write(output: Streams['output'], text: string): Promise<void> {
  if (output.write(text)) return;
  await new Promise((resolve) => output.once('drain', resolve));
}
