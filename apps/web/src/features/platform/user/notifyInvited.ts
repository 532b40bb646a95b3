import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { showFirstPassword } from '../../../record/editor/firstPassword.ts';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { userRecord } from './userRecord.ts';

/** Displays the generated password of a new user, unless the administrator has set one. If an invitation was emailed, a message says so. */
export async function notifyInvited(stored: RecordValue): Promise<void> {
  if (stored['isMailed'] === true) toastSuccess(`Invitation mailed to ${String(stored['email'])}`);
  const password = stored['firstPassword'];
  if (typeof password === 'string') await showFirstPassword(userRecord.nameOf(stored), password);
}
