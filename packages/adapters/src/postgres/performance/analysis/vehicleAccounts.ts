import { type CalendarDate, calendarDate, decimal } from '@carrara/domain/kernel';
import { type AccountLedger, horizonTexts, type StoredCommitment } from '@carrara/domain/performance/analysis';
import type { EntryType, TransferPolicy } from '@carrara/domain/performance/ledger';
import { includeAllPartners, type VehicleLedger } from '@carrara/domain/performance/period';
import { horizonStart, horizons, type MultiplePolicy } from '@carrara/domain/performance/return';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { type StoredInputs, existingTables } from '../asOf/tablesAsOf.ts';
import { reportedIrrSql } from '../periodFigures/figureRows.ts';
import { eventJson, type EventRow, parseEvents } from '../ledger/eventRows.ts';
import { quarterSql } from '../periodFigures/hasVehicleEndedSql.ts';

interface Row {
  readonly vehicleId: string;
  readonly navBasis: VehicleLedger['navBasis'];
  readonly commitments: readonly { readonly id: string; readonly investorCode: string; readonly isGp: boolean }[];
  readonly events: readonly EventRow[];
  /** Settings and rules that the figures of the quarter end were computed with. */
  readonly by: {
    readonly rules: string;
    readonly transfers: TransferPolicy;
    readonly policy: MultiplePolicy;
    /** The reported net IRR in percent. Null if the rate comes from the ledger. */
    readonly reportedIrr: string | null;
  } | null;
  readonly shares: readonly {
    /** Set for vehicles with transfers between partners, whose shares aren't added up by date. */
    readonly entryId: string | null;
    readonly reversalOf: string | null;
    readonly type: EntryType;
    readonly effective: string;
    readonly booked: string;
    readonly commitmentId: string;
    readonly isMirror: boolean;
    readonly amount: string;
  }[];
  readonly storedCommitments: readonly {
    readonly end: string;
    readonly asOf: string;
    readonly commitmentId: string;
    readonly commitment: string;
    readonly nav: string | null;
    readonly navBeforeCarry: string | null;
    readonly isReported: boolean;
  }[];
}

const navBasisSql = `coalesce((SELECT f.nav_basis FROM fund f WHERE f.tenant_id = v.tenant_id AND f.id = v.id),
  (SELECT k.nav_basis FROM coinvestment k WHERE k.tenant_id = v.tenant_id AND k.id = v.id))`;

/** Returns the ledgers of vehicles up to a quarter end, with their commitments' figures at some dates, in one read. */
async function accountsOf(
  tx: Transaction,
  vehicleIds: readonly string[],
  end: CalendarDate,
  storedOn: readonly CalendarDate[],
  existing?: StoredInputs,
): Promise<readonly Row[]> {
  return tx.query<Row>(
    `${existing ? existingTables('$5', '$6') : ''}SELECT v.id AS "vehicleId", ${navBasisSql} AS "navBasis",
       (SELECT coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'investorCode', i.code, 'isGp', y.code = 'GP')), '[]')
        FROM commitment c JOIN container i ON i.tenant_id = c.tenant_id AND i.id = c.investor_id
        JOIN investor n ON n.tenant_id = c.tenant_id AND n.id = c.investor_id
        JOIN reference_entry y ON y.tenant_id = n.tenant_id AND y.id = n.type_id
        WHERE c.tenant_id = v.tenant_id AND c.vehicle_id = v.id) AS commitments,
       (SELECT coalesce(jsonb_agg(${eventJson}), '[]')
        FROM commitment_event e JOIN commitment c ON c.tenant_id = e.tenant_id AND c.id = e.commitment_id
        WHERE c.tenant_id = v.tenant_id AND c.vehicle_id = v.id AND e.booked <= $3) AS events,
       (SELECT jsonb_build_object('rules', f.engine_version, 'transfers', f.transfers, 'policy', f.policy, 'reportedIrr', ${reportedIrrSql('f')}::text) FROM period_figure f
        WHERE f.tenant_id = v.tenant_id AND f.subject = 'VEHICLE' AND f.subject_id = v.id AND f.period_end <= $3 ORDER BY f.period_end DESC LIMIT 1) AS by,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('entryId', s.entry_id, 'reversalOf', s.reverses_id, 'type', s.type, 'effective', s.effective_date, 'booked', s.booked, 'commitmentId', s.commitment_id, 'isMirror', s.is_mirror,
          'amount', s.amount::text)), '[]')
        FROM (SELECT m.entry_id, m.reverses_id, e.type, e.effective_date, e.booked, s.commitment_id, s.is_mirror, sum(s.amount) AS amount
          FROM ledger_entry e LEFT JOIN LATERAL (SELECT e.id AS entry_id, e.reverses_id WHERE EXISTS (
            SELECT FROM ledger_entry x WHERE x.tenant_id = v.tenant_id AND x.vehicle_id = v.id AND x.type = 'TRANSFER'
            UNION ALL SELECT FROM commitment_event x JOIN commitment y ON y.tenant_id = x.tenant_id AND y.id = x.commitment_id
            WHERE y.tenant_id = v.tenant_id AND y.vehicle_id = v.id AND x.kind = 'TRANSFER_OUT')) m ON true
          JOIN ledger_share s ON s.tenant_id = e.tenant_id AND s.entry_id = e.id
          WHERE e.tenant_id = v.tenant_id AND e.vehicle_id = v.id AND e.booked <= $3 GROUP BY 1, 2, 3, 4, 5, 6, 7) s) AS shares,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('end', d.day, 'asOf', f.period_end, 'commitmentId', f.subject_id, 'commitment', f.commitment::text, 'nav', f.nav::text,
          'navBeforeCarry', f.nav_before_carry::text, 'isReported', f.recallable IS NULL)), '[]')
        FROM unnest($4::date[]) d(day) CROSS JOIN LATERAL ${quarterSql('v', 'd.day')} q
        JOIN period_figure f ON f.tenant_id = v.tenant_id AND f.vehicle_id = v.id AND f.subject = 'COMMITMENT' AND f.period_end = q.period_end) AS "storedCommitments"
     FROM container v
     WHERE v.tenant_id = $1 AND v.id = ANY ($2::uuid[])`,
    [tx.tenantId, vehicleIds, end, storedOn, ...(existing ? [existing.seq, existing.figures] : [])],
  );
}

