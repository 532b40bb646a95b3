import { type CalendarDate, calendarDate } from '@carrara/domain/kernel';
import type { EarlierAct, LedgerActKind } from '@carrara/domain/performance/ledger';
import type { AttributionPolicy } from '@carrara/domain/performance/waterfall';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { personName } from '../../engine/texts/personName.ts';

export interface ActRow {
  readonly id: string;
  readonly kind: LedgerActKind;
  readonly date: string;
  readonly investor: string | null;
  readonly buyer: string | null;
  readonly security: string | null;
  readonly amount: string;
  readonly noticeNumber: number | null;
  readonly description: string | null;
  /** Null unless it is a distribution. */
  readonly split: 'PROPOSED' | 'TYPED' | null;
  readonly splitReason: string | null;
  /** How the carry of a distribution was attributed to investments. */
  readonly attribution: AttributionPolicy | null;
  readonly isReversed: boolean;
  readonly postedBy: string | null;
  readonly postedDate: string;
}

/** The records that an act posted have its sequence number. */
const entriesOf =
  'FROM ledger_entry e WHERE e.tenant_id = a.tenant_id AND e.vehicle_id = a.vehicle_id AND e.seq = a.seq';
const eventsOf = `FROM commitment_event e JOIN commitment c ON c.tenant_id = e.tenant_id AND c.id = e.commitment_id
  JOIN container i ON i.tenant_id = c.tenant_id AND i.id = c.investor_id
  WHERE e.tenant_id = a.tenant_id AND c.vehicle_id = a.vehicle_id AND e.seq = a.seq`;
const remains = (table: string) =>
  `NOT EXISTS (SELECT FROM ${table} x WHERE x.tenant_id = e.tenant_id AND x.reverses_id = e.id)`;

const noticeSql =
  '(SELECT n.number FROM notice n WHERE n.tenant_id = a.tenant_id AND n.vehicle_id = a.vehicle_id AND n.seq = a.seq)';

/** Returns the acts of a vehicle, latest first. */
export const readActs = (tx: Transaction, vehicleId: string): Promise<ActRow[]> =>
  tx.query(
    `SELECT a.id, a.kind, a.act_date AS date, a.description, a.split, a.split_reason AS "splitReason", a.attribution, a.created_at AS "postedDate", nullif(${personName('a.created_by')}, '') AS "postedBy",
       coalesce((SELECT max(e.amount) ${eventsOf}), (SELECT sum(e.amount) ${entriesOf} AND NOT (a.kind = 'SALE_DISTRIBUTION' AND e.type = 'SELL')), 0)::numeric(38,2) AS amount,
       (SELECT max(i.name) ${eventsOf} AND e.kind <> 'TRANSFER_IN') AS investor, (SELECT max(i.name) ${eventsOf} AND e.kind = 'TRANSFER_IN') AS buyer,
       (SELECT max(s.name) FROM security s WHERE s.tenant_id = a.tenant_id AND s.id IN (SELECT e.security_id ${entriesOf})) AS security,
       ${noticeSql} AS "noticeNumber",
       NOT EXISTS (SELECT ${entriesOf} AND ${remains('ledger_entry')}) AND NOT EXISTS (SELECT ${eventsOf} AND ${remains('commitment_event')}) AS "isReversed"
     FROM ledger_act a WHERE a.tenant_id = $1 AND a.vehicle_id = $2 ORDER BY a.seq DESC`,
    [tx.tenantId, vehicleId],
  );

/** An act, and the ids of the records that it posted. */
export interface PostedAct {
  readonly vehicleId: string;
  readonly seq: number;
  readonly kind: LedgerActKind;
  readonly date: string;
  readonly isProposed: boolean;
  readonly entryIds: readonly string[];
  readonly eventIds: readonly string[];
}

