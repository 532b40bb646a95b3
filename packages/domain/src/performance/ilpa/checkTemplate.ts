import { type Decimal, decimal, hundred, zero } from '../../kernel/index.ts';
import { closingRows, templateRow, templateRowNumbers, formulaTerms } from '../capitalAccount/index.ts';
import { type Party, parties, type ReadColumn, type ReadTemplate } from './readTemplate.ts';

/** Two figures of a file that must be equal. */
export interface FileDifference {
  /** The location: 'LP QTD, row 18 (C18)'. */
  readonly location: string;
  readonly rule: string;
  readonly is: Decimal;
  readonly hasToBe: Decimal;
  /** True if the difference is within the tolerance, so that it is listed but not rejected. */
  readonly isTolerated: boolean;
}

export interface TemplateCheck {
  /** The number of compared figures. */
  readonly compared: number;
  readonly differences: readonly FileDifference[];
  readonly missing: readonly number[];
}

/** The tolerance for a file made elsewhere, in its currency. */
export const fileTolerance: Decimal = decimal(1);

const OTHER_PERCENT = 5;

const formulaRows = templateRowNumbers.flatMap((row) => {
  const formula = templateRow(row)?.formula;
  return formula === undefined ? [] : [{ row, formula, terms: formulaTerms(formula) }];
});

/**
 * Checks a Reporting Template made elsewhere: its formulas, recomputed from its own figures, and its tie-outs.
 *
 *     each formula row = the sum of its rows;  QTD, YTD and ITD end alike;  since inception NAV, carry and offsets open at zero;  unfunded >= 0;
 *     'Other' expenses <= 5% of all
 *
 * A formula whose rows are all blank isn't compared (97 and 98 may be blank if 100 is typed in).
 *
 * Units:  one currency; differences up to `tolerance` (1.00) are listed as tolerated.
 * Source: ILPA Reporting Template v2.0 and its FAQ, 2025; docs/calculations/capital-account.md.
 */
export function checkTemplate({ columns, missing }: ReadTemplate, tolerance: Decimal = fileTolerance): TemplateCheck {
  const differences: FileDifference[] = [];
  let compared = 0;
  const compare = (location: string, rule: string, is: Decimal, hasToBe: Decimal): void => {
    compared += 1;
    const off = is.minus(hasToBe).abs();
    if (!off.isZero()) differences.push({ location, rule, is, hasToBe, isTolerated: off.lte(tolerance) });
  };
  for (const column of columns) {
    for (const { row, formula, terms } of formulaRows) {
      const is = column.figures.get(row);
      if (is === undefined || terms.every((term) => !column.figures.has(term.row))) continue;
      const sum = terms.reduce((total, term) => total.plus(at(column, term.row).mul(term.sign)), zero);
      compare(addressOf(column, row), `row ${row} = ${formula}`, is.amount, sum);
    }
    for (const { row, opens } of openings) {
      if (column.period !== 'ITD' || !column.figures.has(row)) continue;
      compare(
        addressOf(column, row),
        `since inception, row ${row}, the opening of row ${opens}, is zero`,
        at(column, row),
        zero,
      );
    }
  }
  for (const party of parties) {
    const whole = columns.find((column) => column.party === party && column.period === 'ITD');
    if (whole === undefined) continue;
    for (const column of columns.filter((candidate) => candidate.party === party && candidate.period !== 'ITD')) {
      for (const row of closingRows.filter((closing) => column.figures.has(closing) && whole.figures.has(closing))) {
        compare(
          addressOf(column, row),
          `row ${row} ends with its value since inception`,
          at(column, row),
          at(whole, row),
        );
      }
    }
    const unfunded = at(whole, 114);
    if (whole.figures.has(114)) {
      compare(
        addressOf(whole, 114),
        'the unfunded commitment is not negative',
        unfunded,
        unfunded.lt(0) ? zero : unfunded,
      );
    }
  }
  checkOther(columns, compare);
  return { compared, differences, missing };
}

/** Rows whose opening value must be zero since inception. The unfunded commitment (row 109) begins with the committed amount instead. */
const openings = templateRowNumbers.flatMap((row) => {
  const opens = templateRow(row)?.opens;
  return opens === undefined || row === 109 ? [] : [{ row, opens }];
});

function checkOther(
  columns: readonly ReadColumn[],
  compare: (...args: [string, string, Decimal, Decimal]) => void,
): void {
  const fund = columns.find(({ party, period }) => party === ('Fund' satisfies Party) && period === 'ITD');
  if (fund === undefined) return;
  const other = at(fund, 31).plus(at(fund, 57)).abs();
  const limit = at(fund, 32).plus(at(fund, 59)).abs().mul(OTHER_PERCENT).div(hundred);
  const rule = `'Other' expenses (rows 31, 57) are at most ${OTHER_PERCENT}% of all (rows 32, 59)`;
  compare(addressOf(fund, 57), rule, other, other.gt(limit) ? limit : other);
}

const at = (column: ReadColumn, row: number): Decimal => column.figures.get(row)?.amount ?? zero;

function addressOf(column: ReadColumn, row: number): string {
  const address = column.figures.get(row)?.address;
  return `${column.party} ${column.period}, row ${row}${address === undefined ? '' : ` (${address})`}`;
}
