import { type CellType, planTemplate } from '@carrara/domain/carry/plan';

const formats: Partial<Record<CellType, string>> = {
  date: 'mm/dd/yyyy',
  money: '#,##0.00',
  signedMoney: '#,##0.00;(#,##0.00)',
  percent: '0.0000',
  shares: '#,##0.00',
};

/** Creates the empty workbook of a carry plan. The library that writes it is loaded on first use. */
export async function carryPlanTemplate(): Promise<Buffer> {
  const { templateWorkbook } = await import('@carrara/adapters/spreadsheet/templateWorkbook');
  return templateWorkbook(
    planTemplate().map(({ name, columns }) => ({
      name,
      columns: columns.map(({ type, ...column }) => ({ ...column, format: formats[type] })),
    })),
  );
}
