import { readFile } from 'node:fs/promises';
import { loadExisting } from '@carrara/adapters/postgres/carryPlan';
import { readWorkbook } from '@carrara/adapters/spreadsheet/read';
import { allocate } from '@carrara/domain/allocation';
import { type CarryPlan, planImport, readCarryPlan, type UploadedSheet } from '@carrara/domain/carryPlan';
import { decimal, err, fail, hundred, numberText } from '@carrara/domain/kernel';
import { v7 as newId } from 'uuid';
import { storeAllocationProfile } from '../concepts/allocationProfile.ts';
import { carryOutPlan } from '../imports/carryPlanImport.ts';
import type { RequestContext } from '../operations.ts';
import type { ServedOperations } from '../composition.ts';
import { absence, playRecords } from './records.ts';
import { withoutRowsOf } from './planRows.ts';
import { type Cast, type PastRun, playRun } from './runs.ts';
import type { Stage } from './stage.ts';

/** Carries out a plan as its import does. */
export async function importSheets(
  stage: Stage,
  operations: ServedOperations,
  cast: Cast,
  day: string,
  sheets: readonly UploadedSheet[],
): Promise<void> {
  const { saveDistribution } = operations.distribution;
  await stage.act(cast.accountant, day, async (context) => {
    const read = readCarryPlan(sheets);
    const plan = planImport(read, await loadExisting(context.tx, read.plan), newId);
    if (plan.errors.length > 0)
      return err(plan.errors.map(({ sheet, row, reason }) => fail('ROW', [sheet, row ?? 0], reason)));
    return carryOutPlan(context, { storeProfile: storeAllocationProfile, saveDistribution }, plan, () => undefined);
  });
}

/** The years in which a fund's profile was made anew because partners had joined. */
const profileDates: Readonly<Record<string, readonly string[]>> = {
  'ARP-I': ['2012-04-01', '2018-01-01'],
  'ARP-II': ['2015-04-01', '2019-01-01'],
  'ARP-III': ['2018-04-01'],
  'ARG-I': ['2019-04-01', '2021-06-01'],
};

/** Ten years of distributions, the last of which still wait for something. */
const history: readonly PastRun[] = [
  {
    name: 'Bluepine Foods recapitalization',
    date: '2016-11-30',
    state: 'DISB',
    sources: [{ type: 'Fund Investment', code: 'ARP-I/BF03', amount: '3120450.75', mix: 'income' }],
  },
  {
    name: 'Quarry Logistics, first part',
    date: '2017-06-30',
    state: 'DISB',
    sources: [{ type: 'Fund Investment', code: 'ARP-I/QL02', amount: '8754300.10', mix: 'gains' }],
  },
  {
    name: '2018 year end',
    date: '2018-12-14',
    state: 'DISB',
    sources: [{ type: 'Fund', code: 'ARP-I', amount: '5240118.92', mix: 'mixed' }],
  },
  {
    name: 'Quarry Logistics exit',
    date: '2019-09-30',
    state: 'DISB',
    sources: [
      { type: 'Fund Investment', code: 'ARP-I/QL02', amount: '14630000.00', mix: 'exit' },
      { type: 'Fund', code: 'ARP-II', amount: '2755310.33', mix: 'gains' },
    ],
  },
  {
    name: '2020 year end',
    date: '2020-12-15',
    state: 'DISB',
    sources: [{ type: 'Fund', code: 'ARP-II', amount: '6480912.41', mix: 'mixed' }],
  },
  {
    name: 'Vantage Diagnostics exit',
    date: '2021-10-29',
    state: 'DISB',
    sources: [{ type: 'Fund Investment', code: 'ARP-II/VD06', amount: '19875440.06', mix: 'exit' }],
  },
  {
    name: '2022 year end',
    date: '2022-12-16',
    state: 'DISB',
    sources: [
      { type: 'Fund', code: 'ARP-I', amount: '4411870.55', mix: 'mixed' },
      { type: 'Fund', code: 'ARG-I', amount: '3377001.99', mix: 'gains' },
    ],
  },
  {
    name: 'Fund III interim',
    date: '2023-09-29',
    state: 'DISB',
    sources: [{ type: 'Fund', code: 'ARP-III', amount: '9120505.05', mix: 'gains' }],
  },
  {
    name: '2024 year end',
    date: '2024-12-13',
    state: 'DISB',
    sources: [
      { type: 'Fund', code: 'ARP-II', amount: '11250000.00', mix: 'mixed' },
      { type: 'Fund', code: 'ARP-III', amount: '6894120.20', mix: 'mixed' },
    ],
  },
  {
    name: 'Growth I secondary sale',
    date: '2025-06-30',
    state: 'DISB',
    sources: [{ type: 'Fund Investment', code: 'ARG-I/HPA35', amount: '7310255.81', mix: 'exit' }],
  },
  {
    name: 'Q4 2025 carry distribution',
    date: '2025-12-15',
    state: 'DISB',
    sources: [
      { type: 'Fund', code: 'ARP-I', amount: '12098311.18', mix: 'gains' },
      { type: 'Fund', code: 'ARP-II', amount: '18230450.64', mix: 'mixed' },
    ],
  },
  {
    name: 'Q2 2026 carry distribution',
    date: '2026-06-30',
    state: 'DISB',
    sources: [
      { type: 'Fund', code: 'ARP-I', amount: '16420900.00', mix: 'gains' },
      { type: 'Fund', code: 'ARP-III', amount: '27699417.55', mix: 'exit' },
    ],
  },
];
const waiting: readonly PastRun[] = [
  {
    name: 'Fund III dividend',
    date: '2026-09-15',
    state: 'REJ',
    comment: 'The dividend is gross of withholding; please correct the amount.',
    sources: [{ type: 'Fund', code: 'ARP-III', amount: '1840000.00', mix: 'income' }],
  },
  {
    name: 'Growth I interest',
    date: '2026-10-15',
    state: 'SUB',
    sources: [{ type: 'Fund', code: 'ARG-I', amount: '912450.30', mix: 'income' }],
  },
  {
    name: 'Helios bridge proceeds',
    date: '2026-10-30',
    state: 'APP',
    sources: [{ type: 'Coinvestment', code: 'CO-HEL', amount: '2450118.65', mix: 'exit' }],
  },
];

