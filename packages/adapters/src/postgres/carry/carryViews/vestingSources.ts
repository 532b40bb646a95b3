import type { CalendarDate } from '@carrara/domain/kernel';
import type { Transaction } from '../../engine/unitOfWork/index.ts';
import { isInForce, scheduleSql } from './allocationRows.ts';
import { currencyCode } from '../../engine/words/index.ts';
import { shownWith } from '../../people/participant/shownWith.ts';
import { ownPart, partsBelow, type VestingTrancheRow } from './vestingParts.ts';

/** A source that a participant has an allocation in, with everything that its vesting is computed from. */
export interface VestingSource {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly fundId: string | null;
  readonly coinvestmentId: string | null;
  readonly investmentId: string | null;
  /** Of the fund or coinvestment that holds it. */
  readonly currency: string | null;
  readonly effective: string;
  /** The effectives of everybody in the profile, in its order, and which of them is this one. */
  readonly sharers: { readonly effectives: readonly string[]; readonly at: number };
  readonly schedule: {
    readonly name: string;
    readonly details: readonly { periodStart: number; periodEnd: number | null; vestedPercentage: string }[];
  } | null;
  /** What disbursed distributions had to share out by the source's profiles: each amount counts for one source, whatever lies below it. */
  readonly carryAmount: string;
  readonly own: VestingTrancheRow;
  readonly tranches: readonly VestingTrancheRow[];
}

/** What a source `f` counts with, beside who has what of it. */
const sourceValues = `f.id, f.kind, f.name, f.fund_id AS "fundId", f.coinvestment_id AS "coinvestmentId", f.investment_id AS "investmentId",
       ${currencyCode('f.currency_id')} AS currency, ${ownPart} AS own, ${partsBelow} AS tranches,
       (SELECT coalesce(sum(g.net_distributable_amount), 0.00)::text FROM distribution_source g
          JOIN distribution d ON d.tenant_id = g.tenant_id AND d.id = g.distribution_id AND d.status = 'DISB'
          LEFT JOIN allocation_profile u ON u.tenant_id = g.tenant_id AND u.id = g.allocation_profile_id
          WHERE g.tenant_id = f.tenant_id AND coalesce(u.container_id, g.container_id) = f.id) AS "carryAmount"`;
const sourceFacts = '(SELECT g.*, coalesce(g.fund_id, g.coinvestment_id) AS holder_id FROM source_facts g)';

/** An allocation of somebody, with its source. */
export interface VestingPosition {
  readonly id: string;
  /** Whom its rows are shown with, and what that is. */
  readonly participant: string;
  readonly type: string;
  readonly terminationDate: CalendarDate | null;
  readonly source: VestingSource;
}
interface PositionsAsked {
  readonly on: CalendarDate;
  readonly fundId?: unknown;
  readonly coinvestmentId?: unknown;
  readonly participantId?: unknown;
  readonly aggregateTrust?: unknown;
}

/** The allocations of everybody in the profiles that are in force on a day, or at a termination before it: two statements for all. */
export async function vestingPositions(tx: Transaction, asked: PositionsAsked): Promise<readonly VestingPosition[]> {
  type Entry = Omit<VestingPosition, 'source'> &
    Pick<VestingSource, 'effective' | 'schedule'> & {
      readonly sourceId: string;
      readonly profileId: string;
      readonly entryId: string;
    };
  const entries = await tx.query<Entry>(
    `SELECT b.id, s.id AS participant, initcap(s.kind) AS type, w.termination_date AS "terminationDate", f.id AS "sourceId",
       p.id AS "profileId", b.id AS "entryId",
       trim_scale(b.effective)::text AS effective, ${scheduleSql('b.vesting_schedule_id')} AS schedule
     FROM allocation_entry b
     JOIN allocation_profile p ON p.tenant_id = b.tenant_id AND p.id = b.allocation_profile_id
     JOIN source_facts f ON f.tenant_id = b.tenant_id AND f.id = p.container_id
     JOIN participant w ON w.tenant_id = b.tenant_id AND w.id = b.participant_id
     JOIN ${shownWith('$3::boolean')} s ON s.tenant_id = b.tenant_id AND s.own_id = b.participant_id
     WHERE b.tenant_id = $1 AND f.kind <> 'entity' AND ${isInForce('p', 'LEAST($2::date, w.termination_date)')}
       AND (coalesce($4::uuid, $6::uuid) IS NULL OR f.fund_id = $4::uuid OR f.coinvestment_id = $6::uuid) AND ($5::uuid IS NULL OR s.id = $5::uuid)`,
    [
      tx.tenantId,
      asked.on,
      asked.aggregateTrust === true,
      asked.fundId ?? null,
      asked.participantId ?? null,
      asked.coinvestmentId ?? null,
    ],
  );
  const found = await tx.query<Omit<VestingSource, 'effective' | 'schedule' | 'sharers'>>(
    `SELECT ${sourceValues} FROM (SELECT $1::uuid AS tenant_id) b
     JOIN ${sourceFacts} f ON f.tenant_id = b.tenant_id WHERE f.id = ANY ($2::uuid[])`,
    [tx.tenantId, [...new Set(entries.map(({ sourceId }) => sourceId))]],
  );
  const sources = new Map(found.map((source) => [source.id, source]));
  const profiles = await profilesOf(tx, [...new Set(entries.map(({ profileId }) => profileId))]);
  return entries.flatMap(({ sourceId, effective, schedule, profileId, entryId, ...position }) => {
    const source = sources.get(sourceId);
    const { effectives, ids } = profiles.get(profileId)!;
    const sharers = { effectives, at: ids.indexOf(entryId) };
    return source ? [{ ...position, source: { ...source, effective, schedule, sharers } }] : [];
  });
}

