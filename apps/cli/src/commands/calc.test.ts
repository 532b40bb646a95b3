import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { calculators } from '@carrara/domain/calc';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { exitCode } from '../run/exitCode.ts';
import type { CommandStop } from '../run/commandStop.ts';
import { createWorld } from '../run/world.ts';
import { addCalc, type CalcOptions, runCalculator } from './calc.ts';

async function run(name: string, input: string, options: CalcOptions = {}) {
  const output = new PassThrough();
  const printed = text(output);
  const ended = runCalculator(calculators.find((calculator) => calculator.name === name)!, options, {
    input: Readable.from([input]),
    output,
  });
  const outcome = await ended.catch((error: unknown) => error as CommandStop);
  output.end();
  return typeof outcome === 'string'
    ? { code: exitCode[outcome], printed: await printed, errors: '' }
    : { code: exitCode[outcome.outcome], printed: await printed, errors: outcome.message };
}

describe('carrara calc', () => {
  it('prints the result and exits with 0', async () => {
    const { code, printed } = await run('allocate', '{"total":"100.00","weights":["1","1","1"]}');
    expect([code, JSON.parse(printed)]).toEqual([0, { parts: ['33.34', '33.33', '33.33'] }]);
  });

  it('prints refusals and exits with 1', async () => {
    const { code, printed } = await run('allocate', '{"total":"1.001","weights":["1"]}');
    expect([code, JSON.parse(printed)]).toEqual([
      1,
      { errors: [{ code: 'MONEY_SCALE', message: expect.any(String), path: ['total'] }] },
    ]);
  });

  it.each(['nope', '[]', '{"total":{}}', ''])(
    'reports what is malformed in %j on stderr and exits with 2',
    async (input) => {
      const { code, printed, errors } = await run('allocate', input);
      expect([code, printed]).toEqual([2, '']);
      expect(errors).toBe('malformed input');
    },
  );

  it('answers line by line, in order, and continues after an invalid one', async () => {
    const lines = ['{"entry":"1","current":"2"}', '', 'bad', '{"entry":"4","current":"2"}'];
    const { code, printed } = await run('change', lines.join('\r\n'), { ndjson: true });
    const answers = printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers).toEqual([
      { change: '100', sign: '+' },
      { errors: [expect.objectContaining({ code: 'MALFORMED' })] },
      { change: '50', sign: '-' },
    ]);
    expect(code).toBe(1);
    expect((await run('change', lines[0]!, { ndjson: true })).code).toBe(0);
  });

  it('streams many lines without losing one', async () => {
    const lines = Array.from({ length: 5_000 }, (_, i) => `{"entry":"1","current":"${i + 2}"}`);
    const { printed } = await run('change', lines.join('\n'), { ndjson: true });
    expect(printed.trim().split('\n')).toHaveLength(5_000);
  });

  it('explains on request', async () => {
    const { printed } = await run('change', '{"entry":"1","current":"2"}', { explain: true });
    expect(JSON.parse(printed).explanations).toMatchObject([{ formula: 'performance.change' }]);
  });

  it('has help with an example for each calculator', () => {
    const calc = new Command('calc');
    addCalc(calc, createWorld());
    const { commands } = calc;
    expect(commands.map((command) => command.name())).toEqual([...calculators.map(({ name }) => name), 'evidence']);
    for (const command of commands) {
      let help = '';
      command.configureOutput({
        writeOut: (part) => {
          help += part;
        },
      });
      command.outputHelp();
      expect(help).toContain(`carrara calc ${command.name()}`);
    }
  });
});
