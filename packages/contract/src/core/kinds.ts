/**
 * The kinds of values that the product displays, edits, stores and prints. Every layer has a table keyed by `Kind`:
 * list cell, editor input, grid cell, Excel format, PDF and command-line output. A new kind doesn't compile until
 * each layer supports it.
 *
 * In requests, responses and the browser, every decimal is a string; dates are `YYYY-MM-DD`, instants UTC ISO. This file contains only data and
 * imports nothing, so the browser can load it without a validator.
 */
export interface KindDefinition {
  readonly align: 'left' | 'right' | 'center';
  /** Displayed decimals; undefined if the value isn't a number. */
  readonly decimals?: number;
  /** Decimals accepted on input. */
  readonly inputDecimals?: number;
  readonly excelFormat?: string;
  readonly suffix?: string;
}

export const kinds = {
  id: { align: 'left' },
  text: { align: 'left' },
  longText: { align: 'left' },
  email: { align: 'left' },
  code: { align: 'left' },
  boolean: { align: 'center' },
  count: { align: 'right', decimals: 0, inputDecimals: 0, excelFormat: '#,##0' },
  money: { align: 'right', decimals: 2, inputDecimals: 2, excelFormat: '#,##0.00;(#,##0.00)' },
  /** [{currency, amount}]: money in several currencies, which are never added up. An unknown currency is null. */
  amounts: { align: 'right', decimals: 2, excelFormat: '#,##0.00;(#,##0.00)' },
  percent: { align: 'right', decimals: 4, inputDecimals: 10, excelFormat: '#,##0.0000;(#,##0.0000)' },
  shares: { align: 'right', decimals: 2, inputDecimals: 2, excelFormat: '#,##0.00;(#,##0.00)' },
  multiple: { align: 'right', decimals: 2, inputDecimals: 10, excelFormat: '0.00"x"', suffix: 'x' },
  rate: { align: 'right', decimals: 6, inputDecimals: 10, excelFormat: '0.000000' },
  /** A rate of return, in percent per year. */
  return: { align: 'right', decimals: 2, inputDecimals: 10, excelFormat: '0.00"%";(0.00"%")', suffix: '%' },
  /** A return over a span under a year, which isn't annualized. */
  spanReturn: {
    align: 'right',
    decimals: 2,
    inputDecimals: 10,
    excelFormat: '0.00"% not p.a.";(0.00"% not p.a.")',
    suffix: '% not p.a.',
  },
  /** A return of a commitment transferred between partners. It includes the history of the transferred part, or its price. */
  partialReturn: {
    align: 'right',
    decimals: 2,
    inputDecimals: 10,
    excelFormat: '0.00"% incl. transfer";(0.00"% incl. transfer")',
    suffix: '% incl. transfer',
  },
  /** Such a return over a span under a year. */
  partialSpanReturn: {
    align: 'right',
    decimals: 2,
    inputDecimals: 10,
    excelFormat: '0.00"% not p.a., incl. transfer";(0.00"% not p.a., incl. transfer")',
    suffix: '% not p.a., incl. transfer',
  },
  /** A multiple of a commitment transferred between partners. */
  partialMultiple: {
    align: 'right',
    decimals: 2,
    inputDecimals: 10,
    excelFormat: '0.00"x incl. transfer"',
    suffix: 'x incl. transfer',
  },
  /** An amount that includes the history of the part transferred between partners, or its price. */
  partialMoney: {
    align: 'right',
    decimals: 2,
    inputDecimals: 2,
    excelFormat: '#,##0.00" incl. transfer";(#,##0.00" incl. transfer")',
    suffix: ' incl. transfer',
  },
  /** A net asset value that was reported for an earlier date, plus the cash since then. */
  rolledMoney: {
    align: 'right',
    decimals: 2,
    inputDecimals: 2,
    excelFormat: '#,##0.00" rolled forward";(#,##0.00" rolled forward")',
    suffix: ' rolled forward',
  },
  /** A calendar year. It is not a quantity, so it has no thousands separator. */
  year: { align: 'left', excelFormat: '0' },
  /** A duration in years: 15 or 15.1. */
  years: { align: 'right', decimals: 1, inputDecimals: 10, excelFormat: '0.0' },
  date: { align: 'left', excelFormat: 'mm/dd/yyyy' },
  instant: { align: 'left', excelFormat: 'mm/dd/yyyy hh:mm' },
  /** {code, description}: a state of a lifecycle. */
  status: { align: 'left' },
  /** {id, code?, name?, description?}: refers to a record or a reference entry. */
  reference: { align: 'left' },
  referenceList: { align: 'left' },
  /** {addressLine1, addressLine2, city, stateRegion, postalCode, country}. Stored only if line 1, city, postal code and country are present. */
  address: { align: 'left' },
  /** A data URL of at most 4,194,304 bytes, type image/*. */
  picture: { align: 'center' },
} as const satisfies Record<string, KindDefinition>;

/** Returns the words of a kind's unit, such as ' incl. transfer' of 'x incl. transfer'; empty if it has none. */
export function unitSuffix(kind: Kind): string {
  const { suffix = '' }: KindDefinition = kinds[kind];
  return suffix.includes(' ') ? suffix.slice(suffix.indexOf(' ')) : '';
}

/** The display text of an undetermined figure, which is transmitted as null and never as zero. */
export const notDetermined = 'not determined';

export type Kind = keyof typeof kinds;
export type DecimalKind =
  | 'money'
  | 'percent'
  | 'shares'
  | 'multiple'
  | 'rate'
  | 'return'
  | 'spanReturn'
  | 'partialReturn'
  | 'partialSpanReturn'
  | 'partialMultiple'
  | 'partialMoney'
  | 'rolledMoney'
  | 'years';

/** The fields of a reference: `id` always, the others for display. */
export interface Reference {
  readonly id: string;
  readonly code?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
}

/** An amount of money with its currency. */
export interface Amount {
  /** The currency code. */
  readonly currency: string | null;
  readonly amount: string;
}

export interface Address {
  readonly addressLine1?: string | null | undefined;
  readonly addressLine2?: string | null | undefined;
  readonly city?: string | null | undefined;
  readonly stateRegion?: string | null | undefined;
  readonly postalCode?: string | null | undefined;
  readonly country?: Reference | null | undefined;
}

export interface StatusValue {
  readonly code: string;
  readonly description: string;
}

/** The maximum of a count, the only kind that is transmitted as a JSON number. */
export const maxCount = 1e9;

/** The range of accepted years. */
export const years = { first: 1900, last: 2200 } as const;

/** The all-zero UUID means 'none' in requests and responses. */
export const emptyId = '00000000-0000-0000-0000-000000000000';
