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
  hint: "the sender's own number: by it a row that is sent again is known, and a corrected one replaces what was entered",
};
const vehicle: ImportField = {
  title: 'Vehicle',
  kind: 'text',
  required: true,
  hint: 'code or name of a fund or coinvestment; required',
};
const bookedPeriod: ImportField = {
  title: 'Quarter',
  kind: 'date',
  hint: 'end of the quarter that is to show it, when that is not the one of its day',
};
const description: ImportField = { title: 'Description', kind: 'text', max: 4000, hint: 'up to 4,000 characters' };
const investment = (hint: string): ImportField => ({ title: 'Investment', kind: 'text', hint });

const titlesOf = <K extends string>(all: Readonly<Record<K, { readonly title: string }>>) =>
  Object.fromEntries(Object.entries<{ readonly title: string }>(all).map(([code, { title }]) => [code, title]));

const kindHints = {
  money: "in the vehicle's currency, as it was reported",
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
const inCurrency = 'in the currency of who holds it; an empty cell leaves what is there';
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
const boundsOf = (of: string, title: string, unit: TypedUnit, hint: string) =>
  Object.fromEntries(
    Object.entries(bounds).map(([bound, words]): [string, ImportField] => [
      `${of}${bound}`,
      { title: `${title}, ${words}`, kind: 'number', unit, hint },
    ]),
  );
/** The columns of a benchmark file that contain figures. */
export const benchmarkFigures = {
  ...boundsOf('irr', 'IRR', 'percentage', 'in percent: 13.4; an empty cell leaves what is there'),
  ...boundsOf('multiple', 'Multiple', 'multiple', 'as 1.34; an empty cell leaves what is there'),
  funds: { title: 'Funds', kind: 'number', hint: 'of how many funds it is' },
} as const satisfies ImportFields;

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
    date: { title: 'Date', kind: 'date', required: true, hint: 'the day from which it holds; required' },
    amount: { title: 'Amount', kind: 'money', hint: 'above zero; a release or a transfer out lowers the commitment' },
    paysFee: { title: 'Pays fee', kind: 'flag', hint: 'yes or no; of a close and of terms' },
    paysCarry: { title: 'Pays carry', kind: 'flag', hint: 'yes or no; of a close and of terms' },
    investment: investment('of an excuse: code or name of the investment'),
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
    date: { title: 'Date', kind: 'date', required: true, hint: 'the day on which it happened; required' },
    amount: { title: 'Amount', kind: 'money', required: true, hint: "in the vehicle's currency; required" },
    investor: {
      title: 'Investor',
      kind: 'text',
      hint: 'of an entry that is given investor by investor: code or name; the rows of one external id are one entry',
    },
    total: {
      title: 'Notice total',
      kind: 'money',
      hint: 'what the rows of an external id come to together, so that a missing row is found',
    },
    unfunded: { title: 'Unfunded', kind: 'money', hint: 'of a transfer: the unfunded commitment that goes with it' },
    investment: investment('code or name of the investment that it belongs to'),
    security: { title: 'Security', kind: 'text', max: 200, hint: 'of a purchase or a sale: name of the security' },
    securityClass: {
      title: 'Security class',
      kind: 'choice',
      choices: { DEBT: 'Debt', EQUITY: 'Equity' },
      hint: 'Debt or Equity: a security that is not known yet is made',
    },
    costRelieved: { title: 'Cost relieved', kind: 'money', hint: 'of a sale: what was paid for what is sold' },
    notice: { title: 'Notice', kind: 'text', hint: 'number of the notice that announced it' },
    allocationKey: {
      title: 'Split by',
      kind: 'choice',
      choices: allocationKeyTitles,
      hint: 'when it is not split as its type usually is',
    },
    isRecallable: { title: 'Recallable', kind: 'flag', hint: 'yes or no; of a distribution' },
    isOutside: { title: 'Outside commitment', kind: 'flag', hint: 'yes or no; of a call' },
    settledOn: { title: 'Settled on', kind: 'date', hint: 'when the cash moved; empty while it has not' },
    bookedPeriod,
    description,
  },
  valuations: {
    externalId,
    vehicle,
    investment: { ...investment('code or name of the investment; required'), required: true },
    security: { title: 'Security', kind: 'text', required: true, hint: 'name of the security; required' },
    date: { title: 'Date', kind: 'date', required: true, hint: 'the day of the value; required' },
    fairValue: { title: 'Fair value', kind: 'money', required: true, hint: "in the vehicle's currency; required" },
    method: { title: 'Method', kind: 'text', hint: 'code of a valuation method' },
    bookedPeriod,
    description,
  },
  reported: {
    vehicle,
    investor: {
      title: 'Investor',
      kind: 'text',
      hint: 'code or name of an investor; empty: of the vehicle as a whole',
    },
    date: { title: 'Date', kind: 'date', required: true, hint: 'the day that it was reported for; required' },
    ...reportedColumns,
    bookedPeriod,
    description,
  },
  index: {
    index: { title: 'Index', kind: 'text', required: true, hint: 'code or name of an index; required' },
    date: { title: 'Date', kind: 'date', required: true, hint: 'the day of the level; required' },
    level: { title: 'Level', kind: 'number', required: true, hint: 'above zero, with at most 10 decimals; required' },
    name: { title: 'Name', kind: 'text', max: 200, hint: 'of an index that is not known yet: with it one is made' },
    provider: { title: 'Provider', kind: 'text', max: 200, hint: 'of an index that is made' },
    currency: { title: 'Currency', kind: 'text', hint: 'of an index that is made: code of a currency' },
  },
  benchmark: {
    benchmark: { title: 'Benchmark', kind: 'text', max: 200, required: true, hint: 'name of a benchmark; required' },
    provider: {
      title: 'Provider',
      kind: 'text',
      max: 200,
      hint: 'of a benchmark that is not known yet: with it one is made',
    },
    vintageYear: {
      title: 'Vintage year',
      kind: 'number',
      hint: 'of a benchmark that is made; of every year when empty',
    },
    strategy: {
      title: 'Strategy',
      kind: 'text',
      hint: 'of a benchmark that is made: code of a fund family; of every one when empty',
    },
    date: { title: 'As of', kind: 'date', required: true, hint: 'the day of the figures; required' },
    ...benchmarkFigures,
  },
  'portfolio-metrics': {
    investment: { ...investment('code or name of the investment; required'), required: true },
    vehicle: {
      title: 'Vehicle',
      kind: 'text',
      hint: 'code or name of the fund or coinvestment that holds it; needed where several do',
    },
    date: { title: 'Quarter', kind: 'date', required: true, hint: 'the quarter end it is reported for; required' },
    ltmDate: { title: 'LTM date', kind: 'date', hint: 'up to which the last twelve months go' },
    ...metricColumns,
    ...ownershipColumns,
    endValue: { title: 'End value', kind: 'money', hint: 'the fair value of the ledger where there is none' },
    endProceeds: {
      title: 'End proceeds',
      kind: 'money',
      hint: 'proceeds and income of the ledger where there are none',
    },
  },
} as const satisfies Readonly<Record<string, ImportFields>>;

export type ImportType = keyof typeof importTypes;
