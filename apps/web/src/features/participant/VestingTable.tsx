import { EmptyState } from '@carrara/ui/feedback';
import { DataTable } from '@carrara/ui/list';
import { Panel, Why } from '@carrara/ui/profile';
import { Value, valueText } from '@carrara/ui/value';
import type { Answer } from '../../api/operations.ts';
import styles from './participant.module.css';
import type { ExplainVesting } from './useExplainVesting.ts';
import { vestingColumns } from './vestingColumns.ts';

export type VestingAnalysis = Answer<'getParticipantVesting'>;

/** A source or one of its tranches. */
interface ShownRow extends Readonly<Record<string, unknown>> {
  readonly key: string;
  readonly sourceId: string;
  /** Of a tranche, and of a source that is shown as its only one: the place below the source. */
  readonly tranche?: number;
  readonly tranches: readonly ShownRow[];
}

/** Tranches below their sources; those of a single source stand alone, since its sums are the totals. */
function shownRows({ sources, rows }: VestingAnalysis): readonly ShownRow[] {
  const tranchesOf = (id: string) =>
    rows
      .filter(({ sourceId }) => sourceId === id)
      .map((row, at) => ({ ...row, name: row.trancheName, key: `${id} ${String(at)}`, tranche: at, tranches: [] }));
  const [only] = sources.length === 1 ? sources : [];
  if (only) return tranchesOf(only.sourceId);
  return sources.map((source) => {
    const tranches = tranchesOf(source.sourceId);
    const [alone] = tranches.length === 1 ? tranches : [];
    const own = alone ? { vestingFrom: alone.vestingFrom, vestedPercentage: alone.vestedPercentage, tranche: 0 } : {};
    return { ...source, ...own, name: source.sourceName, key: source.sourceId, tranches: alone ? [] : tranches };
  });
}

const explained = [
  ['trancheWeightingPercentage', 'percent'],
  ['originalCarryAmount', 'money'],
  ['vestedPercentage', 'percent'],
  ['vestedCarryAmount', 'money'],
  ['forfeitedCarryAmount', 'money'],
  ['weightedVestedEffectiveAllocationPercentage', 'percent'],
  ['weightedForfeitedEffectiveAllocationPercentage', 'percent'],
] as const;

/** The cells of computed figures, each with its 'why?'. A new analysis, as of another day, makes new ones. */
const cellsOf = (explain: ExplainVesting, analysis: VestingAnalysis) =>
  Object.fromEntries(
    explained.map(([field, kind]) => [
      field,
      (row: ShownRow) => {
        const { sourceId, tranche, [field]: value } = row;
        const place = { sourceId, ...(tranche === undefined ? {} : { tranche }) };
        const isWhole = tranche === undefined && field === 'trancheWeightingPercentage';
        return (
          <span className={styles.figure}>
            <Value kind={kind} value={value} />
            {value === undefined || isWhole ? null : (
              <Why
                key={`${analysis.vestingDate} ${String(value)}`}
                figure={valueText(kind, value)}
                load={() => explain(field, place)}
              />
            )}
          </span>
        );
      },
    ]),
  );

export interface VestingTableProps {
  readonly analysis: VestingAnalysis;
  readonly explain: ExplainVesting;
}

/** What is vested and what is forfeited, source by source and tranche by tranche, with the sums. */
export function VestingTable({ analysis, explain }: VestingTableProps) {
  const { sources, totals } = analysis;
  const [only] = sources.length === 1 ? sources : [];
  const shown = totals as Readonly<Record<string, string | null>>;
  return (
    <Panel title={only ? `${only.sourceName}, ${only.vestingSchedule}` : 'Sources'} flush>
      {sources.length === 0 ? (
        <EmptyState text="There is no allocation on this day." />
      ) : (
        <div className={styles.vesting}>
          <DataTable
            label="Vesting"
            density="compact"
            columns={vestingColumns}
            rows={shownRows(analysis)}
            rowKey={({ key }) => key}
            cells={cellsOf(explain, analysis)}
            childrenOf={({ tranches }) => tranches}
            totals={vestingColumns.flatMap(({ field }) => (shown[field] ? [{ field, total: shown[field] }] : []))}
          />
        </div>
      )}
    </Panel>
  );
}
