import { safeFileName } from '@carrara/adapters/files/fileName';
import { distributionEndpoints } from '@carrara/contract/carry/run/distribution';
import { evidenceEndpoints } from '@carrara/contract/carry/run/evidence';
import { carryTermsEndpoints } from '@carrara/contract/performance/carryTerms/carryTerms';
import { Argument, type Command } from 'commander';
import { join, resolve } from 'node:path';
import type { Outcome } from '../run/exitCode.ts';
import { downloadLetters } from '../letters/downloadLetters.ts';
import { parseOrder, withParameters, withOrderOptions } from '../lookup/callParameters.ts';
import { listCalls } from '../lists/calls.ts';
import { saveList, type SavingOptions, withSaveOptions } from './saveOptions.ts';
import { everyRecord, type NamedRecord } from '../lookup/lookUp.ts';
import { recordNamed } from '../lookup/recordNamed.ts';
import { vehicleNamed } from '../lookup/vehicleNamed.ts';
import { act, type Run, withExamples } from '../run/act.ts';
import { outputPath } from '../run/outputPath.ts';
import { createFolder, refuseExisting, saveFile } from '../run/saveFile.ts';
import type { World } from '../run/world.ts';
import { valueOrStop } from '../session/failureStop.ts';
import { runInSession, type Session, withServerOptions } from '../session/openSession.ts';
import type { SettingValues } from '../settings/settings.ts';
import { unpack } from './letters.ts';

interface ExportOptions extends SettingValues {
  readonly out: string;
  readonly letters?: boolean;
  readonly package?: boolean;
  readonly overwrite?: true;
  readonly dryRun?: true;
}
interface FileOptions extends SettingValues {
  readonly out?: string;
  readonly overwrite?: true;
  readonly dryRun?: true;
}
type ListOptions = SavingOptions & { readonly search?: string; readonly sort?: string };

/**
 * `carrara export LIST` saves any list as a file. `carrara export distribution ID` saves the workbook of a distribution and, on request, its letters.
 * `carrara export carry-terms FUND` saves terms as a file that `carrara import carry-terms` reads.
 */
export function addExport(command: Command, world: World): void {
  addDistribution(command, world);
  addEvidence(command, world);
  addCarryTerms(command, world);
  for (const [name, call] of listCalls) {
    const listCommand = withSaveOptions(
      withOrderOptions(
        withParameters(command.command(name).description(`Save the ${call.list.title} list as a file.`), call),
      ),
    );
    const own = listCommand.options
      .filter(({ mandatory }) => mandatory)
      .map(({ long }) => `${long} 'a name' `)
      .join('');
    withExamples(listCommand, `carrara export ${name} ${own}--format pdf --out ${name}.pdf`);
    act(listCommand, world, (run, options: ListOptions) => saveList(run, call, options, parseOrder(call, options)));
  }
  withExamples(
    command,
    'carrara export funds --format csv',
    "carrara export distribution 'Q3 2026 carry distribution' --letters",
  );
}

function addDistribution(to: Command, world: World): void {
  const command = withServerOptions(to.command('distribution'))
    .description('Save the workbook of a distribution, and optionally its letters.')
    .argument('<id>', 'id or name of the distribution')
    .option('--letters', 'also save a letter (PDF) for each participant')
    .option('--package', 'also save all letters as one PDF')
    .option('--out <folder>', 'where to save them', '.')
    .option('--overwrite', 'replace files that exist')
    .option('--dry-run', 'list the files without saving them');
  withExamples(command, "carrara export distribution 'Q3 2026 carry distribution' --letters --out letters");
  act(command, world, exportDistribution);
}

/** Returns the record with the name for its file, even if the id is entered. */
async function recordToSave(session: Session, type: string, text: string): Promise<NamedRecord> {
  const found = await recordNamed(session, type, text);
  if (found.name !== found.id) return found;
  const id = found.id.toLowerCase();
  return (await everyRecord(session, type)).find((record) => record.id === id) ?? found;
}

