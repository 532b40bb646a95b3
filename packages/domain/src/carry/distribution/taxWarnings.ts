import { type Decimal, decimal, moneyText, spokenMoney } from '../../kernel/index.ts';
import {
  computeDraft,
  type DetailRequest,
  type DetailRow,
  type DistributionInput,
  type DistributionResult,
  type RunRequest,
  type Warning,
  warn,
} from '../run/index.ts';
import type { RunFacts } from './runFacts.ts';

/**
 * Warns of each typed tax that is below the computed one, with what it adds to the net.
 *
 *     raise = net with the typed tax - net with the computed tax, where above 0
 *
 * The computed tax is that of the same input without any typed tax. A row that cannot be computed has no warning.
 *
 * Units:  money in major units.
 * Source: decision 0005.
 * Fails:  as warnings TAX_BELOW_COMPUTED.
 */
export function taxWarnings(
  { sources }: RunRequest,
  input: DistributionInput,
  result: DistributionResult,
  facts: RunFacts,
): readonly Warning[] {
  const adjustments = input.adjustments ?? [];
  const typed = new Set(adjustments.filter(({ tax }) => tax !== undefined).map(({ sourceId }) => sourceId));
  if (typed.size === 0) return [];
  const computed = computeDraft({
    ...input,
    sources: input.sources.filter(({ id }) => typed.has(id)),
    adjustments: adjustments.filter(({ sourceId }) => typed.has(sourceId)).map(({ tax: _typed, ...others }) => others),
  }).result;
  return sources.flatMap(({ sourceId, details }, i) => {
    if (!typed.has(sourceId)) return [];
    const [now, without] = [result, computed].map((of) =>
      rowsOf(of.sources.find(({ id }) => id === sourceId)?.details),
    );
    return details.flatMap((detail, k) => {
      const { tax, via, participantId } = detail;
      const [row, other] = [rowOf(detail, now!), rowOf(detail, without!)];
      if (tax === null || tax === undefined || tax === '' || !row || !other) return [];
      const raise = row.net.minus(other.net);
      if (!raise.gt(0)) return [];
      const whose = `${[...via, participantId].join(' > ')} at ${facts.sources.get(sourceId)?.name ?? ''}`;
      const text = `The typed tax of ${whose} is ${spokenMoney(decimal(tax))} instead of the computed ${spokenMoney(other.tax)}, which raises the net by ${spokenMoney(raise)}.`;
      return [warn('TAX_BELOW_COMPUTED', ['sources', i, 'details', k, 'tax'], text, moneyText(raise))];
    });
  });
}

interface Row {
  readonly key: string;
  readonly participantId: string;
  readonly tax: Decimal;
  readonly net: Decimal;
}

const rowsOf = (details: readonly DetailRow[] = [], via: readonly string[] = []): readonly Row[] =>
  details.flatMap(({ participantId, tax, net, members }) => {
    const way = [...via, participantId];
    return [{ key: way.join(' '), participantId, tax, net }, ...rowsOf(members, way)];
  });

/** The row that a given figure is for: that on its way, or without one the only row of the participant. */
function rowOf({ participantId, via }: Pick<DetailRequest, 'participantId' | 'via'>, rows: readonly Row[]) {
  const exact = rows.find(({ key }) => key === [...via, participantId].join(' '));
  if (exact || via.length > 0) return exact;
  return rows.find((row) => row.participantId === participantId);
}
