import { type CalendarDate, zip, required } from '@carrara/domain/kernel';
import { vestingDate } from '@carrara/domain/people/participant';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { isInForce, scheduleSql } from './allocationRows.ts';
import { currencyCode } from '../../engine/texts/amounts.ts';
import { leavingDay } from '../../people/participant/statusOnDay.ts';
import { holderCodeSql } from '../../portfolio/container/sources.ts';
import { displayParticipantSql } from '../../people/participant/displayParticipantSql.ts';
import { ownPart, partsBelow, type VestingTrancheRow } from './vestingParts.ts';

/** The effective percentages of a profile, in its order, and the index of one participant. */
interface VestingLevel {
  readonly effectives: readonly string[];
  readonly at: number;
}

/** A source in which a participant has an allocation, with everything its vesting is computed from. */
export interface VestingSource {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  /** The code of the fund or coinvestment that has the source; null for one of these. */
  readonly holderCode: string | null;
  readonly fundId: string | null;
  readonly coinvestmentId: string | null;
  readonly investmentId: string | null;
  /** Currency of the fund or coinvestment that holds it. */
  readonly currency: string | null;
  /** The profile of the source, then that of each entity on the path. */
  readonly levels: readonly VestingLevel[];
  /** Entities on the path, outermost first. Empty for a share in the source's own profile. */
  readonly through: readonly { readonly id: string; readonly name: string }[];
  /** Owner of the share. */
  readonly holder: { readonly id: string; readonly name: string };
  /** The leaving of the holder or of an entity on the path that is in force on the date. */
  readonly terminationDate: CalendarDate | null;
  /**
   * Date of the outermost profile: the requested one, or an earlier termination of a direct holder who had a share in
   * the source then.
   */
  readonly shareDate: CalendarDate;
  /** True if the direct share on the requested date differs from the share on the earlier termination date. */
  readonly hasChanged: boolean;
  readonly schedule: {
    readonly name: string;
    readonly details: readonly { periodStart: number; periodEnd: number | null; vestedPercentage: string }[];
  } | null;
  /**
   * Amount that disbursed distributions shared out by the source's profiles. Each amount counts for one source only,
   * whatever is below it.
   */
  readonly carryAmount: string;
  readonly own: VestingTrancheRow;
  readonly tranches: readonly VestingTrancheRow[];
}

/** SQL for the values of a source `f` that don't depend on who has a share in it. */
const sourceValues = `f.id, f.kind, f.name, ${holderCodeSql('f')} AS "holderCode", f.fund_id AS "fundId", f.coinvestment_id AS "coinvestmentId", f.investment_id AS "investmentId",
       ${currencyCode('f.currency_id')} AS currency, ${ownPart} AS own, ${partsBelow} AS tranches,
       (SELECT coalesce(sum(g.net_distributable_amount), 0.00)::text FROM distribution_source g
          JOIN distribution d ON d.tenant_id = g.tenant_id AND d.id = g.distribution_id AND d.status = 'DISB'
          LEFT JOIN allocation_profile u ON u.tenant_id = g.tenant_id AND u.id = g.allocation_profile_id
          WHERE g.tenant_id = f.tenant_id AND coalesce(u.container_id, g.container_id) = f.id) AS "carryAmount"`;
const sourceFacts = '(SELECT g.*, coalesce(g.fund_id, g.coinvestment_id) AS holder_id FROM source_facts g)';

/** A share that a person or trust has in a source by one path, with that source. */
export interface VestingPosition {
  readonly id: string;
  /** Participant that the rows are displayed under, and their type. */
  readonly participant: string;
  readonly type: string;
  /** Outermost entity of the path. Null for a share in the source's own profile. */
  readonly through: string | null;
  /** The leaving in force on the date: the earliest on the path. */
  readonly terminationDate: CalendarDate | null;
  /** The leaving in force on the second date. */
  readonly terminationUntil: CalendarDate | null;
  readonly source: VestingSource;
}
interface PositionsQuery {
  readonly on: CalendarDate;
  /** A second date, for figures that compare two. */
  readonly until?: CalendarDate;
  readonly fundId?: unknown;
  readonly coinvestmentId?: unknown;
  /** A person, trust or entity. An entity includes everybody with a share through it. */
  readonly participantId?: unknown;
  readonly aggregateTrust?: unknown;
}