/** The effectives of profiles, each in its order; a list is one and the same object for all that share in it. */
async function profilesOf(tx: Transaction, ids: readonly string[]) {
  const rows = await tx.query<{ id: string; ids: readonly string[]; effectives: readonly string[] }>(
    `SELECT y.allocation_profile_id AS id, array_agg(y.id ORDER BY y.position, y.id) AS ids,
       array_agg(trim_scale(y.effective)::text ORDER BY y.position, y.id) AS effectives
     FROM allocation_entry y WHERE y.tenant_id = $1 AND y.allocation_profile_id = ANY ($2::uuid[]) GROUP BY y.allocation_profile_id`,
    [tx.tenantId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** `sharers` of an entry `b`. */
const sharersSql = `(SELECT jsonb_build_object('effectives', jsonb_agg(trim_scale(y.effective)::text ORDER BY y.position, y.id),
    'at', count(*) FILTER (WHERE (y.position, y.id) < (b.position, b.id)))
  FROM allocation_entry y WHERE y.tenant_id = b.tenant_id AND y.allocation_profile_id = b.allocation_profile_id)`;

/** The sources that a participant has an allocation in on a day: one statement. */
export function vestingSources(tx: Transaction, participantId: string, asOf: string): Promise<VestingSource[]> {
  return tx.query<VestingSource>(
    `SELECT ${sourceValues}, trim_scale(b.effective)::text AS effective, ${sharersSql} AS sharers, ${scheduleSql('b.vesting_schedule_id')} AS schedule
     FROM allocation_entry b
     JOIN allocation_profile p ON p.tenant_id = b.tenant_id AND p.id = b.allocation_profile_id
     JOIN ${sourceFacts} f
       ON f.tenant_id = b.tenant_id AND f.id = p.container_id
     WHERE b.tenant_id = $1 AND b.participant_id = $2 AND f.kind <> 'entity' AND ${isInForce('p', '$3::date')}
     ORDER BY lower(f.name), f.id`,
    [tx.tenantId, participantId, asOf],
  );
}

/** Funds and coinvestments that a participant has an allocation in, by name. */
export function fundsOfParticipant(
  tx: Transaction,
  participantId: string,
): Promise<{ id: string; name: string; code: string | null; type: 'fund' | 'coinvestment' }[]> {
  return tx.query(
    `SELECT DISTINCT c.id, c.name, c.code, c.kind AS type FROM allocation_entry b
     JOIN allocation_profile p ON p.tenant_id = b.tenant_id AND p.id = b.allocation_profile_id
     JOIN source_facts f ON f.tenant_id = b.tenant_id AND f.id = p.container_id
     JOIN container c ON c.tenant_id = b.tenant_id AND c.id = coalesce(f.fund_id, f.coinvestment_id)
     WHERE b.tenant_id = $1 AND b.participant_id = $2 ORDER BY c.name, c.id`,
    [tx.tenantId, participantId],
  );
}

/** Investments that a participant has an allocation in, once for each fund or coinvestment that holds them. */
export function investmentsOfParticipant(
  tx: Transaction,
  participantId: string,
): Promise<{ id: string; name: string; code: string | null; fundId: string | null }[]> {
  return tx.query(
    `SELECT DISTINCT c.id, c.name, c.code, coalesce(f.fund_id, f.coinvestment_id) AS "fundId" FROM allocation_entry b
     JOIN allocation_profile p ON p.tenant_id = b.tenant_id AND p.id = b.allocation_profile_id
     JOIN source_facts f ON f.tenant_id = b.tenant_id AND f.id = p.container_id
     JOIN container c ON c.tenant_id = b.tenant_id AND c.id = f.investment_id
     WHERE b.tenant_id = $1 AND b.participant_id = $2 ORDER BY c.name, c.id`,
    [tx.tenantId, participantId],
  );
}
