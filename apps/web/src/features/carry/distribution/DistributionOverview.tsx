import type { DistributionSource } from '@carrara/contract/carry/run/distributionRun';
import { notDetermined } from '@carrara/contract/core/kinds';
import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import { FieldGroups } from '@carrara/ui/profile/FieldGroups.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Tag } from '@carrara/ui/value/StatusBadge.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { fields } from 'virtual:contract/tables';
import { useRead } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import styles from './distributionOverview.module.css';
import { distributionPath } from './addresses.ts';
import { AppliedVestings } from './AppliedVestings.tsx';
import { RunChanges } from './RunChanges.tsx';
import { totalsCoverage } from './totalsCoverage.ts';
import { nameOfSource } from '../../../record/profile/nameOfSource.ts';
import { withoutRows } from './withoutRows.ts';

const columns = [
  { field: 'name', kind: 'text', title: 'Source' },
  { field: 'profile', kind: 'text', title: 'Profile' },
  { field: 'numberOfEntries', kind: 'count', title: 'Entries', nullIs: notDetermined },
  { field: 'numberOfParticipants', kind: 'count', title: 'Payees', nullIs: notDetermined },
  { field: 'netDistributableAmount', kind: 'money', title: 'Net distributable', nullIs: notDetermined },
  { field: 'unallocated', kind: 'money', title: 'Unallocated', nullIs: notDetermined },
  { field: 'grossCarryDistributed', kind: 'money', title: 'Gross', nullIs: notDetermined },
  { field: 'tax', kind: 'money', title: 'Tax', nullIs: notDetermined },
  { field: 'escrow', kind: 'money', title: 'Escrow', nullIs: notDetermined },
  { field: 'loanRepayment', kind: 'money', title: 'Loan', nullIs: notDetermined },
  { field: 'otherAdjustment', kind: 'money', title: 'Other', nullIs: notDetermined },
  { field: 'netCarryDistributed', kind: 'money', title: 'Net', nullIs: notDetermined },
] as const;

/** The sources of the money, the changes since the last run, and the terms. */
export function DistributionOverview({ id }: ViewProps) {
  const { data } = useRead('getDistribution', withoutRows(id));
  if (!data) return <LoadingState />;
  const { reconciliation, distributionSources } = data;
  const part = reconciliation.determined;
  const totals = part ?? reconciliation;
  return (
    <>
      {data.reversalOf ? null : <RunChanges id={id} sources={distributionSources.length} />}
      <TablePanel<DistributionSource>
        title="Sources"
        columns={columns}
        rows={distributionSources}
        rowKey={(source) => source.id}
        rowHref={(source) => `#${distributionPath(id, 'details')}?source=${source.id}`}
        cells={{
          name: ({ source, type }) => (
            <>
              {nameOfSource(source)}
              <Tag>{type}</Tag>
            </>
          ),
          profile: ({ allocationProfile }) =>
            allocationProfile ? (
              <a
                href={`#/carry/allocation/${allocationProfile.id}/profile/overview`}
                title={allocationProfile.name ?? undefined}
              >
                Version {allocationProfile.version}
              </a>
            ) : (
              '–'
            ),
        }}
        totals={[
          { field: 'netDistributableAmount', total: totals.netDistributableAmount },
          { field: 'unallocated', total: totals.unallocated },
          { field: 'grossCarryDistributed', total: totals.grossCarryDistributed },
          { field: 'tax', total: totals.tax },
          { field: 'escrow', total: totals.escrow },
          { field: 'loanRepayment', total: totals.loanRepayment },
          { field: 'otherAdjustment', total: totals.otherAdjustment },
          { field: 'netCarryDistributed', total: totals.netCarryDistributed },
        ]}
        totalsLabel={
          part
            ? totalsCoverage(part)
            : `Total, ${String(distributionSources.length)} ${distributionSources.length === 1 ? 'source' : 'sources'}`
        }
      />
      {distributionSources.some(({ vestingApplied }) => vestingApplied.length > 0) ? (
        <Panel title="Vesting applied" flush>
          <AppliedVestings sources={distributionSources} />
        </Panel>
      ) : null}
      <Panel title="Tax characterizations">
        <dl className={styles.taxList}>
          {distributionSources.map(({ id: sourceId, source, taxCharacterizations }) => (
            <div key={sourceId}>
              <dt>{nameOfSource(source)}</dt>
              <dd>
                {taxCharacterizations.length === 0
                  ? '–'
                  : taxCharacterizations
                      .map(
                        ({ taxCharacterization, characterizationPercentage }) =>
                          `${taxCharacterization.description ?? taxCharacterization.name ?? ''} ${valueText('percent', characterizationPercentage)}%`,
                      )
                      .join(' · ')}
              </dd>
            </div>
          ))}
        </dl>
      </Panel>
      <FieldGroups fields={fields.distributionFields} record={data} />
    </>
  );
}
