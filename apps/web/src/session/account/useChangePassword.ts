import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';

/** Returns a function that asks for the current and a new password. Changing it ends all other sessions of the person. */
export function useChangePassword(): () => Promise<void> {
  return async () => {
    const { requestNewPassword } = await import('./PasswordDialog.tsx');
    if (await requestNewPassword()) toastSuccess('Password updated successfully');
  };
}
