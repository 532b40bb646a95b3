import type { Field, Fields } from '@carrara/contract/core/fields';
import type { Kind, Reference, StatusValue } from '@carrara/contract/core/kinds';
import { carryTermsFields, carryTermsRows, carryTermTexts } from '@carrara/contract/performance/carryTerms';
import { displayedDate, decimal, spokenMoney } from '@carrara/domain/kernel';
import type { EnteredTier, ReadableTerm } from '@carrara/domain/performance/carryTerms';

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
  return [...readable(fields, version, '', ''), ...rows];
}

const readable = (fields: Fields, values: Values, path: string, prefix: string): readonly ReadableTerm[] =>
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
