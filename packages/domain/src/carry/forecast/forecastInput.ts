import { decimal, type Failure, type Failures, unit } from '../../kernel/index.ts';
import {
  checkCurrencies,
  checkSource,
  memberMismatchText,
  mismatchedEntities,
  orderByShares,
  participantInputs,
  refuseInto,
  type ShareFacts,
  sharesByProfile,
} from '../run/index.ts';
import { findExclusion, type PositionedSource } from './exclusions.ts';
import type { ForecastInput, ForecastSourceInput } from './forecast.ts';
import type { ForecastRequest, ForecastSourceRequest } from './forecastRequest.ts';

export interface PreparedForecast {
  readonly input: ForecastInput;
  /** Reasons why the forecast can't be saved. */
  readonly refusals: Failures;
  /** Reasons why a source can't be allocated, in addition to the engine's. */
  readonly problems: Failures;
}

const whyExcluded = {
  SOURCES_OF_SEVERAL_FUNDS: 'All sources of a forecast must belong to the same fund or coinvestment.',
  SOURCES_OVERLAP:
    'A source and its own parts can’t be in the same forecast, because they would be counted twice. Remove one of them.',
} as const;

/** Returns the amounts of a source, which don't depend on stored records. */
const amountsOfSource = (source: ForecastSourceRequest): Omit<ForecastSourceInput, 'id' | 'allocations'> => ({
  investedAmount: decimal(source.investedAmount),
  ...(source.gross === undefined
    ? { multiple: source.multiple === undefined ? unit : decimal(source.multiple) }
    : { gross: decimal(source.gross) }),
  carryAdjustment: decimal(source.carryAdjustment ?? '0'),
});

/**
 * Combines a request with the recorded facts into the engine's input.
 *
 * Source: docs/calculations/forecast.md.
 * Fails:  as refusals NO_SOURCE, SOURCE_DUPLICATE, SOURCE_UNKNOWN, SOURCE_TYPE_DIFFERS, PROFILE_OF_OTHER_SOURCE, SOURCES_OF_SEVERAL_FUNDS,
 *         SOURCES_OVERLAP, MIXED_CURRENCIES, NO_PARTICIPANT; as problems PROFILE_MISSING, PROFILE_NOT_USABLE, MEMBER_MISMATCH.
 */
export function forecastInput(request: ForecastRequest, facts: ShareFacts): PreparedForecast {
  const refusals: Failure[] = [];
  const problems: Failure[] = [];
  const [refuse, problem] = [refuseInto(refusals), refuseInto(problems)];
  if (request.sources.length === 0) refuse('NO_SOURCE', ['sources'], 'A forecast needs at least one source.');
  const seen = new Map<string, PositionedSource>();
  const sources = request.sources.map((source, i): ForecastSourceInput => {
    const path = ['sources', i];
    const { sourceId, type } = source;
    const sourceFacts = facts.sources.get(sourceId);
    checkSource(sourceFacts, type, path, refuse);
    if (seen.has(sourceId)) refuse('SOURCE_DUPLICATE', [...path, 'source'], 'Enter each source only once.');
    const why = sourceFacts && [...seen.values()].map((other) => findExclusion(sourceFacts, other)).find(Boolean);
    if (why) refuse(why, path, whyExcluded[why]);
    if (sourceFacts) seen.set(sourceId, sourceFacts);
    const allocations = sourceFacts ? sharesByProfile(sourceFacts, path, problem) : [];
    return { id: sourceId, ...amountsOfSource(source), allocations };
  });
  const ids = request.sources.map(({ sourceId }) => sourceId);
  checkCurrencies(ids, facts, 'forecast', refuse);
  const reached = orderByShares(
    sources.map(({ allocations }) => allocations),
    facts.participants,
  );
  if (refusals.length === 0 && reached.length === 0) {
    const text =
      'A forecast needs at least one participant, but no source has an allocation profile in force. Create a profile first.';
    refuse('NO_PARTICIPANT', ['sources'], text);
  }
  const everybody = new Set(reached.map(({ id }) => id));
  ids.forEach((id, i) => {
    for (const entity of mismatchedEntities([id], facts, everybody))
      problem('MEMBER_MISMATCH', ['sources', i], memberMismatchText(entity));
  });
  return { input: { sources, participants: participantInputs(reached) }, refusals, problems };
}
