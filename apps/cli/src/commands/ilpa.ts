import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import { moneyText } from '@carrara/domain/kernel';
import { checkTemplate, type FileDifference, fileTolerance, readTemplate } from '@carrara/domain/performance/ilpa';
import type { Command } from 'commander';
import type { Outcome } from '../run/exitCode.ts';
import { act, type Run, withExamples } from '../run/act.ts';
import { CommandStop } from '../run/commandStop.ts';
import { readInput } from '../run/readInput.ts';
import { addIlpaFiles } from './ilpaFiles.ts';
import type { World } from '../run/world.ts';
import { countText, numberText } from '../run/countText.ts';

/** The number of differences that are printed; `--json` has them all. */
const MOST_DISPLAYED = 50;

/** `carrara ilpa check FILE`: checks whether a Reporting Template agrees with its own figures, without a server. */
export function addIlpa(ilpa: Command, world: World): void {
  const check = ilpa
    .command('check')
    .description(
      'Check a Reporting Template v2.0 that you received: recompute its formulas from its own figures, and check that it ties out. Exits with 1 if a figure is off by more than 1.00.',
    )
    .argument('<file>', 'the workbook (.xlsx)');
  withExamples(check, "carrara ilpa check 'Fund II - Q2 2026.xlsx'");
  act(check, world, checkFile);
  addIlpaFiles(ilpa, world);
}

export async function checkFile(run: Run, file: string): Promise<Outcome> {
  const bytes = await readInput(run.folder, file);
  const sheets = (await readWorkbook(bytes)).match(
    (found) => found,
    (failures) => {
      throw new CommandStop(
        'refused',
        'the file can’t be read',
        failures.map(({ detail }) => detail),
      );
    },
  );
  const read = sheets.map(({ name, rows }) => ({ name, template: readTemplate(rows) }));
  const found =
    read.find(({ template }) => template.isOk()) ?? read.find(({ template }) => isNearly(template._unsafeUnwrapErr()));
  if (found === undefined) {
    throw new CommandStop('refused', 'the file has no sheet with a Reporting Template v2.0');
  }
  if (found.template.isErr()) {
    throw new CommandStop(
      'refused',
      `the sheet '${found.name}' can’t be checked`,
      found.template.error.map(({ detail }) => detail),
    );
  }
  const { compared, differences, missing } = checkTemplate(found.template.value);
  const outcome: Outcome = differences.every(({ isTolerated }) => isTolerated) ? 'done' : 'refused';
  if (run.json) {
    const rows = differences.map(({ is, hasToBe, ...rest }) => ({
      ...rest,
      is: moneyText(is),
      hasToBe: moneyText(hasToBe),
    }));
    await run.print(JSON.stringify({ sheet: found.name, compared, missing, differences: rows }, null, 2));
    return outcome;
  }
  const sorted = [...differences].sort((a, b) => Number(a.isTolerated) - Number(b.isTolerated));
  await run.print(
    [
      `${found.name}: ${numberText(compared)} figures compared.`,
      ...(missing.length === 0 ? [] : [`Missing rows: ${missing.join(', ')}.`]),
      ...sorted.slice(0, MOST_DISPLAYED).map(lineOf),
      ...(sorted.length > MOST_DISPLAYED
        ? [`  and ${numberText(sorted.length - MOST_DISPLAYED)} more (--json has them all)`]
        : []),
      verdictOf(differences),
    ].join('\n'),
  );
  return outcome;
}

/** True if a template has its rows and columns, but a cell isn't a number. */
const isNearly = (failures: readonly { readonly code: string }[]): boolean =>
  failures.some(({ code }) => code === 'CELL_UNREADABLE');

const lineOf = ({ location, rule, is, hasToBe, isTolerated }: FileDifference): string =>
  `  ${location}: ${moneyText(is)}, should be ${moneyText(hasToBe)} (${rule})${isTolerated ? ', tolerated' : ''}`;

function verdictOf(differences: readonly FileDifference[]): string {
  const off = differences.filter(({ isTolerated }) => !isTolerated).length;
  if (off > 0) return `${countText(off, 'figure is', 'figures are')} off by more than ${moneyText(fileTolerance)}.`;
  return differences.length === 0 ? 'Every figure ties.' : `Every figure ties within ${moneyText(fileTolerance)}.`;
}
