import { InvalidArgumentError, type Command } from 'commander';
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { batchSchema, readablePart } from '../batch/batchFile.ts';
import { lockFolder } from '../batch/batchLock.ts';
import { manifestName, type Manifest, readManifest } from '../batch/manifest.ts';
import { uncheckedNames, namesOfSession } from '../batch/names.ts';
import { type OrderSet, readOrders } from '../batch/orders.ts';
import { runBatch, type BatchFolder, readBatchFolder } from '../batch/runBatch.ts';
import type { Outcome } from '../run/exitCode.ts';
import { act, type Run, withExamples } from '../run/act.ts';
import { CommandStop } from '../run/commandStop.ts';
import { createFolder } from '../run/saveFile.ts';
import type { World } from '../run/world.ts';
import { runInSession, type Session, withServerOptions } from '../session/openSession.ts';
import type { SettingValues } from '../settings/settings.ts';
import { checkedYaml, sortByLine, type Mistake, type Path, problem } from '../settings/yamlFile.ts';
import { numberText } from '../run/countText.ts';

interface Options extends SettingValues {
  readonly out?: string;
  readonly parallel: number;
  readonly patience: number;
  readonly overwrite?: true;
  readonly again?: true;
  readonly dryRun?: true;
}

const numberFrom = (least: number, most: number) => (text: string) => {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < least || number > most)
    throw new InvalidArgumentError(`Use a number from ${least} to ${most}.`);
  return number;
};

/** Adds the options of commands that save many files. */
export const withBatchOptions = (command: Command): Command =>
  withServerOptions(command)
    .option('--parallel <number>', 'how many reports to create at a time', numberFrom(1, 16), 3)
    .option('--patience <seconds>', 'how long to wait for a server that can’t be reached', numberFrom(0, 86_400), 60)
    .option('--again', 'create all files again, including existing ones')
    .option('--overwrite', 'replace files that this batch didn’t create, or that were changed since')
    .option('--dry-run', 'check everything and list the files, but create none');

/** `carrara batch FILE`: reports x funds x investors x dates x formats, unattended. Existing files are not created again. */
export function addBatch(command: Command, world: World): void {
  withBatchOptions(command)
    .argument('<file>', 'the batch file (YAML), such as samples/quarter-end.yaml')
    .option('--out <folder>', "where to save the files, instead of the file's own `out`");
  withExamples(
    command,
    'carrara batch samples/quarter-end.yaml --dry-run',
    'carrara batch samples/quarter-end.yaml --out "Q2 2026" --quiet',
  );
  act(command, world, batch);
}

/** Returns the path that a file would really have: links are followed as far as the path exists. */
function resolvedPath(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const above = dirname(path);
  return above === path ? path : join(resolvedPath(above), basename(path));
}

/** True for a path outside the folder. A batch from somebody else must not choose where files of this machine are written. */
function isOutside(folder: string, path: string): boolean {
  const below = relative(resolvedPath(folder), resolvedPath(path));
  return isAbsolute(below) || below.split(sep)[0] === '..';
}

async function batch(run: Run, file: string, options: Options): Promise<Outcome> {
  const source = resolve(run.folder, file);
  const { value, raw, mistakes, locationOf } = await checkedYaml(source, batchSchema).catch((error: unknown) => {
    throw shortened(error, source, file);
  });
  const at = (path: Path) => locationOf(path).replace(source, file);
  const part = value ? { batch: value, incomplete: new Set<number>() } : readablePart(raw, mistakes);
  const out = part?.batch.out;
  const folder = options.out === undefined ? out && resolve(dirname(source), out) : resolve(run.folder, options.out);
  const wrong = [
    ...mistakes.map(({ text }) => text.replace(source, file)),
    ...folderProblems(dirname(source), folder, options, mistakes).map(([path, text]) =>
      problem(at(path), ['out'], text),
    ),
  ];
  const { problems: problemsOfPart } = part ? await readOrders(part, at, uncheckedNames) : { problems: [] };
  if (!part) refuseProblems(file, wrong);
  let hasRequested = false;
  const work = async (session: Session): Promise<Outcome> => {
    const { sets, problems } = part ? await readOrders(part, at, namesOfSession(session)) : { sets: [], problems: [] };
    hasRequested = true;
    refuseProblems(file, [...wrong, ...problems]);
    return save(run, session, sets, { ...options, batch: basename(file), folder: folder ?? '' });
  };
  try {
    return await runInSession(run, options, work);
  } catch (error) {
    // Without a server, only the mistakes in the file itself are reported.
    if (!hasRequested) refuseProblems(file, [...wrong, ...problemsOfPart]);
    throw error;
  }
}

