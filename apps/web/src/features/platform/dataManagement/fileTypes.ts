import { type FileType, fileTypes, isFileType } from '@carrara/contract/core/fileTypes';
import { modules } from '@carrara/contract/core/modules';
import { useLocation } from 'react-router-dom';
import type { Answer } from '../../../api/operations.ts';
import { useSession } from '../../../session/hooks.ts';
import { allows } from '../../../session/sessionSlice.ts';

export type UploadReport = Answer<'getUpload'>;

export type UploadModule = 'carry' | 'comp' | 'performance';
/** Returns the module whose data management is open. */
export function useUploadModule(): UploadModule {
  const { pathname } = useLocation();
  return (['performance', 'comp'] as const).find((module) => pathname.startsWith(`/${module}/`)) ?? 'carry';
}

/** Returns the kinds of files that the person may upload into a module, in the order of the module. */
export function useFileTypes(module: UploadModule): readonly FileType[] {
  const session = useSession();
  return modules[module].importTypes
    .filter(isFileType)
    .filter((type) => allows(session, 'upload.edit') && allows(session, fileTypes[type].permission));
}

export const statusTexts: Readonly<Record<UploadReport['status'], string>> = {
  PENDING: 'Ready to import',
  RUNNING: 'Running',
  DONE: 'Done',
  FAILED: 'Failed',
  UNDONE: 'Undone',
};
export const statusTones = { PENDING: 'warn', RUNNING: 'info', DONE: 'ok', FAILED: 'bad', UNDONE: 'neutral' } as const;

export const uploadPath = (module: UploadModule, id: string): string => `/${module}/datamanagement/uploads/${id}`;
