import { type CellType, type FilledPlan, planTemplate } from '@carrara/domain/carry/plan';

const formats: Partial<Record<CellType, string>> = {
  date: 'mm/dd/yyyy',
  money: '#,##0.00',
  signedMoney: '#,##0.00;(#,##0.00)',
  percent: '0.0000',
  shares: '#,##0.00',
};

const numbers: readonly CellType[] = ['money', 'signedMoney', 'millions', 'percent', 'shares', 'wholeNumber'];

/** Creates the workbook of a carry plan: empty, or with the rows of a filled plan. The library that writes it is loaded on first use. */
export async function carryPlanTemplate(filled?: FilledPlan): Promise<Buffer> {
  const { templateWorkbook } = await import('@carrara/adapters/spreadsheet/templateWorkbook');
  return templateWorkbook(
    planTemplate(filled).map(({ name, columns, rows }) => ({
      name,
      rows,
      columns: columns.map(({ type, ...column }) => ({
        ...column,
        format: formats[type],
        cells: type === 'date' ? 'date' : numbers.includes(type) ? 'number' : undefined,
      })),
    })),
  );
}
