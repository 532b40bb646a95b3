import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { FilterChip } from '@carrara/ui/list/FilterChip.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { useState } from 'react';
import { useNotifications } from '../../../live/useNotifications.ts';

const columns = [
  { field: 'text', kind: 'text', title: 'Update' },
  { field: 'at', kind: 'instant', title: 'When' },
] as const;

/** The latest updates, all or of one kind. A row opens the record. */
export function NotificationPage() {
  const { recent } = useNotifications();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const kinds = [...new Set(recent.map(({ kind }) => kind))];
  const filter = { id: 'kind', title: 'Kind', options: kinds.map((kind) => ({ value: kind, label: kind })) };
  return (
    <Panel
      isPage
      title="Notifications"
      flush
      actions={
        <>
          <a href="#/inbox/mentions">My inbox</a>
          <FilterChip filter={filter} chosen={chosen} onChange={setChosen} />
        </>
      }
    >
      <UpdateTable kinds={chosen} />
    </Panel>
  );
}

/** The latest updates of these kinds, or all. */
export function UpdateTable({ kinds = [] }: { readonly kinds?: readonly string[] }) {
  const { recent } = useNotifications();
  const visible = recent.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
  if (visible.length === 0) return <EmptyState />;
  return (
    <DataTable
      label="Notifications"
      cardsOnPhone
      columns={columns}
      rows={visible}
      rowKey={({ id }) => id}
      rowHref={({ href }) => href}
    />
  );
}
