import type { Field, Fields } from '@carrara/contract/core/fields';
import type { Kind, Reference, StatusValue } from '@carrara/contract/core/kinds';
import {
  attributionTexts,
  carryTermsFields,
  carryTermsRows,
  carryTermTexts,
  carryTierFields,
} from '@carrara/contract/performance/carryTerms/carryTerms';
import { displayedDate, type Decimal, decimal, numberText, spokenMoney } from '@carrara/domain/kernel';
import type { CarryTermsFacts, EnteredTier, ReadableTerm } from '@carrara/domain/performance/carryTerms';
import {
  type AttributionPolicy,
  defaultReturnFirst,
  preferredTier,
  type WaterfallTerms,
} from '@carrara/domain/performance/waterfall';

type Values = Readonly<Record<string, unknown>>;
type RowName = keyof typeof carryTermsRows;

/** The name of a row in a comparison. Its number follows. */
const rowTitles: Readonly<Record<RowName, string>> = {
  tiers: 'Tier',
  recipients: 'Recipient',
  letters: 'Side letter',
  offsets: 'Offset',
  clawbackDates: 'Clawback date',
  taxIncomes: 'Taxable income',
};

/** Returns the terms of a version in words, one by one. Blank terms are left out. */
export function readableTerms(version: Values): readonly ReadableTerm[] {
  const { vehicle: _vehicle, ...fields } = carryTermsFields;
  const rows = (Object.keys(carryTermsRows) as RowName[]).flatMap((name) =>
    ((version[name] ?? []) as readonly Values[]).flatMap((row, i) =>
      readable(carryTermsRows[name], row, `${name}.${i}.`, `${rowTitles[name]} ${i + 1}, `),
    ),
  );
  return [...readable(fields, version), ...rows];
}

/** The values that blank choices have, in words. */
export const defaultTerms: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  Object.entries({
    recallable: 'REDUCES_CAPITAL',
    recallablePreferred: 'STOPS',
    clawback: 'FINAL',
    clawbackTax: 'GROSS',
    guarantee: 'SEVERAL',
    compounding: 'ANNUAL',
    dayCount: 'ACT/365',
    accruesFrom: 'CASH_DATE',
    accruesTo: 'DISTRIBUTION_DATE',
    preferredBase: 'CAPITAL_AND_FEES',
  }).map(([name, code]) => [name, carryTermTexts[code]]),
);

/** Adds the names of investors, their types and investments to terms that refer to them by id alone. */
export function namedTerms(
  version: Values,
  { investors, investments }: CarryTermsFacts,
  investorTypes: ReadonlyMap<string, string>,
): Values {
  const ofInvestors = investors.map(({ investorId, name }) => [investorId, name] as const);
  const names = new Map([...investments, ...investorTypes, ...ofInvestors]);
  const named = (value: unknown) => {
    const id = (value as Partial<Reference> | null | undefined)?.id?.toLowerCase();
    const name = id === undefined ? undefined : names.get(id);
    return name === undefined ? value : { ...(value as Reference), name };
  };
  const rowsOf = (rows: unknown) =>
    ((rows ?? []) as readonly Values[]).map((row) =>
      Object.fromEntries(Object.entries(row).map(([field, value]) => [field, named(value)])),
    );
  const rows = (Object.keys(carryTermsRows) as RowName[]).map((name) => [name, rowsOf(version[name])] as const);
  return { ...version, ...Object.fromEntries(rows) };
}

/** Returns the values of fields in words, one by one. Blank ones are left out. */
export const readable = (fields: Fields, values: Values, path = '', prefix = ''): readonly ReadableTerm[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const value = valueText(field, values[name]);
    return value === null ? [] : [{ field: `${path}${name}`, title: `${prefix}${field.title}`, value }];
  });

/** How values of some kinds are written. All others are texts already. */
const texts: Partial<Record<Kind, (value: unknown) => string>> = {
  boolean: () => 'Yes',
  percent: (value) => `${trimmed(value)}%`,
  multiple: (value) => `${trimmed(value)}x`,
  money: (value) => spokenMoney(decimal(String(value))),
  date: (value) => displayedDate(String(value)),
  status: (value) => {
    const code = typeof value === 'string' ? value : (value as StatusValue).code;
    return carryTermTexts[code] ?? code;
  },
  reference: (value) => {
    const { name, description, code, id } = value as Reference;
    return name ?? description ?? code ?? id;
  },
};

