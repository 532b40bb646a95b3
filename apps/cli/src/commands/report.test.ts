import { Command } from 'commander';
import { expect, it } from 'vitest';
import { addReport, ordersIn } from './report.ts';

it('offers each report with its parameters as options, and a batch', () => {
  const report = new Command('report');
  addReport(report);
  const { commands } = report;
  expect(commands.map((command) => command.name())).toEqual(expect.arrayContaining(['distributions-by-fund', 'batch']));
  const byFund = commands.find((command) => command.name() === 'distributions-by-fund');
  const options = byFund?.options.map(({ long }) => long);
  expect(options).toEqual(
    expect.arrayContaining(['--from', '--to', '--fund-id', '--status', '--format', '--out', '--login']),
  );
});

it('reads a batch, and says what in it cannot be', () => {
  const [first] = ordersIn(
    '[{"report":"distributions-by-fund","file":"Q3","format":"pdf","parameters":{"to":"2026-09-30"}}]',
  );
  expect(first).toMatchObject({ file: 'Q3', format: 'pdf', parameters: { to: '2026-09-30' } });
  expect(ordersIn('{')).toBe('the file is no JSON');
  expect(ordersIn('[{"report":"none"}]')).toBe("report 1: there is no report 'none'");
  expect(ordersIn('[{"report":"distributions-by-fund"}]')).toContain("'file'");
  expect(ordersIn('[{"report":"distributions-by-fund","file":"x","format":"doc"}]')).toContain('doc');
  expect(ordersIn('[{"report":"distributions-by-fund","file":"x","parameters":{"day":"1"}}]')).toContain('day');
});
