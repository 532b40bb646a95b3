import { type Decimal, decimal, moneyText, spokenMoney } from '../../kernel/index.ts';
import {
  computeDraft,
  type DetailRequest,
  type DetailRow,
  type DistributionInput,
  type DistributionResult,
  type RunRequest,
  type Warning,
  createWarning,
} from '../run/index.ts';
import type { RunFacts } from './runFacts.ts';

const REPLACED = [
  ['tax', 'TAX_BELOW_COMPUTED'],
  ['escrow', 'ESCROW_BELOW_COMPUTED'],
] as const;

/**
 * Warns about each typed tax or escrow below the computed one, with the amount it adds to the net.
 *
 *     raise = net with the typed figure - net with the computed one, where above 0
 *
 * The computed figure is that of the same input without any typed tax, or without any typed escrow. Rows that can't be computed get no warning.
 *
 * Units:  money in major units.
 * Source: decision 0005.
 * Fails:  as warnings TAX_BELOW_COMPUTED, ESCROW_BELOW_COMPUTED.
 */
export const typedWarnings = (
  request: RunRequest,
  input: DistributionInput,
  result: DistributionResult,
  facts: RunFacts,
): readonly Warning[] =>
  REPLACED.flatMap(([field, code]) => {
    const adjustments = input.adjustments ?? [];
    const typed = new Set(adjustments.filter((each) => each[field] !== undefined).map(({ sourceId }) => sourceId));
    if (typed.size === 0) return [];
    const computed = computeDraft({
      ...input,
      sources: input.sources.filter(({ id }) => typed.has(id)),
      adjustments: adjustments
        .filter(({ sourceId }) => typed.has(sourceId))
        .map(({ [field]: _typed, ...others }) => others),
    }).result;
    return request.sources.flatMap(({ sourceId, details }, i) => {
      if (!typed.has(sourceId)) return [];
      const rowsIn = (run: typeof result) => rowsOf(run.sources.find(({ id }) => id === sourceId)?.details);
      const [now, without] = [rowsIn(result), rowsIn(computed)];
      return details.flatMap((detail, k) => {
        const { [field]: amount, via, participantId } = detail;
        const [row, other] = [rowOf(detail, now), rowOf(detail, without)];
        if (amount === null || amount === undefined || amount === '' || !row || !other) return [];
        const raise = row.net.minus(other.net);
        if (!raise.gt(0)) return [];
        const subject = `${[...via, participantId].join(' > ')} at ${facts.sources.get(sourceId)?.name ?? ''}`;
        const text = `The typed ${field} of ${subject} is ${spokenMoney(decimal(amount))} instead of the computed ${spokenMoney(other[field])}, which raises the net by ${spokenMoney(raise)}.`;
        return [createWarning(code, ['sources', i, 'details', k, field], text, moneyText(raise))];
      });
    });
  });

interface Row {
  readonly key: string;
  readonly participantId: string;
  readonly tax: Decimal;
  readonly escrow: Decimal;
  readonly net: Decimal;
}

const rowsOf = (details: readonly DetailRow[] = [], via: readonly string[] = []): readonly Row[] =>
  details.flatMap(({ participantId, tax, escrow, net, members }) => {
    const ids = [...via, participantId];
    return [{ key: ids.join(' '), participantId, tax, escrow, net }, ...rowsOf(members, ids)];
  });

/** Returns the row that an entered figure belongs to: the row on its path or, without a path, the participant's only row. */
function rowOf({ participantId, via }: Pick<DetailRequest, 'participantId' | 'via'>, rows: readonly Row[]) {
  const exact = rows.find(({ key }) => key === [...via, participantId].join(' '));
  if (exact || via.length > 0) return exact;
  return rows.find((row) => row.participantId === participantId);
}
