import { type CalendarDate, calendarDate, decimal, zero } from '@carrara/domain/kernel';
import { type CommitmentEventKind, type EntryType, quartersLater } from '@carrara/domain/performance/ledger';
import { type AccountFacts, type FindReported, reportedOn } from '@carrara/domain/performance/statement';
import { navBasisAt } from '../ledger/navBasis.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { hasOnlyCashSql } from '../transfer/cashAlone.ts';
import { type StoredInputs, existingTables } from '../asOf/tablesAsOf.ts';
import { reportedAt, type ReportedRow } from './loadStatements.ts';

export interface WholeAccountFacts extends AccountFacts {
  readonly vehicleId: string;
  readonly code: string;
  readonly currency: string;
  readonly fiscalYearEnd: string;
  readonly navBasis: 'LEDGER' | 'REPORTED';
  /** Reported figures of the vehicle at the ends of the account's spans. */
  readonly reportedOf: FindReported;
  /** Last quarter with figures up to the end. Null if there is none. */
  readonly lastQuarter: CalendarDate | null;
}

interface Row {
  readonly vehicleId: string;
  readonly code: string;
  readonly currency: string;
  readonly fiscalYearEnd: string;
  readonly navBasis: 'LEDGER' | 'REPORTED';
  readonly shares: readonly {
    readonly type: EntryType;
    readonly isMirror: boolean;
    readonly booked: string;
    readonly amount: string;
    readonly cost: string;
    readonly unfunded: string;
  }[];
  readonly events: readonly { readonly kind: CommitmentEventKind; readonly booked: string; readonly amount: string }[];
  readonly unrealized: readonly { readonly day: string; readonly amount: string }[];
  readonly reported: readonly ReportedRow[];
  /** First quarter with figures. */
  readonly firstQuarter: string | null;
  readonly lastQuarter: string | null;
}

/**
 * Loads the input of the accounts of all vehicles as a whole, posted up to a quarter end. These are shares and
 * commitment changes added up over the partners, and the stored unrealized gain of each quarter.
 */
export async function loadWholeAccounts(
  tx: Transaction,
  end: CalendarDate,
  existing?: StoredInputs,
): Promise<readonly WholeAccountFacts[]> {
  const days = [0, -1, -2, -3, -4].map((quarters) => quartersLater(end, quarters));
  const rows = await tx.prepared<Row>(
    `${existing ? existingTables('$5', '$6') : ''}SELECT v.id AS "vehicleId", v.code, r.code AS currency, coalesce(f.fiscal_year_end, k.fiscal_year_end) AS "fiscalYearEnd",
       ${navBasisAt('$2::date')} AS "navBasis", coalesce(s.shares, '[]') AS shares, m.events, coalesce(u.unrealized, '[]') AS unrealized,
       coalesce(n.reported, '[]') AS reported, n.first AS "firstQuarter", n.last AS "lastQuarter"
     FROM container v
     LEFT JOIN fund f ON f.tenant_id = v.tenant_id AND f.id = v.id
     LEFT JOIN coinvestment k ON k.tenant_id = v.tenant_id AND k.id = v.id
     JOIN reference_entry r ON r.tenant_id = v.tenant_id AND r.id = coalesce(f.currency_id, k.currency_id)
     JOIN (SELECT m.vehicle_id, jsonb_agg(jsonb_build_object('kind', m.kind, 'booked', m.booked, 'amount', m.amount::text)) AS events
       FROM (SELECT c.vehicle_id, e.kind, greatest(e.booked, $3::date) AS booked, sum(e.amount) AS amount
         FROM commitment_event e JOIN commitment c ON c.tenant_id = e.tenant_id AND c.id = e.commitment_id
         WHERE e.tenant_id = $1 AND e.booked <= $2 GROUP BY 1, 2, 3) m GROUP BY 1) m ON m.vehicle_id = v.id
     LEFT JOIN (SELECT s.vehicle_id, jsonb_agg(jsonb_build_object('type', s.type, 'isMirror', s.is_mirror, 'booked', s.booked,
         'amount', s.amount::text, 'cost', s.cost::text, 'unfunded', s.unfunded::text)) AS shares
       FROM (SELECT e.vehicle_id, e.type, s.is_mirror, greatest(e.booked, $3::date) AS booked, sum(s.amount) AS amount, sum(s.cost) AS cost,
           sum(s.unfunded) AS unfunded
         FROM ledger_entry e JOIN ledger_share s ON s.tenant_id = e.tenant_id AND s.entry_id = e.id
         WHERE e.tenant_id = $1 AND e.booked <= $2 GROUP BY 1, 2, 3, 4) s GROUP BY 1) s ON s.vehicle_id = v.id
     LEFT JOIN LATERAL (SELECT jsonb_agg(jsonb_build_object('day', d.day, 'amount', p.unrealized::text)) AS unrealized
       FROM unnest($4::date[]) d(day) JOIN LATERAL (SELECT g.unrealized FROM period_figure g WHERE g.tenant_id = v.tenant_id
         AND g.subject = 'VEHICLE' AND g.subject_id = v.id AND g.period_end <= d.day ORDER BY g.period_end DESC LIMIT 1) p ON true
       WHERE p.unrealized IS NOT NULL) u ON true
     LEFT JOIN LATERAL (SELECT jsonb_agg(jsonb_build_object('day', g.period_end, 'nav', g.nav::text, 'commitment', g.commitment::text,
           'contributions', g.contributions::text, 'distributions', g.distributions::text, 'unfunded', g.unfunded::text,
           'isReported', g.recallable IS NULL, 'isCashAlone', ${hasOnlyCashSql('g')})
           ORDER BY g.period_end) FILTER (WHERE g.period_end BETWEEN $3 AND $2 OR g.period_end = g.last) AS reported,
         min(g.period_end) AS first, min(g.last) AS last
       FROM (SELECT g.*, max(g.period_end) FILTER (WHERE g.period_end <= $2) OVER () AS last FROM period_figure g WHERE g.tenant_id = v.tenant_id AND g.subject = 'VEHICLE'
         AND g.subject_id = v.id) g) n ON true
     WHERE v.tenant_id = $1 AND v.is_vehicle`,
    [tx.tenantId, end, quartersLater(end, -4), days, ...(existing ? [existing.seq, existing.figures] : [])],
  );
  return rows.map(({ shares, events, unrealized, reported, firstQuarter, lastQuarter, ...vehicle }) => ({
    ...vehicle,
    lastQuarter: lastQuarter === null ? null : calendarDate(lastQuarter),
    reportedOf: (_id, day) => {
      if (firstQuarter === null || day < firstQuarter) return undefined;
      return reportedOn(reported.map(reportedAt), day);
    },
    shares: shares.map((share) => ({
      ...share,
      commitmentId: '',
      booked: calendarDate(share.booked),
      amount: decimal(share.amount),
      cost: decimal(share.cost),
      unfunded: decimal(share.unfunded),
    })),
    events: events.map(({ kind, booked, amount }) => ({
      kind,
      booked: calendarDate(booked),
      amount: decimal(amount),
    })),
    unrealizedAt: (day) => {
      const gain = unrealized.find((candidate) => candidate.day === day);
      return gain === undefined ? zero : decimal(gain.amount);
    },
  }));
}
