import { calendarDate, type CalendarDate, decimal, err, ok, zero } from '@carrara/domain/kernel';
import type { TransferPolicy } from '@carrara/domain/performance/ledger';
import {
  type InvestorPosition,
  noNavFailure,
  netAssetValue,
  otherCapital,
  otherReturns,
} from '@carrara/domain/performance/period';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { cashOfShareSql, cashTypesSql } from './cashSql.ts';
import { loadTransferredCash } from './loadTransferredCash.ts';

interface FigureRow {
  readonly commitmentId: string;
  readonly investorId: string;
  readonly vehicleId: string;
  readonly rules: string;
  readonly transfers: TransferPolicy;
  readonly end: string;
  readonly commitment: string;
  readonly contributions: string | null;
  readonly distributions: string | null;
  readonly recallable: string | null;
  readonly unfunded: string | null;
  readonly nav: string | null;
  readonly carryOwed: string | null;
  readonly carryPaid: string | null;
  readonly unrealized: string | null;
  readonly rolledForwardFrom: string | null;
  readonly reportedThrough: string | null;
  /** Percent. */
  readonly irr: string | null;
  readonly tvpi: string | null;
  readonly dpi: string | null;
}
interface FlowRow {
  readonly commitmentId: string;
  readonly date: string;
  readonly booked: string;
  readonly amount: string;
}

/**
 * Locks the investors, so that writers to their other vehicles wait until the end of the transaction. Investors'
 * figures are pooled over all their commitments, so each writer has to see what the others wrote.
 */
export async function lockInvestors(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.query(
    'SELECT FROM container c WHERE c.tenant_id = $1 AND c.id = ANY ($2::uuid[]) ORDER BY c.id FOR NO KEY UPDATE',
    [tx.tenantId, ids],
  );
}

/** Number of investors to load at a time, so that the process can answer others in between. */
const batchSize = 50;

/**
 * Returns these investors' commitments in a currency to other vehicles: the figures of each commitment from a quarter
 * on, with the last ones before it.
 */
export async function loadOthers(tx: Transaction, query: OfOthers): Promise<readonly InvestorPosition[]> {
  const vehicles = await tx.query<{ id: string }>(
    `SELECT DISTINCT c.vehicle_id AS id FROM commitment c
     WHERE c.tenant_id = $1 AND c.investor_id = ANY ($2::uuid[]) AND c.vehicle_id <> ALL ($3::uuid[])`,
    [tx.tenantId, query.investorIds, query.recomputedVehicleIds],
  );
  if (vehicles.length === 0) return [];
  const passed = await loadTransferredCash(
    tx,
    vehicles.map(({ id }) => id),
  );
  const others: InvestorPosition[] = [];
  for (let i = 0; i < query.investorIds.length; i += batchSize) {
    const investorIds = query.investorIds.slice(i, i + batchSize);
    others.push(...(await loadBatch(tx, { ...query, investorIds }, passed)));
  }
  return others;
}

async function loadBatch(
  tx: Transaction,
  { currencyId, investorIds, recomputedVehicleIds, from }: OfOthers,
  passed: Awaited<ReturnType<typeof loadTransferredCash>>,
): Promise<readonly InvestorPosition[]> {
  const rows = await tx.query<FigureRow>(
    `SELECT c.id AS "commitmentId", c.investor_id AS "investorId", c.vehicle_id AS "vehicleId", f.engine_version AS rules, f.transfers, f.period_end AS "end", f.commitment, f.contributions, f.distributions,
       f.recallable, f.unfunded, f.nav, f.nav - f.nav_before_carry AS "carryOwed", f.carry_paid AS "carryPaid", f.unrealized,
       f.rolled_forward_from AS "rolledForwardFrom", f.reported_through AS "reportedThrough",
       f.irr, f.tvpi, f.dpi
     FROM commitment c
     CROSS JOIN LATERAL (SELECT max(g.period_end) AS "end" FROM period_figure g
       WHERE g.tenant_id = c.tenant_id AND g.subject = 'COMMITMENT' AND g.subject_id = c.id AND g.currency_id = $4 AND g.period_end <= $5) last
     JOIN period_figure f ON f.tenant_id = c.tenant_id AND f.subject = 'COMMITMENT' AND f.subject_id = c.id AND f.currency_id = $4
       AND f.period_end >= coalesce(last."end", '-infinity')
     WHERE c.tenant_id = $1 AND c.investor_id = ANY ($2::uuid[]) AND c.vehicle_id <> ALL ($3::uuid[])
     ORDER BY c.id, f.period_end`,
    [tx.tenantId, investorIds, recomputedVehicleIds, currencyId, from],
  );
  const byCommitment = groups(rows);
  // Naming the vehicles as well lets the database use an index. Otherwise it reads the entries of the whole firm.
  const flows = await tx.query<FlowRow>(
    `SELECT s.commitment_id AS "commitmentId", e.effective_date AS date, e.booked, sum(${cashOfShareSql}) AS amount
     FROM ledger_share s JOIN ledger_entry e ON e.tenant_id = s.tenant_id AND e.id = s.entry_id JOIN ${cashTypesSql} ON t.code = e.type
     WHERE s.tenant_id = $1 AND s.commitment_id = ANY ($2::uuid[]) AND e.vehicle_id = ANY ($3::uuid[])
     GROUP BY s.commitment_id, e.effective_date, e.booked HAVING sum(${cashOfShareSql}) <> 0`,
    [tx.tenantId, [...byCommitment.keys()], [...new Set(rows.map(({ vehicleId }) => vehicleId))]],
  );
  const cash = groups(flows);
  return [...byCommitment].map(([id, own]) => ({
    investorId: own[0].investorId,
    vehicleId: own[0].vehicleId,
    flows: (cash.get(id) ?? []).map(({ date, booked, amount }) => ({
      date: calendarDate(date),
      booked: calendarDate(booked),
      amount: decimal(amount),
    })),
    periods: own.map((row) => {
      const end = calendarDate(row.end);
      const capital = otherCapital({
        ...row,
        end,
        nav: row.nav ?? row.unrealized ?? '0',
        carryOwed: row.carryOwed ?? '0',
        reportedThrough: row.reportedThrough === null ? null : calendarDate(row.reportedThrough),
      });
      const rolledForwardFrom = row.rolledForwardFrom === null ? null : calendarDate(row.rolledForwardFrom);
      return {
        end,
        capital,
        passed: capital.unreported.has('cash') ? [] : passed({ ...row, end }),
        ...(capital.unreported.has('cash') ? { returns: otherReturns(row) } : {}),
        nav:
          row.nav === null
            ? err(noNavFailure(end))
            : ok({ amount: netAssetValue(capital), cashSince: zero, rolledForwardFrom }),
      };
    }),
  }));
}

interface OfOthers {
  readonly currencyId: string;
  readonly investorIds: readonly string[];
  readonly recomputedVehicleIds: readonly string[];
  /** First quarter end to return. */
  readonly from: CalendarDate;
}

function groups<T extends { readonly commitmentId: string }>(
  rows: readonly T[],
): ReadonlyMap<string, readonly [T, ...T[]]> {
  const byCommitment = new Map<string, [T, ...T[]]>();
  for (const row of rows) {
    const own = byCommitment.get(row.commitmentId);
    if (own === undefined) byCommitment.set(row.commitmentId, [row]);
    else own.push(row);
  }
  return byCommitment;
}
