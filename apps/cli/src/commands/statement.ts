import { safeFileName } from '@carrara/adapters/files/fileName';
import { payStatementEndpoints } from '@carrara/contract/compensation/payStatement';
import type { Command } from 'commander';
import { join, resolve } from 'node:path';
import type { Outcome } from '../run/exitCode.ts';
import { recordNamed } from '../lookup/recordNamed.ts';
import { act, type Run, withExamples } from '../run/act.ts';
import { CommandStop } from '../run/commandStop.ts';
import { createFolder, refuseExisting, saveFile } from '../run/saveFile.ts';
import type { World } from '../run/world.ts';
import { valueOrStop } from '../session/failureStop.ts';
import { followedTask } from '../session/followedTask.ts';
import { runInSession, type Session, withServerOptions } from '../session/openSession.ts';
import type { SettingValues } from '../settings/settings.ts';
import { unpack } from './letters.ts';
import { numberText } from '../run/countText.ts';

interface ManyOptions extends SettingValues {
  readonly employee?: readonly string[];
}
interface ReleaseOptions extends ManyOptions {
  readonly acknowledgment: boolean;
  readonly wording?: string;
}
interface PdfOptions extends SettingValues {
  readonly employee?: string;
  readonly unpack?: true;
  readonly out: string;
  readonly overwrite?: true;
}

/** `carrara statement draft|release|pdf YEAR`: total compensation statements. */
export function addStatement(statement: Command, world: World): void {
  const draft = ofMany(statement.command('draft')).description(
    'Draft a year’s statements for employees who have none: everyone whose pay you can see, or selected people.',
  );
  withExamples(draft, 'carrara statement draft 2025');
  act(draft, world, (run, year: string, options: ManyOptions) => many(run, 'draft', yearIn(year), options));
  const release = ofMany(statement.command('release'))
    .description('Release the drafts of a year. Figures and PDFs are stored; earlier releases are superseded.')
    .option('--wording <text>', 'the text that recipients acknowledge')
    .option('--no-acknowledgment', 'don’t ask recipients to acknowledge it');
  withExamples(release, 'carrara statement release 2025', "carrara statement release 2025 --employee 'Ana Ito'");
  act(release, world, (run, year: string, { acknowledgment, wording, ...options }: ReleaseOptions) =>
    many(run, 'release', yearIn(year), options, {
      requiresAcknowledgment: acknowledgment,
      ...(wording === undefined ? {} : { wording }),
    }),
  );
  const pdf = ofYear(statement.command('pdf'))
    .description('Save the released statements of a year in a zip, or one employee’s statement as a PDF.')
    .option('--employee <name or id>', 'only the statement of one employee')
    .option('--unpack', 'save separate files instead of a zip')
    .option('--out <folder>', 'where to save them', '.')
    .option('--overwrite', 'replace files that exist');
  withExamples(pdf, 'carrara statement pdf 2025 --out statements --unpack');
  act(pdf, world, (run, year: string, options: PdfOptions) => saved(run, yearIn(year), options));
}

const ofYear = (command: Command): Command => withServerOptions(command).argument('<year>', 'a completed year');
const ofMany = (command: Command): Command =>
  ofYear(command).option('--employee <name or id...>', 'only for these employees');

function yearIn(text: string): number {
  if (!/^\d{4}$/.test(text)) throw new CommandStop('misused', `${text} isn’t a year.`);
  return Number(text);
}

const many = (
  run: Run,
  kind: 'draft' | 'release',
  year: number,
  { employee = [], ...options }: ManyOptions,
  how: { readonly requiresAcknowledgment?: boolean; readonly wording?: string } = {},
) =>
  runInSession(run, options, async (session): Promise<Outcome> => {
    const { server, client } = session;
    const employees: string[] = [];
    for (const text of employee) employees.push((await recordNamed(session, 'compEmployee', text)).id);
    const body = { act: kind, year, employees, ...how };
    const started = valueOrStop(server, await client.call(payStatementEndpoints.startPayStatements, { body }));
    const labels = { counted: 'statements', stopped: 'The statements were stopped.' };
    const { total, remarks } = await followedTask(run, session, started, labels);
    await run.print(`${numberText(total)} ${kind === 'draft' ? 'drafted' : 'released'}`);
    for (const remark of remarks) run.warn(remark);
    return 'done';
  });

const saved = (run: Run, year: number, options: PdfOptions) =>
  runInSession(run, options, async (session): Promise<Outcome> => {
    const folder = resolve(run.folder, options.out);
    const { server, client } = session;
    if (options.employee !== undefined)
      return saveStatement(run, session, year, folder, options.employee, options.overwrite);
    const path = join(folder, safeFileName(`Compensation statements ${year}`, 'zip'));
    if (!options.unpack && !options.overwrite) refuseExisting(path);
    const query = { year };
    const { bytes } = valueOrStop(server, await client.download(payStatementEndpoints.printPayStatements, { query }));
    await createFolder(folder);
    if (options.unpack) await unpack(run, bytes, folder, options.overwrite);
    else {
      await saveFile(path, bytes, { replace: options.overwrite });
      await run.print(path);
    }
    return 'done';
  });

async function saveStatement(
  run: Run,
  session: Session,
  year: number,
  folder: string,
  text: string,
  replace: true | undefined,
): Promise<Outcome> {
  const { server, client } = session;
  const { id: employeeId, name } = await recordNamed(session, 'compEmployee', text);
  const query = { employeeId, year, status: 'REL' } as const;
  const found = valueOrStop(server, await client.call(payStatementEndpoints.listPayStatements, { query }));
  const [statement] = found.pageData;
  if (!statement) throw new CommandStop('refused', `${name} has no released statement for ${year}`);
  const path = join(folder, safeFileName(`${name} - Compensation statement ${year}`, 'pdf'));
  if (!replace) refuseExisting(path);
  const params = { id: statement.id };
  const { bytes } = valueOrStop(server, await client.download(payStatementEndpoints.printPayStatement, { params }));
  await createFolder(folder);
  await saveFile(path, bytes, { replace });
  await run.print(path);
  return 'done';
}
