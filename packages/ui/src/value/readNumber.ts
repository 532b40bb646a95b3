import type { Field } from '@carrara/contract/core/fields';
import { type KindDefinition, kinds } from '@carrara/contract/core/kinds';
import { type DecimalRefusal, isRefusal, parseDecimalText, type TypedUnit } from '@carrara/domain/kernel/typedNumber';

type NumberField = Pick<Field, 'kind' | 'negative'>;

/** The symbols that may stand next to a number, by kind. */
const units: Partial<Readonly<Record<Field['kind'], TypedUnit>>> = {
  money: 'amount',
  percent: 'percentage',
  multiple: 'multiple',
};

/** Reads the text of a number field, the same way for every field. Returns a number, null for no value, or the reason for a refusal. */
export function readNumber({ kind, negative }: NumberField, text: string): string | null | DecimalRefusal {
  const { inputDecimals = 0 }: KindDefinition = kinds[kind];
  return parseDecimalText(text, inputDecimals, negative === true, units[kind]);
}

/** The typed number in the format of the API; undefined if there is none. */
export function numberIn(field: NumberField, text: string): string | undefined {
  const read = readNumber(field, text);
  return read === null || isRefusal(read) ? undefined : read;
}
