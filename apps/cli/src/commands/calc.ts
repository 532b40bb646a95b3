import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { type Calculation, type Calculator, calculateText, calculators } from '@carrara/domain/calc';
import type { Command } from 'commander';
import { exitCode } from '../exitCode.ts';

export interface CalcOptions {
  readonly ndjson?: boolean;
  readonly explain?: boolean;
}

export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
  readonly errors: Writable;
}

/** `carrara calc NAME`: one subcommand for each calculator of the domain. */
export function addCalc(calc: Command): void {
  for (const calculator of calculators) addCalculator(calc, calculator);
  calc.addHelpText(
    'after',
    '\nExit: 0 with a result, 1 with {"errors":[...]} when a rule refuses, 2 for malformed input.',
  );
}

function addCalculator(calc: Command, calculator: Calculator): void {
  calc
    .command(calculator.name)
    .description(calculator.summary)
    .option('--explain', 'add, per figure, the formula, its inputs and the rounding')
    .option('--ndjson', 'one input a line, one result or errors object a line, in order')
    .addHelpText(
      'after',
      `\nExample:\n  echo '${JSON.stringify(calculator.example)}' | carrara calc ${calculator.name}`,
    )
    .action(async (options: CalcOptions) => {
      const streams = { input: process.stdin, output: process.stdout, errors: process.stderr };
      process.exitCode = await runCalculator(calculator, options, streams);
    });
}

/** Runs over a whole input or line by line; answers the exit code. */
export async function runCalculator(calculator: Calculator, options: CalcOptions, streams: Streams): Promise<number> {
  const explain = options.explain === true;
  if (options.ndjson === true) return runLines(calculator, explain, streams);
  const { kind, output } = calculateText(calculator, await readAll(streams.input), { explain });
  if (kind === 'malformed') {
    streams.errors.write(malformedText(calculator, output));
    return exitCode.misused;
  }
  await write(streams.output, `${JSON.stringify(output, null, 2)}\n`);
  return kind === 'result' ? exitCode.done : exitCode.refused;
}

async function runLines(calculator: Calculator, explain: boolean, { input, output }: Streams): Promise<number> {
  let code: number = exitCode.done;
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line.trim() === '') continue;
    const calculation = calculateText(calculator, line, { explain });
    if (calculation.kind !== 'result') code = exitCode.refused;
    await write(output, `${JSON.stringify(calculation.output)}\n`);
  }
  return code;
}

function malformedText(calculator: Calculator, output: Calculation['output']): string {
  const errors =
    'errors' in output ? (output.errors as readonly { message: string; path: readonly (string | number)[] }[]) : [];
  const lines = errors.map(({ message, path }) => `  ${path.length === 0 ? '' : `${path.join('.')}: `}${message}`);
  return `carrara calc ${calculator.name}: malformed input\n${lines.join('\n')}\nSee carrara calc ${calculator.name} --help for an example.\n`;
}

/** Waits while the reader is slower than we are, so that a long stream never piles up in memory. */
async function write(output: Writable, text: string): Promise<void> {
  if (output.write(text)) return;
  await new Promise((resolve) => output.once('drain', resolve));
}
