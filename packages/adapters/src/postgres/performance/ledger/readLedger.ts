import type { PeriodFigure } from '@carrara/contract/performance/period/period';
import { moneyFigures, multipleFigures, rateFigures } from '@carrara/domain/performance/period';
import type { Source } from '@carrara/domain/performance/ledger';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { addressLines } from '../../engine/texts/addressLines.ts';
import { personName } from '../../engine/texts/personName.ts';
import { sourceSql, type StoredCommitment } from './loadLedger.ts';
import { snakeCase } from '../../engine/records/definition.ts';
import { settledSql } from './settledSql.ts';

const investorOf = `jsonb_build_object('id', i.id, 'code', i.code, 'name', i.name)`;

export interface NoticeRow {
  readonly id: string;
  readonly kind: 'CALL' | 'DISTRIBUTION';
  readonly number: number;
  readonly issueDate: string;
  readonly dueDate: string;
  readonly description: string | null;
  readonly amount: string;
  readonly entries: number;
}

/** Returns the notices of a vehicle with the sum of their entries, latest first. */
export const readNotices = (tx: Transaction, vehicleId: string): Promise<NoticeRow[]> =>
  tx.query(
    `SELECT n.id, n.kind, n.number, n.issue_date AS "issueDate", n.due_date AS "dueDate", n.description,
       coalesce((SELECT sum(e.amount) FROM ledger_entry e WHERE e.tenant_id = n.tenant_id AND e.notice_id = n.id), 0)::numeric(38,2) AS amount,
       (SELECT count(*) FROM ledger_entry e WHERE e.tenant_id = n.tenant_id AND e.notice_id = n.id)::int AS entries
     FROM notice n WHERE n.tenant_id = $1 AND n.vehicle_id = $2 ORDER BY n.number DESC`,
    [tx.tenantId, vehicleId],
  );

/** Returns the lines of an investor's address. */
export async function addressOfInvestor(tx: Transaction, id: string): Promise<readonly string[]> {
  const [found] = await tx.query<{ address: readonly string[] }>(
    `SELECT to_jsonb(${addressLines('n', 'address')}) AS address FROM investor n WHERE n.tenant_id = $1 AND n.id = $2`,
    [tx.tenantId, id],
  );
  return found?.address ?? [];
}

/** Deletes a notice and returns it as it was stored. */
export async function removeNotice(tx: Transaction, vehicleId: string, id: string): Promise<object | null> {
  const [removed] = await tx.query<{ id: string }>(
    `DELETE FROM notice n WHERE n.tenant_id = $1 AND n.vehicle_id = $2 AND n.id = $3
     RETURNING n.id, n.vehicle_id, n.kind, n.number, n.issue_date, n.due_date, n.description`,
    [tx.tenantId, vehicleId, id],
  );
  return removed ?? null;
}

export interface SecurityRow {
  readonly id: string;
  readonly holdingId: string;
  readonly class: 'DEBT' | 'EQUITY';
  readonly name: string;
  readonly typeId: string | null;
}
export const readSecurities = (tx: Transaction, vehicleId: string): Promise<SecurityRow[]> =>
  tx.query(
    `SELECT s.id, s.holding_id AS "holdingId", s.class, s.name, s.type_id AS "typeId"
     FROM security s WHERE s.tenant_id = $1 AND s.vehicle_id = $2 ORDER BY lower(s.name), s.id`,
    [tx.tenantId, vehicleId],
  );

export interface HoldingRow {
  readonly id: string;
  readonly name: string;
  readonly investmentId: string;
}

/** Returns the holdings of a vehicle by name. */
export const readHoldings = (tx: Transaction, vehicleId: string): Promise<HoldingRow[]> =>
  tx.query(
    `SELECT h.id, i.name, i.id AS "investmentId" FROM source_facts h JOIN container i ON i.tenant_id = h.tenant_id AND i.id = h.investment_id
     WHERE h.tenant_id = $1 AND h.part_id = h.id AND coalesce(h.coinvestment_id, h.fund_id) = $2 ORDER BY lower(i.name), h.id`,
    [tx.tenantId, vehicleId],
  );

/** Returns those ids that are holdings of a vehicle. */
export async function filterHoldings(
  tx: Transaction,
  vehicleId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await tx.query<{ id: string; name: string }>(
    `SELECT h.id, i.name FROM (
       SELECT tenant_id, id, investment_id FROM fund_investment WHERE tenant_id = $1 AND fund_id = $2
       UNION ALL SELECT tenant_id, id, investment_id FROM coinvestment_investment WHERE tenant_id = $1 AND coinvestment_id = $2) h
     JOIN container i ON i.tenant_id = h.tenant_id AND i.id = h.investment_id WHERE h.id = ANY ($3::uuid[])`,
    [tx.tenantId, vehicleId, [...new Set(ids)]],
  );
  return new Map(found.map(({ id, name }) => [id, name]));
}

