import {
  decideProfileMove,
  type EntryDraft,
  type ProfileToStore,
  type StoredProfile,
} from '@carrara/domain/carry/allocation';
import { decimal, err, type Failure, fail, numberText, ok, type Result } from '@carrara/domain/kernel';
import { v7 as newId } from 'uuid';
import { allocationProfileStore } from '../rules/rules.ts';
import { buildStaleFailure, type StoredRecord, versionRequired } from '../../engine/records/recordStore.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { isUsableFor, readMembers, references, settledMembers } from './entryReferences.ts';
import { isInUse } from './profileSql.ts';
import { snapshotSql } from './states.ts';

/** The reads and writes of allocation profiles in one transaction. */
export const profileStore = (tx: Transaction) => ({
  noun: 'allocation profile',
  /** Loads a container and locks it, together with all versions of its profile. */
  lockContainer: (id: string) => loadContainer(tx, id),
  lockHead: (id: string) => lockProfile(tx, id),
  staleVersion: (profile: StoredProfile, rowVersion: number | null | undefined) =>
    staleFailure(tx, profile, rowVersion),
  loadReferences: (entries: readonly EntryDraft[]) => references(tx, entries),
  loadMembers: (entityId: string) => readMembers(tx, entityId),
  isUsableFor: (profileId: string, entityId: string) => isUsableFor(tx, profileId, entityId),
  /** Stores the next version of the container's profile, based on `from`, or the next revision of it while nothing uses it. */
  async save(profile: ProfileToStore, from: StoredProfile | undefined, isNewVersion: boolean): Promise<string> {
    if (isNewVersion || !from) return create(tx, profile, from);
    await revise(tx, profile, from);
    return from.id;
  },
});

async function loadContainer(tx: Transaction, id: string) {
  const [container] = await tx.prepared<{ id: string; kind: string; hasCurrentProfile: boolean }>(
    `SELECT c.id, c.kind, EXISTS (SELECT FROM allocation_profile p WHERE p.tenant_id = c.tenant_id AND p.container_id = c.id AND p.is_current) AS "hasCurrentProfile"
     FROM container c WHERE c.tenant_id = $1 AND c.id = $2 FOR UPDATE`,
    [tx.tenantId, id],
  );
  return container;
}

/** Locks the container's row, which is the lock for all versions of its profile. */
export async function lockProfile(tx: Transaction, id: string): Promise<StoredProfile | undefined> {
  await tx.prepared(
    `SELECT 1 FROM container c WHERE c.tenant_id = $1 AND c.id = (SELECT p.container_id FROM allocation_profile p WHERE p.tenant_id = $1 AND p.id = $2) FOR UPDATE`,
    [tx.tenantId, id],
  );
  return loadStoredProfile(tx, id);
}

type StoredRow = Omit<StoredProfile, 'entries'>;
type EntryRow = { readonly [K in keyof EntryDraft]: string | null } & { readonly participantId: string };

export async function loadStoredProfile(tx: Transaction, id: string): Promise<StoredProfile | undefined> {
  const [row] = await tx.prepared<StoredRow>(
    `SELECT b.id, b.container_id AS "containerId", b.row_version AS "rowVersion", b.name, b.description,
       coalesce(b.effective_date, b.created_at::date) AS "effectiveDate", b.is_current AS "isCurrent", b.is_share_based AS "isShareBased",
       b.is_valid AS "isValid", b.total_effective > 0 AS "hasShares", ${isInUse} AS "isInUse"
     FROM allocation_profile b WHERE b.tenant_id = $1 AND b.id = $2`,
    [tx.tenantId, id],
  );
  if (!row) return undefined;
  const entries = await tx.prepared<EntryRow>(
    `SELECT participant_id AS "participantId", predilute, fixed, discretionary, shares, participant_class_id AS "participantClassId",
       vesting_schedule_id AS "vestingScheduleId", member_profile_id AS "memberProfileId"
     FROM allocation_entry WHERE tenant_id = $1 AND allocation_profile_id = $2 ORDER BY position`,
    [tx.tenantId, id],
  );
  const number = (text: string | null) => (text === null ? undefined : decimal(text));
  return {
    ...row,
    entries: entries.map((entry) => ({
      participantId: entry.participantId,
      predilute: number(entry.predilute),
      fixed: number(entry.fixed),
      discretionary: number(entry.discretionary),
      shares: number(entry.shares),
      participantClassId: entry.participantClassId ?? undefined,
      vestingScheduleId: entry.vestingScheduleId ?? undefined,
      memberProfileId: entry.memberProfileId ?? undefined,
    })),
  };
}

