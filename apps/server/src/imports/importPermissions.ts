import { holds, type Grants, type Permission } from '@carrara/contract/core/permissions';
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
} as const satisfies Readonly<Record<FileType, Permission>>;

/** The kinds of file that a person may import. */
export const importableTypes = (grants: Grants): FileType[] =>
  (Object.keys(importPermissions) as FileType[]).filter((type) => holds(grants, importPermissions[type]));
