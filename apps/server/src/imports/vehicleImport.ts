import type { LedgerRows } from '@carrara/adapters/postgres/performance/ledger/storeLedger';
import {
  loadLedger,
  loadVehicle,
  lockVehicles,
  type StoredLedger,
  type Vehicle,
} from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { proposedDistributionDays } from '@carrara/adapters/postgres/performance/ledger/readActs';
import { readNotices, readSecurities } from '@carrara/adapters/postgres/performance/ledger/readLedger';
import { readNamedHoldings, vehiclesNamed } from '@carrara/adapters/postgres/performance/imports/namedRecords';
import type { Change } from '@carrara/adapters/postgres/engine/journal/change';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import {
  maxReversalsReported,
  maxVehiclesReported,
  type UploadReport,
  type VehicleFigures,
} from '@carrara/contract/platform/upload/upload';
import { type CalendarDate, ok, type Result, type Failures, displayedDate, moneyText } from '@carrara/domain/kernel';
import {
  type ChangedField,
  type Counts,
  type ExistingVehicle,
  lookup,
  type RowRefusal,
  type RowWarning,
  textValue,
} from '@carrara/domain/performance/imports';
import {
  entryTypeRule,
  type LedgerEntry,
  quarterEnd,
  quarterEnds,
  quartersLater,
  splitBeforeText,
  splitBeforeTransfer,
} from '@carrara/domain/performance/ledger';
import { computeVehicle, figureTexts, includeAllPartners, lastQuarter } from '@carrara/domain/performance/period';
import { sortByRow, type ReadRow, type RowError, sameText } from '@carrara/domain/platform/upload';
import { setImmediate as turn } from 'node:timers/promises';
import { quarterChanges, sinceLast, storePosted } from '../usecases/ledgerPosting.ts';
import type { RequestContext } from '../core/operations.ts';
import type { ImportEffects, PlanOptions, PlannedImport } from '../usecases/platform/importer.ts';
import { conflictOf } from './plannedTable.ts';
import type { ReadTable } from './readTable.ts';

/** A vehicle with everything that a file may refer to. */
export interface LoadedVehicle extends ExistingVehicle {
  readonly vehicle: Vehicle;
  readonly ledger: StoredLedger;
}

export interface VehicleWrites {
  readonly after: StoredLedger;
  /** First quarter that changes. Null if none does. */
  readonly from: CalendarDate | null;
  readonly rows: LedgerRows;
  /** Audit entries besides the upload's own. */
  readonly changes: readonly Change[];
  /**
   * Rows that a locked quarter doesn't accept, so that the first open one displays them. Null for entries without a
   * row, as in undoing.
   */
  readonly late: readonly (number | null)[];
}
/** Effects of a file's rows on one vehicle. */
export interface VehiclePlan extends VehicleWrites {
  readonly counts: Counts;
  /** Entered values that change. */
  readonly changed?: readonly ChangedField[];
  /** Entries that only Overwrite reverses. */
  readonly missing?: readonly Pick<LedgerEntry, 'type' | 'effective' | 'amount'>[];
  readonly warnings?: readonly RowWarning[];
  readonly refusals: readonly RowRefusal[];
}
export interface PlannedVehicle extends VehicleWrites {
  readonly before: LoadedVehicle;
}

export type PlanVehicle = (
  tx: Transaction,
  rows: readonly ReadRow[],
  loaded: LoadedVehicle,
  how: PlanOptions,
) => Promise<VehiclePlan>;

/**
 * Plans the rows of a file vehicle by vehicle, and enters them in one transaction. A vehicle is locked when it is about
 * to be written, ordered by id, so that two imports wait for each other instead of deadlocking.
 */
