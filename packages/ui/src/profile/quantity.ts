import { type Kind, kinds } from '@carrara/contract/core/kinds';
import { valueText } from '../value/valueText.ts';

/** Returns the text of an amount in a unit of a formula. */
export function quantity(value: string | null, unit: string): string {
  if (unit === 'months' || unit === 'days')
    return value === null ? valueText('count', null) : `${valueText('count', value)} ${unit}`;
  return valueText(isKind(unit) ? unit : 'text', value);
}

const isKind = (unit: string): unit is Kind => unit in kinds;
