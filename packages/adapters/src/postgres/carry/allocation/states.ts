import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { personName } from '../../engine/texts/personName.ts';

/** A participant's row in a past state of a profile. Figures are texts. */
export interface StateEntry {
  readonly participantId: string;
  readonly name: string;
  readonly predilute: string | null;
  readonly fixed: string | null;
  readonly discretionary: string | null;
  readonly shares: string | null;
  readonly effective: string;
}

/** A past state of a profile. */
export interface ProfileState {
  readonly profileId: string;
  readonly version: number;
  readonly revision: number;
  readonly copiedFromId: string | null;
  readonly name: string;
  readonly effectiveDate: string;
  readonly isShareBased: boolean;
  readonly changedDate: string;
  readonly changedBy: string;
  readonly reason: string | null;
  readonly entries: readonly StateEntry[];
}

/** SQL for the snapshot of a profile `b` that is stored for each of its states. */
export const snapshotSql = `jsonb_build_object('name', b.name, 'effectiveDate', coalesce(b.effective_date, b.created_at::date), 'isShareBased', b.is_share_based,
  'entries', (SELECT coalesce(jsonb_agg(jsonb_build_object('participantId', e.participant_id, 'name', p.name, 'effective', trim_scale(e.effective)::text,
      'predilute', trim_scale(e.predilute)::text, 'fixed', trim_scale(e.fixed)::text, 'discretionary', trim_scale(e.discretionary)::text,
      'shares', e.shares::text) ORDER BY e.position), '[]')
    FROM allocation_entry e JOIN participant p ON p.tenant_id = e.tenant_id AND p.id = e.participant_id
    WHERE e.tenant_id = b.tenant_id AND e.allocation_profile_id = b.id))`;

type Snapshot = Pick<ProfileState, 'name' | 'effectiveDate' | 'isShareBased' | 'entries'>;

type StateRow = Omit<ProfileState, keyof Snapshot> & { readonly snapshot: Snapshot };
const stateColumns = `b.id AS "profileId", b.version, coalesce(r.revision, b.revision) AS revision, b.copied_from_id AS "copiedFromId",
  coalesce(r.created_at, b.updated_at) AS "changedDate", ${personName('CASE WHEN r.id IS NULL THEN b.updated_by ELSE r.created_by END')} AS "changedBy",
  r.reason, coalesce(r.snapshot, ${snapshotSql}) AS snapshot`;
const states = `allocation_profile b
  LEFT JOIN allocation_profile_revision r ON r.tenant_id = b.tenant_id AND r.allocation_profile_id = b.id`;

const stateOf = ({ snapshot, ...row }: StateRow): ProfileState => ({
  ...row,
  name: snapshot.name,
  effectiveDate: snapshot.effectiveDate,
  isShareBased: snapshot.isShareBased,
  entries: snapshot.entries,
});

/** Returns every state of every version of the container's profile, oldest first. */
export async function profileStates(tx: Transaction, containerId: string): Promise<ProfileState[]> {
  const rows = await tx.query<StateRow>(
    `SELECT ${stateColumns} FROM ${states} WHERE b.tenant_id = $1 AND b.container_id = $2 ORDER BY b.version, revision`,
    [tx.tenantId, containerId],
  );
  return rows.map(stateOf);
}

/** A state of a container's profile, with the firm's local date of the change. */
export interface ContainerState {
  readonly containerId: string;
  readonly changedDay: string;
  readonly state: ProfileState;
}

/**
 * Does the same for all containers that are sources, or for those of a fund or coinvestment, in one statement.
 * Entities' own profiles are excluded.
 */
export async function containerStates(tx: Transaction, holderIds: readonly string[]): Promise<ContainerState[]> {
  const rows = await tx.query<StateRow & Pick<ContainerState, 'containerId' | 'changedDay'>>(
    `SELECT ${stateColumns}, b.container_id AS "containerId", (coalesce(r.created_at, b.updated_at) AT TIME ZONE coalesce(
         (SELECT nullif(t.settings ->> 'timeZone', '') FROM tenant t WHERE t.id = b.tenant_id), 'UTC'))::date::text AS "changedDay"
     FROM ${states}
     JOIN source_facts f ON f.tenant_id = b.tenant_id AND f.id = b.container_id AND f.kind <> 'entity'
     WHERE b.tenant_id = $1 AND (cardinality($2::uuid[]) = 0 OR coalesce(f.fund_id, f.coinvestment_id) = ANY ($2::uuid[]))
     ORDER BY b.container_id, b.version, revision`,
    [tx.tenantId, holderIds],
  );
  return rows.map(({ containerId, changedDay, ...row }) => ({ containerId, changedDay, state: stateOf(row) }));
}
