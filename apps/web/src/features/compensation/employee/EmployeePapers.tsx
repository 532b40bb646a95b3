import { Panel } from '@carrara/ui/profile/Panel.tsx';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { Documents } from '../../../record/notes/DocumentsView.tsx';
import { NotesPanel } from '../../../record/notes/NotesPanel.tsx';
import { WherePayIsVisible } from './WherePayIsVisible.tsx';

/** Notes about an employee in the compensation module, separate from those of carry. */
export const EmployeeNotes = ({ id }: ViewProps) => (
  <WherePayIsVisible id={id}>
    <Panel title="Notes">
      <NotesPanel objectId={id} objectType="employee" application="comp" />
    </Panel>
  </WherePayIsVisible>
);

/** Documents of an employee in the compensation module, separate from those of carry. */
export const EmployeeDocuments = ({ id }: ViewProps) => (
  <WherePayIsVisible id={id}>
    <Documents id={id} objectType="employee" application="comp" />
  </WherePayIsVisible>
);
