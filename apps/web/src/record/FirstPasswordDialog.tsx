import { DialogActions, DialogFrame, openDialog } from '@carrara/ui/feedback';
import { Button, CopyButton } from '@mantine/core';
import styles from './dialogs.module.css';

/** Shows the password that was made for a new user, this once. */
export const openFirstPassword = (name: string, password: string): Promise<void> =>
  openDialog<void>((close) => <FirstPasswordDialog name={name} password={password} onClose={() => close()} />);

interface FirstPasswordDialogProps {
  readonly name: string;
  readonly password: string;
  readonly onClose: () => void;
}

function FirstPasswordDialog({ name, password, onClose }: FirstPasswordDialogProps) {
  return (
    <DialogFrame title={`First password of ${name}`} onClose={onClose}>
      <p>Hand it over in person or by a channel that you trust. It is shown only now.</p>
      <output className={styles.firstPassword} aria-label="First password">
        {password}
      </output>
      <p className={styles.fine}>
        Whoever is new signs in with it and then chooses an own one. Whoever has an account in another firm keeps the
        own password and gives this one to accept the invitation.
      </p>
      <DialogActions>
        <CopyButton value={password}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}
