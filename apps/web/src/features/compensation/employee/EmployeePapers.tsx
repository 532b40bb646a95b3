import { Banner, LoadingState } from '@carrara/ui/feedback';
import { Panel } from '@carrara/ui/profile';
import type { ReactNode } from 'react';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { Documents } from '../../../record/DocumentsView.tsx';
import { NotesPanel } from '../../../record/NotesPanel.tsx';
import { useSeesPay } from './useSeesPay.ts';

/** What is of those alone who see the pay. */
function WhereSeen({ id, children }: ViewProps & { readonly children: ReactNode }) {
  const sees = useSeesPay(id);
  if (sees === undefined) return <LoadingState lines={4} />;
  return sees ? children : <Banner tone="info">The pay of this employee is not in your sight.</Banner>;
}

/** Notes that compensation keeps of an employee, apart from those of carry. */
export const EmployeeNotes = ({ id }: ViewProps) => (
  <WhereSeen id={id}>
    <Panel title="Notes">
      <NotesPanel objectId={id} objectType="employee" application="comp" />
    </Panel>
  </WhereSeen>
);

/** Documents that compensation keeps of an employee, apart from those of carry. */
export const EmployeeDocuments = ({ id }: ViewProps) => (
  <WhereSeen id={id}>
    <Documents id={id} objectType="employee" application="comp" />
  </WhereSeen>
);
