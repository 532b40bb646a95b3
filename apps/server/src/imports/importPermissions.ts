import { modulesOfFile } from '@carrara/contract/core/modules';
import { type Application, type Grants, holds, type Permission } from '@carrara/contract/core/permissions';
import type { FileType } from '@carrara/contract/platform/upload';

/** Who may import a kind of file, and so may see what was uploaded of it: a workbook holds what its module guards. */
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

/** A file that was uploaded, or is to be: of which kind, and into which module. */
export interface FileOfModule {
  readonly fileType: string;
  readonly application: string;
}
type UploadAct = Extract<Permission, `upload.${string}`>;

/** What somebody holds in the module that a file is kept in; those who have invested keep theirs under performance. */
const grantsIn = (grants: Grants, application: string): Grants =>
  Object.fromEntries(
    Object.entries(grants).filter(
      ([name]) => name === application || (application === 'performance' && name === 'performance-lp'),
    ),
  );

/** Whether somebody may do this with such a file: by the role in its module, which has to include the permission to import its kind. */
export function mayHandle(grants: Grants, { fileType, application }: FileOfModule, act: UploadAct): boolean {
  const own = grantsIn(grants, application);
  return holds(own, act) && holds(own, importPermissions[fileType as FileType]);
}

/** The module that a file goes into: the one that is named, else the first of its kind's in which somebody may import it. */
export const moduleForFile = (grants: Grants, fileType: FileType, named: string | undefined): Application | undefined =>
  modulesOfFile(fileType).find(
    (application) =>
      (named === undefined || named === application) && mayHandle(grants, { fileType, application }, 'upload.edit'),
  );

/** The kinds of file that a person may import into a module, or see what was uploaded of them. */
export const importableTypes = (grants: Grants, application: string): FileType[] =>
  (Object.keys(importPermissions) as FileType[]).filter((fileType) =>
    mayHandle(grants, { fileType, application }, 'upload.view'),
  );
