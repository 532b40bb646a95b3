import { calendarDate, type CalendarDate, decimal, type Decimal, required } from '@carrara/domain/kernel';
import type {
  EntryShare,
  InvestorCommitment,
  LedgerEntry,
  Source,
  TransferPolicy,
  Security,
  Valuation,
} from '@carrara/domain/performance/ledger';
import type {
  BookedEvent,
  NewReport,
  LockedAs,
  SentStatement,
  TransferredStatement,
  VehicleLedger,
} from '@carrara/domain/performance/period';
import { PERIOD_ENGINE_VERSION, readStatement } from '@carrara/domain/performance/period';
import type { MultiplePolicy } from '@carrara/domain/performance/return';
import { localDate } from '../periodFigures/displayedQuarter.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { settledSql } from './settledSql.ts';

/** A fund or coinvestment with its performance settings. */
export interface Vehicle {
  readonly id: string;
  readonly kind: 'fund' | 'coinvestment';
  readonly code: string;
  readonly name: string;
  readonly currencyId: string;
  readonly currency: string;
  readonly navBasis: 'LEDGER' | 'REPORTED';
  /** Its initial close. */
  readonly firstClose: CalendarDate | null;
  /** Month and day, such as 12-31. */
  readonly fiscalYearEnd: string;
  /** Effect of recallable distributions on multiples, from the firm's settings. */
  readonly policy: MultiplePolicy;
  /** Cash that counts for transfers between partners, from the firm's settings. */
  readonly transfers: TransferPolicy;
}

/** `$1` is the firm. */
const transfersSql = `CASE WHEN (SELECT t.settings ->> 'transfersAtPrice' FROM tenant t WHERE t.id = $1) = 'True' THEN 'PRICE' ELSE 'HISTORY' END`;
const policySql = `CASE WHEN (SELECT t.settings ->> 'nettedMultiples' FROM tenant t WHERE t.id = $1) = 'True' THEN 'NETTED' ELSE 'ILPA' END`;

/** Returns which cash counts for transfers between partners, by the firm's setting. */
export async function readTransferPolicy(tx: Transaction): Promise<TransferPolicy> {
  const [found] = await tx.query<{ transfers: TransferPolicy }>(`SELECT ${transfersSql} AS transfers`, [tx.tenantId]);
  return found?.transfers ?? 'HISTORY';
}

/** Returns how recallable distributions affect multiples, by the firm's setting. */
export async function readMultiplePolicy(tx: Transaction): Promise<MultiplePolicy> {
  const [found] = await tx.query<{ policy: MultiplePolicy }>(`SELECT ${policySql} AS policy`, [tx.tenantId]);
  return found?.policy ?? 'ILPA';
}

/** Returns the vehicles with open quarters, each with the first of them, ordered by id. */
export const openVehicles = (tx: Transaction): Promise<{ id: string; from: string }[]> =>
  tx.query(
    `SELECT p.vehicle_id AS id, min(p.period_end) AS "from" FROM period p
     WHERE p.tenant_id = $1 AND p.status = 'OPEN' GROUP BY p.vehicle_id ORDER BY p.vehicle_id`,
    [tx.tenantId],
  );

/** True if figures of an open quarter were computed by another version of the rules. */
export async function hasOutdatedFigures(tx: Transaction): Promise<boolean> {
  const found = await tx.query(
    `SELECT FROM period p JOIN period_figure f ON f.tenant_id = p.tenant_id AND f.vehicle_id = p.vehicle_id AND f.period_end = p.period_end
     WHERE p.tenant_id = $1 AND p.status = 'OPEN' AND f.engine_version <> $2 LIMIT 1`,
    [tx.tenantId, PERIOD_ENGINE_VERSION],
  );
  return found.length > 0;
}

/** Number of entry shares beyond which computing a vehicle takes too long for a request. */
const manyShares = 2000;
export async function isLargeVehicle(tx: Transaction, vehicleId: string): Promise<boolean> {
  const [found] = await tx.query<{ large: boolean }>(
    `SELECT count(*) > ${manyShares} AS large FROM (SELECT FROM ledger_share WHERE tenant_id = $1 AND vehicle_id = $2 LIMIT ${manyShares + 1}) s`,
    [tx.tenantId, vehicleId],
  );
  return found?.large ?? false;
}

/**
 * Loads a vehicle. If something will be written, locks it until the end of the transaction, so that writers run one
 * after another.
 */
