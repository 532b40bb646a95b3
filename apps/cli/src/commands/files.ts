import { openFiles } from '@carrara/adapters/files';
import { type FilesMoved, moveFiles, sweepFiles } from '@carrara/adapters/operator';
import type { Command } from 'commander';
import type { Outcome } from '../exitCode.ts';
import { inInstallation, s3Keys } from '../openInstallation.ts';
import { act, type Run, withExamples } from '../run/act.ts';
import { CommandStop } from '../run/commandStop.ts';
import { progressLine } from '../run/progress.ts';
import type { World } from '../run/world.ts';

interface MoveOptions {
  readonly to: string;
  readonly from?: string;
  readonly remove?: boolean;
  readonly data?: string;
}

/** `carrara files`: where the stored files of an installation lie. */
export function addFiles(files: Command, world: World): void {
  const move = files
    .command('move')
    .description(
      'Copy the stored files to another folder or bucket, and hold each copy to its digest. It may be stopped and started again, and the server may run.',
    )
    .requiredOption('--to <address>', 'where they go: file:///FOLDER or s3://BUCKET/PREFIX?region=REGION')
    .option('--from <address>', 'where they are, instead of FILES_URL or the data folder')
    .option('--remove', 'take them away from where they were, once all of them are where they go')
    .option('--data <folder>', 'data folder of the installation; DATABASE_URL names a server instead');
  withExamples(move, "carrara files move --to 's3://firm-files/carrara?region=eu-central-1'");
  move.addHelpText(
    'after',
    '\nThe keys of a bucket are S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY; where the two places have others, with TO_ or FROM_ before the name.',
  );
  act(move, world, moveAll);
  const sweep = files
    .command('sweep')
    .description(
      'List stored files that belong to no record, such as those of interrupted uploads, and delete them on request. Nothing is listed or deleted ' +
        'that was stored in the last 24 hours. The server may run; no other installation may have its files in the same place.',
    )
    .option('--remove', 'take them away')
    .option('--data <folder>', 'data folder of the installation; DATABASE_URL names a server instead');
  withExamples(sweep, 'carrara files sweep --remove');
  act(sweep, world, sweepAll);
}

async function sweepAll(run: Run, { remove = false, data }: Pick<MoveOptions, 'remove' | 'data'>): Promise<Outcome> {
  return inInstallation<Outcome>(data, async ({ database, files }) => {
    const swept = await sweepFiles({ workerUrl: database.workerUrl, files, remove, now: new Date() }).catch(stopped);
    const { files: all, unnamed, removed } = swept;
    await run.say(
      run.json
        ? JSON.stringify(swept)
        : [
            `${files.place}: ${all} files; ${unnamed.length} of them are named by no record and older than a day; ${removed} were removed.`,
            ...unnamed,
          ].join('\n'),
    );
    if (unnamed.length > removed) run.note('carrara files sweep --remove takes them away.');
    return 'done';
  });
}

/** An error of the database or of a store, as a stop with its sentence. */
function stopped(error: unknown): never {
  throw new CommandStop('refused', error instanceof Error ? error.message : String(error));
}

async function moveAll(run: Run, { to: target, from: source, remove = false, data }: MoveOptions): Promise<Outcome> {
  return inInstallation(data, async ({ dataDir, database, files }) => {
    const progress = progressLine(run, 'steps');
    try {
      const to = openFiles({ url: target, keys: keysOf('TO_') }, dataDir);
      const from = source === undefined ? files : openFiles({ url: source, keys: keysOf('FROM_') }, dataDir);
      const moved = await moveFiles({
        workerUrl: database.workerUrl,
        from,
        to,
        remove,
        stopped: run.stopped,
        onFile: progress.at,
      });
      progress.end();
      await tell(run, moved, `${from.place} to ${to.place}`);
      return moved.missing.length === 0 ? 'done' : 'refused';
    } catch (error) {
      progress.end();
      return stopped(error);
    }
  });
}

const keysOf = (prefix: string) => s3Keys(prefix) ?? s3Keys('');

async function tell(run: Run, moved: FilesMoved, way: string): Promise<void> {
  const { files, copied, removed, missing, changed } = moved;
  await run.say(
    run.json
      ? JSON.stringify(moved)
      : `${way}: ${files} files are there and were looked at, ${copied} of them copied now; ${removed} were removed.`,
  );
  const first = (keys: readonly string[]) => keys.slice(0, 10).join(', ');
  if (missing.length > 0)
    run.warn(`${missing.length} stored files are in neither place, so that nothing was removed: ${first(missing)}`);
  if (changed.length > 0)
    run.warn(
      `${changed.length} stored files are not the ones that were uploaded, and were moved as they were found: ${first(changed)}`,
    );
  run.note(
    'A server takes its files from there once FILES_URL says so. Run this again then: it brings what was stored meanwhile.',
  );
}