const recordIdsSql = `(SELECT coalesce(jsonb_agg(e.id), '[]') ${entriesOf}) AS "entryIds", (SELECT coalesce(jsonb_agg(e.id), '[]') ${eventsOf}) AS "eventIds"`;
const postedSql = `SELECT a.vehicle_id AS "vehicleId", a.seq::int AS seq, a.kind, a.act_date AS date, coalesce(a.split = 'PROPOSED', false) AS "isProposed", ${recordIdsSql}
  FROM ledger_act a WHERE a.tenant_id = $1`;

/** Returns an act with what it posted. */
export async function readPostedAct(tx: Transaction, id: string): Promise<PostedAct | undefined> {
  const [found] = await tx.query<PostedAct>(`${postedSql} AND a.id = $2`, [tx.tenantId, id]);
  return found;
}

/** Returns the acts of a vehicle that were posted after an act, in their order. */
export const readLaterActs = (tx: Transaction, vehicleId: string, id: string): Promise<PostedAct[]> =>
  tx.query(
    `${postedSql} AND a.vehicle_id = $2
       AND a.seq > (SELECT x.seq FROM ledger_act x WHERE x.tenant_id = $1 AND x.id = $3) ORDER BY a.seq`,
    [tx.tenantId, vehicleId, id],
  );

/** Returns the acts of a vehicle that were posted after an entry or a commitment change, in their order. */
export const readActsAfter = (tx: Transaction, vehicleId: string, seq: number): Promise<PostedAct[]> =>
  tx.query(`${postedSql} AND a.vehicle_id = $2 AND a.seq > $3 ORDER BY a.seq`, [tx.tenantId, vehicleId, seq]);

/** Returns the days of a vehicle's distributions that the carry terms split and that aren't reversed. */
export async function proposedDistributionDays(tx: Transaction, vehicleId: string): Promise<CalendarDate[]> {
  const rows = await tx.query<{ date: string }>(
    `SELECT DISTINCT a.act_date AS date FROM ledger_act a WHERE a.tenant_id = $1 AND a.vehicle_id = $2 AND a.split = 'PROPOSED'
       AND EXISTS (SELECT ${entriesOf} AND ${remains('ledger_entry')}) ORDER BY 1`,
    [tx.tenantId, vehicleId],
  );
  return rows.map(({ date }) => calendarDate(date));
}

/** Returns the acts of a vehicle of a kind and date, latest first. */
export const readActsOn = (
  tx: Transaction,
  vehicleId: string,
  { kind, date }: { readonly kind: LedgerActKind; readonly date: string },
): Promise<EarlierAct[]> =>
  tx.query(
    `SELECT a.id, nullif(${personName('a.created_by')}, '') AS "postedBy", ${noticeSql} AS "noticeNumber", ${recordIdsSql}
     FROM ledger_act a WHERE a.tenant_id = $1 AND a.vehicle_id = $2 AND a.kind = $3 AND a.act_date = $4 ORDER BY a.seq DESC`,
    [tx.tenantId, vehicleId, kind, date],
  );

/** Returns the act that posted an entry; undefined if a person posted it alone. */
export async function readActOfEntry(tx: Transaction, entryId: string): Promise<string | undefined> {
  const [found] = await tx.query<{ id: string }>(
    `SELECT a.id FROM ledger_act a JOIN ledger_entry e ON e.tenant_id = a.tenant_id AND e.vehicle_id = a.vehicle_id AND e.seq = a.seq
     WHERE a.tenant_id = $1 AND e.id = $2`,
    [tx.tenantId, entryId],
  );
  return found?.id;
}

/** Returns the ids of the entries that late closings of a vehicle posted. */
export async function readLateClosings(tx: Transaction, vehicleId: string): Promise<ReadonlySet<string>> {
  const acts = await tx.query<PostedAct>(`${postedSql} AND a.vehicle_id = $2 AND a.kind = 'LATE_CLOSING'`, [
    tx.tenantId,
    vehicleId,
  ]);
  return new Set(acts.flatMap(({ entryIds }) => entryIds));
}
