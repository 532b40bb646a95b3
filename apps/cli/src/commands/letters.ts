import { filesIn } from '@carrara/adapters/files/filesIn';
import { safeFileName } from '@carrara/adapters/files/fileName';
import { distributionEndpoints } from '@carrara/contract/carry/distribution';
import { type Command, Option } from 'commander';
import { join, resolve } from 'node:path';
import type { Outcome } from '../run/exitCode.ts';
import { lettersOf } from '../letters/lettersOf.ts';
import { recordNamed } from '../lookup/recordNamed.ts';
import { act, type Run, withExamples } from '../run/act.ts';
import { createFolder, refuseExisting, saveFile } from '../run/saveFile.ts';
import type { World } from '../run/world.ts';
import { answered } from '../session/failureStop.ts';
import { inSession, type Session, withServerOptions } from '../session/openSession.ts';
import type { Given } from '../settings/settings.ts';

interface LettersOptions extends Given {
  readonly participant?: string;
  readonly pdf?: true;
  readonly docx?: true;
  readonly unpack?: true;
  readonly out: string;
  readonly overwrite?: true;
  readonly dryRun?: true;
}

/** `carrara letters DISTRIBUTION`: all letters as a zip, as one PDF or as files of a folder, or that of one participant. */
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
    inSession(run, options, async (session) => {
      const { id, name } = await recordNamed(session, 'distribution', text);
      return options.participant === undefined
        ? all(run, session, { id, name }, options)
        : one(run, session, { id, name }, options);
    }),
  );
}

interface Distribution {
  readonly id: string;
  readonly name: string;
}

async function one(run: Run, session: Session, { id, name }: Distribution, options: LettersOptions): Promise<Outcome> {
  const { server, client } = session;
  const person = await recordNamed(session, 'participant', options.participant ?? '');
  const place = join(
    resolve(run.folder, options.out),
    safeFileName(`${name} - ${person.name}`, options.docx ? 'docx' : 'pdf'),
  );
  if (!options.overwrite) refuseExisting(place);
  if (options.dryRun) return told(run, place);
  const params = { id, participantId: person.id };
  const query = { format: options.docx ? 'docx' : 'pdf' } as const;
  const { bytes } = answered(server, await client.download(distributionEndpoints.downloadLetter, { params, query }));
  await createFolder(resolve(run.folder, options.out));
  await saveFile(place, bytes, { replace: options.overwrite });
  return told(run, place);
}

async function all(run: Run, session: Session, { id, name }: Distribution, options: LettersOptions): Promise<Outcome> {
  const folder = resolve(run.folder, options.out);
  const place = join(folder, safeFileName(`${name} - letters`, options.pdf ? 'pdf' : 'zip'));
  if (!options.unpack && !options.overwrite) refuseExisting(place);
  if (options.dryRun) return told(run, options.unpack ? folder : place);
  const made = await lettersOf(run, session, id, options.pdf ? 'pdf' : options.docx ? 'docx' : 'zip');
  await createFolder(folder);
  if (options.unpack) await unpack(run, made.bytes, folder, options.overwrite);
  else {
    await saveFile(place, made.bytes, { replace: options.overwrite });
    await run.say(place);
  }
  for (const remark of made.remarks) run.warn(remark);
  return made.remarks.length > 0 ? 'partly' : 'done';
}

/** Saves each letter of a zip in a folder. */
export async function unpack(run: Run, zip: Uint8Array, folder: string, replace: boolean | undefined): Promise<void> {
  for await (const { fileName, bytes } of filesIn(zip)) {
    const place = join(folder, fileName);
    await saveFile(place, bytes, { replace });
    await run.say(place);
  }
}

async function told(run: Run, place: string): Promise<Outcome> {
  await run.say(place);
  return 'done';
}
