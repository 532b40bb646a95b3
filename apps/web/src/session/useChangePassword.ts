import { toastSuccess } from '@carrara/ui/feedback';
import { useWrite } from '../api/calls.ts';

const shortestPassword = 12;

/** Asks for the old password and a new one; all other sessions of the person end. */
export function useChangePassword(): () => Promise<void> {
  const [save] = useWrite('changePassword');
  return async () => {
    const { askNewPassword } = await import('./PasswordDialog.tsx');
    const changed = await askNewPassword({
      shortest: shortestPassword,
      save: (currentPassword, newPassword) => save({ body: { currentPassword, newPassword } }),
    });
    if (changed) toastSuccess('Password updated successfully');
  };
}
