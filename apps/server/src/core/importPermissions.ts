import { allFileTypes, type FileType, fileTypes } from '@carrara/contract/core/fileTypes';
import { type Application, type Grants, hasPermission, type Permission } from '@carrara/contract/core/permissions';

/** An uploaded file, or one to be uploaded: its kind and its module. */
export interface FileOfModule {
  readonly fileType: string;
  readonly application: string;
}
type UploadAct = Extract<Permission, `upload.${string}`>;

/** Returns a person's grants in the module of a file. Investor firms store theirs under performance. */
const grantsIn = (grants: Grants, application: string): Grants =>
  Object.fromEntries(
    Object.entries(grants).filter(
      ([name]) => name === application || (application === 'performance' && name === 'performance-lp'),
    ),
  );

/**
 * True if a person may perform an action on such a file. Their role in its module must also permit imports of its kind.
 */
export function mayHandle(grants: Grants, { fileType, application }: FileOfModule, act: UploadAct): boolean {
  const own = grantsIn(grants, application);
  return hasPermission(own, act) && hasPermission(own, fileTypes[fileType as FileType].permission);
}

/**
 * Returns the module for a file: the named one, otherwise the first module of its kind in which the person may import
 * it.
 */
export const moduleForFile = (grants: Grants, fileType: FileType, named: string | undefined): Application | undefined =>
  fileTypes[fileType].modules.find(
    (application) =>
      (named === undefined || named === application) && mayHandle(grants, { fileType, application }, 'upload.edit'),
  );

/** Returns the kinds of files that a person may import into a module, or whose uploads they may see. */
export const importableTypes = (grants: Grants, application: string): FileType[] =>
  allFileTypes.filter((fileType) => mayHandle(grants, { fileType, application }, 'upload.view'));
