import { modulesOfFile } from '@carrara/contract/core/modules';
import { type Application, type Grants, holds, type Permission } from '@carrara/contract/core/permissions';
import type { FileType } from '@carrara/contract/platform/upload';

/**
 * Permission to import a kind of file and to see its uploads, because a workbook contains data that its module
 * protects.
 */
export const importPermissions = {
  'carry-plan': 'distribution.edit',
  'exchange-rates': 'fx.edit',
  'opening-balances': 'ledgerRun.edit',
  commitments: 'fundLedger.edit',
  ledger: 'fundLedger.edit',
  valuations: 'valuation.edit',
  reported: 'fundLedger.edit',
  'capital-account': 'fundLedger.edit',
  index: 'benchmark.edit',
  benchmark: 'benchmark.edit',
  'portfolio-metrics': 'valuation.edit',
  employees: 'compEmployee.edit',
  compensation: 'pay.edit',
  'payroll-actuals': 'pay.edit',
} as const satisfies Readonly<Record<FileType, Permission>>;

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
 * True if a person may perform an action on such a file: their role in its module must also include the permission to
 * import its kind.
 */
export function mayHandle(grants: Grants, { fileType, application }: FileOfModule, act: UploadAct): boolean {
  const own = grantsIn(grants, application);
  return holds(own, act) && holds(own, importPermissions[fileType as FileType]);
}

/**
 * Returns the module for a file: the named one, otherwise the first module of its kind in which the person may import
 * it.
 */
export const moduleForFile = (grants: Grants, fileType: FileType, named: string | undefined): Application | undefined =>
  modulesOfFile(fileType).find(
    (application) =>
      (named === undefined || named === application) && mayHandle(grants, { fileType, application }, 'upload.edit'),
  );

/** Returns the kinds of files that a person may import into a module, or whose uploads they may see. */
export const importableTypes = (grants: Grants, application: string): FileType[] =>
  (Object.keys(importPermissions) as FileType[]).filter((fileType) =>
    mayHandle(grants, { fileType, application }, 'upload.view'),
  );
