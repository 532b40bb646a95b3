import type { TypedUnit } from '@carrara/domain/kernel/typedNumber';
import type { ImportField, ImportFields } from '@carrara/domain/platform/upload';
import {
  allocationKeyTitles,
  commitmentEventKinds,
  type EntryType,
  entryTypeCodes,
  entryTypeRule,
} from '../ledger/index.ts';
import { type MetricPair, metricPairs, type OwnershipPair, ownershipPairs } from '../investment/index.ts';
import { type ReportedName, reportedFigures, reportedNames } from '../period/index.ts';

const externalId: ImportField = {
  title: 'External id',
  kind: 'text',
  max: 200,
  hint: 'the sender’s ID; a row with the same ID replaces the earlier one',
};
const vehicle: ImportField = {
  title: 'Vehicle',
  kind: 'text',
  required: true,
  hint: 'code or name of a fund or coinvestment; required',
};
const currency: ImportField = {
  title: 'Currency',
  kind: 'text',
  hint: 'for a check: code of the vehicle’s currency; amounts in another one are refused',
};
const bookedPeriod: ImportField = {
  title: 'Quarter',
  kind: 'date',
  hint: 'last day of the quarter to report it in; blank for the quarter of its date',
};
const description: ImportField = { title: 'Description', kind: 'text', max: 4000, hint: 'up to 4,000 characters' };
const investment = (hint: string): ImportField => ({ title: 'Investment', kind: 'text', hint });

const titlesOf = <K extends string>(all: Readonly<Record<K, { readonly title: string }>>) =>
  Object.fromEntries(Object.entries<{ readonly title: string }>(all).map(([code, { title }]) => [code, title]));

const kindHints = {
  money: 'as reported, in the vehicle’s currency',
  return: 'in percent: 13.4',
  multiple: 'as 1.34',
} as const;
/** One column per figure. */
const reportedColumns = Object.fromEntries(
  reportedNames.map((name): [ReportedName, ImportField] => {
    const { title, kind } = reportedFigures[name];
    if (kind === 'money') return [name, { title, kind, hint: kindHints[kind] }];
    return [
      name,
      { title, kind: 'number', unit: kind === 'return' ? 'percentage' : 'multiple', hint: kindHints[kind] },
    ];
  }),
) as Readonly<Record<ReportedName, ImportField>>;

const moments = { Entry: 'at entry', Current: 'now' } as const;
type Both<N extends string> = `${N}${keyof typeof moments}`;
const inCurrency = 'in the holder’s currency; an empty cell changes nothing';
/** One column for each metric at entry and one for its current value. */
const metricColumns = Object.fromEntries(
  Object.entries(metricPairs).flatMap(([name, { title }]) =>
    Object.entries(moments).map(([moment, when]): [string, ImportField] => [
      `${name}${moment}`,
      { title: `${title}, ${when}`, kind: 'money', hint: inCurrency },
    ]),
  ),
) as Readonly<Record<Both<MetricPair>, ImportField>>;
const ownershipColumns = Object.fromEntries(
  Object.entries(ownershipPairs).flatMap(([name, title]) =>
    Object.entries(moments).map(([moment, when]): [string, ImportField] => [
      `${name}${moment}`,
      { title: `${title}, ${when}`, kind: 'number', unit: 'percentage', hint: 'in percent, from 0 to 100' },
    ]),
  ),
) as Readonly<Record<Both<OwnershipPair>, ImportField>>;

const bounds = { Upper: 'upper quartile', Median: 'median', Lower: 'lower quartile' } as const;
const boundsOf = (measure: string, title: string, unit: TypedUnit, hint: string) =>
  Object.fromEntries(
    Object.entries(bounds).map(([bound, label]): [string, ImportField] => [
      `${measure}${bound}`,
      { title: `${title}, ${label}`, kind: 'number', unit, hint },
    ]),
  );
