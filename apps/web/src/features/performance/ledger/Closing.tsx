import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { StatusBadge, type Tone } from '@carrara/ui/value/StatusBadge.tsx';
import type { ReactNode } from 'react';
import type { Answer } from '../../../api/operations.ts';

export type Closing = Answer<'listClosings'>[number];
type Step = Closing['steps'][number];

const columns = [
  { field: 'title', kind: 'text', title: 'Step' },
  { field: 'state', kind: 'status', title: 'State' },
  { field: 'detail', kind: 'text', title: 'Details' },
  { field: 'by', kind: 'text', title: 'By' },
  { field: 'on', kind: 'instant', title: 'On' },
] as const;
const states: Readonly<Record<Step['state'], { readonly label: string; readonly tone: Tone }>> = {
  DONE: { label: 'Done', tone: 'ok' },
  OPEN: { label: 'To do', tone: 'info' },
  BLOCKED: { label: 'To correct', tone: 'bad' },
  WAITING: { label: 'Waiting', tone: 'neutral' },
  OPTIONAL: { label: 'Optional', tone: 'neutral' },
};

export const progressText = ({ done, required }: Closing) => `${String(done)} of ${String(required)}`;

export interface ClosingPanelProps {
  readonly closing: Closing;
  /** Returns the buttons of a step. */
  readonly actions: (step: Step) => ReactNode;
}

/** The closing checklist of a quarter: each step with its state, who did it last and when, and the action that does it. */
export function ClosingPanel({ closing, actions }: ClosingPanelProps) {
  const { periodEnd, steps, next } = closing;
  const title = `Closing checklist of ${formatDate(periodEnd)}`;
  const current = steps.findIndex(({ code }) => code === next);
  return (
    <Panel title={title} flush actions={<span role="status">{progressText(closing)} done</span>}>
      <DataTable
        label={title}
        columns={columns}
        rows={steps}
        rowKey={({ code }) => code}
        cells={{ state: ({ code, state }) => <StatusBadge code={code} {...states[state]} /> }}
        rowActions={actions}
        cardsOnPhone
        {...(current < 0 ? {} : { currentRow: current })}
      />
    </Panel>
  );
}
