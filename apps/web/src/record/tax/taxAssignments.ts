import { emptyId } from '@carrara/contract/core/kinds';
import type { TaxProfileAssignment } from '@carrara/contract/carry/participant/taxProfile';
import { type Reading, skipToken, useRead, useWrite } from '../../api/calls.ts';

export type SourceKind = 'participant' | 'fund' | 'coinvestment' | 'investment';

/** The target of an assignment: the record itself, or one or all of the funds and coinvestments that hold an investment. */
export interface AssignedSource {
  readonly id: string;
  readonly name: string;
  /** Absent for the record itself. */
  readonly type?: 'fund' | 'coinvestment' | 'all';
}
export const allSources: AssignedSource = { id: emptyId, name: 'All invested funds and coinvestments', type: 'all' };

const calls = {
  participant: ['listParticipantTaxProfiles', 'assignParticipantTaxProfiles', 'removeParticipantTaxProfile'],
  fund: ['listFundTaxProfiles', 'assignFundTaxProfiles', 'removeFundTaxProfile'],
  coinvestment: ['listCoinvestmentTaxProfiles', 'assignCoinvestmentTaxProfiles', 'removeCoinvestmentTaxProfile'],
  investment: ['listInvestmentTaxProfiles', 'assignInvestmentTaxProfiles', 'removeInvestmentTaxProfile'],
} as const;

interface Assignments extends Pick<Reading<readonly TaxProfileAssignment[]>, 'data' | 'error' | 'refetch'> {
  readonly sources: readonly AssignedSource[] | undefined;
  readonly assign: (taxProfileIds: readonly string[], source: AssignedSource) => Promise<unknown>;
  readonly remove: (assignment: TaxProfileAssignment) => Promise<unknown>;
}

/** Returns the same three calls for any kind of target. */
export function useAssignments(kind: SourceKind, id: string): Assignments {
  const [list, assign, remove] = calls[kind];
  const { data, error, refetch } = useRead(list, { params: { id } });
  const [sendAssigned] = useWrite(assign);
  const [sendRemoval] = useWrite(remove) as readonly [(argument: never) => Promise<unknown>, boolean];
  return {
    data,
    error,
    refetch,
    sources: useSources(kind, id),
    assign: (taxProfileIds, { id: sourceId, type }) =>
      sendAssigned({
        params: { id },
        body: taxProfileIds.map((taxProfileId) => ({
          taxProfileId,
          ...(type ? { sourceId, sourceType: type } : {}),
        })),
      }),
    remove: ({ taxProfile, sourceId }) =>
      kind === 'participant'
        ? sendRemoval({ params: { id, taxProfileId: taxProfile.id } } as never)
        : sendRemoval({
            params: { id },
            // `emptyId` stands for all holders. Without a source id, the server would also remove assignments to single holders.
            query: { profileId: taxProfile.id, ...(kind === 'investment' ? { sourceId: sourceId ?? emptyId } : {}) },
          } as never),
  };
}

/** Returns the targets of an assignment: all holders of an investment or one of them. Undefined while loading. */
function useSources(kind: SourceKind, id: string): readonly AssignedSource[] | undefined {
  const { data } = useRead('getInvestment', kind === 'investment' ? { params: { id } } : skipToken);
  if (kind !== 'investment') return [{ id, name: 'This record' }];
  if (!data) return undefined;
  const nameOf = (holder: { name?: string | null | undefined; code?: string | null | undefined }) =>
    holder.name ?? holder.code ?? '';
  return [
    allSources,
    ...data.fundInvestments.map(({ fund }) => ({ id: fund.id, name: nameOf(fund), type: 'fund' as const })),
    ...data.coinvestmentInvestments.map(({ coinvestment }) => ({
      id: coinvestment.id,
      name: nameOf(coinvestment),
      type: 'coinvestment' as const,
    })),
  ];
}