/**
 * Returns the net returns of vehicles over the horizons ending at a quarter end, of the fee-paying limited partners or
 * of all.
 */
export async function returnsOverTime(
  tx: Transaction,
  vehicleIds: readonly string[],
  endDate: string,
  existing?: StoredInputs,
  coversAllPartners = false,
): Promise<ReadonlyMap<string, ReturnType<typeof horizonTexts>>> {
  const end = calendarDate(endDate);
  const starts = horizons.map((horizon) => horizonStart(horizon, end)).filter((day) => day !== null);
  // Several horizons may begin on the same date: at year end, YTD and one year.
  const rows = await accountsOf(tx, vehicleIds, end, [...new Set([end, ...starts])], existing);
  return new Map(
    rows.map((row) => {
      const ledger = ledgerOf(row, end);
      const reportedIrr = row.by?.reportedIrr ?? null;
      return [
        row.vehicleId,
        horizonTexts(coversAllPartners ? includeAllPartners(ledger) : ledger, storedOf(row), end, reportedIrr),
      ];
    }),
  );
}

function ledgerOf(
  { commitments, events, shares, by, navBasis }: Pick<Row, 'commitments' | 'events' | 'shares' | 'by' | 'navBasis'>,
  end: CalendarDate,
): AccountLedger {
  const zeroAmount = decimal('0');
  return {
    commitments,
    navBasis,
    transfers: by?.transfers ?? 'HISTORY',
    lockedBy: new Map(by === null ? [] : [[end, by]]),
    events: parseEvents(events),
    entries: entriesOf(shares).map(({ shares: own, effective, booked, ...entry }) => ({
      ...entry,
      booked: calendarDate(booked),
      effective: calendarDate(effective),
      shares: own.map(({ commitmentId, isMirror, amount }) => ({
        commitmentId,
        isMirror,
        amount: decimal(amount),
        cost: zeroAmount,
        unfunded: zeroAmount,
      })),
    })),
  };
}

/** Groups the shares by entry. Shares that were added up by date each count as one entry. */
function entriesOf(shares: Row['shares']) {
  const entries = new Map<
    string,
    Pick<Row['shares'][number], 'type' | 'effective' | 'booked' | 'reversalOf'> & {
      id: string;
      shares: Row['shares'][number][];
    }
  >();
  for (const [at, share] of shares.entries()) {
    const { entryId, reversalOf, type, effective, booked } = share;
    const id = entryId ?? String(at);
    const entry = entries.get(id) ?? { id, reversalOf, type, effective, booked, shares: [] };
    entry.shares.push(share);
    entries.set(id, entry);
  }
  return [...entries.values()];
}

const storedOf = ({ storedCommitments }: Pick<Row, 'storedCommitments'>): readonly StoredCommitment[] =>
  storedCommitments.map((commitment) => ({
    ...commitment,
    end: calendarDate(commitment.end),
    asOf: calendarDate(commitment.asOf),
    commitment: decimal(commitment.commitment),
    nav: commitment.nav === null ? null : decimal(commitment.nav),
    navBeforeCarry: commitment.navBeforeCarry === null ? null : decimal(commitment.navBeforeCarry),
  }));
