import type { AppliedVesting, DistributionSource } from '@carrara/contract/carry/run/distributionRun';
import { notDetermined } from '@carrara/contract/core/kinds';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { nameOfSource } from '../../../record/profile/nameOfSource.ts';

const columns = [
  { field: 'name', kind: 'text', title: 'Participant' },
  { field: 'source', kind: 'text', title: 'Source' },
  { field: 'effectiveAllocation', kind: 'percent', title: '% of source before', nullIs: notDetermined },
  { field: 'vestedPercentage', kind: 'percent', title: 'Vested % of share', nullIs: notDetermined },
  { field: 'vestedOn', kind: 'date', title: 'As of' },
  { field: 'forfeitedAllocation', kind: 'percent', title: 'Forfeited % of source', nullIs: notDetermined },
  { field: 'goesTo', kind: 'text', title: 'Goes to, % of source' },
] as const;

/** The vestings that a run applies: participants, forfeited amounts and recipients. */
export function AppliedVestings({
  sources,
}: {
  readonly sources: readonly Pick<DistributionSource, 'id' | 'source' | 'vestingApplied'>[];
}) {
  const visible = sources.length > 1 ? columns : columns.filter(({ field }) => field !== 'source');
  const rows = sources.flatMap(({ id, source, vestingApplied }) =>
    vestingApplied.map(({ participant, via, recipients, ...figures }) => ({
      ...figures,
      id: [id, ...via.map((entity) => entity.id), participant.id].join(' '),
      name: [participant.name ?? '', ...via.map((entity) => entity.name ?? '').toReversed()].join(', through '),
      source: nameOfSource(source),
      goesTo: recipientsText(recipients),
    })),
  );
  return (
    <DataTable
      label="Vesting applied"
      columns={visible}
      rows={rows}
      rowKey={({ id }) => id}
      density="compact"
      cells={{}}
    />
  );
}

/** Number of recipients that are named. The rows of the source list all of them. */
const mostNamed = 3;

function recipientsText(recipients: AppliedVesting['recipients']): string {
  if (recipients.length === 0) return 'Nobody: unallocated';
  const named = recipients.slice(0, mostNamed).map(({ participant, adjustment }) => {
    const name = participant.name ?? '';
    return adjustment === null ? name : `${name} ${valueText('percent', adjustment)}%`;
  });
  const others = recipients.length - named.length;
  return [...named, ...(others > 0 ? [`${String(others)} more`] : [])].join(', ');
}