function valueText({ kind }: Field, value: unknown): string | null {
  if (value === undefined || value === null || value === '' || value === false) return null;
  return texts[kind]?.(value) ?? String(value);
}

const trimmed = (value: unknown) => decimal(String(value)).toString();

/** Returns the tiers of a version in one line: '8% preferred return, 100% catch-up to 20%, 20% carry'. */
export function tiersText(tiers: readonly EnteredTier[]): string {
  return tiers.length === 0 ? 'No tiers' : tiers.map(tierText).join(', ').replace(/^r/, 'R');
}

function tierText({ kind, rate, gpShare, target, untilIrr, untilMultiple }: EnteredTier): string {
  switch (kind) {
    case 'RETURN_OF_CAPITAL':
      return 'return of capital';
    case 'PREFERRED_RETURN':
      return `${rate ?? '?'}% preferred return`;
    case 'CATCH_UP':
      return `${gpShare ?? '?'}% catch-up to ${target ?? '?'}%`;
    default: {
      const hurdles = [
        untilIrr === null ? [] : `${untilIrr}% IRR`,
        untilMultiple === null ? [] : `${untilMultiple}x`,
      ].flat();
      return `${gpShare ?? '?'}% carry${hurdles.length === 0 ? '' : ` until ${hurdles.join(' and ')}`}`;
    }
  }
}

/** Returns the choices behind the figures of a waterfall in words, with those that the terms leave blank. */
export function policyTexts(
  terms: WaterfallTerms,
  attribution: AttributionPolicy = terms.basis === 'WHOLE_FUND' ? 'POSITIVE_PROFIT' : 'BY_DEAL',
): readonly { readonly title: string; readonly value: string }[] {
  const preferred = preferredTier(terms.tiers);
  const { reducesCapital, preferredRunsOn } = terms.recallable;
  const { policy, tax, guarantee } = terms.clawback;
  const { escrow, taxDistribution } = terms;
  const percent = (title: string, value: Decimal) => ({ title, value: `${numberText(value)}%` });
  const choice = (title: string, code: string) => ({ title, value: carryTermTexts[code] ?? code });
  return [
    ...(terms.basis === null ? [] : [choice(carryTermsFields.basis.title, terms.basis)]),
    choice(carryTermsFields.returnFirst.title, defaultReturnFirst(terms)),
    ...(preferred === undefined
      ? []
      : [
          choice(carryTierFields.compounding.title, preferred.compounding),
          choice(carryTierFields.dayCount.title, preferred.dayCount),
          choice(carryTierFields.accruesFrom.title, preferred.from),
          choice(carryTierFields.accruesTo.title, preferred.to),
          choice(carryTierFields.preferredBase.title, preferred.base),
        ]),
    ...(terms.tiers.some(({ kind }) => kind === 'CATCH_UP') ? [{ title: 'Catch-up on', value: 'All profit' }] : []),
    choice(carryTermsFields.recallable.title, reducesCapital ? 'REDUCES_CAPITAL' : 'NO_REDUCTION'),
    choice(carryTermsFields.recallablePreferred.title, preferredRunsOn ? 'RUNS_ON' : 'STOPS'),
    choice(carryTermsFields.clawback.title, policy),
    choice(carryTermsFields.clawbackTax.title, tax.method === 'NONE' ? 'GROSS' : tax.method),
    ...(tax.rate === null || tax.method === 'NONE' ? [] : [percent(carryTermsFields.clawbackTaxRate.title, tax.rate)]),
    choice(carryTermsFields.guarantee.title, guarantee),
    ...(escrow === null
      ? []
      : [
          percent(carryTermsFields.escrowPercentage.title, escrow.percent),
          choice(carryTermsFields.escrowRelease.title, escrow.release),
        ]),
    ...(taxDistribution === null ? [] : [percent(carryTermsFields.taxDistributionRate.title, taxDistribution.rate)]),
    ...(terms.overrides.some(({ carry, isExempt }) => carry !== null || isExempt)
      ? [{ title: 'Carry of a side letter', value: 'All profit of the partner, once in force' }]
      : []),
    { title: 'Transfers between partners', value: 'The buyer takes over the history' },
    { title: 'Late closers', value: 'As if they had joined at the first close' },
    { title: 'Carry by investment', value: attributionTexts[attribution] },
  ];
}
