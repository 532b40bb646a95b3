import { openFirstPassword } from '../../../record/FirstPasswordDialog.tsx';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { userRecord } from './userRecord.ts';

/** Shows the password that was made for a new user, this once; nothing where the administrator has given one. */
export async function showFirstPassword(stored: RecordValue): Promise<void> {
  const password = stored['firstPassword'];
  if (typeof password === 'string') await openFirstPassword(userRecord.nameOf(stored), password);
}
