import {
  type AssignmentTarget,
  targetExists,
  taxProfileAssignments,
  taxProfileFigures,
  taxProfileList,
} from '@carrara/adapters/postgres/carry/taxProfile';
import { taxProfileStore } from '@carrara/adapters/postgres/carry/rules/rules';
import type {
  TaxProfile,
  TaxProfileAssignment,
  taxProfileEndpoints,
} from '@carrara/contract/carry/participant/taxProfile';
import { checkTaxTerms, decideTaxProfile, taxProfileEvent } from '@carrara/domain/carry/tax';
import { err, ok } from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { listOperation, recordOperations } from '../../../core/recordOperations.ts';
import { ownerNotFound } from '../../../core/ownerScope.ts';
import { archiveEach } from '../../../usecases/archiveEach.ts';
import { assignTaxProfiles, removeTaxProfile, type TaxAssignment } from '../../../usecases/carry/taxAssignment.ts';
import type { Outcome } from '../../../usecases/outcome.ts';

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

interface OfRecord {
  readonly params: { readonly id: string };
}

/** Returns the three endpoints for the tax profiles of one kind of record. */
function assignmentsOf(noun: string, kind: AssignmentTarget['kind'], containerKind?: string) {
  const list = async ({ tx }: RequestContext, id: string): Outcome<TaxProfileAssignment[]> => {
    const target = { kind, id };
    return (await targetExists(tx, target, containerKind))
      ? ok(await taxProfileAssignments(tx, target))
      : ownerNotFound(noun);
  };
  return {
    list: (context: RequestContext, { params }: OfRecord) => list(context, params.id),
    async assign(context: RequestContext, { params, body }: OfRecord & { readonly body: readonly TaxAssignment[] }) {
      const target = { kind, id: params.id };
      if (!(await targetExists(context.tx, target, containerKind))) return ownerNotFound(noun);
      const assigned = await assignTaxProfiles(context, target, body);
      return assigned.isErr() ? err(assigned.error) : list(context, params.id);
    },
    async remove(context: RequestContext, id: string, taxProfileId: string, sourceId?: string) {
      const current = await list(context, id);
      if (current.isErr()) return err(current.error);
      const removed = await removeTaxProfile(context, id, current.value, { taxProfileId, sourceId });
      return removed.isErr() ? err(removed.error) : list(context, id);
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
  archiveTaxProfiles: ({ tx }, { body }) => {
    const values = { isInactive: body.isInactive };
    return archiveEach(body, {
      noun: 'tax profile',
      load: (id) => taxProfileStore.load(tx, id),
      nameOf: ({ name }) => name,
      async save(stored, rowVersion) {
        const decision = decideTaxProfile(stored, values);
        if (decision.isErr()) return err([decision.error]);
        const act = { operation: taxProfileEvent(stored, values) };
        const saved = await taxProfileStore.update(tx, act, stored.id, rowVersion, values);
        return saved.mapErr((failure) => [failure]);
      },
    });
  },
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