/** The people of the plan's profile who had been hired by a day, with their parts made up to 100 percent. */
function profileAsOf(plan: CarryPlan, fund: string, day: string) {
  const hired = new Map(
    plan.participants.map(({ code, hireDate, type }) => [code, type === 'Employee' && hireDate && hireDate <= day]),
  );
  const rows = plan.allocationProfiles.filter(
    ({ container, containerType, participant }) =>
      containerType === 'Fund' && container === fund && hired.get(participant),
  );
  const weights = rows.map(({ predilute, fixed, discretionary }) =>
    decimal(predilute ?? '0')
      .plus(fixed ?? '0')
      .plus(discretionary ?? '0'),
  );
  const shares = allocate(hundred, weights, 4);
  return shares.isErr() ? [] : rows.map((row, i) => ({ row, fixed: numberText(shares.value[i] ?? hundred) }));
}

async function saveProfileOf(
  context: RequestContext,
  operations: ServedOperations,
  plan: CarryPlan,
  fund: string,
  day: string,
) {
  const { tx } = context;
  const lookUp = async (sql: string) =>
    new Map((await tx.query<{ key: string; id: string }>(sql, [tx.tenantId])).map(({ key, id }) => [key, id]));
  const participants = await lookUp('SELECT code AS key, id FROM participant WHERE tenant_id = $1');
  const classes = await lookUp(
    `SELECT description AS key, id FROM reference_entry WHERE tenant_id = $1 AND type = 'participant-class'`,
  );
  const schedules = await lookUp('SELECT name AS key, id FROM vesting_schedule WHERE tenant_id = $1');
  const [container] = await tx.query<{ id: string; profileId: string | null; rowVersion: number | null }>(
    `SELECT c.id, p.id AS "profileId", p.row_version AS "rowVersion" FROM container c
     LEFT JOIN allocation_profile p ON p.tenant_id = c.tenant_id AND p.container_id = c.id AND p.is_current
     WHERE c.tenant_id = $1 AND c.kind = 'fund' AND c.code = $2`,
    [tx.tenantId, fund],
  );
  if (!container) return err([fail('NOT_FOUND', [fund], 'no such fund')]);
  const reference = (ids: ReadonlyMap<string, string>, key: string | null | undefined) =>
    key && ids.has(key) ? { id: ids.get(key) ?? '' } : null;
  const rows = profileAsOf(plan, fund, day);
  const name = rows[0]?.row.profile ?? `${fund} Allocation Profile`;
  const isNext = container.profileId !== null;
  return operations.allocationProfile.saveAllocationProfile(context, {
    params: { containerId: container.id },
    body: {
      ...(isNext ? { id: container.profileId, rowVersion: container.rowVersion, asNewVersion: true } : {}),
      name,
      effectiveDate: day,
      isCurrent: true,
      isShareBased: false,
      reason: isNext ? 'Partners joined' : 'First close',
      entries: rows.map(({ row, fixed }) => ({
        participantId: participants.get(row.participant) ?? '',
        fixed,
        participantClass: reference(classes, row.participantClass),
        vestingSchedule: reference(schedules, row.vestingSchedule),
      })),
    },
  });
}

/** The firm of the sample workbook with ten years behind it; its present is the workbook itself, imported as a person would. */
export async function playAlderRidge(
  stage: Stage,
  operations: ServedOperations,
  cast: Cast,
  workbook: string,
): Promise<void> {
  const sheets = await readWorkbook(await readFile(workbook));
  if (sheets.isErr()) throw new Error(`demo: ${sheets.error.map(({ detail }) => detail).join('; ')}`);
  const { plan } = readCarryPlan(sheets.value);
  const runSheets = ['Distribution', 'Distribution Sources', 'Distribution Adjustments'];
  await importSheets(
    stage,
    operations,
    cast,
    '2016-01-15',
    withoutRowsOf(sheets.value, ['Allocation Profiles', ...runSheets]),
  );
  const profiles = Object.entries(profileDates).flatMap(([fund, days]) => days.map((day) => ({ fund, day })));
  const events = [
    ...profiles.map(({ fund, day }) => ({
      day,
      play: () =>
        stage.act(cast.accountant, day < '2016-01-16' ? '2016-01-16' : day, (context) =>
          saveProfileOf(context, operations, plan, fund, day),
        ),
    })),
    { day: '2020-04-30', play: () => absence.leave(stage, operations, cast) },
    { day: '2022-02-01', play: () => absence.comeBack(stage, operations, cast) },
    ...history.map((run) => ({ day: run.date, play: () => playRun(stage, operations.distribution, cast, run) })),
  ].sort((a, b) => (a.day < b.day ? -1 : 1));
  for (const { play } of events) await play();
  await importSheets(stage, operations, cast, '2026-09-10', sheets.value);
  await playRecords(stage, operations, cast);
  for (const run of waiting) await playRun(stage, operations.distribution, cast, run);
}