export async function vehicleOfEntry(tx: Transaction, id: string): Promise<string | undefined> {
  const [found] = await tx.query<{ vehicleId: string }>(
    'SELECT vehicle_id AS "vehicleId" FROM ledger_entry WHERE tenant_id = $1 AND id = $2',
    [tx.tenantId, id],
  );
  return found?.vehicleId;
}

/** Returns the vehicle of the commitment that an event changed. */
export async function vehicleOfEvent(tx: Transaction, id: string): Promise<string | undefined> {
  const [found] = await tx.query<{ vehicleId: string }>(
    `SELECT c.vehicle_id AS "vehicleId" FROM commitment_event e JOIN commitment c ON c.tenant_id = e.tenant_id AND c.id = e.commitment_id
     WHERE e.tenant_id = $1 AND e.id = $2`,
    [tx.tenantId, id],
  );
  return found?.vehicleId;
}

/** Returns the fields of an investor that a commitment needs. Undefined if the id isn't an investor. */
export async function investorNamed(
  tx: Transaction,
  id: string,
): Promise<Pick<StoredCommitment, 'investorCode' | 'investorName' | 'isGp'> | undefined> {
  const [found] = await tx.query<Pick<StoredCommitment, 'investorCode' | 'investorName' | 'isGp'>>(
    `SELECT i.code AS "investorCode", i.name AS "investorName", t.code = 'GP' AS "isGp"
     FROM investor n JOIN container i ON i.tenant_id = n.tenant_id AND i.id = n.id
     JOIN reference_entry t ON t.tenant_id = n.tenant_id AND t.id = n.type_id WHERE n.tenant_id = $1 AND n.id = $2`,
    [tx.tenantId, id],
  );
  return found;
}

export interface ValuationRow {
  readonly id: string;
  readonly securityId: string;
  readonly date: string;
  readonly bookedPeriod: string;
  /** Null if the valuation was withdrawn. */
  readonly fairValue: string | null;
  readonly methodId: string | null;
  readonly description: string | null;
  readonly enteredBy: string | null;
  readonly enteredDate: string;
}
export const readValuations = (tx: Transaction, vehicleId: string): Promise<ValuationRow[]> =>
  tx.query(
    `SELECT v.id, v.security_id AS "securityId", v.valuation_date AS date, v.booked AS "bookedPeriod", v.fair_value AS "fairValue",
       v.method_id AS "methodId", v.description, nullif(${personName('v.created_by')}, '') AS "enteredBy", v.created_at AS "enteredDate"
     FROM valuation v WHERE v.tenant_id = $1 AND v.vehicle_id = $2 ORDER BY v.valuation_date DESC, v.seq DESC, v.position DESC`,
    [tx.tenantId, vehicleId],
  );

export interface EntryRow {
  readonly id: string;
  readonly vehicleId: string;
  readonly type: string;
  readonly amount: string;
  readonly effectiveDate: string;
  readonly bookedPeriod: string;
  readonly allocationKey: string;
  readonly costRelieved: string | null;
  readonly isRecallable: boolean;
  readonly isOutside: boolean;
  readonly settledOn: string | null;
  readonly reversesId: string | null;
  readonly reversedById: string | null;
  readonly noticeId: string | null;
  readonly holdingId: string | null;
  readonly securityId: string | null;
  readonly description: string | null;
  readonly createdDate: string;
  readonly source: Source | null;
  readonly shares: {
    readonly commitmentId: string;
    readonly investor: { readonly id: string; readonly code: string | null; readonly name: string };
    readonly amount: string;
    readonly unfunded: string;
    readonly isMirror: boolean;
  }[];
}

/** Returns an entry with its shares by investor code. */
export async function loadEntry(tx: Transaction, id: string): Promise<EntryRow | undefined> {
  const [found] = await tx.query<EntryRow>(
    `SELECT e.id, e.vehicle_id AS "vehicleId", e.type, e.amount, e.effective_date AS "effectiveDate", e.booked AS "bookedPeriod",
       e.allocation_key AS "allocationKey", e.cost_relieved AS "costRelieved", e.is_recallable AS "isRecallable", e.is_outside AS "isOutside",
       ${settledSql('e')} AS "settledOn", e.reverses_id AS "reversesId", x.id AS "reversedById", e.notice_id AS "noticeId",
       e.holding_id AS "holdingId", e.security_id AS "securityId", e.description, e.created_at AS "createdDate", ${sourceSql('e')} AS source,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('commitmentId', s.commitment_id, 'investor', ${investorOf}, 'amount', s.amount::text,
            'unfunded', s.unfunded::text, 'isMirror', s.is_mirror) ORDER BY s.is_mirror, i.code COLLATE "C"), '[]')
        FROM ledger_share s JOIN commitment c ON c.tenant_id = s.tenant_id AND c.id = s.commitment_id
        JOIN container i ON i.tenant_id = c.tenant_id AND i.id = c.investor_id
        WHERE s.tenant_id = e.tenant_id AND s.entry_id = e.id) AS shares
     FROM ledger_entry e LEFT JOIN ledger_entry x ON x.tenant_id = e.tenant_id AND x.reverses_id = e.id
     WHERE e.tenant_id = $1 AND e.id = $2`,
    [tx.tenantId, id],
  );
  return found;
}

