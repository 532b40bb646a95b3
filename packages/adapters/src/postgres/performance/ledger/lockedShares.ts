import type { Transaction } from '../../engine/unitOfWork/index.ts';

/** The quarter of a vehicle as it was locked, as far as one investor is concerned. */
export interface LockedShare {
  readonly vehicleId: string;
  readonly code: string;
  readonly name: string;
  readonly currency: string;
  readonly status: 'OPEN' | 'LOCKED';
  readonly version: number | null;
  readonly knownSeq: number | null;
  readonly engineVersion: string | null;
  readonly figuresHash: string | null;
  /** Of the commitment, out of what the lock kept. */
  readonly figures: Readonly<Record<string, unknown>> | null;
  readonly events: readonly Readonly<Record<string, unknown>>[];
  readonly entries: readonly {
    readonly id: string;
    readonly type: string;
    readonly amount: string;
    readonly effectiveDate: string;
    readonly bookedPeriod: string;
  }[];
}

/** The vehicles of an investor at a quarter end: the newest lock of each, and its share of what was known then. */
export const lockedShares = (tx: Transaction, investorId: string, periodEnd: string): Promise<LockedShare[]> =>
  tx.query<LockedShare>(
    `SELECT c.vehicle_id AS "vehicleId", b.code, b.name, r.code AS currency, p.status, v.version, v.known_seq::int AS "knownSeq",
       v.engine_version AS "engineVersion", v.figures_hash AS "figuresHash",
       (SELECT f FROM jsonb_array_elements(v.figures) f WHERE f ->> 'subject' = 'COMMITMENT' AND f ->> 'id' = c.id::text) AS figures,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'kind', e.kind, 'date', e.event_date, 'amount', e.amount::text)
          ORDER BY e.event_date, e.seq, e.id), '[]')
        FROM commitment_event e WHERE e.tenant_id = c.tenant_id AND e.commitment_id = c.id AND e.booked <= p.period_end AND e.seq <= v.known_seq) AS events,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'type', e.type, 'amount', s.amount::text, 'effectiveDate', e.effective_date,
          'bookedPeriod', e.booked) ORDER BY e.effective_date, e.seq, e.id, s.is_mirror), '[]')
        FROM ledger_share s JOIN ledger_entry e ON e.tenant_id = s.tenant_id AND e.id = s.entry_id
        WHERE s.tenant_id = c.tenant_id AND s.commitment_id = c.id AND e.booked <= p.period_end AND e.seq <= v.known_seq) AS entries
     FROM commitment c
     JOIN period p ON p.tenant_id = c.tenant_id AND p.vehicle_id = c.vehicle_id AND p.period_end = $3
     JOIN container b ON b.tenant_id = c.tenant_id AND b.id = c.vehicle_id
     LEFT JOIN fund fu ON fu.tenant_id = b.tenant_id AND fu.id = b.id
     LEFT JOIN coinvestment co ON co.tenant_id = b.tenant_id AND co.id = b.id
     JOIN reference_entry r ON r.tenant_id = b.tenant_id AND r.id = coalesce(fu.currency_id, co.currency_id)
     LEFT JOIN LATERAL (SELECT * FROM period_version x WHERE x.tenant_id = p.tenant_id AND x.period_id = p.id ORDER BY x.version DESC LIMIT 1) v ON true
     WHERE c.tenant_id = $1 AND c.investor_id = $2 ORDER BY lower(b.name), b.id`,
    [tx.tenantId, investorId, periodEnd],
  );
