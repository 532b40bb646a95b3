import type {
  RealizationDetail,
  RealizationParticipant,
  RealizationSource,
} from '@carrara/contract/carry/run/realizationRecord';
import { type AccountBalance, type AccrualRows, accrualPositions } from '@carrara/domain/carry/realization';
import { type DetailLine, isDetermined, type PathTotal, pathTotals } from '@carrara/domain/carry/run';
import { groupBy, required } from '@carrara/domain/kernel';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { carryBalances } from '../ledger/accountEntries.ts';
import { loadLabels, type RunLabels } from '../run/labels.ts';
import { nestRows } from '../run/nestRows.ts';
import { namePeople } from '../run/people.ts';

type Entry = RealizationSource['accountEntries'][number] & { readonly sourceRowId: string };
type Displayed = Omit<RealizationSource, 'problems' | 'isProfileChosen'>;

/**
 * Assembles the rows of a realization as the contract returns them, with a fixed number of queries per date of its
 * sources. `id` belongs to a stored realization. Its own entries are excluded from the balances before it.
 */
export async function assembleRealization(
  tx: Transaction,
  rows: AccrualRows,
  id: string | null,
): Promise<{ sources: Displayed[]; participants: RealizationParticipant[] }> {
  const labels = await loadLabels(tx, rows);
  const locations = await locationsOf(tx, rows);
  const entries = id === null ? new Map<string, readonly Entry[]>() : await entriesOf(tx, id);
  const balances = new Map<string, readonly AccountBalance[]>();
  for (const [date, sources] of groupBy(rows.sources, ({ realizationDate }) => realizationDate)) {
    const ids = sources.map(({ sourceId }) => sourceId);
    for (const [source, list] of await carryBalances(tx, ids, date, id)) balances.set(source, list);
  }
  const names = await namesOf(tx, [...balances.values()].flat());
  const sources = rows.sources.map((source): Displayed => {
    const { sourceId } = source;
    const label = required(labels.sources.get(sourceId), `source ${sourceId}`);
    const location = locations.get(sourceId);
    const profile = source.profileId === null ? undefined : labels.profiles.get(source.profileId);
    const nameOf = (participantId: string) =>
      labels.participants.get(participantId)?.name ?? names.get(participantId) ?? '';
    const positions = accrualPositions(source, balances.get(sourceId) ?? []);
    return {
      realizationSourceId: id === null ? null : source.id,
      containerId: sourceId,
      containerType: source.type,
      containerName: label.name,
      holder: label.holder,
      fund: label.fund,
      investmentName: location?.investmentName ?? null,
      vintageName: location?.vintageName ?? null,
      vintage: location?.vintageId
        ? { id: location.vintageId, fund: label.fundId ? { id: label.fundId } : null }
        : null,
      allocationProfile: profile ? { id: profile.id, name: profile.name, version: profile.version } : null,
      realizationDate: source.realizationDate,
      totalCarryForAll: source.netDistributableAmount,
      carryAccrued: source.gross,
      unallocated: source.unallocated,
      isDetermined: isDetermined(source),
      numberOfParticipants: source.numberOfParticipants,
      details: detailsOf(source.details, labels),
      accountEntries: (entries.get(source.id) ?? []).map(
        ({ id: entryId, participantId, participantName, entryDate, amount }) => ({
          id: entryId,
          participantId,
          participantName,
          entryDate,
          amount,
        }),
      ),
      investorBalances: positions
        .map((position) => ({ ...position, name: nameOf(position.participantId) }))
        .sort(
          (first, other) =>
            first.name.localeCompare(other.name, 'en') || (first.participantId < other.participantId ? -1 : 1),
        ),
    };
  });
  return { sources, participants: participantsOf(pathTotals(rows), namePeople(labels)) };
}

function detailsOf(lines: readonly DetailLine[], labels: RunLabels): RealizationDetail[] {
  const personOf = namePeople(labels);
  return nestRows(
    lines,
    (line, memberDetails: RealizationDetail[]): RealizationDetail => ({
      participant: personOf(line),
      via: [...line.path],
      effectiveAllocation: line.effective,
      carryAmount: line.gross,
      memberDetails,
    }),
  );
}

function participantsOf(
  totals: readonly PathTotal[],
  personOf: ReturnType<typeof namePeople>,
): RealizationParticipant[] {
  return totals.map((total) => ({
    participant: personOf(total),
    via: [...total.via],
    carryAmount: total.figures?.gross ?? null,
    carryPercent: total.percent,
    memberParticipants: participantsOf(total.members, personOf),
  }));
}

interface SourceLocation {
  readonly id: string;
  readonly investmentName: string | null;
  readonly vintageId: string | null;
  readonly vintageName: string | null;
}

/** Returns the investment and the vintage behind each source. */
async function locationsOf(tx: Transaction, { sources }: AccrualRows): Promise<ReadonlyMap<string, SourceLocation>> {
  const rows = await tx.prepared<SourceLocation>(
    `SELECT f.id, i.name AS "investmentName", f.vintage_id AS "vintageId", v.name AS "vintageName" FROM source_facts f
     LEFT JOIN container i ON i.tenant_id = f.tenant_id AND i.id = f.investment_id
     LEFT JOIN container v ON v.tenant_id = f.tenant_id AND v.id = f.vintage_id
     WHERE f.tenant_id = $1 AND f.id = ANY ($2::uuid[])`,
    [tx.tenantId, sources.map(({ sourceId }) => sourceId)],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the entries that a stored realization posted, by its source rows. */
async function entriesOf(tx: Transaction, realizationId: string): Promise<ReadonlyMap<string, readonly Entry[]>> {
  const rows = await tx.prepared<Entry>(
    `SELECT e.id, e.realization_source_id AS "sourceRowId", e.participant_id AS "participantId", p.name AS "participantName",
       e.entry_date AS "entryDate", e.amount
     FROM account_entry e JOIN realization_source s ON s.tenant_id = e.tenant_id AND s.id = e.realization_source_id
     JOIN participant p ON p.tenant_id = e.tenant_id AND p.id = e.participant_id
     WHERE e.tenant_id = $1 AND s.realization_id = $2 ORDER BY lower(p.name), e.id`,
    [tx.tenantId, realizationId],
  );
  return groupBy(rows, ({ sourceRowId }) => sourceRowId);
}

/** Returns the names of everybody with a balance, including people that the realization doesn't reach. */
async function namesOf(tx: Transaction, balances: readonly AccountBalance[]): Promise<ReadonlyMap<string, string>> {
  if (balances.length === 0) return new Map();
  const rows = await tx.prepared<{ id: string; name: string }>(
    'SELECT id, name FROM participant WHERE tenant_id = $1 AND id = ANY ($2::uuid[])',
    [tx.tenantId, [...new Set(balances.map(({ participantId }) => participantId))]],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
