import {
  type Decimal,
  decimal,
  hundred,
  numberText,
  roundMoney,
  roundTo,
  displayedDate,
  spokenMoney,
  moneyText,
} from '../../kernel/index.ts';
import {
  isDetermined,
  type RunRequest,
  type RunRows,
  type SourceInput,
  type Warning,
  createWarning,
} from '../run/index.ts';
import { type HolderShare, holderShares, isShareOf, isSamePath, vestingAt } from './holderShares.ts';
import type { RunFacts, SourceFacts } from './runFacts.ts';

/** The maximum number of decimals read from a percentage. */
const DISPLAYED_DECIMALS = 4;

/**
 * Warns about every share of a terminated person or trust that a run pays in full although it isn't fully vested, or may not be. There is one warning
 * per source and path, with the unvested part of the gross.
 *
 *     not vested = gross - round2(gross x vested % / 100)
 *
 * Units:  money in major units.
 * Source: docs/calculations/vesting.md.
 * Fails:  as warnings TERMINATED_NOT_FULLY_VESTED, VESTING_UNKNOWN.
 */
export function vestingWarnings(
  sources: readonly SourceInput[],
  rows: Pick<RunRows, 'sources'>,
  facts: RunFacts,
  request: RunRequest,
): readonly Warning[] {
  return sources.flatMap(({ id, allocations, forfeitures = [] }, i) => {
    const source = facts.sources.get(id);
    if (!source || request.investorBalanceBased) return [];
    return holderShares(source, allocations, facts).flatMap((share) => {
      const isApplied = forfeitures.some(
        ({ participantId, via = [] }) => participantId === share.participantId && isSamePath(via, share.via),
      );
      if (!share.isTerminated || !share.scheduleRows || isApplied) return [];
      const outermost = share.via[0] ?? share.participantId;
      const at = allocations.findIndex(({ participantId }) => participantId === outermost);
      const path = [
        'sources',
        i,
        'allocations',
        at,
        ...share.via.slice(1),
        ...(share.via.length > 0 ? [share.participantId] : []),
      ];
      return remarkOf(share, source, grossOf(rows.sources[i], share), path, request);
    });
  });
}

/** Returns the amount that the run pays for a share; undefined while the source isn't determined. */
function grossOf(
  source: RunRows['sources'][number] | undefined,
  { participantId, via }: HolderShare,
): Decimal | undefined {
  if (!source || !isDetermined(source)) return undefined;
  const row = source.details.find((line) => isShareOf(participantId, via)({ ...line, via: line.path }));
  return row && decimal(row.gross);
}

function remarkOf(
  share: HolderShare,
  source: SourceFacts,
  gross: Decimal | undefined,
  path: Warning['path'],
  request: RunRequest,
): readonly Warning[] {
  if (gross?.isZero()) return [];
  const { participantId, via, terminationDate } = share;
  const leavingText = terminationDate
    ? `${participantId} left on ${displayedDate(terminationDate)}`
    : `${participantId} has left`;
  const through = via.length > 0 ? `, through ${[...via].reverse().join(' of ')}` : '';
  // Don't give a percentage of the share: forfeitures of others may be paid on top of it.
  const paid = gross ? spokenMoney(gross) : 'the full allocation';
  return vestingAt(source, share, request).vested.match(
    ({ vested }) => {
      if (!vested.lt(hundred)) return [];
      const percent = numberText(roundTo(vested, DISPLAYED_DECIMALS));
      const unvested = gross?.minus(roundMoney(gross.times(vested).div(hundred)));
      if (unvested?.isZero()) return [];
      const amount = unvested ? `, of which ${spokenMoney(unvested)} is not vested` : '';
      const text = `${leavingText} with ${percent}% vested at ${source.name}${through}. This distribution pays ${paid}${amount}.`;
      return [createWarning('TERMINATED_NOT_FULLY_VESTED', path, text, unvested && moneyText(unvested))];
    },
    () => [
      createWarning(
        'VESTING_UNKNOWN',
        path,
        `${leavingText}. This distribution pays ${paid} at ${source.name}${through}, but the vested percentage can’t be determined.`,
      ),
    ],
  );
}
