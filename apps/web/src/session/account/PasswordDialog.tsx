import { DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { PasswordForm } from './PasswordForm.tsx';

const note =
  'At least 12 characters that are hard to guess, such as four unrelated words. You will have to sign in again everywhere else.';

/** Opens a dialog to change the password. Resolves to true if it was changed. */
export const requestNewPassword = async (): Promise<boolean> =>
  (await openDialog<boolean>((close) => (
    <DialogFrame title="Change password" onClose={() => close(false)}>
      <PasswordForm
        present="Current password"
        note={note}
        onChanged={() => close(true)}
        cancelLabel="Cancel"
        onCancel={() => close(false)}
      />
    </DialogFrame>
  ))) ?? false;
