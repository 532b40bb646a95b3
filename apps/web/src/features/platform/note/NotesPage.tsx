import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { useParams, useSearchParams } from 'react-router-dom';
import { useRead } from '../../../api/calls.ts';
import { NotesPanel } from '../../../record/notes/NotesPanel.tsx';

/** The notes of the record that the address names. `note` leads to one of them, and `application=comp` to those on pay. */
export function NotesPage() {
  const { objectId = '' } = useParams();
  const [query] = useSearchParams();
  const application = query.get('application') === 'comp' ? 'comp' : undefined;
  const { data } = useRead('listNotes', {
    params: { id: objectId },
    ...(application ? { query: { application } } : {}),
  });
  const name = data?.[0]?.objectName;
  return (
    <Panel
      isPage
      title={name ? `Notes, ${name}` : 'Notes'}
      actions={name ? <a href={`#/navigation/${objectId}`}>Open {name}</a> : null}
    >
      <NotesPanel objectId={objectId} application={application} target={query.get('note')} />
    </Panel>
  );
}
