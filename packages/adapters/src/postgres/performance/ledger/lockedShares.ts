import type { TransferredEntry, TransferredEvent, TransferredNav } from '@carrara/domain/platform/dataTransfer';
import { yearOfVintage } from '../../portfolio/vehicle.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { settledSql } from './settledSql.ts';

/** A locked quarter of a vehicle, for one investor. */
export interface LockedShare {
  readonly vehicleId: string;
  readonly code: string;
  readonly name: string;
  readonly currency: string;
  readonly status: 'OPEN' | 'LOCKED';
  readonly version: number | null;
  readonly asOfSequence: number | null;
  readonly engineVersion: string | null;
  readonly figuresHash: string | null;
  /** Figures of the commitment from the locked version. */
  readonly figures: Readonly<Record<string, unknown>> | null;
  readonly vintageYear: number | null;
  readonly fiscalYearEnd: string;
  readonly earlierNavs: readonly TransferredNav[];
  readonly events: readonly TransferredEvent[];
  readonly entries: readonly TransferredEntry[];
}

/**
 * Returns the vehicles of an investor at a quarter end: the latest locked version of each, and the investor's share in
 * it.
 */
export const lockedShares = (tx: Transaction, investorId: string, periodEnd: string): Promise<LockedShare[]> =>
  tx.query<LockedShare>(
    `SELECT o.vehicle_id AS "vehicleId", b.code, b.name, r.code AS currency,
       ${yearOfVintage({ vehicle: 'b', fund: 'f', coinvestment: 'c' })} AS "vintageYear",
       coalesce(f.fiscal_year_end, c.fiscal_year_end) AS "fiscalYearEnd", p.status, v.version, v.as_of_sequence::int AS "asOfSequence",
       v.engine_version AS "engineVersion", v.figures_hash AS "figuresHash",
       (SELECT f FROM jsonb_array_elements(v.figures) f WHERE f ->> 'subject' = 'COMMITMENT' AND f ->> 'id' = o.id::text) AS figures,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('date', q.period_end, 'value', g ->> 'nav') ORDER BY q.period_end), '[]')
        FROM period q
        JOIN LATERAL (SELECT x.figures FROM period_version x WHERE x.tenant_id = q.tenant_id AND x.period_id = q.id AND x.as_of_sequence <= v.as_of_sequence
          ORDER BY x.version DESC LIMIT 1) w ON true
        CROSS JOIN jsonb_array_elements(w.figures) g
        WHERE q.tenant_id = o.tenant_id AND q.vehicle_id = o.vehicle_id AND q.period_end < p.period_end
          AND g ->> 'subject' = 'COMMITMENT' AND g ->> 'id' = o.id::text AND g ->> 'nav' IS NOT NULL) AS "earlierNavs",
       (SELECT coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'kind', e.kind, 'date', e.event_date, 'bookedPeriod', e.booked,
          'amount', e.amount::text, 'paysFee', e.pays_fee, 'paysCarry', e.pays_carry, 'reversesId', e.reverses_id)
          ORDER BY e.event_date, e.seq, e.id), '[]')
        FROM commitment_event e WHERE e.tenant_id = o.tenant_id AND e.commitment_id = o.id AND e.holding_id IS NULL
          AND e.booked <= p.period_end AND e.seq <= v.as_of_sequence) AS events,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'type', e.type, 'amount', s.amount::text, 'unfunded', s.unfunded::text,
          'effectiveDate', e.effective_date, 'bookedPeriod', e.booked, 'isRecallable', e.is_recallable, 'isOutside', e.is_outside,
          'settledOn', ${settledSql('e', 'x.seq <= v.as_of_sequence')}, 'reversesId', e.reverses_id) ORDER BY e.effective_date, e.seq, e.id), '[]')
        FROM ledger_share s JOIN ledger_entry e ON e.tenant_id = s.tenant_id AND e.id = s.entry_id
        WHERE s.tenant_id = o.tenant_id AND s.commitment_id = o.id AND NOT s.is_mirror AND e.booked <= p.period_end AND e.seq <= v.as_of_sequence) AS entries
     FROM commitment o
     JOIN period p ON p.tenant_id = o.tenant_id AND p.vehicle_id = o.vehicle_id AND p.period_end = $3
     JOIN container b ON b.tenant_id = o.tenant_id AND b.id = o.vehicle_id
     LEFT JOIN fund f ON f.tenant_id = b.tenant_id AND f.id = b.id
     LEFT JOIN coinvestment c ON c.tenant_id = b.tenant_id AND c.id = b.id
     JOIN reference_entry r ON r.tenant_id = b.tenant_id AND r.id = coalesce(f.currency_id, c.currency_id)
     LEFT JOIN LATERAL (SELECT * FROM period_version x WHERE x.tenant_id = p.tenant_id AND x.period_id = p.id ORDER BY x.version DESC LIMIT 1) v ON true
     WHERE o.tenant_id = $1 AND o.investor_id = $2 ORDER BY lower(b.name), b.id`,
    [tx.tenantId, investorId, periodEnd],
  );
