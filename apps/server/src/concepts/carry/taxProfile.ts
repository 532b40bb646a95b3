import {
  type AssignmentTarget,
  associationOf,
  targetExists,
  taxProfileAssignments,
  taxProfileAssignmentStore,
  taxProfileFigures,
  taxProfileList,
  taxProfileStore,
} from '@carrara/adapters/postgres/carry/taxProfile';
import { emptyId } from '@carrara/contract/core/kinds';
import type { TaxProfile, TaxProfileAssignment, taxProfileEndpoints } from '@carrara/contract/carry/taxProfile';
import { checkTaxTerms, decideTaxProfile, taxProfileEvent } from '@carrara/domain/carry/tax';
import { err, type Failures, fail, noSuch, ok, type Result } from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../../core/operations.ts';
import { listOperation, recordOperations } from '../../core/recordOperations.ts';
import { missing } from '../../core/ownerScope.ts';

const records = recordOperations({
  store: taxProfileStore,
  answer: async (tx, stored): Promise<TaxProfile> => ({ ...stored, ...(await taxProfileFigures(tx, stored.id)) }),
  // With characterization, the profile has a rate per characterization and no single rate. Otherwise those rates are
  // cleared.
  prepare: async (_context, values, before) => {
    const decision = before ? decideTaxProfile(before, values) : ok(undefined);
    if (decision.isErr()) return err([decision.error]);
    const characterized = values['subjectToCharacterization'] === true;
    const rates = values['taxProfileRates'] as readonly { taxCharacterizationId: string }[];
    const refused = checkTaxTerms({
      subjectToCharacterization: characterized,
      taxRate: (values['taxRate'] as string | null | undefined) ?? null,
      characterizationIds: rates.map(({ taxCharacterizationId }) => taxCharacterizationId),
    });
    if (refused.length > 0) return err(refused);
    return ok({
      ...values,
      taxRate: characterized ? null : values['taxRate'],
      taxProfileRates: characterized ? rates : [],
    });
  },
});

interface Assigning {
  readonly taxProfileId: string;
  readonly sourceId?: string | null | undefined;
  readonly sourceType?: string | null | undefined;
}
type Answer = Promise<Result<TaxProfileAssignment[], Failures>>;
const reference = (id: string) => ({ id });

/**
 * Returns where an assignment is stored. For an investment, it is one holding of a fund or coinvestment, or all of its
 * holdings.
 */
async function placeOf(
  { tx }: RequestContext,
  target: AssignmentTarget,
  { sourceId, sourceType }: Assigning,
): Promise<Record<string, unknown> | undefined> {
  if (target.kind === 'participant') return { targetType: 'participant', participant: reference(target.id) };
  if (target.kind === 'container') return { targetType: 'source', container: reference(target.id) };
  const investment = reference(target.id);
  if (sourceType === 'all' || !sourceId || sourceId === emptyId) return { targetType: 'all', investment };
  const part = await associationOf(tx, target.id, sourceId);
  return part ? { targetType: 'source', container: reference(part), investment } : undefined;
}

/** Returns the three endpoints for the tax profiles of one kind of record. */
function assignmentsOf(what: string, kind: AssignmentTarget['kind'], containerKind?: string) {
  const list = async (context: RequestContext, id: string): Answer => {
    const target = { kind, id };
    if (!(await targetExists(context.tx, target, containerKind))) return missing(what);
    return ok(await taxProfileAssignments(context.tx, target));
  };
  return {
    list: (context: RequestContext, { params }: { params: { id: string } }) => list(context, params.id),
    async assign(
      context: RequestContext,
      { params, body }: { params: { id: string }; body: readonly Assigning[] },
    ): Answer {
      const target = { kind, id: params.id };
      if (!(await targetExists(context.tx, target, containerKind))) return missing(what);
      const profiles = await taxProfileStore.loadMany(
        context.tx,
        body.map(({ taxProfileId }) => taxProfileId),
      );
      for (const [i, wanted] of body.entries()) {
        const place = await placeOf(context, target, wanted);
        if (!place)
          return err([fail('NOT_FOUND', [i, 'sourceId'], 'This fund or coinvestment does not hold the investment.')]);
        const profile = profiles.find(({ id }) => id === wanted.taxProfileId.toLowerCase());
        if (!profile) return err([noSuch('tax profile', [i, 'taxProfileId'])]);
        if (profile['isInactive'])
          return err([fail('ARCHIVED', [i, 'taxProfileId'], `${String(profile['name'])} is archived.`)]);
        const act = { operation: 'assignTaxProfile', containerId: params.id };
        const stored = await taxProfileAssignmentStore.insert(context.tx, act, {
          ...place,
          taxProfile: reference(wanted.taxProfileId),
        });
        if (stored.isErr()) return err([{ ...stored.error, path: [i, 'taxProfileId'] }]);
      }
      return list(context, params.id);
    },
    async remove(context: RequestContext, id: string, taxProfileId: string, sourceId?: string): Answer {
      const current = await list(context, id);
      if (current.isErr()) return current;
      const gone = current.value.filter(
        (assignment) =>
          assignment.taxProfile.id === taxProfileId && (!sourceId || (assignment.sourceId ?? emptyId) === sourceId),
      );
      if (gone.length === 0) return missing('assignment of tax profile');
      for (const assignment of gone) {
        const removed = await taxProfileAssignmentStore.remove(
          context.tx,
          { operation: 'removeTaxProfile', containerId: id },
          assignment.id,
        );
        if (removed.isErr()) return err([removed.error]);
      }
      return list(context, id);
    },
  };
}
const ofFund = assignmentsOf('fund', 'container', 'fund');
const ofCoinvestment = assignmentsOf('coinvestment', 'container', 'coinvestment');
const ofInvestment = assignmentsOf('investment', 'investment', 'investment');
const ofParticipant = assignmentsOf('participant', 'participant');

export const taxProfileOperations: Operations<typeof taxProfileEndpoints> = {
  listTaxProfiles: listOperation(taxProfileList, ({ includeInactive, onlyInactive }) =>
    onlyInactive ? { isInactive: true } : includeInactive ? {} : { isInactive: false },
  ),
  getTaxProfile: records.get,
  saveTaxProfile: records.save((values, before) => (before ? taxProfileEvent(before, values) : 'saveTaxProfile')),
  listFundTaxProfiles: ofFund.list,
  assignFundTaxProfiles: ofFund.assign,
  removeFundTaxProfile: (context, { params, query }) => ofFund.remove(context, params.id, query.profileId),
  listCoinvestmentTaxProfiles: ofCoinvestment.list,
  assignCoinvestmentTaxProfiles: ofCoinvestment.assign,
  removeCoinvestmentTaxProfile: (context, { params, query }) =>
    ofCoinvestment.remove(context, params.id, query.profileId),
  listInvestmentTaxProfiles: ofInvestment.list,
  assignInvestmentTaxProfiles: ofInvestment.assign,
  removeInvestmentTaxProfile: (context, { params, query }) =>
    ofInvestment.remove(context, params.id, query.profileId, query.sourceId),
  listParticipantTaxProfiles: ofParticipant.list,
  assignParticipantTaxProfiles: ofParticipant.assign,
  removeParticipantTaxProfile: (context, { params }) => ofParticipant.remove(context, params.id, params.taxProfileId),
};
