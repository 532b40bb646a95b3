import type { EntityDistribution } from '@carrara/contract/carry/participant/entityMember';
import type { ParticipantDetail } from '@carrara/contract/carry/run/distributionRun';
import { DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import { MembersTable } from '../../../record/run/ParticipantDialogs.tsx';
import styles from './participant.module.css';

export interface MemberDetailOptions {
  readonly entityId: string;
  readonly distributionId: string;
  /** The source to start with; all sources together if absent. */
  readonly sourceId?: string;
}

/**
 * Opens a dialog with the amounts that a distribution paid through an entity, by member. It covers one source with its taxes, or all sources
 * together.
 */
export const showMemberDetail = (options: MemberDetailOptions): Promise<void> =>
  openDialog<void>((close) => <MemberDetailDialog {...options} onClose={() => close()} />);

export function MemberDetailDialog({
  entityId,
  distributionId,
  sourceId,
  onClose,
}: MemberDetailOptions & { readonly onClose: () => void }) {
  const { data, error, refetch } = useRead('getEntityDistribution', { params: { id: entityId, distributionId } });
  return (
    <DialogFrame title={data ? titleOf(data) : 'Entity member detail'} size="wide" onClose={onClose}>
      {error && !data ? <ErrorState message={failureText(error)} onRetry={refetch} /> : null}
      {data ? <MemberDetail run={data} sourceId={sourceId} /> : error ? null : <LoadingState lines={6} />}
    </DialogFrame>
  );
}

const titleOf = ({ distribution, distributionParticipants: [entity] }: EntityDistribution) =>
  `${entity?.participant.name ?? ''} in ${distribution.name}, ${formatDate(distribution.distributionDate)}`;

function MemberDetail({ run, sourceId }: { readonly run: EntityDistribution; readonly sourceId: string | undefined }) {
  const [chosen, setChosen] = useState(sourceId ?? '');
  const { distributionSources: sources, distributionParticipants: summaries } = run;
  const source = sources.find((candidate) => candidate.source.id === chosen);
  const options = [
    { value: '', label: 'All sources' },
    ...sources.map((item) => ({ value: item.source.id, label: item.source.name })),
  ];
  return (
    <>
      <NativeSelect
        label="Source"
        className={styles.sourceChoice ?? ''}
        data={options}
        value={source ? chosen : ''}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      {/* An entity that is reached by several paths has a row for each. */}
      {source
        ? source.details.map((detail, rowIndex) => (
            <section key={String(rowIndex)} className={styles.memberDetail}>
              <MembersTable row={detail} />
              <TaxAllocations detail={detail} />
            </section>
          ))
        : summaries.map((summary) => <MembersTable key={summary.participant.participantId} row={summary} />)}
    </>
  );
}

const taxColumns = [
  { field: 'member', kind: 'text', title: 'Member' },
  { field: 'name', kind: 'text', title: 'Tax profile' },
  { field: 'taxRate', kind: 'percent', title: 'Rate %' },
  { field: 'taxAllocationPercent', kind: 'percent', title: 'Allocation %' },
  { field: 'taxAllocationAmount', kind: 'money', title: 'Amount' },
] as const;

function TaxAllocations({ detail }: { readonly detail: ParticipantDetail }) {
  const rows = leavesOf(detail).flatMap(({ participant, via, taxAllocations }) =>
    taxAllocations.map((tax, index) => ({
      ...tax,
      key: [...via, participant.participantId, String(index)].join(' '),
      member: participant.name,
      taxRate: tax.taxProfileRate?.taxRate ?? null,
    })),
  );
  if (rows.length === 0)
    return <p className={styles.quiet}>No tax profile applies to the members, so nothing is withheld.</p>;
  return (
    <>
      <h3>Tax allocations</h3>
      <DataTable
        label="Tax allocations"
        columns={taxColumns}
        rows={rows}
        rowKey={({ key }) => key}
        totals={[{ field: 'taxAllocationAmount', total: detail.tax }]}
        totalsLabel="Tax"
      />
    </>
  );
}

/** Returns the people and trusts below a row. Only they are taxed, not entities. */
const leavesOf = (detail: ParticipantDetail): readonly ParticipantDetail[] =>
  detail.memberDetails.flatMap((member) => (member.memberDetails.length > 0 ? leavesOf(member) : [member]));
