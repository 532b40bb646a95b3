import type { RealizationSource } from '@carrara/contract/carry/run/realizationRecord';
import { notDetermined } from '@carrara/contract/core/kinds';
import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import { FieldGroups } from '@carrara/ui/profile/FieldGroups.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Tag } from '@carrara/ui/value/StatusBadge.tsx';
import { fields } from 'virtual:contract/tables';
import { useRead } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { nameOfSource } from '../../../record/profile/nameOfSource.ts';
import { BalanceTable } from './AccrualTables.tsx';
import { realizationPath } from './addresses.ts';
import { useExplainRealization } from './useExplainRealization.ts';
import { recordHref } from '../../../record/recordHref.ts';
import { useAllowed } from '../../../session/hooks.ts';

const columns = [
  { field: 'containerName', kind: 'text', title: 'Source' },
  { field: 'realizationDate', kind: 'date', title: 'Date' },
  { field: 'profile', kind: 'text', title: 'Profile' },
  { field: 'numberOfParticipants', kind: 'count', title: 'Participants', nullIs: notDetermined },
  { field: 'totalCarryForAll', kind: 'money', title: 'Carry' },
  { field: 'unallocated', kind: 'money', title: 'Unallocated', nullIs: notDetermined },
  { field: 'carryAccrued', kind: 'money', title: 'Accrued', nullIs: notDetermined },
] as const;

/** The sources of the carry, and the resulting balances of all participants. */
export function RealizationOverview({ id }: ViewProps) {
  const explain = useExplainRealization(id);
  const { data } = useRead('getRealization', { params: { id } });
  const maySeePostings = useAllowed('fundLedger.view');
  if (!data) return <LoadingState />;
  const { ledgerAct } = data;
  return (
    <>
      {ledgerAct === null ? null : (
        <p>
          A distribution of proceeds created this realization.{' '}
          {ledgerAct.vehicleId !== null && maySeePostings ? (
            <a href={`#/performance/fund/${ledgerAct.vehicleId}/ledger?part=postings&entry=${ledgerAct.id}`}>
              Open the posting
            </a>
          ) : null}
        </p>
      )}
      <TablePanel<RealizationSource>
        title="Sources"
        columns={columns}
        rows={data.sources}
        rowKey={({ containerId }) => containerId}
        rowHref={({ realizationSourceId, containerId }) =>
          `#${realizationPath(id, realizationSourceId ?? containerId)}`
        }
        cells={{
          containerName: ({ containerName, holder, containerType }) => (
            <>
              {nameOfSource({ name: containerName, holder })}
              <Tag>{containerType}</Tag>
            </>
          ),
          profile: ({ allocationProfile: profile }) =>
            profile ? (
              <a href={recordHref('allocationProfile', profile.id)} title={profile.name ?? undefined}>
                Version {profile.version}
              </a>
            ) : (
              '–'
            ),
        }}
        totals={[
          { field: 'totalCarryForAll', total: data.totalCarry },
          { field: 'unallocated', total: data.unallocated },
          { field: 'carryAccrued', total: data.totalAccrued },
        ]}
        totalsLabel={`Total, ${String(data.sources.length)}`}
      />
      <BalanceTable sources={data.sources} explain={explain} />
      <FieldGroups fields={fields.realizationFields} record={data} />
    </>
  );
}
