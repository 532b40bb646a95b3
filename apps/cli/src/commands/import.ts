import { allFileTypes, type FileType, fileTypes, isMapped } from '@carrara/contract/core/fileTypes';
import { type UploadReport, uploadEndpoints } from '@carrara/contract/platform/upload/upload';
import { toWire } from '@carrara/contract/core/wireNames';
import { decimal, spokenMoney } from '@carrara/domain/kernel';
import { errorLocation } from '@carrara/domain/platform/upload';
import type { Command } from 'commander';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome } from '../run/exitCode.ts';
import { act, type Run, withExamples } from '../run/act.ts';
import { cleanText } from '../run/cleanText.ts';
import { CommandStop } from '../run/commandStop.ts';
import { readInput } from '../run/readInput.ts';
import type { World } from '../run/world.ts';
import { valueOrStop } from '../session/failureStop.ts';
import { runInSession, withServerOptions } from '../session/openSession.ts';
import type { SettingValues } from '../settings/settings.ts';
import { countText, numberText } from '../run/countText.ts';

const pollMilliseconds = 500;

interface ImportOptions extends SettingValues {
  readonly dryRun?: boolean;
  readonly confirmWarnings?: boolean;
  readonly mapping?: string;
  readonly overwrite?: boolean;
}

/** Contents of files whose titles are singular. */
const contents: Readonly<Partial<Record<string, string>>> = {
  'carry-plan': 'a carry plan',
  'capital-account': 'a capital account (ILPA v2.0)',
};

/** `carrara import TYPE FILE`: the upload of the web app, checked and confirmed in one step. */
export function addImport(command: Command, world: World): void {
  for (const type of allFileTypes) {
    const plan = withServerOptions(command.command(type))
      .description(
        `Import ${contents[type] ?? fileTypes[type].title.toLowerCase()} from a file. If anything is wrong, nothing is imported.`,
      )
      .argument('<file>', 'the workbook (.xlsx) or csv file')
      .option('--dry-run', 'show what would be created and changed, and any errors; change nothing')
      .option('--confirm-warnings', 'import even if the check has warnings');
    if (isMapped(type)) {
      plan
        .option('--mapping <name>', 'the mapping template for reading the file')
        .option('--overwrite', 'also reverse entries of earlier files for the same days that aren’t in this file');
    }
    withExamples(
      plan,
      `carrara import ${type} ${isMapped(type) ? `${type}.csv` : 'samples/carry-plan.xlsx'} --dry-run`,
    );
    act(plan, world, (run: Run, file: string, options: ImportOptions) => importFile(run, type, file, options));
  }
}

async function importFile(run: Run, fileType: FileType, file: string, options: ImportOptions): Promise<Outcome> {
  const bytes = await readInput(run.folder, file);
  return runInSession(run, options, async ({ server, client }) => {
    const query = {
      ...(options.mapping === undefined ? {} : { mapping: options.mapping }),
      ...(options.dryRun ? { dryRun: 'true' as const } : {}),
    };
    const request = { params: { fileType }, query };
    const content = new Blob([new Uint8Array(bytes)]);
    const checked = valueOrStop(
      server,
      await client.upload(uploadEndpoints.uploadFile, request, content, basename(file)),
    );
    const { id, errors, warnings } = checked;
    if (run.json) await run.print(JSON.stringify(toWire(checked), undefined, 2));
    else await run.print(uploadLines(checked).join('\n'));
    if (errors.length > 0) return 'refused';
    if (options.dryRun) {
      run.note('Nothing was changed (--dry-run).');
      return 'done';
    }
    if (warnings.length > 0 && !options.confirmWarnings) {
      throw new CommandStop(
        'refused',
        'the check has warnings. Review them and add --confirm-warnings to continue. Nothing was changed.',
      );
    }
    const confirm = {
      params: { id, fileType, confirmed: 'true' },
      body: { warningsConfirmed: options.confirmWarnings === true, overwrite: options.overwrite === true },
    } as const;
    let report = valueOrStop(server, await client.call(uploadEndpoints.confirmUpload, confirm));
    // A long file is imported by a background job.
    for (let reported = -1; report.status === 'RUNNING'; ) {
      if (report.progress > reported) run.note(`${report.progress} %`);
      reported = Math.max(reported, report.progress);
      await pause(pollMilliseconds);
      report = valueOrStop(server, await client.call(uploadEndpoints.getUpload, { params: { id } }));
    }
    if (report.status !== 'DONE')
      throw new CommandStop('refused', report.remarks.join(' ') || 'the import was stopped. Nothing was entered.');
    run.note(`Imported ${basename(file)}.`);
    return 'done';
  });
}

