import { formatDate } from '@carrara/ui/value/formatDate.ts';
import type { Answer } from '../../../api/operations.ts';

/** Returns a sentence about holdings that were not valued at the quarter's end; undefined if all were. */
export function carriedText({ periodEnd, valued }: Pick<Answer<'getPeriod'>, 'periodEnd' | 'valued'>) {
  const carried = valued.filter(({ valuedOn }) => valuedOn !== periodEnd);
  if (carried.length === 0) return undefined;
  const texts = carried.map(
    ({ valuedOn, holdings }) =>
      `${String(holdings)} at ${valuedOn === null ? 'cost, never valued' : `the value of ${formatDate(valuedOn)}`}`,
  );
  return `Holdings without a value on ${formatDate(periodEnd)}: ${texts.join('; ')}. Later purchases and sales are included.`;
}
