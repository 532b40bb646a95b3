import type { Command } from 'commander';
import { flagName, withParameters } from '../lookup/callParameters.ts';
import { type ReportCall, reportCalls } from '../lists/calls.ts';
import { saveList, type SavingOptions, withSaveOptions } from './saveOptions.ts';
import { act, withExamples } from '../run/act.ts';
import type { World } from '../run/world.ts';

/** `carrara report NAME`: saves any report as a file. A batch saves many of them. */
export function addReport(command: Command, world: World): void {
  for (const [name, call] of reportCalls) addReportCommand(command, world, name, call);
  withExamples(
    command,
    ...[...reportCalls.keys()].slice(0, 2).map((name) => `carrara report ${name} --format pdf`),
    'carrara batch samples/quarter-end.yaml',
  );
}

function addReportCommand(to: Command, world: World, name: string, call: ReportCall): void {
  const { summary } = call.report;
  const command = withSaveOptions(withParameters(to.command(name).description(summary), call));
  withExamples(
    command,
    `carrara report ${name} ${exampleOf(call)}--format pdf --out report.pdf`,
    `carrara report ${name} ${exampleOf(call)}--json`,
  );
  act(command, world, (run, options: SavingOptions) => saveList(run, call, options));
}

const examples: Readonly<Record<string, string>> = { date: '2026-09-30', reference: "'a name'" };

/** The required parameters, and one more as an example. */
function exampleOf(call: ReportCall): string {
  const all = Object.entries(call.report.parameters);
  const required = all.filter(([, field]) => field.required);
  const examplesOf = required.length > 0 ? required : all.filter(([, { kind }]) => kind === 'date').slice(-1);
  return examplesOf
    .map(([name, { kind, options }]) => `--${flagName(call, name)} ${examples[kind] ?? options?.[0]?.code ?? 'text'} `)
    .join('');
}
