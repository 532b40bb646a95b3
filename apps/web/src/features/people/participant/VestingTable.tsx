import { EmptyState } from '@carrara/ui/feedback';
import { DataTable, type TableTotal } from '@carrara/ui/list';
import { ExplainedFigure, Panel } from '@carrara/ui/profile';
import { Value, valueText } from '@carrara/ui/value';
import type { Answer } from '../../../api/operations.ts';
import styles from './participant.module.css';
import type { ExplainVesting } from './useExplainVesting.ts';
import { vestingColumnsOf } from './vestingColumns.ts';

/** What sources without a currency are told under. */
export const noCurrency = 'no currency';
export type VestingAnalysis = Answer<'getParticipantVesting'>;

/** A source or one of its tranches. */
interface ShownRow extends Readonly<Record<string, unknown>> {
  readonly key: string;
  readonly sourceId: string;
  readonly shareId: string;
  /** Of a tranche, and of a source that is shown as its only one: the place below the source. */
  readonly tranche?: number;
  readonly tranches: readonly ShownRow[];
}

/** Tranches below their sources; those of a single source stand alone, since its sums are the totals. */
function shownRows({ sources, rows }: VestingAnalysis): readonly ShownRow[] {
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

/** A source that nothing can be said about tells why below its name. */
const nameCell = ({ name, reason }: ShownRow) => (
  <div>
    {String(name)}
    {reason ? <div className={styles.missing}>{String(reason)}</div> : null}
  </div>
);

/** The cells of computed figures, each with its 'why?'. A new analysis, as of another day, makes new ones. */
const cellsOf = (explain: ExplainVesting, analysis: VestingAnalysis) => ({
  name: nameCell,
  ...Object.fromEntries(
    explained.map(([field, kind]) => [
      field,
      (row: ShownRow) => {
        const { sourceId, shareId, tranche, [field]: value } = row;
        const place = { sourceId, shareId, ...(tranche === undefined ? {} : { tranche }) };
        const isWhole = tranche === undefined && field === 'trancheWeightingPercentage';
        const shown = <Value kind={kind} value={value} />;
        if (value === undefined || value === null || isWhole) return shown;
        return (
          <ExplainedFigure
            key={`${analysis.vestingDate} ${String(value)}`}
            figure={valueText(kind, value)}
            load={() => explain(field, place)}
          >
            {shown}
          </ExplainedFigure>
        );
      },
    ]),
  ),
});

/** The sums below the table: one row, or one for each currency. */
function totalsOf({ totals, byCurrency, vestingDateIs }: VestingAnalysis): readonly TableTotal[] {
  const lines = byCurrency.length > 1 ? byCurrency : [{ ...totals, currency: null }];
  return lines.flatMap(({ currency, ...line }) => {
    const shown: Readonly<Record<string, string | null>> = line;
    const code = byCurrency.length > 1 ? { currency: currency ?? noCurrency } : {};
    return vestingColumnsOf(vestingDateIs).flatMap(({ field }) =>
      shown[field] ? [{ field, total: shown[field], ...code }] : [],
    );
  });
}

export interface VestingTableProps {
  readonly analysis: VestingAnalysis;
  readonly explain: ExplainVesting;
}

/** What is vested and what is forfeited, source by source and tranche by tranche, with the sums. */
export function VestingTable({ analysis, explain }: VestingTableProps) {
  const { sources } = analysis;
  const [only] = sources.length === 1 ? sources : [];
  const several = new Set(sources.map(({ currency }) => currency)).size > 1;
  const columns = vestingColumnsOf(analysis.vestingDateIs).filter(({ field }) => several || field !== 'currency');
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
            rows={shownRows(analysis)}
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
