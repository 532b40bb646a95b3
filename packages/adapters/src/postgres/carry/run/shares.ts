import type { EntryFacts, HolderFacts, ProfileFacts, SharedSource, ShareFacts } from '@carrara/domain/carry/run';
import { type CalendarDate, type Decimal, decimal } from '@carrara/domain/kernel';
import type { ScheduleRow } from '@carrara/domain/carry/vesting';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { isTerminatedOn, leavingDay } from '../../people/participant/statusOnDay.ts';
import { profileInForce } from '../allocation/profileInForce.ts';
import { memberMismatch } from '../allocation/profileSql.ts';
import { isSourceSql, type SourceRow, sourceColumns } from './sourceSql.ts';

/** Sources and date for which shares are loaded. */
export interface ShareQuestion {
  readonly date: string;
  /** Each source with the profile to use. Defaults to the source's default profile. */
  readonly sources: readonly { readonly sourceId: string; readonly profileId?: string | undefined }[];
  /** Additional participants to load. */
  readonly participantIds: Iterable<string>;
}

/** A participant with the escrow that distributions withhold from them. */
interface LoadedHolder extends HolderFacts {
  readonly isEscrowExempt: boolean;
  readonly defaultEscrow: string | null;
}

/** Facts for sharing, with the source rows they were derived from. */
export interface LoadedShares extends ShareFacts<SharedSource, LoadedHolder> {
  readonly rows: readonly SourceRow[];
}

/**
 * Loads the shares in sources as of a date. Uses a fixed number of queries, however many sources and participants there
 * are.
 */
export async function loadShares(tx: Transaction, question: ShareQuestion): Promise<LoadedShares> {
  const ids = [...new Set(question.sources.map(({ sourceId }) => sourceId))];
  const rows = await tx.query<SourceRow>(
    `SELECT ${sourceColumns} FROM source_facts c WHERE c.tenant_id = $1 AND c.id = ANY ($2::uuid[]) AND ${isSourceSql}`,
    [tx.tenantId, ids],
  );
  const chosen = await chosenProfiles(tx, question, rows);
  const profileIds = [...new Set([...chosen.values()].flatMap(({ id }) => id ?? []))];
  const entries = await entriesOf(tx, profileIds);
  const first = new Set(question.participantIds);
  for (const list of entries.values()) for (const { participantId } of list) first.add(participantId);
  const participants = await loadParticipants(tx, [...first], question.date);
  const versions = await profileVersions(tx, profileIds);
  const profileOf = ({ id, isValid }: Chosen): ProfileFacts | undefined => {
    if (!id) return undefined;
    const version = versions.get(id) ?? { version: 0, effectiveDate: null, defaultVersion: undefined };
    return { id, isValid, ...version, entries: entries.get(id) ?? [] };
  };
  return {
    rows,
    participants,
    sources: new Map(
      rows.map(({ id, type, name, currencyId, fundId, coinvestmentId, partId }): [string, SharedSource] => {
        const profile = chosen.get(id) ?? { id: undefined, isValid: false, isForeign: false };
        return [
          id,
          {
            id,
            type,
            name,
            currencyId,
            holderId: coinvestmentId ?? fundId,
            partId,
            profile: profileOf(profile),
            hasForeignProfile: profile.isForeign,
          },
        ];
      }),
    ),
  };
}

type Versions = Pick<ProfileFacts, 'version' | 'effectiveDate' | 'defaultVersion'>;

/** Returns the versions of profiles, each with the default one of its container. */
async function profileVersions(tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, Versions>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.prepared<Versions & { id: string }>(
    `SELECT p.id, p.version, p.effective_date AS "effectiveDate",
       (SELECT jsonb_build_object('version', c.version, 'effectiveDate', c.effective_date) FROM allocation_profile c
        WHERE c.tenant_id = p.tenant_id AND c.container_id = p.container_id AND c.is_current
        ORDER BY c.version DESC LIMIT 1) AS "defaultVersion"
     FROM allocation_profile p WHERE p.tenant_id = $1 AND p.id = ANY ($2::uuid[])`,
    [tx.tenantId, ids],
  );
  return new Map(
    rows.map(({ id, defaultVersion, ...own }) => [id, { ...own, defaultVersion: defaultVersion ?? undefined }]),
  );
}

interface Chosen {
  readonly id: string | undefined;
  readonly isValid: boolean;
  readonly isForeign: boolean;
}

/**
 * Returns the profile of each source: the requested one, otherwise a tranche's assigned one. Without either, it is
 * the one in force for the source, for a tranche's holding, or for the fund or coinvestment.
 */
async function chosenProfiles(
  tx: Transaction,
  question: ShareQuestion,
  sources: readonly SourceRow[],
): Promise<ReadonlyMap<string, Chosen>> {
  const requestedProfiles = new Map(question.sources.map(({ sourceId, profileId }) => [sourceId, profileId]));
  const requested = sources.map((source) => ({
    id: source.id,
    profile: requestedProfiles.get(source.id) ?? source.assignedProfileId,
    named: requestedProfiles.get(source.id) !== undefined,
    chain: [source.id, source.partId, source.fundId, source.coinvestmentId].filter((id) => id !== null),
  }));
  const rows = await tx.prepared<{ source: string; id: string | null; isValid: boolean | null; isForeign: boolean }>(
    `SELECT s.id AS source, p.id, p.is_valid AS "isValid",
            s.named AND (p.id IS NULL OR NOT p.container_id = ANY (s.chain)) AS "isForeign"
     FROM jsonb_to_recordset($2::jsonb) AS s(id uuid, profile uuid, named boolean, chain uuid[])
     LEFT JOIN LATERAL (
       SELECT ap.id, ap.is_valid, ap.container_id FROM allocation_profile ap
       WHERE ap.tenant_id = $1 AND ap.id = s.profile
       UNION ALL (
         SELECT best.id, best.is_valid, best.container_id FROM unnest(s.chain) WITH ORDINALITY AS step(container, position)
         CROSS JOIN LATERAL (${profileInForce('step.container', '$3::date')}) best
         WHERE s.profile IS NULL ORDER BY step.position LIMIT 1
       )
     ) p ON true`,
    [tx.tenantId, JSON.stringify(requested), question.date],
  );
  return new Map(
    rows.map(({ source, id, isValid, isForeign }) => [
      source,
      { id: id ?? undefined, isValid: isValid ?? false, isForeign },
    ]),
  );
}

