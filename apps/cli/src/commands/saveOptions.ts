import { safeFileName } from '@carrara/adapters/files/fileName';
import { type Command, Option } from 'commander';
import type { Run } from '../run/act.ts';
import { outputPath } from '../run/outputPath.ts';
import { refuseExisting, saveFile } from '../run/saveFile.ts';
import { runInSession, withServerOptions } from '../session/openSession.ts';
import type { SettingValues } from '../settings/settings.ts';
import { refuseWrong, parametersFrom } from '../lookup/callParameters.ts';
import type { ListCall } from '../lists/calls.ts';
import { type Format, formatNames, formats, readJson, listFile } from '../lists/listFile.ts';

export interface SavingOptions extends SettingValues {
  readonly format: Format;
  readonly out?: string;
  readonly overwrite?: true;
  readonly dryRun?: true;
}

/** Adds the options of a command that saves a list or a report. */
export const withSaveOptions = (command: Command): Command =>
  withServerOptions(command)
    .addOption(new Option('--format <format>', 'the file format').choices([...formatNames]).default('excel'))
    .option('--out <file>', 'the file or folder to save to (default: this folder)')
    .option('--overwrite', 'replace the file if it exists')
    .option('--dry-run', 'print the request and the file name without saving anything');

/** Saves a list or a report, or with --json prints its rows. `order` has the parameters for search and sorting. */
export async function saveList(
  run: Run,
  call: ListCall,
  options: SavingOptions,
  order: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { format, out, overwrite, dryRun } = options;
  const path = outputPath(run.folder, out, safeFileName(call.list.title, formats[format].extension));
  if (!run.json && !overwrite) refuseExisting(path);
  await runInSession(run, options, async (session) => {
    const { params, query } = await parametersFrom(session, call, { ...options });
    const request = { params, query: { ...query, ...order } };
    refuseWrong(call, request);
    if (dryRun) {
      const filters = Object.entries({ ...params, ...request.query }).map(
        ([name, value]) => `  ${name} = ${String(value)}`,
      );
      return run.print([`${call.list.title}, as ${format}, to ${path}`, ...filters].join('\n'));
    }
    if (run.json) return run.print(await readJson(session, call, request));
    await saveFile(path, await listFile(session, call, request, format), { replace: overwrite, createFolder: true });
    return run.print(path);
  });
}
