import type { AllocationProfile, ProfileEntry } from '@carrara/contract/allocationProfile';
import { LoadingState } from '@carrara/ui/feedback';
import { DataTable } from '@carrara/ui/list';
import { FieldGroups, Panel, Why } from '@carrara/ui/profile';
import { Tag, Value, valueText } from '@carrara/ui/value';
import { Button } from '@mantine/core';
import { fields } from 'virtual:contract/tables';
import { useDownload } from '../../api/download.ts';
import { useRead } from '../../api/calls.ts';
import type { ViewProps } from '../../app/screenTypes.ts';
import { useExplainEntry } from './useExplainEntry.ts';

type Member = ProfileEntry['members'][number];
type Row = ProfileEntry | Member;

const isEntry = (row: Row): row is ProfileEntry => 'members' in row;
const who = [{ field: 'name', kind: 'text', title: 'Participant' }] as const;
const percentages = [
  { field: 'predilute', kind: 'percent', title: 'Predilute %' },
  { field: 'fixed', kind: 'percent', title: 'Fixed %' },
  { field: 'discretionary', kind: 'percent', title: 'Discretionary %' },
] as const;
const shares = [{ field: 'shares', kind: 'shares', title: 'Shares' }] as const;
const rest = [
  { field: 'effective', kind: 'percent', title: 'Effective %' },
  { field: 'participantClass', kind: 'reference', title: 'Class' },
  { field: 'vestingSchedule', kind: 'reference', title: 'Vesting schedule' },
] as const;

/** Who shares what: every entry with its effective percentage, an entity with its members. */
export function ProfileEntries({ id }: ViewProps) {
  const { data: profile } = useRead('getAllocationProfile', { params: { id } });
  const download = useDownload();
  const explain = useExplainEntry(id);
  if (!profile) return <LoadingState />;
  const excel = () => void download('listAllocationProfileEntries', { params: { id }, query: { format: 'excel' } });
  return (
    <>
      <Panel
        title="Entries"
        flush
        actions={
          <Button variant="default" onClick={excel}>
            Excel
          </Button>
        }
      >
        <DataTable<Row>
          label="Entries"
          columns={[...who, ...(profile.isShareBased ? shares : percentages), ...rest]}
          rows={profile.entries}
          rowKey={({ participantId }) => participantId}
          childrenOf={(row) => (isEntry(row) ? row.members : [])}
          rowHref={hrefOf}
          cells={{
            name: (row) => (
              <>
                {row.name}
                {isEntry(row) && row.businessTitle ? <Tag>{row.businessTitle}</Tag> : null}
                {row.type === 'Employee' ? null : <Tag>{row.type}</Tag>}
                {isEntry(row) && row.status === 'Terminated' ? <Tag>Terminated</Tag> : null}
              </>
            ),
            effective: (row) => (
              <>
                <Value kind="percent" value={row.effective} />
                {isEntry(row) ? (
                  <Why figure={valueText('percent', row.effective)} load={() => explain(row.participantId)} />
                ) : null}
              </>
            ),
          }}
          totals={totalsOf(profile)}
          totalsLabel={`Total, ${String(profile.entries.length)}`}
        />
      </Panel>
      <FieldGroups fields={fields.allocationProfileFields} record={profile} />
    </>
  );
}

function hrefOf(row: Row): string | undefined {
  const own = isEntry(row) ? (row.employeeId ?? row.trustId ?? row.entityId) : undefined;
  return own ? `#/carry/${row.type.toLowerCase()}/${own}/profile/overview` : undefined;
}

function totalsOf({ totals, isShareBased }: AllocationProfile) {
  const effective = { field: 'effective', total: totals.totalEffective };
  if (isShareBased) return [{ field: 'shares', total: totals.totalShares }, effective];
  return [
    { field: 'predilute', total: totals.totalPredilute },
    { field: 'fixed', total: totals.totalFixed },
    { field: 'discretionary', total: totals.totalDiscretionary },
    effective,
  ];
}
