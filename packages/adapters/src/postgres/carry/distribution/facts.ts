import type { ParticipantFacts, RunFacts, SourceFacts } from '@carrara/domain/carry/distribution';
import type { CarryBalance, RunRequest } from '@carrara/domain/carry/run';
import { vestingPartsOf } from '../carryViews/vestingParts.ts';
import type { Transaction } from '../../engine/unitOfWork/index.ts';
import { carryBalances } from '../accountEntry/index.ts';
import { loadShares } from '../run/shares.ts';
import { assignedTaxProfiles, taxProfilesById } from './taxFacts.ts';

/** Reads what the records say about a run as of its date: a fixed number of queries, however many sources and participants. */
export async function loadRunFacts(
  tx: Transaction,
  request: RunRequest,
  allowsInvestorBalance: boolean,
): Promise<RunFacts> {
  const ids = [...new Set(request.sources.map(({ sourceId }) => sourceId))];
  const balances: ReadonlyMap<string, readonly CarryBalance[]> = request.investorBalanceBased
    ? await carryBalances(tx, ids, request.distributionDate)
    : new Map();
  const named = request.sources.flatMap(({ details }) => details.map(({ participantId }) => participantId));
  const holders = [...balances.values()].flatMap((list) => list.map(({ participantId }) => participantId));
  const { rows, sources, participants } = await loadShares(tx, {
    date: request.distributionDate,
    sources: request.sources,
    participantIds: [...named, ...holders],
  });
  const vesting = await vestingPartsOf(tx, ids);
  const taxes = await assignedTaxProfiles(tx, rows, [...participants.keys()]);
  return {
    sources: new Map(
      [...sources].map(([id, source]): [string, SourceFacts] => {
        const known = balances.get(id) ?? [];
        return [
          id,
          {
            ...source,
            vesting: vesting.get(id) ?? { own: {}, tranches: [] },
            taxProfileIds: taxes.bySource.get(id) ?? [],
            balances: known,
            isBalanceDetermined: known.length > 0 && known.every(({ isDetermined }) => isDetermined === true),
          },
        ];
      }),
    ),
    participants: new Map(
      [...participants].map(([id, participant]): [string, ParticipantFacts] => [
        id,
        { ...participant, taxProfileIds: taxes.byParticipant.get(id) ?? [] },
      ]),
    ),
    taxProfiles: await taxProfilesById(tx, taxes.ids),
    taxProfileIds: taxes.all,
    characterizationIds: await knownCharacterizations(tx, request),
    allowsInvestorBalance,
  };
}

async function knownCharacterizations(tx: Transaction, { sources }: RunRequest): Promise<ReadonlySet<string>> {
  const ids = [...new Set(sources.flatMap(({ characterizations }) => characterizations.map(({ id }) => id)))];
  if (ids.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM reference_entry WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) AND type = 'tax-characterization'`,
    [tx.tenantId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}