export async function staleFailure(
  tx: Transaction,
  { id, rowVersion: stored }: Pick<StoredProfile, 'id' | 'rowVersion'>,
  rowVersion: number | null | undefined,
): Promise<Failure | undefined> {
  if (rowVersion === stored) return undefined;
  if (typeof rowVersion !== 'number') return versionRequired;
  const current = await allocationProfileStore.load(tx, id);
  const { updatedBy: changedBy = '', updatedDate: changedDate = tx.now } = current ?? {};
  return buildStaleFailure(tx, { changedBy, changedDate, rowVersion: stored });
}

async function create(tx: Transaction, profile: ProfileToStore, from: StoredProfile | undefined): Promise<string> {
  if (profile.isCurrent) await replaceDefault(tx, profile.containerId);
  const [last] = await tx.prepared<{ version: number }>(
    'SELECT coalesce(max(version), 0) + 1 AS version FROM allocation_profile WHERE tenant_id = $1 AND container_id = $2',
    [tx.tenantId, profile.containerId],
  );
  const values = {
    ...valuesOf(profile, new Map(), await settledMembers(tx, profile, from)),
    version: last?.version ?? 1,
    revision: 1,
    copiedFromId: from?.id ?? null,
  };
  const act = { operation: profile.operation, reason: profile.reason, containerId: profile.containerId };
  const stored = trusted(await allocationProfileStore.insert(tx, act, values));
  await storeRevision(tx, stored.id, profile.reason);
  return stored.id;
}

async function revise(tx: Transaction, profile: ProfileToStore, before: StoredProfile): Promise<void> {
  if (profile.isCurrent && !before.isCurrent) await replaceDefault(tx, profile.containerId);
  // Stores the state before it is overwritten, if it never was, as with imported profiles.
  await storeRevision(tx, before.id, null);
  const [stored] = await tx.query<{ revision: number }>(
    'SELECT revision FROM allocation_profile WHERE tenant_id = $1 AND id = $2',
    [tx.tenantId, before.id],
  );
  const ids = await entryIds(tx, before.id);
  const settled = await settledMembers(tx, profile, before);
  const values = { ...valuesOf(profile, ids, settled), revision: (stored?.revision ?? 1) + 1 };
  const act = { operation: profile.operation, reason: profile.reason, containerId: profile.containerId };
  trusted(await allocationProfileStore.update(tx, act, before.id, before.rowVersion, values));
  await storeRevision(tx, before.id, profile.reason);
}

/**
 * Returns the ids of the current entries by participant. A participant keeps the same row as long as they stay in the
 * profile.
 */
async function entryIds(tx: Transaction, id: string): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ id: string; participantId: string }>(
    'SELECT id, participant_id AS "participantId" FROM allocation_entry WHERE tenant_id = $1 AND allocation_profile_id = $2',
    [tx.tenantId, id],
  );
  return new Map(rows.map((row) => [row.participantId, row.id]));
}

function valuesOf(
  profile: ProfileToStore,
  ids: ReadonlyMap<string, string>,
  settled: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const text = (value: EntryDraft['fixed']) => (value === undefined ? null : numberText(value));
  const reference = (id: string | undefined) => (id === undefined ? null : { id });
  return {
    container: { id: profile.containerId },
    name: profile.name,
    description: profile.description,
    effectiveDate: profile.effectiveDate,
    isCurrent: profile.isCurrent,
    isShareBased: profile.isShareBased,
    isValid: profile.isValid,
    totalEffective: numberText(profile.totalEffective),
    totalShares: profile.totalShares === null ? null : numberText(profile.totalShares),
    entries: profile.entries.map((entry) => ({
      id: ids.get(entry.participantId) ?? newId(),
      participantId: entry.participantId,
      predilute: text(entry.predilute),
      fixed: text(entry.fixed),
      discretionary: text(entry.discretionary),
      shares: text(entry.shares),
      effective: numberText(entry.effective),
      participantClass: reference(entry.participantClassId),
      vestingSchedule: reference(entry.vestingScheduleId),
      memberProfile: reference(entry.memberProfileId),
      memberMismatch: false,
      settledMembers: settled.get(entry.participantId) ?? null,
    })),
  };
}

