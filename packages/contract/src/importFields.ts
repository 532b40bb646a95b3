import { openingImportFields } from '@carrara/domain/carry/ledgerRun';
import { payImportTypes } from '@carrara/domain/compensation/imports';
import { importTypes } from '@carrara/domain/performance/imports';
import { rateImportFields } from '@carrara/domain/platform/fx';
import type { ImportFields } from '@carrara/domain/platform/upload';
import type { MappedType } from './core/fileTypes.ts';

/** The columns of each kind of file that may have custom headings. */
export const importFields: Readonly<Record<MappedType, ImportFields>> = {
  'exchange-rates': rateImportFields,
  'opening-balances': openingImportFields,
  ...importTypes,
  ...payImportTypes,
};
