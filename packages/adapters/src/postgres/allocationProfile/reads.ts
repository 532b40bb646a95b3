import type { AllocationProfileSummary, ProfileEntry } from '@carrara/contract/allocationProfile';
import { unallocatedPercent } from '@carrara/domain/allocation';
import { decimal, numberText } from '@carrara/domain/kernel';
import { profileInForce } from '../distribution/sourceSql.ts';
import type { Transaction } from '../unitOfWork/index.ts';
import { profileEntryList } from './entryList.ts';
import { headSql } from './profileSql.ts';

type HeadRow = Omit<AllocationProfileSummary, 'allocationProfileSource' | 'unallocated'> & {
  readonly totalEffective: string;
};

function summaryOf({ totalEffective, ...head }: HeadRow): AllocationProfileSummary {
  return {
    ...head,
    allocationProfileSource: { investmentId: head.investmentId },
    unallocated: numberText(unallocatedPercent([decimal(totalEffective)])),
  };
}

const read = async (tx: Transaction, where: string, values: readonly unknown[]) =>
  (await tx.query<HeadRow>(`${headSql} WHERE b.tenant_id = $1 AND ${where}`, [tx.tenantId, ...values])).map(summaryOf);

export async function loadProfileSummary(tx: Transaction, id: string): Promise<AllocationProfileSummary | undefined> {
  return (await read(tx, 'b.id = $2', [id]))[0];
}

/** All versions of a container's profile, the default one first; as of a date those that are effective by then. */
export function profilesOfContainer(
  tx: Transaction,
  containerId: string,
  asOf: string | undefined,
): Promise<AllocationProfileSummary[]> {
  return profilesOfContainers(tx, [containerId], asOf);
}

/** The same of several containers, in the order of these. */
export function profilesOfContainers(
  tx: Transaction,
  containerIds: readonly string[],
  asOf: string | undefined,
): Promise<AllocationProfileSummary[]> {
  const order =
    'ORDER BY array_position($2::uuid[], b.container_id), b.is_current DESC, b.effective_date DESC NULLS LAST, b.version DESC';
  return read(
    tx,
    `b.container_id = ANY ($2::uuid[]) AND ($3::date IS NULL OR b.effective_date IS NULL OR b.effective_date <= $3::date) ${order}`,
    [containerIds, asOf ?? null],
  );
}

/** The id of a container's default profile, or of the one in force on a date. */
export async function currentProfileId(
  tx: Transaction,
  containerId: string,
  asOf: string | undefined,
): Promise<string | undefined> {
  const [found] = await tx.query<{ id: string }>(
    asOf
      ? `SELECT x.id FROM (${profileInForce('$2', '$3::date')}) x`
      : 'SELECT id FROM allocation_profile WHERE tenant_id = $1 AND container_id = $2 AND is_current',
    [tx.tenantId, containerId, ...(asOf ? [asOf] : [])],
  );
  return found?.id;
}

/** The entries of a profile in its own order. */
export async function entriesOfProfile(tx: Transaction, id: string): Promise<ProfileEntry[]> {
  const found = await profileEntryList.rows(tx, {
    startPage: 1,
    pageSize: 1000,
    sortColumn: 'position',
    sortAsc: true,
    searchQuery: '',
    filters: { profileId: id },
  });
  if (found.isErr()) throw new Error(found.error.detail);
  const entries: ProfileEntry[] = [];
  for await (const batch of found.value) {
    for (const { position: _position, ...entry } of batch as readonly Record<string, unknown>[]) {
      entries.push(entry as unknown as ProfileEntry);
    }
  }
  return entries;
}

export interface NavigationEntry {
  readonly id: string;
  readonly name: string;
  readonly containerName: string;
  readonly version: number;
  readonly isCurrent: boolean;
}

export function profileNavigation(tx: Transaction): Promise<NavigationEntry[]> {
  return tx.query<NavigationEntry>(
    `SELECT b.id, b.name, c.name AS "containerName", b.version, b.is_current AS "isCurrent"
     FROM allocation_profile b JOIN container c ON c.tenant_id = b.tenant_id AND c.id = b.container_id
     WHERE b.tenant_id = $1 ORDER BY lower(c.name), c.id, b.version DESC`,
    [tx.tenantId],
  );
}

/** One state that a profile was in. */
export interface ProfileState {
  readonly profileId: string;
  readonly version: number;
  readonly revision: number;
  readonly copiedFromId: string | null;
  readonly name: string;
  readonly effectiveDate: string;
  readonly changedDate: string;
  readonly changedBy: string;
  readonly reason: string | null;
  readonly entries: readonly { readonly participantId: string; readonly name: string; readonly effective: string }[];
}

/** What is kept of each state of a profile, by SQL over the profile `b`. */
export const snapshotSql = `jsonb_build_object('name', b.name, 'effectiveDate', coalesce(b.effective_date, b.created_at::date), 'isShareBased', b.is_share_based,
  'entries', (SELECT coalesce(jsonb_agg(jsonb_build_object('participantId', e.participant_id, 'name', p.name, 'effective', trim_scale(e.effective)::text,
      'predilute', trim_scale(e.predilute)::text, 'fixed', trim_scale(e.fixed)::text, 'discretionary', trim_scale(e.discretionary)::text,
      'shares', e.shares::text) ORDER BY e.position), '[]')
    FROM allocation_entry e JOIN participant p ON p.tenant_id = e.tenant_id AND p.id = e.participant_id
    WHERE e.tenant_id = b.tenant_id AND e.allocation_profile_id = b.id))`;

/** Every state of every version of the container's profile, the oldest first. */
export async function profileStates(tx: Transaction, containerId: string): Promise<ProfileState[]> {
  type Row = Omit<ProfileState, 'name' | 'effectiveDate' | 'entries'> & {
    readonly snapshot: Pick<ProfileState, 'name' | 'effectiveDate' | 'entries'>;
  };
  const person = (id: string) =>
    `coalesce((SELECT trim(p.first_name || ' ' || p.last_name) FROM person p WHERE p.id = ${id}), '')`;
  const rows = await tx.query<Row>(
    `SELECT b.id AS "profileId", b.version, coalesce(r.revision, b.revision) AS revision, b.copied_from_id AS "copiedFromId",
       coalesce(r.created_at, b.updated_at) AS "changedDate", ${person('CASE WHEN r.id IS NULL THEN b.updated_by ELSE r.created_by END')} AS "changedBy",
       r.reason, coalesce(r.snapshot, ${snapshotSql}) AS snapshot
     FROM allocation_profile b
     LEFT JOIN allocation_profile_revision r ON r.tenant_id = b.tenant_id AND r.allocation_profile_id = b.id
     WHERE b.tenant_id = $1 AND b.container_id = $2 ORDER BY b.version, revision`,
    [tx.tenantId, containerId],
  );
  return rows.map(({ snapshot, ...row }) => ({
    ...row,
    name: snapshot.name,
    effectiveDate: snapshot.effectiveDate,
    entries: snapshot.entries,
  }));
}
