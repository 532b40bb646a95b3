import { safeFileName } from '@carrara/adapters/files/fileName';
import { ilpaEndpoints } from '@carrara/contract/performance/ilpa/ilpa';
import { investorEndpoints } from '@carrara/contract/portfolio/investor';
import { type Command, Option } from 'commander';
import type { Outcome } from '../run/exitCode.ts';
import { findByName, vehicleNamed } from '../lookup/vehicleNamed.ts';
import { act, type Run, withExamples } from '../run/act.ts';
import { CommandStop } from '../run/commandStop.ts';
import { outputPath } from '../run/outputPath.ts';
import { refuseExisting, saveFile } from '../run/saveFile.ts';
import type { World } from '../run/world.ts';
import { valueOrStop } from '../session/failureStop.ts';
import { runInSession, type Session, withServerOptions } from '../session/openSession.ts';
import type { SettingValues } from '../settings/settings.ts';

interface FileOptions extends SettingValues {
  readonly date?: string;
  readonly out?: string;
  readonly overwrite?: true;
  readonly dryRun?: true;
}
interface ReportingOptions extends FileOptions {
  readonly investor?: string;
}
interface PerformanceOptions extends FileOptions {
  readonly method?: 'granular' | 'gross-up';
}

/** `carrara ilpa reporting-template FUND`, `carrara ilpa performance-template FUND`: save ILPA's templates of a fund as workbooks. */
export function addIlpaFiles(ilpa: Command, world: World): void {
  const reporting = ofFund(ilpa.command('reporting-template'))
    .description('Save the Reporting Template v2.0 of a fund, or of an investor in it.')
    .option('--investor <investor>', 'id, name or code of the investor (default: the whole fund)');
  withExamples(reporting, "carrara ilpa reporting-template ARP-I --date 2026-06-30 --investor 'Bayview Teachers'");
  act(reporting, world, saveReporting);
  const performance = ofFund(ilpa.command('performance-template'))
    .description('Save the Performance Template v1.1 of a fund.')
    .addOption(
      new Option('--method <method>', 'the method, if the terms of the fund don’t set one').choices([
        'granular',
        'gross-up',
      ]),
    );
  withExamples(performance, 'carrara ilpa performance-template ARP-I --date 2026-06-30');
  act(performance, world, savePerformance);
}

const ofFund = (command: Command): Command =>
  withServerOptions(command)
    .argument('<fund>', 'id, name or code of the fund')
    .option('--date <date>', 'the quarter end (default: the last one with figures)')
    .option('--out <file>', 'the file or folder to save to (default: this folder)')
    .option('--overwrite', 'replace the file if it exists')
    .option('--dry-run', 'list the files without saving them');

/** The requested fund and quarter end. */
async function fundAt(session: Session, text: string, date: string | undefined) {
  const { server, client } = session;
  const fund = await vehicleNamed(session, text);
  const byDate = valueOrStop(server, await client.call(ilpaEndpoints.listIlpaFundsByDate, {}));
  const last = byDate.find(({ funds }) => funds.some(({ fundId }) => fundId === fund.id))?.endDate;
  const endDate = date ?? last;
  if (endDate === undefined) throw new CommandStop('refused', `${fund.name} has no figures yet`);
  return { fund, endDate };
}

async function saved(
  run: Run,
  { out, overwrite, dryRun }: FileOptions,
  name: string,
  bytes: () => Promise<Uint8Array>,
): Promise<Outcome> {
  const path = outputPath(run.folder, out, safeFileName(name, 'xlsx'));
  if (!overwrite) refuseExisting(path);
  if (!dryRun) await saveFile(path, await bytes(), { replace: overwrite, createFolder: true });
  await run.print(path);
  return 'done';
}

const saveReporting = (run: Run, text: string, options: ReportingOptions): Promise<Outcome> =>
  runInSession(run, options, async (session): Promise<Outcome> => {
    const { server, client } = session;
    const { fund, endDate } = await fundAt(session, text, options.date);
    const investor =
      options.investor === undefined
        ? undefined
        : findByName(
            valueOrStop(server, await client.call(investorEndpoints.listInvestorNavigation, {})),
            options.investor,
            'investor',
          );
    const query = { fundId: fund.id, endDate, ...(investor ? { investorId: investor.id } : {}) };
    const name = [fund.name, investor?.name, 'ILPA Reporting Template', endDate].filter(Boolean).join(' ');
    return saved(
      run,
      options,
      name,
      async () => valueOrStop(server, await client.download(ilpaEndpoints.exportInvestorTemplate, { query })).bytes,
    );
  });

const savePerformance = (run: Run, text: string, options: PerformanceOptions): Promise<Outcome> =>
  runInSession(run, options, async (session): Promise<Outcome> => {
    const { server, client } = session;
    const { fund, endDate } = await fundAt(session, text, options.date);
    const method = options.method && ({ granular: 'GRANULAR', 'gross-up': 'GROSS_UP' } as const)[options.method];
    const query = { fundId: fund.id, endDate, ...(method ? { method } : {}) };
    return saved(
      run,
      options,
      `${fund.name} ILPA Performance Template ${endDate}`,
      async () => valueOrStop(server, await client.download(ilpaEndpoints.exportPerformanceTemplate, { query })).bytes,
    );
  });
