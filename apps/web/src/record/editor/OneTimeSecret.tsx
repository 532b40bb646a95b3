import { DialogActions, DialogFrame, useConfirmLeaving } from '@carrara/ui/feedback/DialogFrame.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { Button, CopyButton } from '@mantine/core';
import styles from '../dialogs.module.css';

export interface OneTimeSecret {
  readonly title: string;
  /** The accessible name of the value. */
  readonly label: string;
  readonly value: string;
  /** Explains where to store the value, or whom to give it to. */
  readonly text: string;
  /** Explains what the value is used for. */
  readonly note: string;
}

/** Opens a dialog with a generated value that is displayed only once. Escape and the close button ask before they close it. */
export const showOneTimeSecret = (secret: OneTimeSecret): Promise<void> =>
  openDialog<void>((close) => (
    <DialogFrame title={secret.title} onClose={() => close()}>
      <SecretContent {...secret} onDone={() => close()} />
    </DialogFrame>
  ));

function SecretContent({ label, value, text, note, onDone }: OneTimeSecret & { readonly onDone: () => void }) {
  useConfirmLeaving('It won’t be displayed again. Leave without saving it?');
  return (
    <>
      <p>{text}</p>
      <output className={styles.oneTimeSecret} aria-label={label}>
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
