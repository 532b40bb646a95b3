import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import type { TableTotal } from '@carrara/ui/list/TableFoot.tsx';
import { ExplainedFigure } from '@carrara/ui/profile/ExplainedFigure.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Value } from '@carrara/ui/value/Value.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import type { Answer } from '../../../api/operations.ts';
import styles from './participant.module.css';
import type { ExplainVesting } from './useExplainVesting.ts';
import { vestingColumns } from './vestingColumns.ts';

/** The heading for sources without a currency. */
export const noCurrency = 'no currency';
export type VestingAnalysis = Answer<'getParticipantVesting'>;

/** A source or one of its tranches. */
interface DisplayedRow extends Readonly<Record<string, unknown>> {
  readonly key: string;
  readonly sourceId: string;
  readonly shareId: string;
  /** For a tranche, and for a source that is displayed as its only tranche: the index below the source. */
  readonly tranche?: number;
  readonly tranches: readonly DisplayedRow[];
}

/** Returns tranches below their sources. If there is only one source, returns just its tranches, because its sums equal the totals. */
function displayedRows({ sources, rows }: VestingAnalysis): readonly DisplayedRow[] {
  const tranchesOf = (id: string) =>
    rows
      .filter(({ shareId }) => shareId === id)
      .map((row, at) => ({ ...row, name: row.trancheName, key: `${id} ${String(at)}`, tranche: at, tranches: [] }));
  const [only] = sources.length === 1 ? sources : [];
  if (only) return tranchesOf(only.shareId);
  return sources.map((source) => {
    const tranches = tranchesOf(source.shareId);
    const [alone] = tranches.length === 1 ? tranches : [];
    const own = alone ? { vestingFrom: alone.vestingFrom, vestedPercentage: alone.vestedPercentage, tranche: 0 } : {};
    return { ...source, ...own, name: source.sourceName, key: source.shareId, tranches: alone ? [] : tranches };
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

/** Displays notes below the name of a source: a date of its own, and the reason why it can't be computed. */
const nameCellOf =
  (analysis: VestingAnalysis) =>
  ({ name, reason, vestingDate = analysis.vestingDate }: DisplayedRow) => (
    <div>
      {String(name)}
      {vestingDate === analysis.vestingDate ? null : (
        <div className={styles.missing}>Vested until {formatDate(String(vestingDate))}</div>
      )}
      {reason ? <div className={styles.missing}>{String(reason)}</div> : null}
    </div>
  );

/** Returns the cells of computed figures with explanations. A new analysis, for example for another date, needs new cells. */
const cellsOf = (explain: ExplainVesting, analysis: VestingAnalysis) => ({
  name: nameCellOf(analysis),
  ...Object.fromEntries(
    explained.map(([field, kind]) => [
      field,
      (row: DisplayedRow) => {
        const { sourceId, shareId, tranche, [field]: value } = row;
        const location = { sourceId, shareId, ...(tranche === undefined ? {} : { tranche }) };
        const isWhole = tranche === undefined && field === 'trancheWeightingPercentage';
        const displayed = <Value kind={kind} value={value} />;
        if (value === undefined || value === null || isWhole) return displayed;
        return (
          <ExplainedFigure
            key={`${analysis.vestingDate} ${String(value)}`}
            figure={valueText(kind, value)}
            load={() => explain(field, location)}
          >
            {displayed}
          </ExplainedFigure>
        );
      },
    ]),
  ),
});

/** Returns the totals below the table: one row, or one per currency. */
function totalsOf({ totals, byCurrency, vestingDateIs }: VestingAnalysis): readonly TableTotal[] {
  const lines = byCurrency.length > 1 ? byCurrency : [{ ...totals, currency: null }];
  return lines.flatMap(({ currency, ...line }) => {
    const texts: Readonly<Record<string, string | null>> = line;
    const code = byCurrency.length > 1 ? { currency: currency ?? noCurrency } : {};
    return vestingColumns(vestingDateIs).flatMap(({ field }) =>
      texts[field] ? [{ field, total: texts[field], ...code }] : [],
    );
  });
}

export interface VestingTableProps {
  readonly analysis: VestingAnalysis;
  readonly explain: ExplainVesting;
}

/** The vested and forfeited amounts by source and tranche, with totals. */
export function VestingTable({ analysis, explain }: VestingTableProps) {
  const { sources } = analysis;
  const [only] = sources.length === 1 ? sources : [];
  const several = new Set(sources.map(({ currency }) => currency)).size > 1;
  const columns = vestingColumns(analysis.vestingDateIs).filter(({ field }) => several || field !== 'currency');
  return (
    <Panel title={only ? [only.sourceName, only.vestingSchedule].filter(Boolean).join(', ') : 'Sources'} flush>
      {sources.length === 0 ? (
        <EmptyState text="There is no allocation on this day." />
      ) : (
        <div className={styles.vesting}>
          <DataTable
            label="Vesting"
            density="compact"
            columns={columns}
            rows={displayedRows(analysis)}
            rowKey={({ key }) => key}
            cells={cellsOf(explain, analysis)}
            childrenOf={({ tranches }) => tranches}
            totals={totalsOf(analysis)}
          />
        </div>
      )}
    </Panel>
  );
}