export async function planVehicles(
  { tx, today }: RequestContext,
  table: ReadTable,
  how: PlanOptions,
  kind: string,
  plan: PlanVehicle,
): Promise<PlannedImport> {
  const errors: RowError[] = [...table.errors];
  const { groups, unknown } = await rowsByVehicle(tx, table.every);
  const at = ({ row, field, reason }: RowRefusal): RowError => ({
    sheet: table.sheet,
    row,
    column: field === null ? null : table.headingOf(field),
    reason,
  });
  errors.push(...unknown.map(at));
  const planned: (VehiclePlan & PlannedVehicle)[] = [];
  const overwritten: Overwritten[] = [];
  if (how.isWritten)
    await lockVehicles(
      tx,
      groups.map(([id]) => id),
    );
  for (const [i, [vehicleId, rows]] of groups.entries()) {
    const before = await loadExistingVehicle(tx, vehicleId, how.isWritten);
    if (before === undefined) continue;
    const vehiclePlan = await plan(tx, rows, before, how);
    errors.push(...[...foreignRows(rows, before.vehicle), ...vehiclePlan.refusals].map(at));
    planned.push({ ...vehiclePlan, before });
    if (vehiclePlan.counts.missing > 0)
      overwritten.push(
        await overwrite(before, vehiclePlan, how, () => plan(tx, rows, before, { ...how, overwrite: true })),
      );
    how.onProgress?.(Math.floor(((i + 1) * 100) / groups.length));
    // Lets other work run between two vehicles.
    await turn();
  }
  const sum = (count: keyof Counts) => planned.reduce((total, { counts }) => total + counts[count], 0);
  const [changed, missing] = [sum('changed'), sum('missing')];
  const late = [...new Set(planned.flatMap((vehiclePlan) => vehiclePlan.late))]
    .flatMap((row) => row ?? [])
    .sort((a, b) => a - b);
  const written = planned.filter(({ from }) => from !== null);
  return {
    effects: [{ kind, created: sum('created'), updated: changed, unchanged: sum('unchanged'), newVersions: 0 }],
    errors: sortByRow(errors, [table.sheet]),
    notes: table.notes,
    warnings: [
      ...(late.length > 0 ? [lateText(late)] : []),
      ...aheadTexts(planned, today),
      ...planned.flatMap(splitBeforeTexts),
      ...planned.flatMap(rowWarningTexts),
    ],
    changes: planned.flatMap(({ before: { vehicle }, changed: fields = [] }) =>
      fields.map(({ record, ...change }) => ({ kind, record: `${vehicle.name}, ${record}`, ...change })),
    ),
    conflict: conflictOf({
      changed,
      missing,
      reversals: overwritten.flatMap(({ reversals }) => reversals).slice(0, maxReversalsReported),
      figures: errors.length > 0 ? [] : overwritten.flatMap(({ figures }) => figures).slice(0, maxVehiclesReported),
      refusals: errors.length > 0 ? [] : overwritten.flatMap(({ refusals }) => refusals).slice(0, MOST_REFUSALS),
    }),
    // The figures displayed by the check are stored with the upload.
    ...(how.isWritten ? {} : { figures: errors.length > 0 ? [] : importedFigures(written) }),
    carryOut: (context, onProgress) => storeVehiclePlan(context, written, how.uploadId, onProgress),
  };
}

type Overwritten = Pick<NonNullable<UploadReport['conflict']>, 'reversals' | 'figures' | 'refusals'>;
/** Maximum number of listed reasons why a file can't overwrite. */
const MOST_REFUSALS = 5;

/** Returns the effect of Overwrite on a vehicle. A check that is about to be imported needs no figures. */
async function overwrite(
  before: LoadedVehicle,
  { missing = [] }: VehiclePlan,
  { isWritten }: PlanOptions,
  plan: () => Promise<VehiclePlan>,
): Promise<Overwritten> {
  const { name, currency } = before.vehicle;
  const reversals = missing
    .toSorted((first, other) => (first.effective < other.effective ? -1 : 1))
    .map(({ type, effective, amount }) => ({
      vehicle: name,
      date: effective,
      type: entryTypeRule(type).title,
      currency,
      amount: moneyText(amount),
    }));
  if (isWritten || missing.length === 0) return { reversals, figures: [], refusals: [] };
  const planned = await plan();
  const refusals = [...new Set(planned.refusals.map(({ reason }) => `${name}: ${reason}`))];
  return { reversals, refusals, figures: refusals.length > 0 ? [] : importedFigures([{ ...planned, before }]) };
}