export interface SaveOptions extends Pick<Options, 'parallel' | 'patience' | 'overwrite' | 'again' | 'dryRun'> {
  /** The name of the batch in its manifest. */
  readonly batch: string;
  readonly folder: string;
}

/** Saves the files of a batch into its folder, with the manifest; with --dry-run only lists them. */
export async function save(
  run: Run,
  session: Session,
  sets: readonly OrderSet[],
  { batch, folder, parallel, patience, ...options }: SaveOptions,
): Promise<Outcome> {
  if (options.dryRun) return plan(run, sets, folder, await readFolder(session, sets, folder, options));
  await createFolder(folder);
  const release = await lockFolder(folder);
  try {
    const before = await readFolder(session, sets, folder, options);
    const to = { batch, folder, parallel, patienceSeconds: patience };
    return await report(run, folder, await runBatch(run, session, sets, before, to));
  } catch (error) {
    if (!(error instanceof CommandStop) || error.outcome === 'misused') throw error;
    const hint = existsSync(join(folder, manifestName))
      ? ['Run the same command again to continue where it stopped.']
      : [];
    throw new CommandStop(error.outcome, error.message, [...error.details, ...hint]);
  } finally {
    await release();
  }
}

/** The error with the file name as the person entered it. */
function shortened(error: unknown, path: string, file: string): unknown {
  if (!(error instanceof CommandStop)) return error;
  const short = (text: string) => text.replace(path, file);
  return new CommandStop(error.outcome, short(error.message), error.details.map(short));
}

/** Returns the problems of the folder for the files, with their locations. */
function folderProblems(
  ownFolder: string,
  folder: string | undefined,
  { out }: Pick<Options, 'out'>,
  mistakes: readonly Mistake[],
): readonly (readonly [Path, string])[] {
  if (out !== undefined || mistakes.some(({ path }) => path[0] === 'out')) return [];
  if (!folder) return [[[], 'is missing. Name the folder for the files there or with --out.']];
  return isOutside(ownFolder, folder)
    ? [[['out'], 'is outside the batch folder. Name a folder inside it, or choose another one with --out.']]
    : [];
}

function refuseProblems(file: string, problems: readonly string[]): void {
  if (problems.length > 0)
    throw new CommandStop('misused', `${file} has errors. Nothing was created.`, sortByLine(problems));
}

/** Fails: a stop, if there are files that this batch did not create. */
async function readFolder(
  session: Session,
  sets: readonly OrderSet[],
  folder: string,
  { again, overwrite }: Pick<Options, 'again' | 'overwrite'>,
): Promise<BatchFolder> {
  const found = await readBatchFolder(session, sets, folder, await readManifest(folder));
  if (found.foreign.length > 0 && !overwrite) {
    const files = found.foreign.map((file) => join(folder, file));
    throw new CommandStop(
      'notWritten',
      'This batch didn’t create these files, or they were changed since. Move them away, or replace them with --overwrite:',
      files,
    );
  }
  return again ? { ...found, unchanged: new Map() } : found;
}

async function plan(
  run: Run,
  sets: readonly OrderSet[],
  folder: string,
  { unchanged: existing }: BatchFolder,
): Promise<Outcome> {
  const files = sets.flatMap(({ orders }) => orders.map(({ file }) => ({ file, unchanged: existing.has(file) })));
  if (run.json) await run.print(JSON.stringify({ folder, files }, undefined, 2));
  else
    await run.print(
      files.map((file) => `${file.unchanged ? 'unchanged' : 'create   '}  ${join(folder, file.file)}`).join('\n'),
    );
  run.note(
    `${numberText(files.filter((file) => !file.unchanged).length)} to create, ${numberText(existing.size)} unchanged (--dry-run: nothing was created).`,
  );
  return 'done';
}

async function report(run: Run, folder: string, manifest: Manifest): Promise<Outcome> {
  const { created, unchanged, failed } = manifest.counts;
  if (run.json) await run.print(JSON.stringify(manifest, undefined, 2));
  run.note(
    `${numberText(created)} created, ${numberText(unchanged)} unchanged, ${numberText(failed)} failed. Counts, totals and checksums are in ${join(folder, manifestName)}.`,
  );
  return failed > 0 ? 'partly' : 'done';
}
