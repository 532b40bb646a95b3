import type { ForecastDetail, ForecastRecord, ForecastSource } from '@carrara/contract/carry/run/forecastRecord';
import { notDetermined } from '@carrara/contract/core/kinds';
import type { FileAnswer, RequestContext } from '../../../core/operations.ts';
import { exportRows } from '../../../files/exportRows.ts';

const columns = [
  { field: 'source', kind: 'text', title: 'Source' },
  { field: 'type', kind: 'text', title: 'Source type' },
  { field: 'profile', kind: 'text', title: 'Allocation profile' },
  { field: 'currency', kind: 'code', title: 'Currency' },
  { field: 'investedAmount', kind: 'money', title: 'Invested' },
  { field: 'multiple', kind: 'multiple', title: 'Multiple' },
  { field: 'gross', kind: 'money', title: 'Source gross' },
  { field: 'adjustment', kind: 'money', title: 'Adjustment' },
  { field: 'net', kind: 'money', title: 'Source net' },
  { field: 'participant', kind: 'text', title: 'Participant' },
  { field: 'through', kind: 'text', title: 'Through' },
  { field: 'participantType', kind: 'text', title: 'Type' },
  { field: 'effective', kind: 'percent', title: 'Effective %' },
  { field: 'carry', kind: 'money', title: 'Forecast carry', total: 'sum', nullIs: notDetermined },
] as const;

/** Returns the people and trusts that are paid, not the entities between, so that the rows add up to the allocated amount. */
const leavesOf = (
  rows: readonly ForecastDetail[],
  through: readonly string[] = [],
): readonly (ForecastDetail & { readonly through: string })[] =>
  rows.flatMap((row) =>
    row.memberDetails.length > 0
      ? leavesOf(row.memberDetails, [...through, row.participant.name])
      : [{ ...row, through: through.join(' > ') }],
  );

/**
 * Exports the amounts expected from a forecast: one row per source and participant, and one without a participant for a
 * source that isn't allocated.
 */
export function exportForecast(context: RequestContext, forecast: ForecastRecord): Promise<FileAnswer> {
  const rows = forecast.forecastSources.flatMap(
    (source: ForecastSource): readonly Readonly<Record<string, unknown>>[] => {
      const texts = {
        source: [source.source.name, source.source.holder].filter(Boolean).join(', '),
        type: source.type,
        profile: source.allocationProfile?.name ?? null,
        currency: forecast.currency?.code ?? null,
        investedAmount: source.investedAmount,
        multiple: source.multiple,
        gross: source.grossCarryDistributed,
        adjustment: source.totalCarryAdjustment,
        net: source.netCarryDistributed,
      };
      const leaves = leavesOf(source.details);
      if (leaves.length === 0)
        return [{ ...texts, participant: null, through: null, participantType: null, carry: null }];
      return leaves.map(({ participant, through, effectiveAllocation, grossCarryDistributed }) => ({
        ...texts,
        participant: participant.name,
        through,
        participantType: participant.type,
        effective: effectiveAllocation,
        carry: grossCarryDistributed,
      }));
    },
  );
  return exportRows(context, { title: `Forecast ${forecast.name}`, columns, rows });
}
