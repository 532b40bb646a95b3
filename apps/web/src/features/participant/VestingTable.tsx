import { EmptyState } from '@carrara/ui/feedback';
import { DataTable } from '@carrara/ui/list';
import { Panel } from '@carrara/ui/profile';
import type { Answer } from '../../api/operations.ts';
import styles from './participant.module.css';
import { vestingColumns } from './vestingColumns.ts';

export type VestingAnalysis = Answer<'getParticipantVesting'>;

/** A source or one of its tranches. */
interface ShownRow extends Readonly<Record<string, unknown>> {
  readonly key: string;
  readonly tranches: readonly ShownRow[];
}

/** Tranches below their sources; those of a single source stand alone, since its sums are the totals. */
function shownRows({ sources, rows }: VestingAnalysis): readonly ShownRow[] {
  const tranchesOf = (id: string) =>
    rows
      .filter(({ sourceId }) => sourceId === id)
      .map((row, at) => ({ ...row, name: row.trancheName, key: `${id} ${String(at)}`, tranches: [] }));
  const [only] = sources.length === 1 ? sources : [];
  if (only) return tranchesOf(only.sourceId);
  return sources.map((source) => {
    const tranches = tranchesOf(source.sourceId);
    const [alone] = tranches.length === 1 ? tranches : [];
    const own = alone ? { vestingFrom: alone.vestingFrom, vestedPercentage: alone.vestedPercentage } : {};
    return { ...source, ...own, name: source.sourceName, key: source.sourceId, tranches: alone ? [] : tranches };
  });
}

/** What is vested and what is forfeited, source by source and tranche by tranche, with the sums. */
export function VestingTable({ analysis }: { readonly analysis: VestingAnalysis }) {
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
            childrenOf={({ tranches }) => tranches}
            totals={vestingColumns.flatMap(({ field }) => (shown[field] ? [{ field, total: shown[field] }] : []))}
          />
        </div>
      )}
    </Panel>
  );
}