export async function loadVehicle(
  tx: Transaction,
  id: string,
  { isWritten = false }: { readonly isWritten?: boolean } = {},
): Promise<Vehicle | undefined> {
  const [found] = await tx.query<Vehicle>(
    `SELECT c.id, c.kind, c.code, c.name, r.id AS "currencyId", r.code AS currency, coalesce(f.nav_basis, k.nav_basis) AS "navBasis",
       coalesce(f.initial_close_date, k.initial_close_date) AS "firstClose",
       coalesce(f.fiscal_year_end, k.fiscal_year_end) AS "fiscalYearEnd", ${policySql} AS policy, ${transfersSql} AS transfers
     FROM container c LEFT JOIN fund f ON f.tenant_id = c.tenant_id AND f.id = c.id
     LEFT JOIN coinvestment k ON k.tenant_id = c.tenant_id AND k.id = c.id
     JOIN reference_entry r ON r.tenant_id = c.tenant_id AND r.id = coalesce(f.currency_id, k.currency_id)
     WHERE c.tenant_id = $1 AND c.id = $2 AND c.is_vehicle ${isWritten ? 'FOR NO KEY UPDATE OF c' : ''}`,
    [tx.tenantId, id],
  );
  return found;
}

/**
 * Locks several vehicles and their investors for writing, each kind ordered by id, so that two such transactions don't
 * deadlock.
 */
export async function lockVehicles(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.query(
    'SELECT FROM container c WHERE c.tenant_id = $1 AND c.id = ANY ($2::uuid[]) AND c.is_vehicle ORDER BY c.id FOR NO KEY UPDATE',
    [tx.tenantId, ids],
  );
  await tx.query(
    `SELECT FROM container c WHERE c.tenant_id = $1 AND c.id IN (
       SELECT o.investor_id FROM commitment o WHERE o.tenant_id = $1 AND o.vehicle_id = ANY ($2::uuid[])) ORDER BY c.id FOR NO KEY UPDATE`,
    [tx.tenantId, ids],
  );
}

export type StoredCommitment = InvestorCommitment;
export interface StoredEvent extends BookedEvent {
  readonly id: string;
  readonly reversalOf: string | null;
  readonly source: Source | null;
  readonly description: string | null;
}

/** An entry with its origin. */
export interface StoredEntry extends LedgerEntry {
  readonly source: Source | null;
}

export interface StoredValuation extends Valuation {
  readonly id: string;
}

export type StoredReport = NewReport;

/** The whole ledger of a vehicle, with its locked versions. */
export interface StoredLedger extends VehicleLedger {
  readonly commitments: readonly StoredCommitment[];
  readonly events: readonly StoredEvent[];
  readonly entries: readonly StoredEntry[];
  readonly valuations: readonly StoredValuation[];
  readonly reported: readonly StoredReport[];
  readonly statements: readonly TransferredStatement[];
  readonly locked: ReadonlySet<CalendarDate>;
  /** Initial close of the vehicle. Null if it has none. */
  readonly firstClose: CalendarDate | null;
  /**
   * End of the quarter two years from today. Later dates are taken for typos, because every quarter until then would
   * get figures.
   */
  readonly latest: CalendarDate;
  /** The firm's local date. */
  readonly today: CalendarDate;
  /** True if a data transfer ever brought statements, even if it was undone. Only their holdings can lose their figures. */
  readonly hadStatements: boolean;
  /** Quarters with figures, in order. */
  readonly quarters: readonly CalendarDate[];
}

/** Returns SQL for the origin of a row. Null if it was typed in. */
export const sourceSql = (row: string): string =>
  `CASE WHEN ${row}.source_id IS NOT NULL THEN jsonb_build_object('kind', ${row}.source_kind, 'id', ${row}.source_id, 'row', ${row}.source_row) END`;
/** Returns a condition for rows entered before an audit entry, or all rows if none is given. */
const storedBefore = (row: string): string => `AND ($3::bigint IS NULL OR ${row}.seq < $3)`;
const commitmentsSql = `SELECT c.id, c.investor_id AS "investorId", i.code AS "investorCode", i.name AS "investorName", t.code = 'GP' AS "isGp"
  FROM commitment c JOIN container i ON i.tenant_id = c.tenant_id AND i.id = c.investor_id
  JOIN investor n ON n.tenant_id = c.tenant_id AND n.id = c.investor_id
  JOIN reference_entry t ON t.tenant_id = n.tenant_id AND t.id = n.type_id
  WHERE c.tenant_id = $1 AND c.vehicle_id = $2 ${storedBefore('c')} ORDER BY i.code COLLATE "C", c.id`;
const eventsSql = `SELECT e.id, e.commitment_id AS "commitmentId", e.kind, e.event_date AS date, e.booked, e.amount, e.pays_fee AS "paysFee",
    e.pays_carry AS "paysCarry", e.holding_id AS "holdingId", e.seq::int AS seq, e.description, e.reverses_id AS "reversalOf",
    ${sourceSql('e')} AS source
  FROM commitment_event e JOIN commitment c ON c.tenant_id = e.tenant_id AND c.id = e.commitment_id
  WHERE e.tenant_id = $1 AND c.vehicle_id = $2 ${storedBefore('e')} ORDER BY e.event_date, e.seq, e.id`;
