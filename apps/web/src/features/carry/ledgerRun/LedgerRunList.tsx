import { ledgerRunTypeOptions } from '@carrara/contract/carry/run/ledgerRun';
import { lifecycles, statusCodes } from '@carrara/contract/lifecycles';
import type { ListFilter } from '@carrara/ui/list/defineList.ts';
import type { ListState } from '@carrara/ui/list/listState.ts';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Button, Group } from '@mantine/core';
import { useRead } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import { RowAction } from '../../../record/run/ParticipantActions.tsx';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { ledgerRunRecord } from './ledgerRunRecord.ts';
import { ledgerRunPath } from './addresses.ts';

const tabs = [
  { id: 'all', title: 'All' },
  ...ledgerRunTypeOptions.map(({ code, description }) => ({ id: code, title: description })),
];
const statusFilter: ListFilter = {
  id: 'status',
  title: 'Status',
  options: statusCodes('ledgerRun').map((value) => ({ value, label: lifecycles.ledgerRun.states[value] })),
};
const query = ({ tab, filters }: ListState) => ({
  ...(tab && tab !== 'all' ? { type: tab } : {}),
  ...(filters['status']?.[0] ? { status: filters['status'][0] } : {}),
});

/** The list of ledger runs (opening balances, escrow releases and clawbacks), with escrow that can be released now. */
export function LedgerRunList() {
  const mayAdd = useAllowed('ledgerRun.edit');
  const add = mayAdd ? (
    <Button component="a" href="#/carry/ledger/create">
      Create ledger run
    </Button>
  ) : null;
  return (
    <RecordTable
      list={ledgerRunRecord.list}
      tabs={tabs}
      filters={[statusFilter]}
      query={query}
      rowHref={(row) => `#${ledgerRunPath(row.id)}`}
      actions={
        <Group gap="xs">
          <Button variant="default" component="a" href="#/carry/report/escrow-ledger">
            Escrow ledger
          </Button>
          {add}
        </Group>
      }
      emptyAction={add}
    >
      <ReleasesDue mayRelease={mayAdd} />
    </RecordTable>
  );
}

type Due = Answer<'listReleasesDue'>[number];
const columns = [
  { field: 'holder', kind: 'reference', title: 'Fund or coinvestment' },
  { field: 'escrowReleaseDate', kind: 'date', title: 'Escrow release date' },
  { field: 'numberOfParticipants', kind: 'count', title: 'Participants' },
  { field: 'currency', kind: 'code', title: 'Currency' },
  { field: 'escrowBalance', kind: 'money', title: 'Escrow held' },
] as const;

/** The escrow whose release date has come; nothing if there is none. */
function ReleasesDue({ mayRelease }: { readonly mayRelease: boolean }) {
  const { data } = useRead('listReleasesDue', undefined);
  if (!data || data.length === 0) return null;
  return (
    <TablePanel<Due>
      title="Due for release"
      cardsOnPhone
      columns={columns}
      rows={data}
      rowKey={({ holder, currency }) => `${holder.id} ${currency ?? ''}`}
      cells={{
        holder: ({ holder, holderType }) => (
          <a href={`#/carry/${holderType}/${holder.id}/profile/overview`}>{holder.name}</a>
        ),
      }}
      {...(mayRelease
        ? {
            rowActions: ({ holder }: Due) => (
              <RowAction
                onClick={() => {
                  window.location.hash = `/carry/ledger/create?release=${holder.id}`;
                }}
              >
                Release
              </RowAction>
            ),
          }
        : {})}
    />
  );
}