interface EntryRow {
  readonly profileId: string;
  readonly participantId: string;
  readonly effective: string;
  readonly memberMismatch: boolean;
  readonly scheduleId: string | null;
}

async function entriesOf(
  tx: Transaction,
  profileIds: readonly string[],
): Promise<ReadonlyMap<string, readonly EntryFacts[]>> {
  if (profileIds.length === 0) return new Map();
  const rows = await tx.prepared<EntryRow>(
    `SELECT b.allocation_profile_id AS "profileId", b.participant_id AS "participantId", b.effective,
            (n.id IS NOT NULL AND ${memberMismatch}) AS "memberMismatch", b.vesting_schedule_id AS "scheduleId"
     FROM allocation_entry b LEFT JOIN entity n ON n.tenant_id = b.tenant_id AND n.id = b.participant_id
     WHERE b.tenant_id = $1 AND b.allocation_profile_id = ANY ($2::uuid[])
     ORDER BY b.allocation_profile_id, b.position`,
    [tx.tenantId, profileIds],
  );
  const schedules = await scheduleRows(tx, [...new Set(rows.flatMap(({ scheduleId }) => scheduleId ?? []))]);
  const found = new Map<string, EntryFacts[]>();
  // Many entries have the same percentage, and reading decimals takes time.
  const percentages = new Map<string, Decimal>();
  const percentageOf = (text: string) => {
    const percentage = percentages.get(text) ?? decimal(text);
    percentages.set(text, percentage);
    return percentage;
  };
  for (const row of rows) {
    const list = found.get(row.profileId) ?? [];
    list.push(entryFacts(row, percentageOf(row.effective), schedules));
    found.set(row.profileId, list);
  }
  return found;
}

const entryFacts = (
  row: EntryRow,
  effective: Decimal,
  schedules: ReadonlyMap<string, readonly ScheduleRow[]>,
): EntryFacts => ({
  participantId: row.participantId,
  effective,
  memberMismatch: row.memberMismatch,
  scheduleRows: row.scheduleId ? schedules.get(row.scheduleId) : undefined,
});

async function scheduleRows(
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly ScheduleRow[]>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.prepared<{ id: string; start: number; end: number | null; vested: string }>(
    `SELECT r.vesting_schedule_id AS id, r.period_start AS start, r.period_end AS "end", r.vested_percentage AS vested
     FROM vesting_schedule_row r WHERE r.tenant_id = $1 AND r.vesting_schedule_id = ANY ($2::uuid[])
     ORDER BY r.vesting_schedule_id, r.position`,
    [tx.tenantId, ids],
  );
  const found = new Map<string, ScheduleRow[]>();
  for (const { id, start, end, vested } of rows) {
    const list = found.get(id) ?? [];
    list.push({ start, end, vested: decimal(vested) });
    found.set(id, list);
  }
  return found;
}

interface ParticipantRow {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly isTerminated: boolean;
  readonly terminationDate: string | null;
  readonly isEscrowExempt: boolean;
  readonly defaultEscrow: string | null;
  readonly memberProfileId: string | null;
}

/** Loads the participants and, for entities, their members, each with the status and the members as of the date. */
async function loadParticipants(
  tx: Transaction,
  ids: readonly string[],
  date: string,
): Promise<ReadonlyMap<string, LoadedHolder>> {
  const rows = await tx.prepared<ParticipantRow>(
    `WITH RECURSIVE reached (id) AS (
       SELECT unnest($2::uuid[])
       UNION
       SELECT e.participant_id FROM reached r
       JOIN participant n ON n.tenant_id = $1 AND n.id = r.id AND n.kind = 'entity'
       CROSS JOIN LATERAL (${profileInForce('n.id', '$3::date')}) ap
       JOIN allocation_entry e ON e.tenant_id = $1 AND e.allocation_profile_id = ap.id
     )
     SELECT p.id, p.kind, p.name, ${leavingDay('p', '$3::date')} AS "terminationDate", p.is_escrow_exempt AS "isEscrowExempt",
       trim_scale(p.default_escrow) AS "defaultEscrow",
       ${isTerminatedOn('p', '$3::date')} AS "isTerminated",
       CASE WHEN p.kind = 'entity' THEN (SELECT ap.id FROM (${profileInForce('p.id', '$3::date')}) ap) END AS "memberProfileId"
     FROM participant p JOIN reached r ON r.id = p.id WHERE p.tenant_id = $1`,
    [tx.tenantId, ids, date],
  );
  const members = await entriesOf(tx, [...new Set(rows.flatMap(({ memberProfileId }) => memberProfileId ?? []))]);
  return new Map(
    rows.map((row): [string, LoadedHolder] => [
      row.id,
      {
        id: row.id,
        name: row.name,
        status: row.isTerminated ? 'terminated' : 'active',
        terminationDate: row.terminationDate as CalendarDate | null,
        isEscrowExempt: row.isEscrowExempt,
        defaultEscrow: row.defaultEscrow,
        members: row.kind === 'entity' ? (members.get(row.memberProfileId ?? '') ?? []) : undefined,
      },
    ]),
  );
}