const entriesSql = `SELECT e.id, e.type, e.amount, e.effective_date AS effective, e.booked, e.allocation_key AS key, e.holding_id AS "holdingId",
    e.security_id AS "securityId", e.notice_id AS "noticeId", e.cost_relieved AS "costRelieved", e.is_recallable AS "isRecallable",
    e.is_outside AS "isOutside", ${settledSql('e', '($3::bigint IS NULL OR x.seq < $3)')} AS "settledOn", e.reverses_id AS "reversalOf", e.seq::int AS seq,
    ${sourceSql('e')} AS source
  FROM ledger_entry e WHERE e.tenant_id = $1 AND e.vehicle_id = $2 ${storedBefore('e')} ORDER BY e.effective_date, e.id`;
const sharesSql = `SELECT s.entry_id AS "entryId", s.commitment_id AS "commitmentId", s.amount, s.cost, s.unfunded, s.is_mirror AS "isMirror"
  FROM ledger_share s WHERE s.tenant_id = $1 AND s.vehicle_id = $2`;
const securitiesSql = `SELECT s.id, s.holding_id AS "holdingId" FROM security s
  WHERE s.tenant_id = $1 AND s.vehicle_id = $2 ${storedBefore('s')} ORDER BY s.id`;
const valuationsSql = `SELECT v.id, v.security_id AS "securityId", v.valuation_date AS date, v.booked, v.fair_value AS "fairValue",
    (row_number() OVER (ORDER BY v.seq, v.position, v.id))::int AS seq
  FROM valuation v WHERE v.tenant_id = $1 AND v.vehicle_id = $2 ${storedBefore('v')}`;
const reportedSql = `SELECT r.id, r.commitment_id AS "commitmentId", r.figure, r.figure_date AS date, r.booked, r.value, r.seq::int AS seq,
    r.reverses_id AS "reversalOf", r.description, ${sourceSql('r')} AS source
  FROM reported_figure r WHERE r.tenant_id = $1 AND r.vehicle_id = $2 ${storedBefore('r')} ORDER BY r.figure_date, r.seq, r.id`;
/** Statements of transfers in effect: now, or before an audit entry, even if they were undone since. */
const statementsSql = `SELECT t.transfer_id AS "transferId", t.commitment_id AS "commitmentId", t.period_end AS "end", t.seq::int AS seq, t.account, t.portfolio, t.holdings
  FROM transfer_statement t JOIN data_transfer d ON d.target_id = t.tenant_id AND d.id = t.transfer_id
  WHERE t.tenant_id = $1 AND t.vehicle_id = $2 ${storedBefore('t')} AND (d.status = 'COMP' OR $3::bigint IS NOT NULL AND EXISTS (
    SELECT FROM activity a WHERE a.tenant_id = t.tenant_id AND a.object_id = t.transfer_id AND a.operation = 'undoDataTransfer' AND a.seq > $3))
  ORDER BY t.seq`;
/**
 * Returns a condition that is true if a version of a quarter p was in effect before an audit entry. Nobody had
 * reopened the quarter since. Without an audit entry, true if it is in effect now.
 */
const actsBefore = (
  act: string,
  version: string,
): string => `CASE WHEN ${act} IS NULL THEN p.status = 'LOCKED' ELSE NOT EXISTS (
    SELECT FROM activity a WHERE a.tenant_id = p.tenant_id AND a.object_id = p.id AND a.operation = 'reopenPeriod'
      AND a.seq > ${version}.as_of_sequence AND a.seq < ${act}) END`;
/**
 * Returns SQL for the rules and settings of a quarter's version. Versions without figures have the default settings.
 */
const lockedAs = (version: string): string =>
  `jsonb_build_object('rules', ${version}.engine_version, 'policy', coalesce(${version}.figures -> 0 ->> 'policy', 'ILPA'),
    'transfers', coalesce(${version}.figures -> 0 ->> 'transfers', 'HISTORY'), 'navBasis', ${version}.nav_basis)`;
const quartersSql = `SELECT p.period_end AS "end", p.status = 'LOCKED' AS "isLocked", v.engine_version IS NOT NULL AS "everLocked",
    CASE WHEN v.engine_version IS NOT NULL AND ${actsBefore('$3::bigint', 'v')} THEN ${lockedAs('v')} END AS "lockedBy"
  FROM period p LEFT JOIN LATERAL (SELECT v.* FROM period_version v WHERE v.tenant_id = p.tenant_id AND v.period_id = p.id
      AND ($3::bigint IS NULL OR v.as_of_sequence < $3) ORDER BY v.version DESC LIMIT 1) v ON true
  WHERE p.tenant_id = $1 AND p.vehicle_id = $2 ORDER BY p.period_end`;
