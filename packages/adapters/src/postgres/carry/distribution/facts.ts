import type { ParticipantFacts, RunFacts, SourceFacts } from '@carrara/domain/carry/distribution';
import type { CarryBalance, RunRequest } from '@carrara/domain/carry/run';
import { readVestingParts } from '../carryViews/vestingParts.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { carryBalances } from '../ledger/accountEntries.ts';
import { loadShares } from '../run/shares.ts';
import { assignedTaxProfiles, taxProfilesById } from './taxFacts.ts';

/**
 * Loads the records that a run depends on, as of its date. Uses a fixed number of queries, however many sources and
 * participants there are.
 */
export async function loadRunFacts(
  tx: Transaction,
  request: RunRequest,
  allowsInvestorBalance: boolean,
): Promise<RunFacts> {
  const ids = [...new Set(request.sources.map(({ sourceId }) => sourceId))];
  const balances: ReadonlyMap<string, readonly CarryBalance[]> = await carryBalances(tx, ids, request.distributionDate);
  const elsewhere: ReadonlyMap<string, readonly string[]> = request.investorBalanceBased
    ? await accruedElsewhere(tx, ids, request.distributionDate)
    : new Map();
  const named = request.sources.flatMap(({ details }) => details.map(({ participantId }) => participantId));
  const holders = request.investorBalanceBased
    ? [...balances.values()].flatMap((list) => list.map(({ participantId }) => participantId))
    : [];
  const { rows, sources, participants } = await loadShares(tx, {
    date: request.distributionDate,
    sources: request.sources,
    participantIds: [...named, ...holders],
  });
  const vesting = await readVestingParts(tx, ids);
  const taxes = await assignedTaxProfiles(tx, rows, [...participants.keys()]);
  return {
    sources: new Map(
      [...sources].map(([id, source]): [string, SourceFacts] => {
        const balance = balances.get(id) ?? [];
        return [
          id,
          {
            ...source,
            vesting: vesting.get(id) ?? { own: {}, tranches: [] },
            taxProfileIds: taxes.bySource.get(id) ?? [],
            balances: balance,
            accruedAt: elsewhere.get(id) ?? [],
            isBalanceDetermined: balance.length > 0 && balance.every(({ isDetermined }) => isDetermined === true),
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
    characterizationIds: await existingCharacterizations(tx, request),
    allowsInvestorBalance,
  };
}

/**
 * Returns, for each source, the other sources of its fund or coinvestment with accruals or opening balances by the
 * date, by name.
 */
async function accruedElsewhere(
  tx: Transaction,
  ids: readonly string[],
  date: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await tx.query<{ id: string; names: readonly string[] }>(
    `SELECT f.id, array_agg(DISTINCT o.name ORDER BY o.name) AS names FROM source_facts f
     JOIN source_facts o ON o.tenant_id = f.tenant_id AND o.id <> f.id
       AND coalesce(o.fund_id, o.coinvestment_id) = coalesce(f.fund_id, f.coinvestment_id)
     WHERE f.tenant_id = $1 AND f.id = ANY ($2::uuid[]) AND EXISTS (SELECT FROM account_entry e WHERE e.tenant_id = o.tenant_id
       AND e.container_id = o.id AND e.kind IN ('ACCRUAL', 'OPENING') AND e.entry_date <= $3::date)
     GROUP BY f.id`,
    [tx.tenantId, ids, date],
  );
  return new Map(rows.map(({ id, names }) => [id, names]));
}

async function existingCharacterizations(tx: Transaction, { sources }: RunRequest): Promise<ReadonlySet<string>> {
  const ids = [...new Set(sources.flatMap(({ characterizations }) => characterizations.map(({ id }) => id)))];
  if (ids.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM reference_entry WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) AND type = 'tax-characterization'`,
    [tx.tenantId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}