/** Refuses the rows whose amounts are in another currency than the vehicle's. */
const foreignRows = (rows: readonly ReadRow[], { name, currency }: Vehicle): readonly RowRefusal[] =>
  rows.flatMap((row) => {
    const stated = textValue(row, 'currency');
    return stated === null || sameText(stated) === sameText(currency)
      ? []
      : [
          {
            row: row.row,
            field: 'currency',
            reason: `The currency of ${name} is ${currency}, not '${stated}'. Enter the amounts in ${currency}.`,
          },
        ];
  });

/** Maximum number of rows listed. */
const MOST_NAMED = 10;
const listed = (items: readonly (string | number)[]): string =>
  items.length > MOST_NAMED ? `${items.slice(0, MOST_NAMED).join(', ')} and others` : items.join(', ');

const lateText = (rows: readonly number[]) =>
  rows.length === 1
    ? `Row ${listed(rows)} is dated in a locked quarter and will appear in the first open one.`
    : `${rows.length.toLocaleString('en')} rows are dated in a locked quarter and will appear in the first open one: ${listed(rows)}.`;

/**
 * Returns warnings about entries that a transfer in the file doesn't divide again. They are dated on its day or later,
 * but were entered before it, by the earlier shares. Each warning lists the rows of its transfers.
 */
function splitBeforeTexts({ before: { vehicle, ledger }, after }: PlannedVehicle): readonly string[] {
  const rows = new Map<string, number[]>();
  for (const { commitmentId, kind, date, reversalOf, source } of after.events.slice(ledger.events.length)) {
    const found = splitBeforeTransfer({ commitmentId, kind, date }, { events: after.events, entries: ledger.entries });
    if (found === null || reversalOf !== null) continue;
    const text = splitBeforeText(found, false);
    rows.set(text, [...(rows.get(text) ?? []), source?.row ?? 0]);
  }
  return [...rows].map(
    ([text, own]) =>
      `${vehicle.name}, ${own.length === 1 ? 'row' : 'rows'} ${listed(own.sort((a, b) => a - b))}: ${text}`,
  );
}

/** Returns the warnings about single rows of a vehicle. Beyond the first ones, rows are only counted. */
function rowWarningTexts({ before: { vehicle }, warnings = [] }: VehiclePlan & PlannedVehicle): readonly string[] {
  const more = warnings.length - MOST_NAMED;
  return [
    ...warnings.slice(0, MOST_NAMED).map(({ row, text }) => `${vehicle.name}, row ${String(row)}: ${text}`),
    ...(more > 0
      ? [
          `${vehicle.name}: ${more.toLocaleString('en')} more ${more === 1 ? 'row has a warning' : 'rows have warnings'} like these.`,
        ]
      : []),
  ];
}

/** Returns warnings about future dates by vehicle, with the quarters that will get figures because of them. */
function aheadTexts(planned: readonly PlannedVehicle[], today: CalendarDate): readonly string[] {
  return planned.flatMap(({ before: { vehicle, ledger }, after }) => {
    const [entries, events, reported] = [
      after.entries.slice(ledger.entries.length).map((entry) => ({ ...entry, day: entry.effective })),
      after.events.slice(ledger.events.length).map((event) => ({ ...event, day: event.date })),
      after.reported.slice(ledger.reported.length).map((report) => ({ ...report, day: report.date })),
    ];
    const added = [...entries, ...events, ...reported];
    const ahead = added.filter(({ day, reversalOf }) => day > today && reversalOf === null);
    if (ahead.length === 0) return [];
    const rows = new Map(ahead.map(({ day, source }) => [source?.row ?? 0, day]));
    const named = [...rows]
      .sort(([earlier], [other]) => earlier - other)
      .map(([row, day]) => `row ${row} (${displayedDate(day)})`);
    const last = ahead.reduce((latest, { booked }) => (booked > latest ? booked : latest), quarterEnd(today));
    const lastQuarter = ledger.quarters.at(-1);
    const first =
      lastQuarter === undefined || lastQuarter < quarterEnd(today) ? quarterEnd(today) : quartersLater(lastQuarter, 1);
    const opened = quarterEnds(first, last).map(displayedDate);
    return [
      `${vehicle.name}: dated after today: ${listed(named)}.${opened.length > 0 ? ` This opens ${opened.length === 1 ? 'the quarter' : 'the quarters'} ending ${listed(opened)}.` : ''}`,
    ];
  });
}

