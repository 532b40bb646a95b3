import { coverageText, namesInFile } from '@carrara/contract/core/coverage';
import { calendarDate, type Coverage } from '@carrara/domain/kernel';
import type { MultiplePolicy } from '@carrara/domain/performance/return';
import type { TransferPolicy } from '@carrara/domain/performance/ledger';
import { computeInvestors } from '@carrara/domain/performance/period';
import type { Transaction } from '../../engine/unitOfWork/index.ts';
import { figureRows, loadOthers } from '../ledger/index.ts';
import { shownQuarter } from '../periodFigures/index.ts';

/** An investor's figures in a currency over the funds that its coverage names. */
export interface CoveredInvestor {
  readonly investorId: string;
  readonly currencyId: string;
  /** A row of `period_figure`. */
  readonly row: Readonly<Record<string, unknown>>;
  /** Describes the coverage: `1 of 2 funds; excludes HSP-I, reported through 09/30/2025`. */
  readonly coverage: string;
  /** The earliest value that is carried forward. */
  readonly carriedFrom: string | null;
}

interface Held {
  readonly commitmentId: string;
  readonly investorId: string;
  readonly vehicleId: string;
  readonly name: string;
  readonly currencyId: string;
  readonly policy: MultiplePolicy;
  readonly transfers: TransferPolicy;
  readonly last: string;
  readonly isLate: boolean;
}

interface Requested {
  /** A quarter end; defaults to `shownQuarter`. */
  readonly endDate?: string | undefined;
  /** True to include late funds with their last values. Otherwise they are left out of every figure. */
  readonly carriesForward?: boolean | undefined;
  /** Defaults to all investors. */
  readonly investorId?: string | undefined;
}

/**
 * Returns the figures of the investors that have both current and late funds at a quarter end, over the same funds in
 * every figure. A fund is late if its last figures are earlier and its value was not zero then. The stored figures of
 * these investors include the cash of late funds, but have no value.
 */
export async function coveredInvestors(
  tx: Transaction,
  { endDate, carriesForward = false, investorId }: Requested,
): Promise<readonly CoveredInvestor[]> {
  const [asked] = await tx.query<{ end: string | null }>(`SELECT coalesce($1::date, ${shownQuarter()}) AS "end"`, [
    endDate ?? null,
  ]);
  if (!asked?.end) return [];
  const end = calendarDate(asked.end);
  const held = await tx.query<Held>(
    `SELECT * FROM (
       SELECT c.id AS "commitmentId", c.investor_id AS "investorId", c.vehicle_id AS "vehicleId", coalesce(v.code, v.name) AS name,
         g.currency_id AS "currencyId", g.policy, g.transfers, f.period_end AS last, late.is AS "isLate",
         bool_or(late.is) OVER own AND NOT bool_and(late.is) OVER own AS mixed
       FROM period_figure g JOIN commitment c ON c.tenant_id = g.tenant_id AND c.investor_id = g.subject_id
       JOIN container v ON v.tenant_id = c.tenant_id AND v.id = c.vehicle_id
       JOIN LATERAL (SELECT e.period_end, e.nav FROM period_figure e WHERE e.tenant_id = c.tenant_id AND e.subject = 'COMMITMENT'
         AND e.subject_id = c.id AND e.currency_id = g.currency_id AND e.period_end <= g.period_end ORDER BY e.period_end DESC LIMIT 1) f ON true
       CROSS JOIN LATERAL (SELECT f.period_end < g.period_end AND f.nav IS DISTINCT FROM 0 AS is) late
       WHERE g.tenant_id = $1 AND g.subject = 'INVESTOR' AND g.period_end = $2 AND ($3::uuid IS NULL OR g.subject_id = $3)
       WINDOW own AS (PARTITION BY g.subject_id, g.currency_id)) h
     WHERE h.mixed ORDER BY h."currencyId", h."investorId", lower(h.name), h."commitmentId"`,
    [tx.tenantId, end, investorId ?? null],
  );
  const byCurrency = groupBy(held, ({ currencyId }) => currencyId);
  const found: CoveredInvestor[] = [];
  for (const [currencyId, own] of byCurrency) {
    const byInvestor = groupBy(own, (one) => one.investorId);
    const late = own.flatMap(({ isLate, commitmentId }) => (isLate ? [commitmentId] : []));
    const commitments = await loadOthers(tx, {
      currencyId,
      investorIds: [...byInvestor.keys()],
      but: [],
      leftOut: carriesForward ? [] : late,
      from: end,
    });
    const { policy, transfers } = own[0]!;
    for (const { subject, id, end: day, ...figures } of computeInvestors({
      commitments,
      from: end,
      policy,
      carriesForward,
    })) {
      if (day !== end) continue;
      const [row] = figureRows({ currencyId, policy, transfers }, [{ end, subject, id, vehicleId: null, figures }]);
      const funds = fundsOf(byInvestor.get(id)!);
      found.push({
        investorId: id,
        currencyId,
        row: row as CoveredInvestor['row'],
        coverage: coverageText(coverageOf(funds, carriesForward), 'funds', namesInFile) ?? '',
        carriedFrom: carriesForward ? funds.flatMap((fund) => (fund.isLate ? [fund.last] : [])).sort()[0]! : null,
      });
    }
  }
  return found;
}

/** Returns the funds of an investor's commitments, each with its latest figures. A fund is late if one of the commitments is. */
function fundsOf(held: readonly Held[]): readonly Held[] {
  return [...groupBy(held, ({ vehicleId }) => vehicleId).values()].map(
    (own) => own.find(({ isLate }) => isLate) ?? own[0]!,
  );
}

function coverageOf(funds: readonly Held[], carriesForward: boolean): Coverage {
  const late = funds
    .filter(({ isLate }) => isLate)
    .map(({ vehicleId, name, last }) => ({ id: vehicleId, name, reason: '', lastDate: calendarDate(last) }));
  return {
    included: funds.length - (carriesForward ? 0 : late.length),
    of: funds.length,
    leftOut: carriesForward ? [] : late,
    carried: carriesForward ? late : [],
  };
}

function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}
