import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { useRead } from '../../../api/calls.ts';

const labels = { HIRED: 'Hired', TERMINATED: 'Terminated', REHIRED: 'Rehired' } as const;
const columns = [
  { field: 'eventDate', kind: 'date', title: 'Date' },
  { field: 'event', kind: 'text', title: 'Event' },
  { field: 'reason', kind: 'longText', title: 'Reason' },
  { field: 'recordedBy', kind: 'text', title: 'Recorded by' },
  { field: 'recordedDate', kind: 'instant', title: 'Recorded' },
] as const;

/** The employment history: hires, terminations and rehires with reasons, dates and authors. */
export function EmploymentHistory({ id }: { readonly id: string }) {
  const { data } = useRead('getEmployee', { params: { id } });
  if (!data || data.employment.length === 0) return null;
  const rows = data.employment.map((step, at) => ({ ...step, event: labels[step.kind], key: String(at) }));
  return <TablePanel title="Employment history" columns={columns} rows={rows} rowKey={({ key }) => key} />;
}
