import { modules } from '@carrara/contract/core/modules';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { FilterChip } from '@carrara/ui/list/FilterChip.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { useState } from 'react';
import { useRead } from '../../../api/calls.ts';
import { ReadState } from '../../../record/ReadState.tsx';
import { recordHref } from '../../../record/recordHref.ts';

const columns = [
  { field: 'name', kind: 'text', title: 'Name' },
  { field: 'email', kind: 'text', title: 'E-mail' },
  { field: 'applications', kind: 'text', title: 'Applications' },
] as const;

const filter = {
  id: 'application',
  title: 'Application',
  options: Object.entries(modules).map(([value, { title }]) => ({ value, label: title })),
};

/** Active users with the applications that each may open, through roles of their own or of their groups. */
export function ApplicationUsers() {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { data, error, refetch } = useRead('listApplicationUsers', {});
  if (!data) return <ReadState error={error} onRetry={refetch} lines={10} />;
  const visible = data.filter(
    ({ applications }) => chosen.length === 0 || applications.some((application) => chosen.includes(application)),
  );
  return (
    <Panel
      isPage
      title={`Application users (${String(visible.length)})`}
      flush
      actions={<FilterChip filter={filter} chosen={chosen} onChange={setChosen} />}
    >
      <DataTable
        label="Application users"
        columns={columns}
        rows={visible}
        rowKey={({ id }) => id}
        rowHref={({ id }) => recordHref('user', id)}
        cells={{
          applications: ({ applications }) => applications.map((application) => modules[application].title).join(', '),
        }}
      />
    </Panel>
  );
}
