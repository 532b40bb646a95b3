import { toastSuccess } from '@carrara/ui/feedback';

/** Asks for the old password and a new one; all other sessions of the person end. */
export function useChangePassword(): () => Promise<void> {
  return async () => {
    const { askNewPassword } = await import('./PasswordDialog.tsx');
    if (await askNewPassword()) toastSuccess('Password updated successfully');
  };
}
