import {
  type Address,
  type Amount,
  type Kind,
  kinds,
  type Reference,
  type StatusValue,
} from '@carrara/contract/core/kinds';
import { formatDate, formatInstant } from './formatDate.ts';
import { dash, formatDecimal } from './formatDecimal.ts';
import { plainText } from './plainText.ts';

const asText = (value: unknown): string => plainText(value) || dash;

const number =
  (kind: Kind) =>
  (value: unknown): string => {
    const { decimals = 0, suffix = '' } = kinds[kind] as { decimals?: number; suffix?: string };
    return formatDecimal(plainText(value), decimals, suffix);
  };

/** The text of a reference: its name, otherwise its description, otherwise its code. */
export function referenceText(value: Reference | null | undefined): string {
  return value?.name || value?.description || value?.code || dash;
}

/** The code of a currency, which stands next to amounts. */
export const currencyText = (value: string | Reference): string =>
  typeof value === 'string' ? value : value.code || referenceText(value);

/** An address on one line, without missing parts. */
function addressText(value: Address | null | undefined): string {
  if (!value) return dash;
  const region = [value.stateRegion, value.postalCode].filter(Boolean).join(' ');
  const country = value.country ? referenceText(value.country) : '';
  return [value.addressLine1, value.addressLine2, value.city, region, country].filter(Boolean).join(', ') || dash;
}

export const amountText = ({ currency, amount }: Amount): string =>
  [currency, number('money')(amount)].filter(Boolean).join(' ');

const texts: Record<Kind, (value: unknown) => string> = {
  id: asText,
  text: asText,
  longText: asText,
  email: asText,
  code: asText,
  boolean: (value) => (value === true ? 'Yes' : value === false ? 'No' : dash),
  count: number('count'),
  money: number('money'),
  amounts: (value) => (value as readonly Amount[] | null)?.map(amountText).join(', ') || dash,
  percent: number('percent'),
  shares: number('shares'),
  multiple: number('multiple'),
  rate: number('rate'),
  return: number('return'),
  spanReturn: number('spanReturn'),
  partialReturn: number('partialReturn'),
  partialSpanReturn: number('partialSpanReturn'),
  partialMultiple: number('partialMultiple'),
  partialMoney: number('partialMoney'),
  rolledMoney: number('rolledMoney'),
  years: (value) => number('years')(value).replace(/[.,]0$/, ''),
  year: asText,
  date: (value) => formatDate(value as string | null),
  instant: (value) => formatInstant(value as string | null),
  status: (value) => (value as StatusValue | null)?.description ?? dash,
  reference: (value) => referenceText(value as Reference | null),
  referenceList: (value) => (value as readonly Reference[] | null)?.map(referenceText).join(', ') || dash,
  address: (value) => addressText(value as Address | null),
  picture: (value) => (value ? 'Picture' : dash),
};

/** The text of any value, by its kind. */
export function valueText(kind: Kind, value: unknown): string {
  return texts[kind](value);
}
