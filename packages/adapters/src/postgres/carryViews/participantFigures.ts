import type { Transaction } from '../unitOfWork/index.ts';
import { heldBySql, sourceFacts } from './sources.ts';

export interface ChartSlice {
  readonly id: string | null;
  readonly name: string;
  readonly amount: string;
}
export interface ChartPoint {
  readonly date: string;
  readonly name: string;
  readonly amount: string;
}
export type SliceBy = 'sector' | 'fund' | 'year';

const slices: Readonly<Record<SliceBy, readonly [id: string, name: string, order: string]>> = {
  sector: [
    'i.sector_id',
    `coalesce((SELECT r.description FROM reference_entry r WHERE r.tenant_id = f.tenant_id AND r.id = i.sector_id), 'Not by sector')`,
    '3 DESC, 2',
  ],
  fund: ['coalesce(f.fund_id, f.coinvestment_id)', `coalesce(${heldBySql('f')}, f.name)`, '3 DESC, 2'],
  year: ['NULL::uuid', 'extract(year FROM d.distribution_date)::int::text', '2'],
};
const disbursedDetails = `distribution_detail b
  JOIN distribution_source s ON s.tenant_id = b.tenant_id AND s.id = b.distribution_source_id
  JOIN distribution d ON d.tenant_id = b.tenant_id AND d.id = b.distribution_id AND d.status = 'DISB'
  JOIN ${sourceFacts} f ON f.tenant_id = b.tenant_id AND f.id = s.container_id
  LEFT JOIN investment i ON i.tenant_id = b.tenant_id AND i.id = f.investment_id`;
const forecastDetails = `forecast_detail b
  JOIN forecast_source s ON s.tenant_id = b.tenant_id AND s.id = b.forecast_source_id
  JOIN forecast x ON x.tenant_id = b.tenant_id AND x.id = s.forecast_id
  JOIN ${sourceFacts} f ON f.tenant_id = b.tenant_id AND f.id = s.container_id`;

/** The gross that disbursed distributions paid a participant, the largest part first; years in their order. */
export function participantSlices(tx: Transaction, participantId: string, by: SliceBy): Promise<ChartSlice[]> {
  const [id, name, order] = slices[by];
  return tx.query<ChartSlice>(
    `SELECT ${id} AS id, ${name} AS name, sum(b.gross_carry_distributed) AS amount FROM ${disbursedDetails}
     WHERE b.tenant_id = $1 AND b.participant_id = $2 GROUP BY 1, 2 ORDER BY ${order}`,
    [tx.tenantId, participantId],
  );
}

/** The same over time, source by source. */
export function participantPoints(tx: Transaction, participantId: string): Promise<ChartPoint[]> {
  return tx.query<ChartPoint>(
    `SELECT d.distribution_date AS date, f.name, sum(b.gross_carry_distributed) AS amount FROM ${disbursedDetails}
     WHERE b.tenant_id = $1 AND b.participant_id = $2 GROUP BY d.distribution_date, f.id, f.name ORDER BY 1, 2`,
    [tx.tenantId, participantId],
  );
}

/** What forecasts give a participant, by source. */
export function participantForecastSlices(tx: Transaction, participantId: string): Promise<ChartSlice[]> {
  return tx.query<ChartSlice>(
    `SELECT f.id, f.name, sum(b.gross_carry_distributed) AS amount FROM ${forecastDetails}
     WHERE b.tenant_id = $1 AND b.participant_id = $2 GROUP BY f.id, f.name ORDER BY 3 DESC, 2`,
    [tx.tenantId, participantId],
  );
}

/** The same over the dates on which they are expected. */
export function participantForecastPoints(tx: Transaction, participantId: string): Promise<ChartPoint[]> {
  return tx.query<ChartPoint>(
    `SELECT x.distribution_date AS date, f.name, sum(b.gross_carry_distributed) AS amount FROM ${forecastDetails}
     WHERE b.tenant_id = $1 AND b.participant_id = $2 AND x.distribution_date IS NOT NULL
     GROUP BY x.distribution_date, f.id, f.name ORDER BY 1, 2`,
    [tx.tenantId, participantId],
  );
}

export interface ParticipantSummary {
  readonly id: string;
  readonly participantId: string;
  readonly name: string;
  readonly carryBalance: string;
  readonly escrowHeld: string;
  readonly totalCarryDistributed: string;
  readonly totalNetDistributed: string;
  readonly forecastedCarry: string;
}

/** The figures of a participant's profile, as of a day; an entity's are those that reached its members through it. */
export async function participantSummary(
  tx: Transaction,
  kind: 'employee' | 'trust' | 'entity',
  id: string,
  asOf: string,
): Promise<ParticipantSummary | undefined> {
  const balance = (table: 'account_entry' | 'escrow_entry') => `(
    SELECT coalesce(sum(e.amount), 0.00) FROM ${table} e
    LEFT JOIN distribution_detail x ON x.tenant_id = e.tenant_id AND x.id = e.distribution_detail_id
    WHERE e.tenant_id = b.tenant_id AND e.entry_date <= $4::date AND (e.participant_id = b.id OR (b.kind = 'entity' AND b.id = ANY (x.path))))`;
  const disbursed = (figure: string) => `(
    SELECT coalesce(sum(x.${figure}), 0.00) FROM distribution_detail x
    JOIN distribution d ON d.tenant_id = x.tenant_id AND d.id = x.distribution_id AND d.status = 'DISB'
    WHERE x.tenant_id = b.tenant_id AND x.participant_id = b.id)`;
  const [summary] = await tx.query<ParticipantSummary>(
    `SELECT b.id, b.id AS "participantId", b.name, ${balance('account_entry')} AS "carryBalance", ${balance('escrow_entry')} AS "escrowHeld",
       ${disbursed('gross_carry_distributed')} AS "totalCarryDistributed", ${disbursed('net_carry_distributed')} AS "totalNetDistributed",
       (SELECT coalesce(sum(x.gross_carry_distributed), 0.00) FROM forecast_detail x
          JOIN forecast_source s ON s.tenant_id = x.tenant_id AND s.id = x.forecast_source_id
          JOIN forecast o ON o.tenant_id = x.tenant_id AND o.id = s.forecast_id
          WHERE x.tenant_id = b.tenant_id AND x.participant_id = b.id AND (o.distribution_date IS NULL OR o.distribution_date >= $4::date))
         AS "forecastedCarry"
     FROM participant b WHERE b.tenant_id = $1 AND b.id = $2 AND b.kind = $3`,
    [tx.tenantId, id, kind, asOf],
  );
  return summary;
}

/** Whether there is such a participant in the tenant. */
export async function participantExists(tx: Transaction, id: string, kind?: string): Promise<boolean> {
  const rows = await tx.query(
    'SELECT 1 FROM participant WHERE tenant_id = $1 AND id = $2 AND ($3::text IS NULL OR kind = $3)',
    [tx.tenantId, id, kind ?? null],
  );
  return rows.length > 0;
}
