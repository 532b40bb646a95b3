import type { ForecastDetail, ForecastParticipant, ForecastSource } from '@carrara/contract/carry/run/forecastRecord';
import type { ForecastRows } from '@carrara/domain/carry/forecast';
import { type DetailLine, isDetermined, type PathTotal, pathTotals } from '@carrara/domain/carry/run';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { loadLabels, type RunLabels } from '../run/labels.ts';
import { nestRows } from '../run/nestRows.ts';
import { namePeople } from '../run/people.ts';

type Displayed = Omit<ForecastSource, 'problems' | 'isProfileChosen'>;

/**
 * Assembles the rows of a forecast as the contract returns them, with one query per kind of record. `isStored` is true
 * if its sources have ids.
 */
export async function assembleForecast(
  tx: Transaction,
  rows: ForecastRows,
  isStored: boolean,
): Promise<{ forecastSources: Displayed[]; forecastParticipants: ForecastParticipant[] }> {
  const labels = await loadLabels(tx, rows);
  const names = await coinvestmentNames(tx, labels);
  const sources = rows.sources.flatMap((line): Displayed[] => {
    const label = labels.sources.get(line.sourceId);
    if (!label) return [];
    const { id, name, code, fund, fundId, coinvestmentId, investmentId, holder } = label;
    const profile = line.profileId === null ? undefined : labels.profiles.get(line.profileId);
    const coinvestment = coinvestmentId ? { id: coinvestmentId, name: names.get(coinvestmentId) ?? null } : null;
    return [
      {
        forecastSourceId: isStored ? line.id : null,
        source: { id, name, code, fund, fundId, coinvestment, coinvestmentId, investmentId, holder },
        type: line.type,
        allocationProfile: profile ? { id: profile.id, name: profile.name, version: profile.version } : null,
        investedAmount: line.investedAmount,
        multiple: line.multiple,
        editedLast: line.editedLast,
        grossCarryDistributed: line.grossCarry,
        totalCarryAdjustment: line.carryAdjustment,
        netCarryDistributed: line.netDistributableAmount,
        totalDistributed: line.gross,
        unallocated: line.unallocated,
        isDetermined: isDetermined(line),
        numberOfParticipants: line.numberOfParticipants,
        details: detailsOf(line.details, labels),
      },
    ];
  });
  // Percentages are relative to the amount distributed to participants, so that they add up to 100.
  const ofDistributed = { ...rows, totals: { ...rows.totals, netDistributable: rows.totals.gross ?? '0.00' } };
  return {
    forecastSources: sources,
    forecastParticipants: participantsOf(pathTotals(ofDistributed), namePeople(labels)),
  };
}

/** Returns everybody in the rows, as the contract returns people. */
export async function forecastPeople(tx: Transaction, rows: ForecastRows) {
  const labels = await loadLabels(tx, rows);
  const personOf = namePeople(labels);
  const lines = new Map(rows.sources.flatMap(({ details }) => details.map((line) => [line.participantId, line])));
  return {
    nameOf: (sourceId: string) => labels.sources.get(sourceId)?.name ?? '',
    people: new Map([...lines].map(([id, line]) => [id, personOf(line)])),
  };
}

async function coinvestmentNames(tx: Transaction, { sources }: RunLabels): Promise<ReadonlyMap<string, string>> {
  const ids = [...sources.values()].flatMap(({ coinvestmentId }) => coinvestmentId ?? []);
  if (ids.length === 0) return new Map();
  const rows = await tx.prepared<{ id: string; name: string }>(
    'SELECT id, name FROM container WHERE tenant_id = $1 AND id = ANY ($2::uuid[])',
    [tx.tenantId, ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function detailsOf(lines: readonly DetailLine[], labels: RunLabels): ForecastDetail[] {
  const personOf = namePeople(labels);
  return nestRows(
    lines,
    (line, memberDetails: ForecastDetail[]): ForecastDetail => ({
      participant: personOf(line),
      via: [...line.path],
      effectiveAllocation: line.effective,
      grossCarryDistributed: line.gross,
      memberDetails,
    }),
  );
}

function participantsOf(totals: readonly PathTotal[], personOf: ReturnType<typeof namePeople>): ForecastParticipant[] {
  return totals.map((total) => ({
    participant: personOf(total),
    via: [...total.via],
    grossCarryDistributed: total.figures?.gross ?? null,
    carryPercent: total.percent,
    memberParticipants: participantsOf(total.members, personOf),
  }));
}
