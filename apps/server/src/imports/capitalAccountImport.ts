import type { ReadSheet } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import { moneyText } from '@carrara/domain/kernel';
import { isTooMuchMoney, tooMuchMoney } from '@carrara/domain/kernel/typedNumber';
import {
  accountMapping,
  checkTemplate,
  type Party,
  readTemplate,
  readTemplateHead,
} from '@carrara/domain/performance/ilpa';
import { importTypes } from '@carrara/domain/performance/imports';
import { type ReadRow, type RowError, standardMapping } from '@carrara/domain/platform/upload';
import type { RequestContext } from '../core/operations.ts';
import { readSheets } from './importer.ts';
import type { PlanOptions, Importer, PlannedImport } from '../usecases/platform/importer.ts';
import type { ReadTable } from './readTable.ts';
import { planReportedTable } from './reportedImport.ts';
import { undoReported } from './undoReported.ts';

/** Line with the heading above a partner's account. */
const ACCOUNT_LINE = 10;
const FUND_LINE = 1;
/** Heading of the fund's account in our own file. */
const EVERYONE = 'All partners';

/** Converts the sheets that are Reporting Templates to rows of reported figures. */
function tableOf(sheets: readonly ReadSheet[]): ReadTable & { readonly warnings: readonly string[] } {
  const rows: ReadRow[] = [];
  const errors: RowError[] = [];
  const warnings: string[] = [];
  const found = sheets.map(({ name, rows: lines }) => ({ name, lines, template: readTemplate(lines) }));
  const [first = found[0]] = found.filter(({ template }) => template.isOk());
  const sheet = first?.name ?? '';
  const refuse = (reason: string) => void errors.push({ sheet, row: null, column: null, reason });
  if (first === undefined) refuse('The file has no sheets.');
  else if (first.template.isErr()) for (const { detail } of first.template.error) refuse(sentence(detail));
  else {
    const { fund, investor, periodEnd } = readTemplateHead(first.lines);
    if (fund === null) refuse('The file doesn’t name the fund.');
    if (periodEnd === null) refuse("The file has no end date of the period. Add a cell 'Period End' with a date.");
    const wrong = checkTemplate(first.template.value).differences.filter(({ isTolerated }) => !isTolerated);
    const [firstWrong] = wrong;
    if (firstWrong !== undefined) {
      warnings.push(
        `${String(wrong.length)} ${wrong.length === 1 ? 'figure in the file doesn’t' : 'figures in the file don’t'} tie, the first at ${firstWrong.location}. \`carrara ilpa check\` lists all of them.`,
      );
    }
    const rowOf = (party: Party, line: number, more: Readonly<Record<string, string>>): void => {
      const account = first.template
        ._unsafeUnwrap()
        .columns.find((column) => column.party === party && column.period === 'ITD');
      const figures = accountMapping.flatMap(({ figure, row, isNegated }) => {
        const read = account?.figures.get(row);
        if (read === undefined) return [];
        const amount = moneyText(isNegated ? read.amount.negated() : read.amount);
        if (isTooMuchMoney(amount)) refuse(`The figure at ${read.address} ${tooMuchMoney}.`);
        return [[figure, amount] as const];
      });
      const values = { vehicle: fund ?? '', date: periodEnd ?? '', ...more, ...Object.fromEntries(figures) };
      if (figures.length > 0) rows.push({ row: line, values, rounded: 0 });
    };
    if (errors.length === 0) {
      rowOf('Fund', FUND_LINE, {});
      if (investor !== null && investor !== EVERYONE) rowOf('LP', ACCOUNT_LINE, { investor });
      if (rows.length === 0) refuse('The file has no figures since inception (ITD).');
    }
  }
  const { reported } = importTypes;
  return {
    sheet,
    rows,
    every: rows,
    errors,
    warnings,
    notes: [],
    headingOf: (field) => reported[field as keyof typeof reported]?.title ?? field,
    mapping: standardMapping(reported),
  };
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/**
 * Imports a capital account in the layout of ILPA's Reporting Template v2.0. Its figures since inception of the fund
 * and of the partner become reported figures.
 */
export const capitalAccountImporter: Importer<readonly ReadSheet[]> = {
  read: readSheets,
  undo: undoReported,
  async plan(context: RequestContext, sheets: readonly ReadSheet[], how: PlanOptions): Promise<PlannedImport> {
    const { warnings, ...table } = tableOf(sheets);
    const planned = await planReportedTable(context, table, how);
    return { ...planned, warnings: [...planned.warnings, ...warnings] };
  },
  async template() {
    const { reportingTemplateWorkbook } = await import('@carrara/adapters/spreadsheet/reportingTemplate');
    const nothing = { QTD: new Map(), YTD: new Map(), ITD: new Map() };
    return reportingTemplateWorkbook({
      fund: 'Fund name',
      investor: 'investor',
      currency: 'USD',
      dates: [{ label: 'Period End', date: null }],
      accounts: { LP: nothing, Fund: nothing, GP: nothing },
      footnotes: [],
    });
  },
};