export interface PeriodRow {
  readonly id: string;
  readonly vehicleId: string;
  readonly periodEnd: string;
  readonly status: 'OPEN' | 'LOCKED';
  readonly rowVersion: number;
  readonly version: number | null;
}

/** Returns the quarters of a vehicle, latest first. */
export const readPeriods = (tx: Transaction, vehicleId: string): Promise<PeriodRow[]> =>
  tx.query(
    `SELECT p.id, p.vehicle_id AS "vehicleId", p.period_end AS "periodEnd", p.status, p.row_version AS "rowVersion",
       (SELECT max(v.version) FROM period_version v WHERE v.tenant_id = p.tenant_id AND v.period_id = p.id) AS version
     FROM period p WHERE p.tenant_id = $1 AND p.vehicle_id = $2 ORDER BY p.period_end DESC`,
    [tx.tenantId, vehicleId],
  );

const answered = [
  ...moneyFigures,
  'irrAnnualized',
  'grossIrrAnnualized',
  'rolledForwardFrom',
  'reportedThrough',
  'policy',
  'transfers',
  'notDetermined',
] as const;
const trimmed = [...rateFigures, ...multipleFigures] as const;

/** Returns the figures of a vehicle, its holdings, its commitments and their investors at a quarter end. */
export const readFigures = async (tx: Transaction, vehicleId: string, end: string): Promise<PeriodFigure[]> =>
  (await figuresByEnd(tx, vehicleId, [end])).get(end) ?? [];

/** Returns the net asset values of a vehicle and the commitments named at its quarter ends, in order. */
export const readNavs = (
  tx: Transaction,
  vehicleId: string,
  commitmentIds: readonly string[],
): Promise<
  {
    readonly end: string;
    readonly nav: string | null;
    readonly commitments: Readonly<Record<string, string | null>>;
  }[]
> =>
  tx.query(
    `SELECT f.period_end AS end, f.nav, coalesce(jsonb_object_agg(c.subject_id, c.nav::text) FILTER (WHERE c.subject_id IS NOT NULL), '{}') AS commitments
     FROM period_figure f
     LEFT JOIN period_figure c ON c.tenant_id = f.tenant_id AND c.vehicle_id = f.vehicle_id AND c.period_end = f.period_end
       AND c.subject = 'COMMITMENT' AND c.subject_id = ANY ($3::uuid[])
     WHERE f.tenant_id = $1 AND f.vehicle_id = $2 AND f.subject = 'VEHICLE'
     GROUP BY f.period_end, f.nav ORDER BY f.period_end`,
    [tx.tenantId, vehicleId, commitmentIds],
  );

/** Returns the same figures at several quarter ends. */
export async function figuresByEnd(
  tx: Transaction,
  vehicleId: string,
  ends: readonly string[],
): Promise<ReadonlyMap<string, PeriodFigure[]>> {
  const rows = await tx.query<PeriodFigure & { readonly periodEnd: string }>(
    `SELECT f.period_end AS "periodEnd", f.subject, f.subject_id AS id, coalesce(i.name, n.name) AS name, r.code AS currency,
       ${answered.map((name) => `f.${snakeCase(name)} AS "${name}"`).join(', ')},
       ${trimmed.map((name) => `trim_scale(f.${snakeCase(name)})::text AS "${name}"`).join(', ')}
     FROM period_figure f JOIN reference_entry r ON r.tenant_id = f.tenant_id AND r.id = f.currency_id
     LEFT JOIN commitment c ON c.tenant_id = f.tenant_id AND c.id = f.subject_id AND f.subject = 'COMMITMENT'
     LEFT JOIN container i ON i.tenant_id = f.tenant_id AND i.id = c.investor_id
     LEFT JOIN source_facts h ON h.tenant_id = f.tenant_id AND h.id = f.subject_id AND f.subject = 'HOLDING'
     LEFT JOIN container n ON n.tenant_id = f.tenant_id AND n.id = coalesce(h.investment_id, f.subject_id)
     WHERE f.tenant_id = $1 AND f.period_end = ANY ($3::date[]) AND (f.vehicle_id = $2 OR f.subject = 'INVESTOR' AND EXISTS (
       SELECT FROM commitment o WHERE o.tenant_id = f.tenant_id AND o.vehicle_id = $2 AND o.investor_id = f.subject_id))
     ORDER BY array_position(ARRAY['VEHICLE', 'HOLDING', 'COMMITMENT', 'INVESTOR'], f.subject), lower(coalesce(i.name, n.name)), f.subject_id, r.code`,
    [tx.tenantId, vehicleId, ends],
  );
  const byEnd = new Map<string, PeriodFigure[]>(ends.map((end) => [end, []]));
  for (const { periodEnd, ...figures } of rows) byEnd.get(periodEnd)?.push(figures);
  return byEnd;
}
