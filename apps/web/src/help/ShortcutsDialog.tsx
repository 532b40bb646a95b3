import { DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import styles from './help.module.css';

const shortcuts = [
  { keys: '?', effect: 'Show these shortcuts.' },
  { keys: 'F1', effect: 'Open the help for this page.' },
  { keys: 'Ctrl+K', effect: 'Go to any record, screen or action (Cmd+K on a Mac).' },
  { keys: '/', effect: 'Search the current list or the help.' },
  { keys: 'j or ↓, k or ↑', effect: 'Next and previous row of a list.' },
  { keys: 'Enter', effect: 'Open the row.' },
  { keys: 'v', effect: 'Open the saved views of the list.' },
  { keys: 'Shift+← or →', effect: 'On a heading: resize the column.' },
  { keys: 'Ctrl+S', effect: 'Save your edits (Cmd+S on a Mac).' },
  { keys: 'Ctrl+Z, Ctrl+Y', effect: 'Undo and redo in a grid. You can copy cells from and to Excel.' },
  { keys: 'Escape', effect: 'Close a dialog.' },
] as const;

/** The keyboard shortcuts, as `?` opens them. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <DialogFrame title="Keyboard shortcuts" onClose={onClose}>
      <dl className={styles.pairs}>
        {shortcuts.map(({ keys, effect }) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
    </DialogFrame>
  );
}
