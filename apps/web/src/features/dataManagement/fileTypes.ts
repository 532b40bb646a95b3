import type { Answer } from '../../api/operations.ts';

export type UploadReport = Answer<'getUpload'>;
export type FileType = UploadReport['fileType'];

/** What can be uploaded, in the words of the screen. */
export const fileTypeTitles: Readonly<Record<FileType, string>> = { 'carry-plan': 'Carry plan' };

export const statusTexts: Readonly<Record<UploadReport['status'], string>> = {
  PENDING: 'Checked, not yet carried out',
  RUNNING: 'Running',
  DONE: 'Done',
  FAILED: 'Failed',
};
export const statusTones = { PENDING: 'warn', RUNNING: 'info', DONE: 'ok', FAILED: 'bad' } as const;

export const uploadPath = (id: string): string => `/carry/datamanagement/uploads/${id}`;
