import { filesIn } from '@carrara/adapters/files/filesIn';
import { safeFileName } from '@carrara/adapters/files/fileName';
import { distributionEndpoints } from '@carrara/contract/carry/run/distribution';
import { type Command, Option } from 'commander';
import { join, resolve } from 'node:path';
import type { Outcome } from '../run/exitCode.ts';
import { downloadLetters } from '../letters/downloadLetters.ts';
import { recordNamed } from '../lookup/recordNamed.ts';
import { act, type Run, withExamples } from '../run/act.ts';
import { createFolder, refuseExisting, saveFile } from '../run/saveFile.ts';
import type { World } from '../run/world.ts';
import { valueOrStop } from '../session/failureStop.ts';
import { runInSession, type Session, withServerOptions } from '../session/openSession.ts';
import type { SettingValues } from '../settings/settings.ts';

interface LettersOptions extends SettingValues {
  readonly participant?: string;
  readonly pdf?: true;
  readonly docx?: true;
  readonly unpack?: true;
  readonly out: string;
  readonly overwrite?: true;
  readonly dryRun?: true;
}

/** `carrara letters DISTRIBUTION`: saves all letters as a zip, as one PDF or as separate files, or the letter of one participant. */
export function addLetters(command: Command, world: World): void {
  withServerOptions(command)
    .argument('<distribution>', 'name or id of the distribution')
    .option('--participant <name or id>', 'only the letter of one participant')
    .option('--pdf', 'save all letters in one PDF instead of a zip of PDFs')
    .addOption(new Option('--docx', 'save editable Word files instead of PDFs').conflicts('pdf'))
    .addOption(new Option('--unpack', 'save separate files instead of a zip').conflicts('pdf'))
    .option('--out <folder>', 'where to save them', '.')
    .option('--overwrite', 'replace files that exist')
    .option('--dry-run', 'list the files without saving them');
  withExamples(
    command,
    "carrara letters 'Q3 2026 carry distribution' --out letters",
    "carrara letters 'Q3 2026 carry distribution' --participant 'Ana Ito'",
  );
  act(command, world, (run, text: string, options: LettersOptions) =>
    runInSession(run, options, async (session) => {
      const { id, name } = await recordNamed(session, 'distribution', text);
      return options.participant === undefined
        ? all(run, session, { id, name }, options)
        : saveLetter(run, session, { id, name }, options);
    }),
  );
}

interface Distribution {
  readonly id: string;
  readonly name: string;
}

async function saveLetter(
  run: Run,
  session: Session,
  { id, name }: Distribution,
  options: LettersOptions,
): Promise<Outcome> {
  const { server, client } = session;
  const person = await recordNamed(session, 'participant', options.participant ?? '');
  const path = join(
    resolve(run.folder, options.out),
    safeFileName(`${name} - ${person.name}`, options.docx ? 'docx' : 'pdf'),
  );
  if (!options.overwrite) refuseExisting(path);
  if (options.dryRun) return announce(run, path);
  const params = { id, participantId: person.id };
  const query = { format: options.docx ? 'docx' : 'pdf' } as const;
  const { bytes } = valueOrStop(server, await client.download(distributionEndpoints.downloadLetter, { params, query }));
  await createFolder(resolve(run.folder, options.out));
  await saveFile(path, bytes, { replace: options.overwrite });
  return announce(run, path);
}

async function all(run: Run, session: Session, { id, name }: Distribution, options: LettersOptions): Promise<Outcome> {
  const folder = resolve(run.folder, options.out);
  const path = join(
    folder,
    safeFileName(`${name} - ${options.docx ? 'Word letters' : 'letters'}`, options.pdf ? 'pdf' : 'zip'),
  );
  if (!options.unpack && !options.overwrite) refuseExisting(path);
  if (options.dryRun) return announce(run, options.unpack ? folder : path);
  const letters = await downloadLetters(run, session, id, options.pdf ? 'pdf' : options.docx ? 'docx' : 'zip');
  await createFolder(folder);
  if (options.unpack) await unpack(run, letters.bytes, folder, options.overwrite);
  else {
    await saveFile(path, letters.bytes, { replace: options.overwrite });
    await run.print(path);
  }
  for (const remark of letters.remarks) run.warn(remark);
  return letters.remarks.length > 0 ? 'partly' : 'done';
}

/** Saves each letter of a zip in a folder. */
export async function unpack(run: Run, zip: Uint8Array, folder: string, replace: boolean | undefined): Promise<void> {
  for await (const { fileName, bytes } of filesIn(zip)) {
    const path = join(folder, fileName);
    await saveFile(path, bytes, { replace });
    await run.print(path);
  }
}

async function announce(run: Run, path: string): Promise<Outcome> {
  await run.print(path);
  return 'done';
}
