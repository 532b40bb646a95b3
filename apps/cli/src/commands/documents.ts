import { safeFileName } from '@carrara/adapters/files/fileName';
import { fundPerformanceEndpoints } from '@carrara/contract/performance/fundProfile/fundPerformance';
import { displayedDate, required } from '@carrara/domain/kernel';
import { type Command, Option } from 'commander';
import { resolve } from 'node:path';
import { batchSchema } from '../batch/batchFile.ts';
import { documents } from '../batch/batchSource.ts';
import { namesOfSession } from '../batch/names.ts';
import { readOrders } from '../batch/orders.ts';
import { readQuarter } from '../batch/quarter.ts';
import type { Outcome } from '../run/exitCode.ts';
import { type NamedRecord, vehicleNamed } from '../lookup/vehicleNamed.ts';
import { act, type Run, withExamples } from '../run/act.ts';
import { CommandStop } from '../run/commandStop.ts';
import type { World } from '../run/world.ts';
import { valueOrStop } from '../session/failureStop.ts';
import { runInSession, type Session } from '../session/openSession.ts';
import type { SettingValues } from '../settings/settings.ts';
import { save, type SaveOptions, withBatchOptions } from './batch.ts';

interface Options extends SettingValues, Omit<SaveOptions, 'batch' | 'folder'> {
  readonly only: readonly string[];
  readonly format?: readonly string[];
  readonly investor?: readonly string[];
  readonly participant?: readonly string[];
  readonly out?: string;
}

const recipients = Object.values(documents).filter(({ recipients: recipient }) => recipient !== undefined);
const names = recipients.map(({ name }) => name);
const formatNames = [...new Set(recipients.flatMap(({ formats }) => Object.keys(formats)))];
const ofInvestors = recipients.flatMap(({ name, recipients: recipient }) => (recipient === 'investor' ? [name] : []));

/** `carrara documents FUND QUARTER`: a file for each investor or participant, with a manifest. */
export function addDocuments(command: Command, world: World): void {
  withBatchOptions(command)
    .argument('<fund>', 'id, name or code of the fund')
    .argument('<quarter>', 'the quarter, such as "Q4 2025" or 2025-12-31')
    .addOption(new Option('--only <documents...>', 'which documents').choices(names).default(ofInvestors))
    .addOption(
      new Option('--format <formats...>', 'pdf, excel or word, if the document is available in that format').choices(
        formatNames,
      ),
    )
    .option('--investor <names...>', 'only these investors')
    .option('--participant <names...>', 'only the letters of these participants')
    .option('--out <folder>', 'where to save them (default: a folder named after the fund and the quarter)');
  withExamples(
    command,
    "carrara documents ARP-I 'Q4 2025'",
    "carrara documents ARP-I 'Q4 2025' --only capital-account --format pdf excel --out statements",
    "carrara documents ARP-I 'Q2 2026' --only letter",
  );
  act(command, world, saveDocuments);
}

/** Stops if a fund has no figures at a quarter end, such as one in the future. */
async function requireFigures({ server, client }: Session, { id, name }: NamedRecord, end: string): Promise<void> {
  const dates = valueOrStop(
    server,
    await client.call(fundPerformanceEndpoints.listReportingDatesOfFund, { params: { id } }),
  );
  if (end <= new Date().toISOString() && dates.some(({ endDate }) => endDate === end)) return;
  const last = dates.find(({ isDefault }) => isDefault);
  throw new CommandStop(
    'refused',
    end > new Date().toISOString()
      ? `The quarter ending ${displayedDate(end)} has not ended.`
      : `${name} has no figures for the quarter ending ${displayedDate(end)}.${last ? ` Its last ones are of ${last.formattedDate}.` : ''}`,
  );
}

const saveDocuments = (run: Run, fund: string, quarter: string, options: Options): Promise<Outcome> => {
  const read = readQuarter(quarter);
  if (!read)
    throw new CommandStop('misused', `'${quarter}' is not a quarter. Use one such as 'Q4 2025' or 2025-12-31.`);
  return runInSession(run, options, async (session): Promise<Outcome> => {
    const { only, format, investor, participant, out, ...more } = options;
    const vehicle = await vehicleNamed(session, fund);
    if (only.some((name) => name !== 'letter')) await requireFigures(session, vehicle, read.to);
    const batch = batchSchema.parse({
      funds: vehicle.id,
      quarters: quarter,
      ...(format ? { formats: format } : {}),
      ...(investor ? { investors: investor } : {}),
      ...(participant ? { participants: participant } : {}),
      reports: only.map((name) => {
        const { title } = required(documents[name], `document ${name}`);
        return { report: name, file: title, folder: only.length > 1 ? title : undefined };
      }),
    });
    const { sets, problems } = await readOrders({ batch, incomplete: new Set() }, () => '', namesOfSession(session));
    if (problems.length > 0)
      throw new CommandStop(
        'refused',
        'Nothing was created.',
        problems.map((text) => text.trim()),
      );
    if (sets.length === 0)
      throw new CommandStop('refused', `${vehicle.name} has none of these documents for ${quarter}.`);
    const folder = resolve(run.folder, out ?? safeFileName(`${vehicle.name} ${quarter}`));
    return save(run, session, sets, { ...more, batch: `${vehicle.name} ${quarter}`, folder });
  });
};
