import { modules } from '@carrara/contract/core/modules';
import type { Permission } from '@carrara/contract/core/permissions';
import type { MappedType } from '@carrara/contract/platform/mappingTemplate';
import { useLocation } from 'react-router-dom';
import type { Answer } from '../../../api/operations.ts';
import { useSession } from '../../../session/hooks.ts';
import { allows } from '../../../session/sessionSlice.ts';

export type UploadReport = Answer<'getUpload'>;
export type FileType = UploadReport['fileType'];

/** The kinds of files with their titles, and the permission that each requires. */
const kinds = {
  'carry-plan': { title: 'Carry plan', permission: 'distribution.edit' },
  'exchange-rates': { title: 'Exchange rates', permission: 'fx.edit' },
  'opening-balances': { title: 'Opening balances', permission: 'ledgerRun.edit' },
  commitments: { title: 'Commitments', permission: 'fundLedger.edit' },
  ledger: { title: 'Ledger entries', permission: 'fundLedger.edit' },
  valuations: { title: 'Valuations', permission: 'valuation.edit' },
  reported: { title: 'Reported figures', permission: 'fundLedger.edit' },
  'capital-account': { title: 'Capital account (ILPA v2.0)', permission: 'fundLedger.edit' },
  index: { title: 'Index levels', permission: 'benchmark.edit' },
  benchmark: { title: 'Benchmarks', permission: 'benchmark.edit' },
  'portfolio-metrics': { title: 'Portfolio metrics', permission: 'valuation.edit' },
  employees: { title: 'Employees', permission: 'compEmployee.edit' },
  compensation: { title: 'Compensation', permission: 'pay.edit' },
  'payroll-actuals': { title: 'Payroll', permission: 'pay.edit' },
} as const satisfies Record<FileType, { readonly title: string; readonly permission: Permission }>;
const fileTypes = Object.keys(kinds) as FileType[];

export const fileTypeTitles = Object.fromEntries(fileTypes.map((type) => [type, kinds[type].title])) as Readonly<
  Record<FileType, string>
>;

export const isFileType = (text: string | null): text is FileType => text !== null && Object.hasOwn(kinds, text);

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
    .filter((type) => allows(session, 'upload.edit') && allows(session, kinds[type].permission));
}

/** True for kinds of files that may have other headings than the product's own. */
export const isMapped = (type: FileType): type is MappedType => type !== 'capital-account' && type !== 'carry-plan';

export const statusTexts: Readonly<Record<UploadReport['status'], string>> = {
  PENDING: 'Ready to import',
  RUNNING: 'Running',
  DONE: 'Done',
  FAILED: 'Failed',
  UNDONE: 'Undone',
};
export const statusTones = { PENDING: 'warn', RUNNING: 'info', DONE: 'ok', FAILED: 'bad', UNDONE: 'neutral' } as const;

export const uploadPath = (module: UploadModule, id: string): string => `/${module}/datamanagement/uploads/${id}`;
