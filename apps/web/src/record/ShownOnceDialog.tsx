import { DialogActions, DialogFrame, openDialog, useAskBeforeLeaving } from '@carrara/ui/feedback';
import { Button, CopyButton } from '@mantine/core';
import styles from './dialogs.module.css';

export interface ShownOnce {
  readonly title: string;
  /** What the value is, for whoever hears the page. */
  readonly label: string;
  readonly value: string;
  /** Where it is to be kept, or to whom it is handed over. */
  readonly text: string;
  /** What is done with it. */
  readonly note: string;
}

/** Shows what was made and is told this once; Escape and the cross ask before. */
export const showOnce = (shown: ShownOnce): Promise<void> =>
  openDialog<void>((close) => (
    <DialogFrame title={shown.title} onClose={() => close()}>
      <Shown {...shown} onDone={() => close()} />
    </DialogFrame>
  ));

function Shown({ label, value, text, note, onDone }: ShownOnce & { readonly onDone: () => void }) {
  useAskBeforeLeaving('It won’t be displayed again. Leave without saving it?');
  return (
    <>
      <p>{text}</p>
      <output className={styles.shownOnce} aria-label={label}>
        {value}
      </output>
      <p className={styles.fine}>{note}</p>
      <DialogActions>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone} data-autofocus>
          Done
        </Button>
      </DialogActions>
    </>
  );
}
