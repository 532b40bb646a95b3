import { Command } from 'commander';
import { expect, it } from 'vitest';
import { createWorld } from '../run/world.ts';
import { addReport } from './report.ts';

it('offers each report with its parameters as options', () => {
  const report = new Command('report');
  addReport(report, createWorld());
  const { commands } = report;
  expect(commands.map((command) => command.name())).toContain('distributions-by-fund');
  const byFund = commands.find((command) => command.name() === 'distributions-by-fund');
  const options = byFund?.options.map(({ long }) => long);
  expect(options).toEqual(
    expect.arrayContaining(['--from', '--to', '--fund', '--status', '--format', '--out', '--json', '--dry-run']),
  );
  const ofPerformance = commands.find((command) => command.name() === 'investor-irrs');
  expect(ofPerformance?.options.map(({ long }) => long)).toEqual(
    expect.arrayContaining(['--date', '--fund', '--investor', '--as-known-on', '--format', '--out']),
  );
});

it('names dates and records alike in every report', () => {
  const report = new Command('report');
  addReport(report, createWorld());
  for (const command of report.commands) {
    const flags = command.options.map(({ long }) => long ?? '');
    expect(new Set(flags).size, command.name()).toBe(flags.length);
    expect(
      flags.filter((flag) => /[a-z]-(?:id|date)$|^--(?:as-of|until|since|start|end)$/.test(flag)),
      command.name(),
    ).toEqual([]);
    expect(flags.includes('--from'), command.name()).toBe(flags.includes('--to'));
    expect(flags.includes('--from') && flags.includes('--date'), command.name()).toBe(false);
  }
});

it('says that a switch is off by default', () => {
  const report = new Command('report');
  addReport(report, createWorld());
  const overview = report.commands.find((command) => command.name() === 'fund-overview');
  const help = overview?.helpInformation().replaceAll(/\s+/g, ' ');
  expect(help).toContain('--carries-forward [yes or no] Carry late funds forward (default: no)');
  expect(help).not.toContain('preset');
});

it('shows examples with valid options', () => {
  const report = new Command('report');
  addReport(report, createWorld());
  for (const command of report.commands) {
    let help = '';
    command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
    const examples = help.slice(help.indexOf('Examples:')).match(/--[a-z-]+/g) ?? [];
    expect(examples.length, command.name()).toBeGreaterThan(1);
    const flags = command.options.map(({ long }) => long);
    expect(
      examples.filter((option) => !flags.includes(option)),
      command.name(),
    ).toEqual([]);
  }
});
