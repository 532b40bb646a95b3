import type { Field } from '@carrara/contract/core/fields';
import { type KindDefinition, kinds } from '@carrara/contract/core/kinds';
import {
  type DecimalRefusal,
  isRefusal,
  notANumber,
  parseDecimalText,
  type TypedUnit,
} from '@carrara/domain/kernel/typedNumber';
import { separators, toDefaultSigns, toPersonalSigns } from '@carrara/domain/kernel/displayFormat';
import { personalFormats } from './personalFormats.ts';

type NumberField = Pick<Field, 'kind' | 'negative'>;

/** The symbols that may stand next to a number, by kind. */
const units: Partial<Readonly<Record<Field['kind'], TypedUnit>>> = {
  money: 'amount',
  percent: 'percentage',
  multiple: 'multiple',
};

/**
 * The text of a number in an input, with the person's signs. Values have the signs of the API, also if they can't be read yet. So they mean the same
 * to every rule and when they are restored.
 */
export const inputText = (value: string): string => toPersonalSigns(value, personalFormats().numberFormat);

/** The value for a text that a person typed or pasted. Reverses `inputText`. */
export const inputValue = (typed: string): string => toDefaultSigns(typed, personalFormats().numberFormat);

/** Reads the value of a number field, the same way for every field. Returns a number, null for no value, or the reason for a refusal. */
export function readNumber({ kind, negative }: NumberField, value: string): string | null | DecimalRefusal {
  const { inputDecimals = 0 }: KindDefinition = kinds[kind];
  const read = parseDecimalText(value, inputDecimals, negative === true, units[kind]);
  return namePersonalSigns(read, value);
}

/** Names the person's signs in the refusal of a value that may have those of another format. */
export function namePersonalSigns<Read extends string | null | DecimalRefusal>(
  read: Read,
  value: string,
): Read | DecimalRefusal {
  const { numberFormat } = personalFormats();
  if (numberFormat === '1,234.56' || !isRefusal(read) || !read.refused.startsWith(notANumber)) return read;
  return /\d[.,'\s]+\d/.test(value) ? { refused: `${notANumber}. Use ${separators(numberFormat).names}` } : read;
}

/** The typed number in the format of the API; undefined if there is none. */
export function numberIn(field: NumberField, text: string): string | undefined {
  const read = readNumber(field, text);
  return read === null || isRefusal(read) ? undefined : read;
}
