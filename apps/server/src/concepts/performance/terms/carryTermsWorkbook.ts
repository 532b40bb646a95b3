import { fileTypes } from '@carrara/contract/core/fileTypes';
import { importFields } from '@carrara/contract/importFields';
import type { CarryTerms } from '@carrara/contract/performance/carryTerms/carryTerms';
import { carryTermsFileRows } from './carryTermsRows.ts';

/** Creates the workbook of a fund's carry terms, as it is imported. The library that writes it is loaded on first use. */
export async function carryTermsWorkbook(vehicle: string, versions: readonly CarryTerms[]): Promise<Buffer> {
  const { templateWorkbook } = await import('@carrara/adapters/spreadsheet/templateWorkbook');
  const columns = Object.values(importFields['carry-terms']).map(({ title, hint, kind }) => ({
    title,
    hint,
    ...(kind === 'date' ? { format: 'mm/dd/yyyy', cells: 'date' as const } : {}),
  }));
  return templateWorkbook([
    { name: fileTypes['carry-terms'].title, columns, rows: carryTermsFileRows(vehicle, versions) },
  ]);
}
