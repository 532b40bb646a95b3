import { openFiles } from '@carrara/adapters/files/openFiles';
import { type FilesMoved, moveFiles } from '@carrara/adapters/operator/moveFiles';
import { sweepFiles } from '@carrara/adapters/operator/sweepFiles';
import type { Command } from 'commander';
import { dataOption } from '../run/dataOption.ts';
import type { Outcome } from '../run/exitCode.ts';
import { runInInstallation, s3Keys } from '../openInstallation.ts';
import { act, type Run, withExamples } from '../run/act.ts';
import { CommandStop } from '../run/commandStop.ts';
import { progressLine } from '../run/progress.ts';
import type { World } from '../run/world.ts';
import { numberText } from '../run/countText.ts';

interface MoveOptions {
  readonly to: string;
  readonly from?: string;
  readonly remove?: boolean;
  readonly data?: string;
}

/** `carrara files`: moves the stored files of an installation and finds unused ones. */
export function addFiles(files: Command, world: World): void {
  const move = files
    .command('move')
    .description(
      'Copy the stored files to another folder or bucket, and check each copy against its digest. You can stop it and start it again. The server can keep running.',
    )
    .requiredOption('--to <address>', 'the new location: file:///FOLDER or s3://BUCKET/PREFIX?region=REGION')
    .option('--from <address>', 'the current location (default: FILES_URL or the data folder)')
    .option('--remove', 'delete the originals once all files have been copied')
    .option(...dataOption);
  withExamples(move, "carrara files move --to 's3://firm-files/carrara?region=eu-central-1'");
  move.addHelpText(
    'after',
    '\nSet the keys of a bucket in S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY. If the two locations have different keys, put TO_ or FROM_ before the names.',
  );
  act(move, world, moveAll);
  const sweep = files
    .command('sweep')
    .description(
      'List stored files that belong to no record, such as those of interrupted uploads, and delete them with --remove. Files stored in the ' +
        'last 24 hours are left alone. The server can keep running. No other installation may store its files in the same location.',
    )
    .option('--remove', 'delete them')
    .option(...dataOption);
  withExamples(sweep, 'carrara files sweep --remove');
  act(sweep, world, sweepAll);
}

async function sweepAll(run: Run, { remove = false, data }: Pick<MoveOptions, 'remove' | 'data'>): Promise<Outcome> {
  return runInInstallation<Outcome>(data, async ({ database, files }) => {
    const swept = await sweepFiles({ workerUrl: database.workerUrl, files, remove, now: new Date() }).catch(stopped);
    const { files: all, unnamed, removed } = swept;
    await run.print(
      run.json
        ? JSON.stringify(swept)
        : [
            `${files.location}: ${numberText(all)} files. ${numberText(unnamed.length)} of them belong to no record and are older than a day. ${numberText(removed)} were deleted.`,
            ...unnamed,
          ].join('\n'),
    );
    if (unnamed.length > removed) run.note('Run carrara files sweep --remove to delete them.');
    return 'done';
  });
}

/** Throws an error of the database or of a file store as a stop with a sentence. */
function stopped(error: unknown): never {
  throw new CommandStop('refused', error instanceof Error ? error.message : String(error));
}

async function moveAll(run: Run, { to: target, from: source, remove = false, data }: MoveOptions): Promise<Outcome> {
  return runInInstallation(data, async ({ dataDir, database, files }) => {
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
      await print(run, moved, `${from.location} to ${to.location}`);
      return moved.missing.length === 0 ? 'done' : 'refused';
    } catch (error) {
      progress.end();
      return stopped(error);
    }
  });
}

const keysOf = (prefix: string) => s3Keys(prefix) ?? s3Keys('');

async function print(run: Run, moved: FilesMoved, direction: string): Promise<void> {
  const { files, copied, removed, missing, changed } = moved;
  await run.print(
    run.json
      ? JSON.stringify(moved)
      : `${direction}: ${numberText(files)} files in place and checked, ${numberText(copied)} of them copied now. ${numberText(removed)} originals were deleted.`,
  );
  const first = (keys: readonly string[]) => keys.slice(0, 10).join(', ');
  if (missing.length > 0)
    run.warn(
      `${numberText(missing.length)} stored files are in neither location, so no originals were deleted: ${first(missing)}`,
    );
  if (changed.length > 0)
    run.warn(
      `${numberText(changed.length)} stored files differ from the uploaded ones and were moved as they are: ${first(changed)}`,
    );
  run.note(
    'Set FILES_URL to the new location so that the server uses it. Then run this command again to copy files stored in the meantime.',
  );
}
