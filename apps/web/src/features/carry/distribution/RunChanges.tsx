import type { DistributionChanges } from '@carrara/contract/carry/run/distributionChanges';
import { notDetermined } from '@carrara/contract/core/kinds';
import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { formatDate, formatInstant } from '@carrara/ui/value/formatDate.ts';
import { Value } from '@carrara/ui/value/Value.tsx';
import { failureText } from '../../../api/failure.ts';
import { useRead } from '../../../api/calls.ts';
import styles from './runChanges.module.css';
import { distributionPath } from './addresses.ts';
import { nameOfSource } from '../../../record/profile/nameOfSource.ts';

/** The differences between a run and the last similar run, with their causes and the author's comment. */
export function RunChanges({ id, sources }: { readonly id: string; readonly sources: number }) {
  const { data, error, refetch } = useRead('getDistributionChanges', { params: { id } });
  if (error && !data) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  return (
    <Panel title="Since the last run of the same source" flush>
      {data ? <ChangeTable changes={data} /> : <Waiting sources={sources} />}
    </Panel>
  );
}

/** Reserves the height of the table, so that nothing below it moves. */
function Waiting({ sources }: { readonly sources: number }) {
  return (
    <div style={{ minHeight: headHeight + sources * rowHeight }}>
      <LoadingState lines={sources} />
    </div>
  );
}
const headHeight = 31;
const rowHeight = 34;

const causes = [
  ['amount', 'Amount'],
  ['profile', 'Profile'],
  ['vesting', 'Vesting'],
  ['status', 'Status'],
  ['rate', 'Tax rates, characterization'],
  ['escrow', 'Escrow'],
  ['tax', 'Tax set'],
  ['adjustment', 'Loan, other'],
  ['rule', 'Rule'],
] as const;
type Cause = (typeof causes)[number][0];

type Figures = NonNullable<DistributionChanges['sources'][number]['totals']>;
interface Row extends Partial<Record<Cause, string>> {
  readonly key: string;
  readonly name: string;
  readonly previous: DistributionChanges['sources'][number]['previous'] | undefined;
  readonly isCompared: boolean;
  readonly netBefore: string | null;
  readonly netNow: string | null;
  readonly change: string | null;
  readonly members: readonly Row[];
}

export interface ChangeTableProps {
  readonly changes: DistributionChanges;
}

/** A table with a row per source, its participants below it, and a column per cause. The causes add up to the change. */
export function ChangeTable({ changes: { sources, comment } }: ChangeTableProps) {
  const rows = sources.map(
    (source): Row => ({
      key: source.source.id,
      name: nameOfSource(source.source),
      previous: source.previous,
      isCompared: source.totals !== null,
      ...(source.totals
        ? display(source.totals)
        : { ...nothing, netBefore: source.previous?.netCarryDistributed ?? null }),
      members: source.participants.map(({ participant, ...figures }) => ({
        key: participant.participantId,
        name: participant.name,
        previous: undefined,
        isCompared: true,
        ...display(figures),
        members: [],
      })),
    }),
  );
  const isUsed = ([cause]: (typeof causes)[number]) =>
    rows.some(
      (row) => /[1-9]/.test(row[cause] ?? '') || row.members.some((member) => /[1-9]/.test(member[cause] ?? '')),
    );
  return (
    <>
      {comment ? (
        <blockquote className={styles.comment}>
          {comment.text}
          <footer>
            {comment.person}, {formatInstant(comment.date)}
          </footer>
        </blockquote>
      ) : null}
      <div className={styles.changes}>
        <DataTable<Row>
          label="Changes since the last run of the same source"
          columns={[
            { field: 'name', kind: 'text', title: 'Source and participant' },
            { field: 'compared', kind: 'text', title: 'Compared with' },
            { field: 'netBefore', kind: 'money', title: 'Net before' },
            { field: 'netNow', kind: 'money', title: 'Net now' },
            { field: 'change', kind: 'money', title: 'Change', isKey: true },
            ...causes.filter(isUsed).map(([field, title]) => ({ field, kind: 'money' as const, title })),
          ]}
          rows={rows}
          rowKey={({ key }) => key}
          childrenOf={({ members }) => members}
          density="compact"
          cells={{
            ...figureCells,
            compared: ({ previous, isCompared }) =>
              previous === undefined ? null : previous === null ? (
                'First distribution from this source'
              ) : (
                <>
                  <a href={`#${distributionPath(previous.id)}`}>{previous.name}</a>,{' '}
                  {formatDate(previous.distributionDate)}
                  {isCompared ? null : '. The change can’t be determined yet.'}
                </>
              ),
          }}
        />
      </div>
    </>
  );
}

/** True if one of the compared runs can't be computed. The amounts paid before are still available. */
const isUnknown = ({ previous, isCompared }: Row) => Boolean(previous) && !isCompared;
const figureCells = Object.fromEntries(
  (['netBefore', 'netNow', 'change'] as const).map((field) => [
    field,
    (row: Row) => <Value kind="money" value={row[field]} nullIs={isUnknown(row) ? notDetermined : undefined} />,
  ]),
);

const nothing = { netBefore: null, netNow: null, change: null };

const display = ({ netBefore, netNow, change, parts }: Figures) => ({ netBefore, netNow, change, ...parts });
