import { carryTotals, type ForecastLine, type ForecastRows } from '@carrara/domain/carry/forecast';
import { type DetailLine, isDetermined } from '@carrara/domain/carry/run';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { determinedSql } from '../../portfolio/container/sources.ts';
import { type BulkColumn, insertBulk } from '../run/bulk.ts';
import { insertDetails, noDeductions, withDetails } from '../run/detailRows.ts';

interface PositionedSource {
  readonly position: number;
  readonly source: ForecastLine;
}
const table = { run: 'forecast', amount: 'gross_carry_distributed' } as const;

const sourceColumns = (forecastId: string): readonly BulkColumn<PositionedSource>[] => [
  { name: 'id', type: 'uuid', valueOf: ({ source }) => source.id },
  { name: 'forecast_id', type: 'uuid', valueOf: () => forecastId },
  { name: 'position', type: 'integer', valueOf: ({ position }) => position },
  { name: 'container_id', type: 'uuid', valueOf: ({ source }) => source.sourceId },
  { name: 'source_type', type: 'text', valueOf: ({ source }) => source.type },
  { name: 'allocation_profile_id', type: 'uuid', valueOf: ({ source }) => source.profileId },
  { name: 'invested_amount', type: 'numeric', valueOf: ({ source }) => source.investedAmount },
  { name: 'multiple', type: 'numeric', valueOf: ({ source }) => source.multiple },
  { name: 'edited_last', type: 'text', valueOf: ({ source }) => source.editedLast },
  { name: 'gross_carry_distributed', type: 'numeric', valueOf: ({ source }) => source.grossCarry },
  { name: 'total_carry_adjustment', type: 'numeric', valueOf: ({ source }) => source.carryAdjustment },
  { name: 'net_carry_distributed', type: 'numeric', valueOf: ({ source }) => source.netDistributableAmount },
  { name: 'is_determined', type: 'boolean', valueOf: ({ source }) => isDetermined(source) },
  { name: 'distributed', type: 'numeric', valueOf: ({ source }) => source.gross ?? '0.00' },
  { name: 'unallocated', type: 'numeric', valueOf: ({ source }) => source.unallocated ?? '0.00' },
  { name: 'number_of_participants', type: 'integer', valueOf: ({ source }) => source.numberOfParticipants ?? 0 },
];

/** Inserts the rows of a forecast, one statement per table. */
export async function insertForecastRows(
  tx: Transaction,
  forecastId: string,
  { sources }: ForecastRows,
): Promise<void> {
  const positioned = sources.map((source, position): PositionedSource => ({ position, source }));
  await insertBulk(tx, 'forecast_source', sourceColumns(forecastId), positioned);
  await insertDetails(tx, table, sources);
}

export async function deleteForecastRows(tx: Transaction, forecastId: string): Promise<void> {
  await tx.query('DELETE FROM forecast_source WHERE tenant_id = $1 AND forecast_id = $2', [tx.tenantId, forecastId]);
}

type SourceRow = Omit<ForecastLine, 'characterizations' | 'details' | 'adjustments' | 'net' | 'defaultEscrow'>;
interface Totals {
  readonly netDistributable: string;
  readonly gross: string | null;
  readonly unallocated: string | null;
  readonly numberOfParticipants: number | null;
  readonly totalGross: string;
  readonly totalAdjustment: string;
}

/** Loads the stored rows of a forecast, with one query per table. */
export async function loadForecastRows(tx: Transaction, forecastId: string): Promise<ForecastRows> {
  const args = [tx.tenantId, forecastId];
  const sources = await tx.prepared<SourceRow>(
    `SELECT id, container_id AS "sourceId", source_type AS type, allocation_profile_id AS "profileId", invested_amount AS "investedAmount",
       trim_scale(multiple) AS multiple, edited_last AS "editedLast", gross_carry_distributed AS "grossCarry",
       total_carry_adjustment AS "carryAdjustment", net_carry_distributed AS "netDistributableAmount",
       ${determinedSql('distributed')} AS gross, ${determinedSql('unallocated')} AS unallocated,
       ${determinedSql('number_of_participants')} AS "numberOfParticipants"
     FROM forecast_source WHERE tenant_id = $1 AND forecast_id = $2 ORDER BY position`,
    args,
  );
  const [totals] = await tx.prepared<Totals>(
    `SELECT total_net AS "netDistributable", ${determinedSql('total_carry_distributed')} AS gross,
       ${determinedSql('total_unallocated')} AS unallocated, ${determinedSql('number_of_participants')} AS "numberOfParticipants",
       total_gross AS "totalGross", total_adjustment AS "totalAdjustment"
     FROM forecast WHERE tenant_id = $1 AND id = $2`,
    args,
  );
  if (!totals) throw new Error(`there is no forecast ${forecastId}`);
  const { totalGross, totalAdjustment, ...sums } = totals;
  return {
    carry: { gross: totalGross, adjustment: totalAdjustment },
    totals: { ...sums, ...noDeductions(sums), net: sums.gross },
    sources: await withDetails(tx, table, forecastId, sources),
  };
}

/** Loads the part of a forecast that goes through an entity: its share on each path, with everything below. */
export async function loadForecastThrough(
  tx: Transaction,
  forecastId: string,
  entityId: string,
): Promise<ForecastRows> {
  const rows = await loadForecastRows(tx, forecastId);
  const sources = rows.sources.flatMap((source) => {
    // Number of path elements before the entity, by row.
    const before = new Map<string, number>();
    const details = source.details.flatMap((line): DetailLine[] => {
      const above = line.parentId === null ? undefined : before.get(line.parentId);
      const isEntrance = above === undefined && line.participantId === entityId;
      const cut = isEntrance ? line.path.length : above;
      if (cut === undefined) return [];
      before.set(line.id, cut);
      return [{ ...line, path: line.path.slice(cut), ...(isEntrance ? { parentId: null } : {}) }];
    });
    return details.length > 0 ? [{ ...source, details }] : [];
  });
  return { ...rows, sources, carry: carryTotals(sources) };
}
