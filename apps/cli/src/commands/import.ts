import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type UploadReport, uploadEndpoints } from '@carrara/contract/platform/upload';
import type { Command } from 'commander';
import { randomUUID } from 'node:crypto';
import { exitCode } from '../exitCode.ts';
import { failureText, type ServerOptions, signedIn, withServerOptions } from '../serverSession.ts';

interface ImportOptions extends ServerOptions {
  readonly dryRun?: boolean;
  readonly confirmWarnings?: boolean;
}

/** `carrara import carry-plan FILE`: the upload of the web app, checked and confirmed in one go. */
export function addImport(command: Command): void {
  withServerOptions(command.command('carry-plan'))
    .description("Import a firm's carry plan from an Excel workbook: all of it, or nothing when anything is wrong.")
    .argument('<file>', 'the workbook (.xlsx)')
    .option('--dry-run', 'say what would be created and changed, and what is wrong; change nothing')
    .option('--confirm-warnings', 'carry it out although the check warns, such as of a date that goes back')
    .addHelpText(
      'after',
      '\nExample:\n  CARRARA_PASSWORD=… carrara import carry-plan samples/carry-plan.xlsx --login ana@example.com --dry-run',
    )
    .action(async (file: string, options: ImportOptions) => {
      process.exitCode = await importPlan(file, options);
    });
}

const say = (text: string) => process.stdout.write(`${text}\n`);
const complain = (text: string) => process.stderr.write(`carrara import: ${text}\n`);

async function importPlan(file: string, options: ImportOptions): Promise<number> {
  const bytes = await readFile(file).catch((reason: unknown) => reason as Error);
  if (bytes instanceof Error) {
    complain(bytes.message);
    return exitCode.misused;
  }
  const client = await signedIn(options);
  if (client.isErr()) {
    complain(failureText(client.error));
    return exitCode.refused;
  }
  const argument = { params: { fileType: 'carry-plan' as const } };
  const checked = await client.value.upload(
    uploadEndpoints.uploadFile,
    argument,
    new Blob([new Uint8Array(bytes)]),
    basename(file),
  );
  if (checked.isErr()) {
    complain(failureText(checked.error));
    return exitCode.refused;
  }
  show(checked.value);
  if (checked.value.errors.length > 0) return exitCode.refused;
  if (options.dryRun) {
    say('Nothing was changed (--dry-run).');
    return exitCode.done;
  }
  if (checked.value.warnings.length > 0 && !options.confirmWarnings) {
    complain('the check warns; look at it and add --confirm-warnings to go on. Nothing was changed.');
    return exitCode.refused;
  }
  const warningsConfirmed = options.confirmWarnings === true;
  const confirm = { params: { id: checked.value.id }, body: { warningsConfirmed } };
  const done = await client.value.call(uploadEndpoints.confirmUpload, confirm, { idempotencyKey: randomUUID() });
  if (done.isErr()) {
    complain(failureText(done.error));
    return exitCode.refused;
  }
  say(`Imported ${basename(file)}.`);
  return exitCode.done;
}

function show({ effects, errors, notes, warnings, changes, numberOfChanges }: UploadReport): void {
  const columns = ['created', 'updated', 'unchanged', 'newVersions'] as const;
  const titles = ['', 'created', 'changed', 'unchanged', 'new versions'];
  if (effects.length > 0) {
    const rows = [
      titles,
      ...effects.map((effect) => [effect.kind, ...columns.map((column) => String(effect[column]))]),
    ];
    const widths = titles.map((_title, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
    for (const row of rows) {
      say(
        row
          .map((text, at) => (at === 0 ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0)))
          .join('  ')
          .trimEnd(),
      );
    }
  }
  for (const { kind, record, field, before, after } of changes)
    say(`Change: ${kind}, ${record}: ${field} from ${before ?? '(nothing)'} to ${after ?? '(nothing)'}`);
  if (numberOfChanges > changes.length) say(`Change: and ${numberOfChanges - changes.length} more`);
  for (const note of notes) say(`Note: ${note}`);
  for (const warning of warnings) say(`Warning: ${warning}`);
  for (const { sheet, row, column, reason } of errors) {
    const place = [sheet, row === null ? '' : `row ${row}`, column ?? ''].filter(Boolean).join(', ');
    say(`Error: ${place}: ${reason}`);
  }
  if (errors.length > 0) say(`${errors.length} ${errors.length === 1 ? 'error' : 'errors'}; nothing was changed.`);
}