const exportDistribution = (run: Run, text: string, options: ExportOptions): Promise<Outcome> =>
  runInSession(run, options, async (session) => {
    const { server, client } = session;
    const { id, name } = await recordToSave(session, 'distribution', text);
    const folder = resolve(run.folder, options.out);
    const replace = options.overwrite;
    const paths = {
      workbook: join(folder, safeFileName(name, 'xlsx')),
      ...(options.package ? { package: join(folder, safeFileName(`${name} - letters`, 'pdf')) } : {}),
    };
    if (!replace) for (const path of Object.values(paths)) refuseExisting(path);
    if (options.dryRun) {
      for (const path of Object.values(paths)) await run.print(path);
      if (options.letters) await run.print(join(folder, '(a letter for each participant)'));
      return 'done';
    }
    await createFolder(folder);
    const save = async (bytes: Uint8Array, path: string) => {
      await saveFile(path, bytes, { replace });
      await run.print(path);
    };
    const workbook = valueOrStop(
      server,
      await client.download(distributionEndpoints.exportDistribution, { params: { id } }),
    );
    await save(workbook.bytes, paths.workbook);
    const remarks: string[] = [];
    if (paths.package !== undefined) {
      const letters = await downloadLetters(run, session, id, 'pdf');
      await save(letters.bytes, paths.package);
      remarks.push(...letters.remarks);
    }
    if (options.letters) {
      const letters = await downloadLetters(run, session, id, 'zip');
      await unpack(run, letters.bytes, folder, replace);
      remarks.push(...letters.remarks);
    }
    for (const remark of remarks) run.warn(remark);
    return remarks.length > 0 ? 'partly' : 'done';
  });

const evidenceCalls = {
  distribution: evidenceEndpoints.downloadDistributionEvidence,
  realization: evidenceEndpoints.downloadRealizationEvidence,
  ledgerRun: evidenceEndpoints.downloadLedgerRunEvidence,
} as const;
type EvidenceOf = keyof typeof evidenceCalls;

function addEvidence(to: Command, world: World): void {
  const command = withServerOptions(to.command('evidence'))
    .description('Save the evidence pack of a run, so that `carrara calc evidence` can recompute it offline.')
    .addArgument(new Argument('<kind>', 'the kind of run').choices(Object.keys(evidenceCalls)))
    .argument('<run>', 'id or name of the run');
  withExamples(withFile(command), "carrara export evidence distribution 'Q3 2026 carry distribution' --out q3.json");
  act(command, world, exportEvidence);
}

const exportEvidence = (run: Run, kind: EvidenceOf, text: string, options: FileOptions): Promise<Outcome> =>
  runInSession(run, options, async (session) => {
    const { id, name } = await recordToSave(session, kind, text);
    const fileName = safeFileName(`${name} - evidence`, 'json');
    return saveDownload(run, session, options, fileName, () =>
      session.client.download(evidenceCalls[kind], { params: { id } }),
    );
  });

function addCarryTerms(to: Command, world: World): void {
  const command = withServerOptions(to.command('carry-terms'))
    .description('Save the carry terms of a fund as a workbook that `carrara import carry-terms` reads.')
    .argument('<fund>', 'id, name or code of the fund');
  withExamples(withFile(command), 'carrara export carry-terms ARP-I --out terms.xlsx');
  act(command, world, exportCarryTerms);
}

const exportCarryTerms = (run: Run, fund: string, options: FileOptions): Promise<Outcome> =>
  runInSession(run, options, async (session) => {
    const { id, name, code } = await vehicleNamed(session, fund);
    const fileName = safeFileName(`Carry terms ${code ?? name}`, 'xlsx');
    return saveDownload(run, session, options, fileName, () =>
      session.client.download(carryTermsEndpoints.downloadCarryTerms, { params: { id } }),
    );
  });

const withFile = (command: Command): Command =>
  command
    .option('--out <file>', 'the file or folder to save to (default: this folder)')
    .option('--overwrite', 'replace the file if it exists')
    .option('--dry-run', 'list the files without saving them');

/** Saves a file of the server and prints its path. */
async function saveDownload(
  run: Run,
  { server }: Session,
  { out, overwrite, dryRun }: FileOptions,
  fileName: string,
  download: () => ReturnType<Session['client']['download']>,
): Promise<Outcome> {
  const path = outputPath(run.folder, out, fileName);
  if (!overwrite) refuseExisting(path);
  if (!dryRun) {
    const { bytes } = valueOrStop(server, await download());
    await saveFile(path, bytes, { replace: overwrite, createFolder: true });
  }
  await run.print(path);
  return 'done';
}
