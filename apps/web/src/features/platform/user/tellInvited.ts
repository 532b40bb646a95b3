import { toastSuccess } from '@carrara/ui/feedback';
import { showFirstPassword } from '../../../record/firstPassword.ts';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { userRecord } from './userRecord.ts';

/** Shows the password that was made for a new user; nothing where the administrator has given one. An invitation that was mailed says so. */
export async function tellInvited(stored: RecordValue): Promise<void> {
  if (stored['isMailed'] === true) toastSuccess(`Invitation mailed to ${String(stored['email'])}`);
  const password = stored['firstPassword'];
  if (typeof password === 'string') await showFirstPassword(userRecord.nameOf(stored), password);
}
