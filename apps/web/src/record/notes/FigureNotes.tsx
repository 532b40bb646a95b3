import type { NotedFigure } from '@carrara/ui/profile/explanation.ts';
import { useRead } from '../../api/calls.ts';
import { useAllowed } from '../../session/hooks.ts';
import styles from './annotations.module.css';
import { NoteEditor } from './NoteEditor.tsx';
import { NoteThread } from './NoteThread.tsx';

/** The notes on a figure, under its explanation. Figures of records that can't have notes have none. */
export function FigureNotes(figure: NotedFigure) {
  const maySee = useAllowed('comment.view');
  return maySee ? <Notes {...figure} /> : null;
}

function Notes({ objectId, application, figure: name, figureDate }: NotedFigure) {
  const { data } = useRead('listFigureComments', {
    query: { objectId, figure: name, ...(figureDate === null ? {} : { date: figureDate }) },
  });
  const mayWrite = useAllowed('note.edit');
  if (!data || (data.notes.length === 0 && !mayWrite)) return null;
  const record = { objectId, objectType: data.objectType, application };
  return (
    <section className={styles.figureNotes} aria-label="Notes on this figure">
      <h3>Notes on this figure</h3>
      {mayWrite ? <NoteEditor record={record} figure={{ figure: name, figureDate }} /> : null}
      <ul className={styles.notes}>
        {data.notes.map((note) => (
          <NoteThread key={note.id} note={note} application={application} namesFigure={false} />
        ))}
      </ul>
    </section>
  );
}