type DisplayedReport = Pick<
  UploadReport,
  | 'effects'
  | 'sums'
  | 'errors'
  | 'notes'
  | 'warnings'
  | 'changes'
  | 'numberOfChanges'
  | 'conflict'
  | 'figures'
  | 'canUndo'
>;

/** Returns what `carrara import` prints about a checked file. */
export function uploadLines({
  effects,
  sums,
  errors,
  notes,
  warnings,
  changes,
  numberOfChanges,
  conflict,
  figures,
  canUndo,
}: DisplayedReport): readonly string[] {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(cleanText(line));
  const columns = ['created', 'updated', 'unchanged', 'newVersions'] as const;
  const titles = ['', 'created', 'changed', 'unchanged', 'new versions'];
  if (effects.length > 0) {
    const rows = [
      titles,
      ...effects.map((effect) => [effect.kind, ...columns.map((column) => numberText(effect[column]))]),
    ];
    const widths = titles.map((_title, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
    for (const row of rows) {
      print(
        row
          .map((text, at) => (at === 0 ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0)))
          .join('  ')
          .trimEnd(),
      );
    }
  }
  for (const { kind, currency, amount, rows, people } of sums)
    print(
      `Pays: ${kind} ${currency} ${spokenMoney(decimal(amount))} in ${countText(rows, 'row')}, to ${countText(people, 'person', 'people')}`,
    );
  for (const { kind, record, field, before, after } of changes)
    print(`Change: ${kind}, ${record}: ${field} from ${before ?? '(nothing)'} to ${after ?? '(nothing)'}`);
  if (numberOfChanges > changes.length) print(`Change: and ${numberText(numberOfChanges - changes.length)} more`);
  if (conflict)
    print(
      conflict.changed > 0
        ? `Some of this data exists already: ${numberText(conflict.changed)} changed, ${numberText(conflict.missing)} missing from this file.`
        : `This file changes no existing data. ${countText(conflict.missing, 'record')} of earlier files ${conflict.missing === 1 ? 'is' : 'are'} missing from it. To remove them, add --overwrite.`,
    );
  for (const figure of figures) print(figuresLine(figure));
  if (conflict) for (const line of overwriteLines(conflict)) print(line);
  for (const note of notes) print(`Note: ${note}`);
  if (errors.length === 0 && !canUndo) print('Note: You can’t undo this import once it is confirmed.');
  for (const warning of warnings) print(`Warning: ${warning}`);
  for (const error of errors) print(`Error: ${[errorLocation(error), error.reason].filter(Boolean).join(': ')}`);
  if (errors.length > 0) print(`${countText(errors.length, 'error')}; nothing was changed.`);
  return lines;
}

/** Returns what --overwrite reverses, with its effect on the figures. */
function overwriteLines({
  missing,
  reversals,
  figures,
  refusals,
}: NonNullable<UploadReport['conflict']>): readonly string[] {
  const more = missing - reversals.length;
  return [
    ...reversals.map(
      ({ vehicle, date, type, currency, amount }) =>
        `--overwrite reverses: ${vehicle}, ${type}, ${date}, ${currency} ${spokenMoney(decimal(amount))}`,
    ),
    ...(reversals.length > 0 && more > 0 ? [`--overwrite reverses: and ${numberText(more)} more`] : []),
    ...figures.map((figure) => `With --overwrite: ${figuresLine(figure)}`),
    ...refusals.map((reason) => `--overwrite isn’t possible: ${reason}`),
  ];
}

/** Returns how the figures of a vehicle change. */
export function figuresLine({
  name,
  currency,
  periodEnd,
  nav,
  unfunded,
  irr,
}: UploadReport['figures'][number]): string {
  const money = (value: string) => spokenMoney(decimal(value));
  const moved = ({ before, after }: typeof nav, written: (value: string) => string) => {
    const text = (value: string | null) => (value === null ? 'not determined' : written(value));
    return before === after ? text(after) : `${text(before)} to ${text(after)}`;
  };
  return `${name} at ${periodEnd}, all partners: NAV ${currency} ${moved(nav, money)}, unfunded ${moved(unfunded, money)}, net IRR ${moved(irr, (value) => `${value}%`)}`;
}
