import { formatDate } from '@carrara/ui/value/formatDate.ts';
import type { Answer } from '../../../api/operations.ts';

/** Returns a sentence about holdings that were not valued at the quarter's end; undefined if all were. */
export function carriedText({ periodEnd, valued }: Pick<Answer<'getPeriod'>, 'periodEnd' | 'valued'>) {
  const carried = valued.filter(({ valuedOn }) => valuedOn !== periodEnd);
  if (carried.length === 0) return undefined;
  return carried
    .map(({ valuedOn, holdings }) => {
      const [subject, their] =
        holdings === 1 ? ['1 holding has', 'its'] : [`${String(holdings)} holdings have`, 'their'];
      return valuedOn === null
        ? `${subject} never been valued; ${their} cost is used.`
        : `${subject} no value on ${formatDate(periodEnd)}; ${their} value of ${formatDate(valuedOn)} is used, plus later purchases and sales.`;
    })
    .join(' ');
}