/** Returns SQL for the participants selected by `start` and all entities above them, as `u.id`. */
export const entitiesAboveSql = (start: string) => `up AS (${start}
  UNION SELECT p.container_id FROM up u JOIN allocation_entry b ON b.tenant_id = $1 AND b.participant_id = u.id
    JOIN allocation_profile p ON p.tenant_id = b.tenant_id AND p.id = b.allocation_profile_id
    JOIN entity n ON n.tenant_id = p.tenant_id AND n.id = p.container_id)`;

/** SQL for whether a direct share of somebody who has left was granted later, and whether it has changed since. */
const sinceLeaving = `CASE WHEN cardinality(b.path) = 0 AND b.termination_date IS NOT NULL THEN (SELECT (${isInForce('q', 'b.termination_date')}) IS NOT TRUE
         FROM allocation_profile q WHERE q.tenant_id = b.tenant_id AND q.id = b.profiles[1]) ELSE false END AS "isGrantedLater",
       cardinality(b.path) = 0 AND b.termination_date IS NOT NULL
         AND (SELECT o.effective FROM allocation_entry o WHERE o.tenant_id = b.tenant_id AND o.id = b.entries[1]) <>
           (SELECT coalesce(sum(o.effective), 0) FROM allocation_profile q JOIN allocation_entry o
              ON o.tenant_id = q.tenant_id AND o.allocation_profile_id = q.id AND o.participant_id = b.participant_id
            WHERE q.tenant_id = b.tenant_id AND q.container_id = b.source_id AND ${isInForce('q', '$2::date')}) AS "hasChanged"`;

type Entry = Omit<VestingPosition, 'source' | 'through'> &
  Pick<VestingSource, 'schedule' | 'through' | 'holder' | 'hasChanged'> & {
    readonly isGrantedLater: boolean;
    readonly sourceId: string;
    readonly profiles: readonly string[];
    readonly entries: readonly string[];
  };

