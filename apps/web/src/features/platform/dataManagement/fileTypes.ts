import type { Permission } from '@carrara/contract/core/permissions';
import type { Answer } from '../../../api/operations.ts';
import { useSession } from '../../../session/hooks.ts';
import { allows } from '../../../session/sessionSlice.ts';

export type UploadReport = Answer<'getUpload'>;
export type FileType = UploadReport['fileType'];

/** What can be uploaded, in the words of the screen, and who may. */
const kinds = {
  'carry-plan': { title: 'Carry plan', permission: 'upload.edit' },
  'exchange-rates': { title: 'Exchange rates', permission: 'fx.edit' },
  'opening-balances': { title: 'Opening balances', permission: 'ledgerRun.edit' },
} as const satisfies Record<FileType, { readonly title: string; readonly permission: Permission }>;
const fileTypes = Object.keys(kinds) as FileType[];

export const fileTypeTitles = Object.fromEntries(fileTypes.map((type) => [type, kinds[type].title])) as Readonly<
  Record<FileType, string>
>;

export const isFileType = (text: string | null): text is FileType => text !== null && Object.hasOwn(kinds, text);

/** What this person may upload. */
export function useFileTypes(): readonly FileType[] {
  const session = useSession();
  return fileTypes.filter((type) => allows(session, 'upload.edit') && allows(session, kinds[type].permission));
}

export const statusTexts: Readonly<Record<UploadReport['status'], string>> = {
  PENDING: 'Checked, not yet carried out',
  RUNNING: 'Running',
  DONE: 'Done',
  FAILED: 'Failed',
};
export const statusTones = { PENDING: 'warn', RUNNING: 'info', DONE: 'ok', FAILED: 'bad' } as const;

export const uploadPath = (id: string): string => `/carry/datamanagement/uploads/${id}`;