/** Returns the last quarter end for which anything may be entered. */
export async function lastEnteredQuarter(tx: Transaction): Promise<CalendarDate> {
  const [found] = await tx.query<{ latest: string }>(latestSql);
  return calendarDate(required(found, 'the last date').latest);
}
const latestSql = `SELECT (date_trunc('quarter', now()) + interval '27 months' - interval '1 day')::date AS latest, ${localDate} AS today`;

const hadStatementsSql = 'EXISTS (SELECT FROM transfer_statement t WHERE t.tenant_id = $1 AND t.vehicle_id = $2)';
interface HorizonRow {
  readonly latest: string;
  readonly today: string;
  readonly hadStatements: boolean;
}

interface QuarterRow {
  readonly end: string;
  readonly isLocked: boolean;
  readonly everLocked: boolean;
  readonly lockedBy: LockedAs | null;
}
type Text<T, F extends keyof T> = Omit<T, F> & { readonly [N in F]: string };
type ShareRow = Text<EntryShare, 'amount' | 'cost' | 'unfunded'> & { readonly entryId: string };
type EntryRow = Text<Omit<StoredEntry, 'shares' | 'costRelieved'>, 'amount'> & { readonly costRelieved: string | null };

/** Loads a ledger as it is, or as known before an audit entry. */
export async function loadLedger(
  tx: Transaction,
  vehicle: Vehicle,
  seqBefore: number | null = null,
): Promise<StoredLedger> {
  const read = <R>(text: string) => tx.query<R>(text, [tx.tenantId, vehicle.id, seqBefore]);
  const [commitments, events, entries, shares, securities, valuations, reported, statements, quarters, [horizon]] =
    await Promise.all([
      read<StoredCommitment>(commitmentsSql),
      read<Text<StoredEvent, 'amount'>>(eventsSql),
      read<EntryRow>(entriesSql),
      tx.query<ShareRow>(sharesSql, [tx.tenantId, vehicle.id]),
      read<Security>(securitiesSql),
      read<Omit<StoredValuation, 'fairValue'> & { readonly fairValue: string | null }>(valuationsSql),
      read<Text<StoredReport, 'value'>>(reportedSql),
      read<
        SentStatement & Pick<TransferredStatement, 'transferId' | 'commitmentId' | 'seq'> & { readonly end: string }
      >(statementsSql),
      read<QuarterRow>(quartersSql),
      tx.query<HorizonRow>(`${latestSql}, ${hadStatementsSql} AS "hadStatements"`, [tx.tenantId, vehicle.id]),
    ]);
  const { latest, today, hadStatements } = required(horizon, 'the last date');
  const sharesOf = new Map<string, EntryShare[]>(entries.map(({ id }) => [id, []]));
  for (const { entryId, amount, cost, unfunded, ...share } of shares) {
    sharesOf
      .get(entryId)
      ?.push({ ...share, amount: decimal(amount), cost: amountOf(cost), unfunded: amountOf(unfunded) });
  }
  return {
    vehicleId: vehicle.id,
    navBasis: vehicle.navBasis,
    firstClose: vehicle.firstClose,
    policy: vehicle.policy,
    transfers: vehicle.transfers,
    commitments,
    events: events.map((event) => ({ ...event, amount: decimal(event.amount) })),
    entries: entries.map((entry) => ({
      ...entry,
      amount: decimal(entry.amount),
      costRelieved: entry.costRelieved === null ? null : decimal(entry.costRelieved),
      shares: sharesOf.get(entry.id) ?? [],
    })),
    securities,
    valuations: valuations.map((valuation) => ({
      ...valuation,
      fairValue: valuation.fairValue === null ? null : decimal(valuation.fairValue),
    })),
    reported: reported.map((report) => ({ ...report, value: decimal(report.value) })),
    statements: statements.map(({ transferId, commitmentId, end, seq, ...sent }) => ({
      ...readStatement(sent),
      transferId,
      commitmentId,
      end: calendarDate(end),
      seq,
    })),
    locked: new Set(quarters.flatMap(({ end, isLocked }) => (isLocked ? [calendarDate(end)] : []))),
    latest: calendarDate(latest),
    today: calendarDate(today),
    hadStatements,
    everLocked: quarters.flatMap(({ end, everLocked }) => (everLocked ? [calendarDate(end)] : [])),
    lockedBy: new Map(
      quarters.flatMap(({ end, lockedBy }) => (lockedBy === null ? [] : [[calendarDate(end), lockedBy] as const])),
    ),
    quarters: quarters.map(({ end }) => calendarDate(end)),
  };
}

const nothing = decimal(0);
/** Most shares have no cost and don't change the unfunded amount. */
const amountOf = (text: string): Decimal => (text === '0.00' ? nothing : decimal(text));