/** Groups the rows by vehicle. For rows with another invalid cell, only an unknown vehicle is reported. */
async function rowsByVehicle(tx: Transaction, every: readonly ReadRow[]) {
  const rows = every.filter(({ unread }) => !unread?.includes('vehicle'));
  const vehicleNames = [...new Set(rows.map(({ values }) => values['vehicle'] ?? ''))];
  const named = lookup(await vehiclesNamed(tx, vehicleNames));
  const groups = new Map<string, ReadRow[]>();
  const unknown: RowRefusal[] = [];
  for (const row of rows) {
    const cellText = row.values['vehicle'] ?? '';
    const id = named(cellText)?.id;
    const group = id === undefined ? undefined : groups.get(id);
    if (id === undefined)
      unknown.push({ row: row.row, field: 'vehicle', reason: `There is no fund or coinvestment '${cellText}'.` });
    else if (row.unread !== undefined) continue;
    else if (group === undefined) groups.set(id, [row]);
    else group.push(row);
  }
  return { groups: [...groups].sort(([first], [other]) => (first < other ? -1 : 1)), unknown };
}

/** Loads everything in a vehicle that a file may refer to. */
export async function loadExistingVehicle(
  tx: Transaction,
  vehicleId: string,
  isWritten: boolean,
): Promise<LoadedVehicle | undefined> {
  const vehicle = await loadVehicle(tx, vehicleId, { isWritten });
  if (vehicle === undefined) return undefined;
  const [ledger, holdings, securities, notices, distributions] = await Promise.all([
    loadLedger(tx, vehicle),
    readNamedHoldings(tx, vehicleId),
    readSecurities(tx, vehicleId),
    readNotices(tx, vehicleId),
    proposedDistributionDays(tx, vehicleId),
  ]);
  return { vehicle, ledger, holdings, securities, notices, distributions };
}

/** Returns the figures of vehicles at the end of their last quarter, before and after. All are of all partners. */
export function importedFigures(planned: readonly PlannedVehicle[]): UploadReport['figures'] {
  return planned.slice(0, maxVehiclesReported).flatMap(({ before, after }): VehicleFigures[] => {
    const end = lastQuarter([before.ledger, after]);
    if (end === undefined) return [];
    const figuresFor = (ledger: StoredLedger) => {
      const subject = computeVehicle(includeAllPartners(ledger), end, { through: end })
        .at(-1)
        ?.subjects.find((candidate) => candidate.subject === 'VEHICLE');
      return subject && { ...subject, texts: figureTexts(subject) };
    };
    const [was, is] = [figuresFor(before.ledger), figuresFor(after)];
    const both = (name: 'nav' | 'unfunded' | 'irr') => ({
      before: was?.texts[name] ?? null,
      after: is?.texts[name] ?? null,
    });
    const reasons = (side: 'before' | 'after', compared: typeof was) =>
      (compared?.notDetermined ?? []).flatMap(({ field, code, message }) =>
        displayedFigures.has(field) ? [{ field: `${field}.${side}`, code, message }] : [],
      );
    return [
      {
        vehicleId: before.vehicle.id,
        name: before.vehicle.name,
        currency: before.vehicle.currency,
        periodEnd: end,
        nav: both('nav'),
        unfunded: both('unfunded'),
        irr: both('irr'),
        notDetermined: [...reasons('before', was), ...reasons('after', is)],
      },
    ];
  });
}
const displayedFigures: ReadonlySet<string> = new Set(['nav', 'unfunded', 'irr']);

/** Stores a plan with the recomputed figures. */
export async function storeVehiclePlan(
  { tx }: RequestContext,
  planned: readonly PlannedVehicle[],
  uploadId: string,
  onProgress?: (percent: number) => void,
): Promise<Result<ImportEffects, Failures>> {
  const { alsoNotifies, ...quarters } = await storePosted(
    tx,
    planned.map(({ before, after, from, rows }) => ({
      vehicle: before.vehicle,
      ledger: after,
      from: sinceLast(before.ledger, from),
      rows,
    })),
    onProgress,
  );
  return ok({
    alsoNotifies,
    following: [...planned.flatMap(({ changes }) => changes), ...quarterChanges(quarters, { uploadId })],
  });
}
