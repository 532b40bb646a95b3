import type { Distribution } from '@carrara/contract/distributionRecord';
import type { DistributionSource } from '@carrara/contract/distributionRun';
import { LoadingState } from '@carrara/ui/feedback';
import { DataTable } from '@carrara/ui/list';
import { FieldGroups, Panel } from '@carrara/ui/profile';
import { formatDate, Tag, valueText } from '@carrara/ui/value';
import { fields } from 'virtual:contract/tables';
import { useRead } from '../../api/calls.ts';
import type { ViewProps } from '../../app/screenTypes.ts';
import { changeText } from './changeText.ts';
import styles from './distribution.module.css';
import { distributionPath } from './places.ts';

const columns = [
  { field: 'name', kind: 'text', title: 'Source' },
  { field: 'profile', kind: 'text', title: 'Profile' },
  { field: 'numberOfParticipants', kind: 'count', title: 'Participants' },
  { field: 'netDistributableAmount', kind: 'money', title: 'Net distributable' },
  { field: 'unallocated', kind: 'money', title: 'Unallocated' },
  { field: 'grossCarryDistributed', kind: 'money', title: 'Gross' },
  { field: 'totalCarryAdjustment', kind: 'money', title: 'Tax, escrow, other' },
  { field: 'netCarryDistributed', kind: 'money', title: 'Net' },
] as const;

/** Where the money comes from, what changed since the last run, and the terms. */
export function DistributionOverview({ id }: ViewProps) {
  const { data } = useRead('getDistribution', { params: { id } });
  if (!data) return <LoadingState />;
  const { reconciliation, distributionSources } = data;
  return (
    <>
      <Previous distribution={data} />
      <Panel title="Sources" flush>
        <DataTable<DistributionSource>
          label="Sources"
          columns={columns}
          rows={distributionSources}
          rowKey={(source) => source.id}
          rowHref={(source) => `#${distributionPath(id, 'details')}?source=${source.id}`}
          cells={{
            name: ({ source, type }) => (
              <>
                {source.name}
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
            { field: 'netDistributableAmount', total: reconciliation.netDistributableAmount },
            { field: 'unallocated', total: reconciliation.unallocated },
            { field: 'grossCarryDistributed', total: reconciliation.grossCarryDistributed },
            { field: 'netCarryDistributed', total: reconciliation.netCarryDistributed },
          ]}
          totalsLabel={`Total, ${String(distributionSources.length)}`}
        />
      </Panel>
      <Panel title="Tax characterizations">
        <dl className={styles.taxList}>
          {distributionSources.map(({ id: sourceId, source, taxCharacterizations }) => (
            <div key={sourceId}>
              <dt>{source.name}</dt>
              <dd>
                {taxCharacterizations.length === 0
                  ? '–'
                  : taxCharacterizations
                      .map(
                        ({ taxCharacterization, characterizationPercentage }) =>
                          `${taxCharacterization.description ?? taxCharacterization.name ?? ''} ${valueText('percent', characterizationPercentage)} %`,
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

/** What an approver compares with: the distribution before it. */
function Previous({ distribution: { previous, totalCarryDistributed } }: { readonly distribution: Distribution }) {
  if (!previous) return null;
  return (
    <Panel title="Since the last distribution">
      <dl className={styles.change}>
        <div>
          <dt>{formatDate(previous.distributionDate)}</dt>
          <dd>
            <a href={`#${distributionPath(previous.id)}`}>{previous.name}</a>
          </dd>
        </div>
        <div>
          <dt>Gross then</dt>
          <dd>{valueText('money', previous.totalCarryDistributed)}</dd>
        </div>
        <div>
          <dt>Gross now</dt>
          <dd>{valueText('money', totalCarryDistributed)}</dd>
        </div>
        <div>
          <dt>Change</dt>
          <dd>{changeText(previous.changePercent)}</dd>
        </div>
      </dl>
    </Panel>
  );
}
