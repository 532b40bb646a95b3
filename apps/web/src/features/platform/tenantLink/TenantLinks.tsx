import type { ListState } from '@carrara/ui/list/listState.ts';
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { lists } from 'virtual:contract/tables';
import { useRead } from '../../../api/calls.ts';
import { defaultLinkView } from '../../../record/link/defaultLinkView.ts';
import { useAcceptLink, useLinkRequest } from '../../../record/link/linkDialog.tsx';
import { MoveButton } from '../../../record/profile/Moves.tsx';
import type { RowOf } from '../../../record/recordDefinition.ts';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { DataManagementFrame } from '../../../record/DataManagementFrame.tsx';

const base = '/performance/datamanagement/tenantlinkrequest';
const list = lists.listTenantLinkRequests;
const views = { pending: 'Pending', resolved: 'Resolved' } as const;
type ViewName = keyof typeof views;
const byView = ({ tab }: ListState) => ({ view: tab === 'resolved' ? 'resolved' : 'pending' });

/** Requests for links with other tenants: open ones and answered ones. */
export function TenantLinks() {
  const { pathname } = useLocation();
  const view = pathname.slice(base.length + 1);
  const navigate = useNavigate();
  const { data: counts } = useRead('getTenantLinkTabData', undefined);
  const mayRequest = useAllowed('tenantLink.edit');
  const requestLink = useLinkRequest();
  const current = view === 'pending' || view === 'resolved' ? view : defaultLinkView(counts);
  const tabs = useMemo(
    () =>
      Object.entries(views).map(([id, title]) => ({ id, title, ...(counts ? { count: counts[id as ViewName] } : {}) })),
    [counts],
  );
  const add = mayRequest ? <Button onClick={() => void requestLink()}>Request a link…</Button> : null;
  return (
    <DataManagementFrame view="tenantlinkrequest">
      <RecordTable
        list={list}
        tabs={tabs}
        tab={{ current, onChange: (tab) => void navigate(`${base}/${tab}`) }}
        query={byView}
        rowActions={(row) => <LinkActions row={row} />}
        actions={add}
        emptyAction={add}
      />
    </DataManagementFrame>
  );
}

function LinkActions({ row }: { readonly row: RowOf<'listTenantLinkRequests'> }) {
  const mayAnswer = useAllowed('tenantLink.edit');
  const mayRemove = useAllowed('tenantLink.delete');
  const accept = useAcceptLink();
  const { code } = row['requestStatus'] as { readonly code: string };
  const isOurs = row['isOurs'] === true;
  const other = String(isOurs ? row['targetTenantName'] : row['sourceTenantName']);
  const record = { id: row.id, rowVersion: row.rowVersion, name: `the link to ${other}` };
  return (
    <>
      {code === 'PEND' && !isOurs && mayAnswer ? (
        <>
          <MoveButton
            lifecycle="tenantLinkRequest"
            event="acceptTenantLinkRequest"
            record={record}
            isCompact
            own={{ act: () => accept(row) }}
          />
          <MoveButton
            lifecycle="tenantLinkRequest"
            event="rejectTenantLinkRequest"
            record={record}
            isCompact
            own={{
              argument: ({ comment }) => ({
                body: { id: row.id, rowVersion: row.rowVersion, response: 'REJ', comments: comment },
              }),
            }}
          />
        </>
      ) : null}
      {(code === 'PEND' || code === 'ACCEPT') && mayRemove ? (
        <MoveButton
          lifecycle="tenantLinkRequest"
          event="removeTenantLinkRequest"
          record={record}
          isCompact
          own={{
            argument: () => ({ params: { investorId: row.id }, query: { rowVersion: row.rowVersion } }),
            message: () => `Link to ${other} removed successfully.`,
          }}
        />
      ) : null}
    </>
  );
}
