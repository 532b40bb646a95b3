import type { AllocationProfileSummary, ProfileEntry } from '@carrara/contract/carry/allocation/allocationProfile';
import { unallocatedPercent } from '@carrara/domain/carry/allocation';
import { decimal, numberText } from '@carrara/domain/kernel';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { profileEntryList } from './entryList.ts';
import { profileInForce } from './profileInForce.ts';
import { headSql } from './profileSql.ts';

type HeadRow = Omit<AllocationProfileSummary, 'allocationProfileSource' | 'unallocated' | 'hasShares'> & {
  readonly totalEffective: string;
};

function summaryOf({ totalEffective, ...head }: HeadRow): AllocationProfileSummary {
  return {
    ...head,
    allocationProfileSource: { investmentId: head.investmentId },
    hasShares: decimal(totalEffective).gt(0),
    unallocated: numberText(unallocatedPercent([decimal(totalEffective)])),
  };
}

const read = async (tx: Transaction, where: string, values: readonly unknown[]) =>
  (await tx.query<HeadRow>(`${headSql} WHERE b.tenant_id = $1 AND ${where}`, [tx.tenantId, ...values])).map(summaryOf);

export async function loadProfileSummary(tx: Transaction, id: string): Promise<AllocationProfileSummary | undefined> {
  return (await read(tx, 'b.id = $2', [id]))[0];
}

/**
 * Returns all versions of a container's profile, the default one first. With a date, returns those effective by then,
 * including the one in force.
 */
export async function profilesOfContainer(
  tx: Transaction,
  containerId: string,
  asOf: string | undefined,
  today: string,
): Promise<(AllocationProfileSummary & { readonly isInForce: boolean })[]> {
  const profiles = await profilesOfContainers(tx, [containerId], asOf);
  const inForce = await currentProfileId(tx, containerId, asOf ?? today);
  return profiles.map((profile) => ({ ...profile, isInForce: profile.id === inForce }));
}

/** Does the same for several containers, in their order. */
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

/** Returns the id of a container's default profile, or of the one in force on a date. */
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

interface Positioned {
  readonly position: number;
}
/** Returns the entries of a profile in its own order. */
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
    for (const { position: _position, ...entry } of batch as readonly (ProfileEntry & Positioned)[]) {
      entries.push(entry);
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
