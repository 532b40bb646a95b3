import { readAssociation, type AssignmentTarget } from '@carrara/adapters/postgres/carry/taxProfile';
import { taxProfileAssignmentStore, taxProfileStore } from '@carrara/adapters/postgres/carry/rules/rules';
import type { TaxProfileAssignment } from '@carrara/contract/carry/participant/taxProfile';
import { emptyId } from '@carrara/contract/core/kinds';
import { err, fail, noSuch, ok } from '@carrara/domain/kernel';
import type { RequestContext } from '../../core/operations.ts';
import { type Outcome, recordNotFound } from '../outcome.ts';

/** A tax profile to assign. For an investment, also to which of its holdings. */
export interface TaxAssignment {
  readonly taxProfileId: string;
  readonly sourceId?: string | null | undefined;
  readonly sourceType?: string | null | undefined;
}
const reference = (id: string) => ({ id });

/** Returns the stored target of an assignment. For an investment, it is one holding of a fund or coinvestment, or all of its holdings. */
async function storedTarget(
  { tx }: RequestContext,
  target: AssignmentTarget,
  { sourceId, sourceType }: TaxAssignment,
): Promise<Record<string, unknown> | undefined> {
  if (target.kind === 'participant') return { targetType: 'participant', participant: reference(target.id) };
  if (target.kind === 'container') return { targetType: 'source', container: reference(target.id) };
  const investment = reference(target.id);
  if (sourceType === 'all' || !sourceId || sourceId === emptyId) return { targetType: 'all', investment };
  const part = await readAssociation(tx, target.id, sourceId);
  return part ? { targetType: 'source', container: reference(part), investment } : undefined;
}

/** Assigns tax profiles to a fund, coinvestment, investment or participant. Fails: NOT_FOUND, ARCHIVED, and those of the database's constraints. */
export async function assignTaxProfiles(
  context: RequestContext,
  target: AssignmentTarget,
  assignments: readonly TaxAssignment[],
): Outcome<void> {
  const profiles = await taxProfileStore.loadMany(
    context.tx,
    assignments.map(({ taxProfileId }) => taxProfileId),
  );
  for (const [i, assignment] of assignments.entries()) {
    const stored = await storedTarget(context, target, assignment);
    if (!stored)
      return err([fail('NOT_FOUND', [i, 'sourceId'], 'This fund or coinvestment does not hold the investment.')]);
    const profile = profiles.find(({ id }) => id === assignment.taxProfileId.toLowerCase());
    if (!profile) return err([noSuch('tax profile', [i, 'taxProfileId'])]);
    if (profile['isInactive'])
      return err([fail('ARCHIVED', [i, 'taxProfileId'], `${String(profile['name'])} is archived.`)]);
    const inserted = await taxProfileAssignmentStore.insert(
      context.tx,
      { operation: 'assignTaxProfile', containerId: target.id },
      { ...stored, taxProfile: reference(assignment.taxProfileId) },
    );
    if (inserted.isErr()) return err([{ ...inserted.error, path: [i, 'taxProfileId'] }]);
  }
  return ok(undefined);
}

/** Removes a tax profile from a record, of an investment also from one holding alone. `current` are the assignments of the record. Fails: NOT_FOUND. */
export async function removeTaxProfile(
  { tx }: RequestContext,
  containerId: string,
  current: readonly TaxProfileAssignment[],
  { taxProfileId, sourceId }: { readonly taxProfileId: string; readonly sourceId?: string | undefined },
): Outcome<void> {
  const removed = current.filter(
    (assignment) =>
      assignment.taxProfile.id === taxProfileId && (!sourceId || (assignment.sourceId ?? emptyId) === sourceId),
  );
  if (removed.length === 0) return recordNotFound('assignment of tax profile');
  for (const { id } of removed) {
    const result = await taxProfileAssignmentStore.remove(tx, { operation: 'removeTaxProfile', containerId }, id);
    if (result.isErr()) return err([result.error]);
  }
  return ok(undefined);
}
