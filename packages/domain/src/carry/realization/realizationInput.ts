import { decimal, type Failure, type Failures } from '../../kernel/index.ts';
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
import type { RealizationInput } from './computeRealization.ts';
import { dateOfSource, type RealizationRequest } from './realizationRequest.ts';

/** The recorded facts on each date that a realization uses. */
export type FactsByDate = ReadonlyMap<string, ShareFacts>;

export interface PreparedRealization {
  readonly input: RealizationInput;
  /** Reasons why the request can't be saved, even as a draft. */
  readonly refusals: Failures;
  /** Reasons why the realization can't be posted, in addition to the engine's. */
  readonly problems: Failures;
}

/**
 * Combines a request with the recorded facts into the engine's input: each source with the participants it reaches on its own date.
 *
 * Source: docs/calculations/realization.md.
 * Fails:  as refusals NO_SOURCE, SOURCE_DUPLICATE, SOURCE_UNKNOWN, SOURCE_TYPE_DIFFERS, PROFILE_OF_OTHER_SOURCE, SOURCES_OF_SEVERAL_FUNDS,
 *         MIXED_CURRENCIES;
 *         as problems PROFILE_MISSING, PROFILE_NOT_USABLE, MEMBER_MISMATCH.
 */
export function realizationInput(request: RealizationRequest, facts: FactsByDate): PreparedRealization {
  const refusals: Failure[] = [];
  const problems: Failure[] = [];
  const [refuse, problem] = [refuseInto(refusals), refuseInto(problems)];
  if (request.sources.length === 0) refuse('NO_SOURCE', ['sources'], 'A realization needs at least one source.');
  const seen = new Set<string>();
  const sources = request.sources.map((source, i) => {
    const path = ['sources', i];
    const { sourceId, type, carry } = source;
    if (seen.has(sourceId)) refuse('SOURCE_DUPLICATE', [...path, 'source'], 'Enter each source only once.');
    seen.add(sourceId);
    const sourceFacts = facts.get(dateOfSource(source, request));
    const shared = sourceFacts?.sources.get(sourceId);
    checkSource(shared, type, path, refuse);
    const allocations = shared ? sharesByProfile(shared, path, problem) : [];
    const reached = sourceFacts ? orderByShares([allocations], sourceFacts.participants) : [];
    if (sourceFacts) {
      const mismatched = mismatchedEntities([sourceId], sourceFacts, new Set(reached.map(({ id }) => id)));
      for (const id of mismatched) problem('MEMBER_MISMATCH', path, memberMismatchText(id));
    }
    return { id: sourceId, carry: decimal(carry), allocations, participants: participantInputs(reached) };
  });
  const allFacts = allOf(facts);
  checkCurrencies(
    request.sources.map(({ sourceId }) => sourceId),
    allFacts,
    'realization',
    refuse,
  );
  const holders = request.sources.map(({ sourceId }) => allFacts.sources.get(sourceId)?.holderId ?? null);
  holders.forEach((holder, i) => {
    if (holder !== null && holder !== holders.find((candidate) => candidate !== null)) {
      const text = 'All sources of a realization must belong to the same fund or coinvestment.';
      refuse('SOURCES_OF_SEVERAL_FUNDS', ['sources', i], text);
    }
  });
  return { input: { sources }, refusals, problems };
}

/** Returns the facts that don't depend on the date: all sources and names. */
const allOf = (facts: FactsByDate): ShareFacts => ({
  sources: new Map([...facts.values()].flatMap(({ sources }) => [...sources])),
  participants: new Map([...facts.values()].flatMap(({ participants }) => [...participants])),
});
