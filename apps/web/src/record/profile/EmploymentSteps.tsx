import type { EmploymentStep } from '@carrara/contract/people/participant';
import { employmentSteps } from '@carrara/domain/people/participant';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';

const columns = [
  { field: 'eventDate', kind: 'date', title: 'Date' },
  { field: 'event', kind: 'text', title: 'Event' },
  { field: 'reason', kind: 'longText', title: 'Reason' },
  { field: 'recordedBy', kind: 'text', title: 'Recorded by' },
  { field: 'recordedDate', kind: 'instant', title: 'Recorded' },
] as const;

/** The steps of an employment. Compensation displays the same. */
export function EmploymentSteps({ steps }: { readonly steps: readonly EmploymentStep[] }) {
  if (steps.length === 0) return null;
  const rows = steps.map((step, at) => ({
    ...step,
    event: `${employmentSteps[step.kind]}${step.isCorrected ? ' (corrected later)' : ''}`,
    key: String(at),
  }));
  return <TablePanel title="Employment history" columns={columns} rows={rows} rowKey={({ key }) => key} />;
}