/** Returns the entries of those shares, each with the profiles on its path. */
function entriesOf(tx: Transaction, query: PositionsQuery): Promise<Entry[]> {
  return tx.query<Entry>(
    `WITH RECURSIVE ${entitiesAboveSql('SELECT s.own_id AS id FROM ' + displayParticipantSql('$3::boolean') + ' s WHERE s.tenant_id = $1 AND s.id = $5::uuid')},
     share AS (
       SELECT b.tenant_id, f.id AS source_id, b.participant_id, '{}'::uuid[] AS path, ARRAY[b.id] AS entries, ARRAY[p.id] AS profiles,
         b.vesting_schedule_id, ${leavingDay('w', '$2::date')} AS termination_date, ${leavingDay('w', '$7::date')} AS termination_until
       FROM allocation_entry b
       JOIN allocation_profile p ON p.tenant_id = b.tenant_id AND p.id = b.allocation_profile_id
       JOIN source_facts f ON f.tenant_id = b.tenant_id AND f.id = p.container_id
       JOIN participant w ON w.tenant_id = b.tenant_id AND w.id = b.participant_id
       WHERE b.tenant_id = $1 AND f.kind <> 'entity' AND (${isInForce('p', `LEAST($2::date, ${leavingDay('w', '$2::date')})`)}
           OR ${isInForce('p', '$2::date')} AND NOT EXISTS (SELECT FROM allocation_profile q JOIN allocation_entry o
             ON o.tenant_id = q.tenant_id AND o.allocation_profile_id = q.id AND o.participant_id = b.participant_id
             WHERE q.tenant_id = p.tenant_id AND q.container_id = p.container_id AND ${isInForce('q', `LEAST($2::date, ${leavingDay('w', '$2::date')})`)}))
         AND (coalesce($4::uuid, $6::uuid) IS NULL OR f.fund_id = $4::uuid OR f.coinvestment_id = $6::uuid)
         AND ($5::uuid IS NULL OR b.participant_id IN (SELECT u.id FROM up u) OR b.participant_id = $5)
       UNION ALL
       SELECT h.tenant_id, h.source_id, m.participant_id, h.path || h.participant_id, h.entries || m.id, h.profiles || e.id,
         coalesce(h.vesting_schedule_id, m.vesting_schedule_id), LEAST(h.termination_date, ${leavingDay('w', '$2::date')}), LEAST(h.termination_until, ${leavingDay('w', '$7::date')})
       FROM share h
       JOIN entity n ON n.tenant_id = h.tenant_id AND n.id = h.participant_id
       JOIN allocation_profile e ON e.tenant_id = h.tenant_id AND e.container_id = n.id AND ${isInForce('e', '$2::date')}
       JOIN allocation_entry m ON m.tenant_id = h.tenant_id AND m.allocation_profile_id = e.id AND m.effective > 0
       JOIN participant w ON w.tenant_id = h.tenant_id AND w.id = m.participant_id
       WHERE NOT m.participant_id = ANY (h.path || h.participant_id))
     SELECT CASE WHEN cardinality(b.path) = 0 THEN b.entries[1] ELSE md5(array_to_string(b.entries, ' '))::uuid END AS id,
       s.id AS participant, initcap(s.kind) AS type, b.termination_date AS "terminationDate", b.termination_until AS "terminationUntil", b.source_id AS "sourceId", b.profiles, b.entries,
       jsonb_build_object('id', o.id, 'name', o.name) AS holder,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name) ORDER BY w.at), '[]')
        FROM unnest(b.path) WITH ORDINALITY w(id, at) JOIN participant x ON x.tenant_id = b.tenant_id AND x.id = w.id) AS through,
       ${scheduleSql('b.vesting_schedule_id')} AS schedule, ${sinceLeaving}
     FROM share b
     JOIN ${displayParticipantSql('$3::boolean')} s ON s.tenant_id = b.tenant_id AND s.own_id = b.participant_id
     JOIN participant o ON o.tenant_id = b.tenant_id AND o.id = b.participant_id
     WHERE ($5::uuid IS NULL OR s.id = $5 OR $5 = ANY (b.path))
       AND NOT EXISTS (SELECT FROM entity n JOIN allocation_profile e ON e.tenant_id = n.tenant_id AND e.container_id = n.id AND ${isInForce('e', '$2::date')}
         JOIN allocation_entry m ON m.tenant_id = e.tenant_id AND m.allocation_profile_id = e.id AND m.effective > 0
         WHERE n.tenant_id = b.tenant_id AND n.id = b.participant_id)`,
    [
      tx.tenantId,
      query.on,
      query.aggregateTrust === true,
      query.fundId ?? null,
      query.participantId ?? null,
      query.coinvestmentId ?? null,
      query.until ?? query.on,
    ],
  );
}

/**
 * Returns everybody's shares in the sources whose profiles are in force on a date, or at an earlier termination. A
 * share that was granted only after the termination is included. An entity's share is split among its members on that
 * date, at any depth, since it vests as theirs does. An entity without members counts itself. Uses a fixed number of
 * statements.
 */
export async function vestingPositions(tx: Transaction, query: PositionsQuery): Promise<readonly VestingPosition[]> {
  const entries = await entriesOf(tx, query);
  const found = await tx.query<Pick<VestingSource, keyof SourceValues>>(
    `SELECT ${sourceValues} FROM (SELECT $1::uuid AS tenant_id) b
     JOIN ${sourceFacts} f ON f.tenant_id = b.tenant_id WHERE f.id = ANY ($2::uuid[])`,
    [tx.tenantId, [...new Set(entries.map(({ sourceId }) => sourceId))]],
  );
  const sources = new Map(found.map((source) => [source.id, source]));
  const profiles = await profilesOf(tx, [...new Set(entries.flatMap((entry) => entry.profiles))]);
  return entries.flatMap(
    ({ sourceId, profiles: on, entries: at, schedule, through, holder, isGrantedLater, hasChanged, ...position }) => {
      const source = sources.get(sourceId);
      const levels = zip(on, at).map(([profileId, entryId]) => {
        const { effectives, ids } = required(profiles.get(profileId), `allocation profile ${profileId}`);
        return { effectives, at: ids.indexOf(entryId) };
      });
      const { terminationDate } = position;
      const shareDate = through.length === 0 && !isGrantedLater ? vestingDate(query.on, terminationDate) : query.on;
      return source
        ? [
            {
              ...position,
              through: through[0]?.id ?? null,
              source: { ...source, levels, schedule, through, holder, terminationDate, shareDate, hasChanged },
            },
          ]
        : [];
    },
  );
}