/** The columns of a benchmark file that contain figures. */
export const benchmarkFigures = {
  ...boundsOf('irr', 'IRR', 'percentage', 'in percent: 13.4; an empty cell changes nothing'),
  ...boundsOf('multiple', 'Multiple', 'multiple', 'as 1.34; an empty cell changes nothing'),
  funds: { title: 'Funds', kind: 'number', hint: 'number of funds' },
} as const satisfies ImportFields;

/** The parts of carry terms: the terms of the fund as a whole, and numbered rows. */
export const carryTermParts = {
  terms: 'Terms',
  tiers: 'Tier',
  recipients: 'Recipient',
  letters: 'Side letter',
  offsets: 'Offset',
  clawbackDates: 'Clawback date',
  taxIncomes: 'Taxable income',
} as const;

/** The columns of each kind of file that others provide. */
export const importTypes = {
  commitments: {
    externalId,
    vehicle,
    investor: { title: 'Investor', kind: 'text', required: true, hint: 'code or name of an investor; required' },
    kind: {
      title: 'Kind',
      kind: 'choice',
      choices: titlesOf(commitmentEventKinds),
      required: true,
      hint: `${Object.values(commitmentEventKinds)
        .map(({ title }) => title)
        .join(', ')}; required`,
    },
    date: { title: 'Date', kind: 'date', required: true, hint: 'effective date; required' },
    amount: { title: 'Amount', kind: 'money', hint: 'above zero; a release or a transfer out lowers the commitment' },
    paysFee: { title: 'Pays fee', kind: 'flag', hint: 'yes or no; for closes and terms' },
    paysCarry: { title: 'Pays carry', kind: 'flag', hint: 'yes or no; for closes and terms' },
    investment: investment('for excuses: code or name of the investment'),
    currency,
    bookedPeriod,
    description,
  },
  ledger: {
    externalId,
    vehicle,
    type: {
      title: 'Type',
      kind: 'choice',
      choices: Object.fromEntries(entryTypeCodes.map((code: EntryType) => [code, entryTypeRule(code).title])),
      required: true,
      hint: 'code of an entry type, such as CALL-INV, or its title; required',
    },
    date: { title: 'Date', kind: 'date', required: true, hint: 'date of the event; required' },
    amount: { title: 'Amount', kind: 'money', required: true, hint: "in the vehicle's currency; required" },
    investor: {
      title: 'Investor',
      kind: 'text',
      hint: 'for entries by investor: code or name; rows with the same external id are one entry',
    },
    total: {
      title: 'Notice total',
      kind: 'money',
      hint: 'total of the rows with the same external id, to detect missing rows',
    },
    unfunded: {
      title: 'Unfunded',
      kind: 'money',
      hint: 'for transfers: the unfunded commitment that is also transferred',
    },
    investment: investment('code or name of the investment that it belongs to'),
    security: { title: 'Security', kind: 'text', max: 200, hint: 'for purchases and sales: name of the security' },
    securityClass: {
      title: 'Security class',
      kind: 'choice',
      choices: { DEBT: 'Debt', EQUITY: 'Equity' },
      hint: 'Debt or Equity; creates the security if it doesn’t exist',
    },
    costRelieved: { title: 'Cost relieved', kind: 'money', hint: 'for sales: cost of the part that is sold' },
    notice: { title: 'Notice', kind: 'text', hint: 'number of the notice that announced it' },
    allocationKey: {
      title: 'Split by',
      kind: 'choice',
      choices: allocationKeyTitles,
      hint: 'if it is not split by the usual key of its type',
    },
    isRecallable: { title: 'Recallable', kind: 'flag', hint: 'yes or no; for distributions' },
    isOutside: { title: 'Outside commitment', kind: 'flag', hint: 'yes or no; for calls' },
    settledOn: { title: 'Settled on', kind: 'date', hint: 'date when the cash moved; empty if it hasn’t yet' },
    currency,
    bookedPeriod,
    description,
  },
  valuations: {
    externalId,
    vehicle,
    investment: { ...investment('code or name of the investment; required'), required: true },
    security: { title: 'Security', kind: 'text', required: true, hint: 'name of the security; required' },
    date: { title: 'Date', kind: 'date', required: true, hint: 'date of the value; required' },
    fairValue: { title: 'Fair value', kind: 'money', required: true, hint: "in the vehicle's currency; required" },
    method: { title: 'Method', kind: 'text', hint: 'code of a valuation method' },
    currency,
    bookedPeriod,
    description,
  },
  reported: {
    vehicle,
    investor: {
      title: 'Investor',
      kind: 'text',
      hint: 'code or name of an investor; empty for the vehicle as a whole',
    },
    date: { title: 'Date', kind: 'date', required: true, hint: 'date that it was reported for; required' },
    ...reportedColumns,
    currency,
    bookedPeriod,
    description,
  },
  'carry-terms': {
    vehicle,
    date: {
      title: 'Applies from',
      kind: 'date',
      required: true,
      hint: 'first day of the version; its rows are all of its terms; required',
    },
    part: {
      title: 'Part',
      kind: 'choice',
      choices: carryTermParts,
      required: true,
      hint: `${Object.values(carryTermParts).join(', ')}; required`,
    },
    number: { title: 'Number', kind: 'number', hint: 'for all parts but Terms: number of the tier or row' },
    term: { title: 'Term', kind: 'text', required: true, hint: 'name as in the form, such as Rate per year; required' },
    value: {
      title: 'Value',
      kind: 'text',
      required: true,
      max: 4000,
      hint: 'amount, percentage, date, choice or name; required',
    },
  },
  index: {
    index: { title: 'Index', kind: 'text', required: true, hint: 'code or name of an index; required' },
    date: { title: 'Date', kind: 'date', required: true, hint: 'date of the level; required' },
    level: { title: 'Level', kind: 'number', required: true, hint: 'above zero, with at most 10 decimals; required' },
    name: { title: 'Name', kind: 'text', max: 200, hint: 'creates the index if it doesn’t exist' },
    provider: { title: 'Provider', kind: 'text', max: 200, hint: 'for a new index' },
    currency: { title: 'Currency', kind: 'text', hint: 'for a new index: code of a currency' },
  },
  benchmark: {
    benchmark: { title: 'Benchmark', kind: 'text', max: 200, required: true, hint: 'name of a benchmark; required' },
    provider: {
      title: 'Provider',
      kind: 'text',
      max: 200,
      hint: 'creates the benchmark if it doesn’t exist',
    },
    vintageYear: {
      title: 'Vintage year',
      kind: 'number',
      hint: 'for a new benchmark; every year if empty',
    },
    strategy: {
      title: 'Strategy',
      kind: 'text',
      hint: 'for a new benchmark: code of a fund family; every family if empty',
    },
    date: { title: 'As of', kind: 'date', required: true, hint: 'date of the figures; required' },
    ...benchmarkFigures,
  },
  'portfolio-metrics': {
    investment: { ...investment('code or name of the investment; required'), required: true },
    vehicle: {
      title: 'Vehicle',
      kind: 'text',
      hint: 'code or name of the fund or coinvestment that holds it; required if there are several',
    },
    date: { title: 'Quarter', kind: 'date', required: true, hint: 'quarter end that it is reported for; required' },
    ltmDate: { title: 'LTM date', kind: 'date', hint: 'end of the last twelve months' },
    ...metricColumns,
    ...ownershipColumns,
    endValue: { title: 'End value', kind: 'money', hint: 'if blank, taken from the ledger’s fair value' },
    endProceeds: {
      title: 'End proceeds',
      kind: 'money',
      hint: 'if blank, taken from the ledger’s proceeds and income',
    },
  },
} as const satisfies Readonly<Record<string, ImportFields>>;
