import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { useParams } from 'react-router-dom';
import { NotesPanel } from '../../../record/notes/NotesPanel.tsx';

/** The notes of the record that the address names. */
export function NotesPage() {
  const { objectId = '' } = useParams();
  return (
    <Panel isPage title="Notes">
      <NotesPanel objectId={objectId} />
    </Panel>
  );
}