type SourceValues = Omit<
  VestingSource,
  'levels' | 'schedule' | 'through' | 'holder' | 'terminationDate' | 'shareDate' | 'hasChanged'
>;

/**
 * Returns the effective percentages of profiles, each in its order. All participants of a profile share one list
 * object.
 */
async function profilesOf(tx: Transaction, ids: readonly string[]) {
  const rows = await tx.query<{ id: string; ids: readonly string[]; effectives: readonly string[] }>(
    `SELECT y.allocation_profile_id AS id, array_agg(y.id ORDER BY y.position, y.id) AS ids,
       array_agg(trim_scale(y.effective)::text ORDER BY y.position, y.id) AS effectives
     FROM allocation_entry y WHERE y.tenant_id = $1 AND y.allocation_profile_id = ANY ($2::uuid[]) GROUP BY y.allocation_profile_id`,
    [tx.tenantId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Returns the sources in which a participant has a share on a date, directly or through entities, by name. For an
 * entity, returns the sources of all its members.
 */
export async function vestingSources(
  tx: Transaction,
  participantId: string,
  on: CalendarDate,
): Promise<readonly VestingSource[]> {
  const positions = await vestingPositions(tx, { on, participantId });
  const keyOf = ({ name, id, holder, through }: VestingSource) =>
    [name.toLowerCase(), id, holder.name.toLowerCase(), ...through.map((container) => container.name)].join(' ');
  return positions
    .map(({ source }) => source)
    .toSorted((vestingSource, other) => (keyOf(vestingSource) < keyOf(other) ? -1 : 1));
}

/** Returns the funds and coinvestments in which a participant has an allocation, by name. */
export function fundsOfParticipant(
  tx: Transaction,
  participantId: string,
): Promise<{ id: string; name: string; code: string | null; type: 'fund' | 'coinvestment' }[]> {
  return tx.query(
    `WITH RECURSIVE ${entitiesAboveSql('SELECT $2::uuid AS id')}
     SELECT DISTINCT c.id, c.name, c.code, c.kind AS type FROM allocation_entry b
     JOIN allocation_profile p ON p.tenant_id = b.tenant_id AND p.id = b.allocation_profile_id
     JOIN source_facts f ON f.tenant_id = b.tenant_id AND f.id = p.container_id
     JOIN container c ON c.tenant_id = b.tenant_id AND c.id = coalesce(f.fund_id, f.coinvestment_id)
     WHERE b.tenant_id = $1 AND b.participant_id IN (SELECT u.id FROM up u) ORDER BY c.name, c.id`,
    [tx.tenantId, participantId],
  );
}

/**
 * Returns the investments in which a participant has an allocation, once for each fund or coinvestment that holds them.
 */
export function investmentsOfParticipant(
  tx: Transaction,
  participantId: string,
): Promise<{ id: string; name: string; code: string | null; fundId: string | null }[]> {
  return tx.query(
    `WITH RECURSIVE ${entitiesAboveSql('SELECT $2::uuid AS id')}
     SELECT DISTINCT c.id, c.name, c.code, coalesce(f.fund_id, f.coinvestment_id) AS "fundId" FROM allocation_entry b
     JOIN allocation_profile p ON p.tenant_id = b.tenant_id AND p.id = b.allocation_profile_id
     JOIN source_facts f ON f.tenant_id = b.tenant_id AND f.id = p.container_id
     JOIN container c ON c.tenant_id = b.tenant_id AND c.id = f.investment_id
     WHERE b.tenant_id = $1 AND b.participant_id IN (SELECT u.id FROM up u) ORDER BY c.name, c.id`,
    [tx.tenantId, participantId],
  );
}