/**
 * Unwraps a result that can't fail: everything was checked before, and the container is locked. A failure here is a
 * bug.
 */
function trusted<T>(result: Result<T, Failure>): T {
  if (result.isErr()) throw new Error(`${result.error.code}: ${result.error.detail}`);
  return result.value;
}

/**
 * Clears the current default, because another profile becomes it. The previous one changes too, and the audit log
 * records that.
 */
async function replaceDefault(tx: Transaction, containerId: string): Promise<void> {
  const operation = 'replaceDefaultAllocationProfile';
  const after = trusted(decideProfileMove({ isCurrent: true }, operation));
  const cleared = await tx.prepared<{ id: string; name: string; rowVersion: number }>(
    `UPDATE allocation_profile SET is_current = $5, row_version = row_version + 1, updated_at = $3, updated_by = $4
     WHERE tenant_id = $1 AND container_id = $2 AND is_current RETURNING id, name, row_version AS "rowVersion"`,
    [tx.tenantId, containerId, tx.now, tx.personId, after.isCurrent],
  );
  for (const { id, name, rowVersion } of cleared) {
    tx.record({
      operation,
      objectType: 'allocationProfile',
      objectId: id,
      objectName: name,
      containerId,
      before: { isCurrent: true, rowVersion: rowVersion - 1 },
      after: { ...after, rowVersion },
      rowVersion,
    });
  }
}

/** Stores the current state of a profile, once per revision. */
const storeRevision = (tx: Transaction, id: string, reason: string | null) =>
  tx.prepared(
    `INSERT INTO allocation_profile_revision (tenant_id, id, allocation_profile_id, revision, snapshot, reason, created_at, created_by)
     SELECT b.tenant_id, $3, b.id, b.revision, ${snapshotSql}, $4, b.updated_at, b.updated_by
     FROM allocation_profile b WHERE b.tenant_id = $1 AND b.id = $2
     ON CONFLICT (tenant_id, allocation_profile_id, revision) DO NOTHING`,
    [tx.tenantId, id, newId(), reason],
  );

/** Makes a profile the default of its container. Fails: PROFILE_NOT_USABLE, STALE_VERSION. */
export async function setDefaultProfile(
  tx: Transaction,
  profile: StoredProfile,
): Promise<Result<StoredRecord, Failure>> {
  if (!profile.isValid)
    return err(fail('PROFILE_NOT_USABLE', [], 'This profile has errors and can’t be the default. Correct it first.'));
  if (!profile.hasShares)
    return err(fail('PROFILE_NOT_USABLE', [], 'This profile gives nobody a share and cannot be the default one.'));
  const operation = 'setDefaultAllocationProfile';
  const decision = decideProfileMove(profile, operation);
  if (decision.isErr()) return err(decision.error);
  if (!profile.isCurrent) await replaceDefault(tx, profile.containerId);
  const act = { operation, containerId: profile.containerId };
  return allocationProfileStore.update(tx, act, profile.id, profile.rowVersion, { ...decision.value });
}

/** Deletes a profile. Fails: IS_DEFAULT, PROFILE_IN_USE, IN_USE, STALE_VERSION. */
export async function deleteProfile(
  tx: Transaction,
  profile: StoredProfile,
  rowVersion: number | undefined,
): Promise<Result<string, Failure>> {
  if (profile.isInUse)
    return err(fail('PROFILE_IN_USE', [], 'A distribution uses this profile, so it can’t be deleted.'));
  const operation = 'deleteAllocationProfile';
  const decision = decideProfileMove(profile, operation);
  if (decision.isErr()) return err(decision.error);
  const act = { operation, containerId: profile.containerId };
  const removed = await allocationProfileStore.remove(tx, act, profile.id, rowVersion);
  return removed.isErr() ? err(removed.error) : ok(profile.id);
}
