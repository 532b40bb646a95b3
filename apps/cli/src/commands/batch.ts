import { InvalidArgumentError, type Command } from 'commander';
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { batchSchema } from '../batch/batchFile.ts';
import { lockFolder } from '../batch/batchLock.ts';
import { manifestName, type Manifest, readManifest } from '../batch/manifest.ts';
import { type OrderSet, ordersOf, takenNames } from '../batch/orders.ts';
import { runBatch, type Standing, standingOf } from '../batch/runBatch.ts';
import type { Outcome } from '../exitCode.ts';
import { everyOne, lookUpAt } from '../lookup/lookUp.ts';
import { act, type Run, withExamples } from '../run/act.ts';
import { CommandStop } from '../run/commandStop.ts';
import { makeFolder } from '../run/saveFile.ts';
import type { World } from '../run/world.ts';
import { inSession, type Session, withServerOptions } from '../session/openSession.ts';
import type { Given } from '../settings/settings.ts';
import { yamlFile } from '../settings/yamlFile.ts';

interface Options extends Given {
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
    throw new InvalidArgumentError(`It is a number from ${least} to ${most}.`);
  return number;
};

/** `carrara batch FILE`: reports x funds x dates x formats, unattended; what is there is not made again. */
export function addBatch(command: Command, world: World): void {
  withServerOptions(command)
    .argument('<file>', 'the batch (YAML); docs/guides/command-line.md has a complete one')
    .option('--out <folder>', "where to save the files, instead of the file's own `out`")
    .option('--parallel <number>', 'so many reports at a time', numberFrom(1, 16), 3)
    .option('--patience <seconds>', 'for how long a server that is away is waited for', numberFrom(0, 86_400), 60)
    .option('--again', 'make everything anew, also what is there')
    .option('--overwrite', 'replace files that this batch did not make, or that were changed since')
    .option('--dry-run', 'check everything and say what would be made; make nothing');
  withExamples(
    command,
    'carrara batch quarter-end.yaml --dry-run',
    'carrara batch quarter-end.yaml --out "Q3 2026" --quiet',
  );
  act(command, world, batch);
}

async function batch(run: Run, file: string, options: Options): Promise<Outcome> {
  const place = resolve(run.folder, file);
  const { value, placeOf } = await yamlFile(place, batchSchema).catch((error: unknown) => {
    throw shortened(error, place, file);
  });
  const at = (path: Parameters<typeof placeOf>[0]) => placeOf(path).replace(place, file);
  const folder =
    options.out === undefined ? value.out && resolve(dirname(place), value.out) : resolve(run.folder, options.out);
  if (!folder)
    throw new CommandStop('misused', `${at([])} out: is missing; it names the folder for the files (or give --out).`);
  const { problems: seen } = await ordersOf(value, at, takenNames);
  let hasAsked = false;
  const work = async (session: Session): Promise<Outcome> => {
    const names = { lookUp: lookUpAt(session), everyFund: (of: string) => everyOne(session, of) };
    const { sets, problems } = await ordersOf(value, at, names);
    hasAsked = true;
    refuseProblems(file, problems);
    if (options.dryRun) return plan(run, sets, folder, await standing(session, sets, folder, options));
    await makeFolder(folder);
    const release = await lockFolder(folder);
    try {
      const before = await standing(session, sets, folder, options);
      const { parallel, patience } = options;
      const to = { batch: basename(file), folder, parallel, patienceSeconds: patience };
      return await tell(run, folder, await runBatch(run, session, sets, before, to));
    } catch (error) {
      if (!(error instanceof CommandStop) || error.outcome === 'misused') throw error;
      const hint = existsSync(join(folder, manifestName)) ? ['The same command goes on where it stopped.'] : [];
      throw new CommandStop(error.outcome, error.message, [...error.details, ...hint]);
    } finally {
      await release();
    }
  };
  try {
    return await inSession(run, options, work);
  } catch (error) {
    // Without a server the mistakes are told that the file itself shows.
    if (!hasAsked) refuseProblems(file, seen);
    throw error;
  }
}

/** A file as the person named it. */
function shortened(error: unknown, place: string, file: string): unknown {
  if (!(error instanceof CommandStop)) return error;
  const short = (text: string) => text.replace(place, file);
  return new CommandStop(error.outcome, short(error.message), error.details.map(short));
}

function refuseProblems(file: string, problems: readonly string[]): void {
  if (problems.length > 0) throw new CommandStop('misused', `${file} cannot be used; nothing was made.`, problems);
}

/** Fails: a stop, where files lie in the way that this batch did not make. */
async function standing(
  session: Session,
  sets: readonly OrderSet[],
  folder: string,
  { again, overwrite }: Options,
): Promise<Standing> {
  const found = await standingOf(session, sets, folder, await readManifest(folder));
  if (found.foreign.length > 0 && !overwrite) {
    const files = found.foreign.map((file) => join(folder, file));
    throw new CommandStop(
      'notWritten',
      'Files are in the way that this batch did not make, or that were changed since; move them away, or replace them with --overwrite:',
      files,
    );
  }
  return again ? { ...found, kept: new Map() } : found;
}

async function plan(run: Run, sets: readonly OrderSet[], folder: string, { kept }: Standing): Promise<Outcome> {
  const files = sets.flatMap(({ orders }) => orders.map(({ file }) => ({ file, kept: kept.has(file) })));
  if (run.json) await run.say(JSON.stringify({ folder, files }, undefined, 2));
  else await run.say(files.map((one) => `${one.kept ? 'keep' : 'make'}  ${join(folder, one.file)}`).join('\n'));
  run.note(`${files.filter((one) => !one.kept).length} to make, ${kept.size} kept (--dry-run: nothing was made).`);
  return 'done';
}

async function tell(run: Run, folder: string, manifest: Manifest): Promise<Outcome> {
  const { made, kept, failed } = manifest.counts;
  if (run.json) await run.say(JSON.stringify(manifest, undefined, 2));
  run.note(
    `${made} made, ${kept} kept, ${failed} failed; ${join(folder, manifestName)} has counts, totals and checksums.`,
  );
  return failed > 0 ? 'partly' : 'done';
}
