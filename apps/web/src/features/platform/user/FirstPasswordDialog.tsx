import { toastSuccess } from '@carrara/ui/feedback';
import { openFirstPassword } from '../../../record/FirstPasswordDialog.tsx';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { userRecord } from './userRecord.ts';

/** Shows the password that was made for a new user, this once; nothing where the administrator has given one. An invitation that was mailed says so. */
export async function showFirstPassword(stored: RecordValue): Promise<void> {
  if (stored['isMailed'] === true) toastSuccess(`Invitation mailed to ${String(stored['email'])}`);
  const password = stored['firstPassword'];
  if (typeof password === 'string') await openFirstPassword(userRecord.nameOf(stored), password);
}
