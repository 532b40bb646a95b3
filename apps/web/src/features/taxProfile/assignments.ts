import type { TaxProfileAssignment } from '@carrara/contract/taxProfile';
import { type Reading, useRead, useWrite } from '../../api/calls.ts';

export type SourceKind = 'participant' | 'fund' | 'coinvestment' | 'investment';

const calls = {
  participant: ['listParticipantTaxProfiles', 'assignParticipantTaxProfiles', 'removeParticipantTaxProfile'],
  fund: ['listFundTaxProfiles', 'assignFundTaxProfiles', 'removeFundTaxProfile'],
  coinvestment: ['listCoinvestmentTaxProfiles', 'assignCoinvestmentTaxProfiles', 'removeCoinvestmentTaxProfile'],
  investment: ['listInvestmentTaxProfiles', 'assignInvestmentTaxProfiles', 'removeInvestmentTaxProfile'],
} as const;

interface Assignments extends Pick<Reading<readonly TaxProfileAssignment[]>, 'data' | 'error' | 'refetch'> {
  readonly assign: (taxProfileId: string) => Promise<unknown>;
  readonly remove: (assignment: TaxProfileAssignment) => Promise<unknown>;
}

/** The same three calls, whichever kind of thing the profiles are given to. */
export function useAssignments(kind: SourceKind, id: string): Assignments {
  const [list, assign, remove] = calls[kind];
  const { data, error, refetch } = useRead(list, { params: { id } });
  const [give] = useWrite(assign);
  const [take] = useWrite(remove) as readonly [(argument: never) => Promise<unknown>, boolean];
  return {
    data,
    error,
    refetch,
    assign: (taxProfileId) => give({ params: { id }, body: [{ taxProfileId }] }),
    remove: ({ taxProfile, sourceId }) =>
      kind === 'participant'
        ? take({ params: { id, taxProfileId: taxProfile.id } } as never)
        : take({ params: { id }, query: { profileId: taxProfile.id, ...(sourceId ? { sourceId } : {}) } } as never),
  };
}
