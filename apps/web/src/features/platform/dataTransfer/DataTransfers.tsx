import type { ListState } from '@carrara/ui/list/listState.ts';
import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { lists } from 'virtual:contract/tables';
import { useRead } from '../../../api/calls.ts';
import { DataManagementFrame } from '../../../record/DataManagementFrame.tsx';
import { defaultLinkView } from '../../../record/link/defaultLinkView.ts';
import { RecordTable } from '../../../record/list/RecordTable.tsx';

const base = '/performance/datamanagement/tenantlinkdatatransfer';
const list = lists.listDataTransfers;
const views = { pending: 'Pending', resolved: 'Resolved' } as const;
type ViewName = keyof typeof views;
const byView = ({ tab }: ListState) => ({ view: tab === 'resolved' ? 'resolved' : 'pending' });

/** Sent and received transfers of locked figures: open ones and answered ones. */
export function DataTransfers() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { data: counts } = useRead('getDataTransferTabData', undefined);
  const view = pathname.slice(base.length + 1);
  const current = view === 'pending' || view === 'resolved' ? view : defaultLinkView(counts);
  const tabs = useMemo(
    () =>
      Object.entries(views).map(([id, title]) => ({ id, title, ...(counts ? { count: counts[id as ViewName] } : {}) })),
    [counts],
  );
  return (
    <DataManagementFrame view="tenantlinkdatatransfer">
      <RecordTable
        list={list}
        tabs={tabs}
        tab={{ current, onChange: (tab) => void navigate(`${base}/${tab}`) }}
        query={byView}
        rowHref={(row) => `#${base}/${row.id}`}
      />
    </DataManagementFrame>
  );
}
