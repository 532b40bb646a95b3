import { type CalendarDate, parseDate } from '../../kernel/index.ts';
import type { SheetRow } from './readTemplate.ts';

/** The parties and the quarter of a Reporting Template, as written in the file; null if missing. */
export interface TemplateHead {
  readonly fund: string | null;
  readonly investor: string | null;
  readonly periodEnd: CalendarDate | null;
}

const FUND = /^fund(?: name)?\s*:\s*(.*)$|^fund name$/i;
const PERIOD_END = /^period end(?:ing)?(?: date)?\s*:?\s*(.*)$/i;
const STATEMENT = /capital account statement for\s+(.+)$/i;

/** Reads the lines above the rows. A label and its value are in one cell or in two adjacent cells. A fund without a label is the first text. */
export function readTemplateHead(sheet: readonly SheetRow[]): TemplateHead {
  const cells = sheet.flatMap((line) =>
    line.cells.map((cell, i) => ({ text: cell.text.trim(), next: line.cells[i + 1]?.text })),
  );
  const valueOf = (label: RegExp): string | null => {
    const found = cells.find(({ text }) => label.test(text));
    const own = found && label.exec(found.text)?.[1]?.trim();
    return (own || found?.next?.trim()) ?? null;
  };
  const investor = cells.map(({ text }) => STATEMENT.exec(text)?.[1]).find((name) => name !== undefined);
  return {
    fund: valueOf(FUND) ?? cells.find(({ text }) => text !== '')?.text ?? null,
    investor: investor?.trim() ?? null,
    periodEnd: dayIn(valueOf(PERIOD_END) ?? ''),
  };
}

/** Parses a date written as `2026-06-30` or, as in the product and the template, `06/30/2026`. */
function dayIn(text: string): CalendarDate | null {
  const iso = text.replace(/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, (_, month: string, day: string, year: string) =>
    [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
  );
  return parseDate(iso, []).unwrapOr(null);
}
