import { decimal, type Failure, type Failures } from '../../kernel/index.ts';
import {
  checkCurrencies,
  checkSource,
  mismatchedEntities,
  reachedBy,
  refuseInto,
  type ShareFacts,
  sharesByProfile,
} from '../run/index.ts';
import type { RealizationInput } from './computeRealization.ts';
import { dateOfSource, type RealizationRequest } from './realizationRequest.ts';

/** What the records say on each day that a realization asks about. */
export type FactsByDate = ReadonlyMap<string, ShareFacts>;

export interface PreparedRealization {
  readonly input: RealizationInput;
  /** What cannot even be kept as a draft. */
  readonly refusals: Failures;
  /** What stands against posting it, beyond what the engine finds. */
  readonly problems: Failures;
}

/**
 * What is asked and what the records say, made into the engine's input: each source with those whom it reaches on its own day.
 *
 * Source: calculations 6; decisions, 'Realizations'.
 * Fails:  as refusals NO_SOURCE, SOURCE_DUPLICATE, SOURCE_UNKNOWN, SOURCE_TYPE_DIFFERS, PROFILE_OF_OTHER_SOURCE, SOURCES_OF_SEVERAL_FUNDS, MIXED_CURRENCIES;
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
    if (seen.has(sourceId)) refuse('SOURCE_DUPLICATE', [...path, 'source'], 'A source is named twice.');
    seen.add(sourceId);
    const known = facts.get(dateOfSource(source, request));
    const shared = known?.sources.get(sourceId);
    checkSource(shared, type, path, refuse);
    const allocations = shared ? sharesByProfile(shared, path, problem) : [];
    const reached = known ? reachedBy([allocations], known.participants) : [];
    if (known) {
      const mismatched = mismatchedEntities([sourceId], known, new Set(reached.map(({ id }) => id)));
      for (const id of mismatched)
        problem('MEMBER_MISMATCH', path, `the members of entity ${id} have changed and must be looked at`);
    }
    const participants = reached.map(({ id, status, members }) => ({
      id,
      status,
      ...(members
        ? { members: members.map(({ participantId, effective }) => ({ participantId, effective })) }
        : undefined),
    }));
    return { id: sourceId, carry: decimal(carry), allocations, participants };
  });
  const known = allOf(facts);
  checkCurrencies(
    request.sources.map(({ sourceId }) => sourceId),
    known,
    'realization',
    refuse,
  );
  const holders = request.sources.map(({ sourceId }) => known.sources.get(sourceId)?.holderId ?? null);
  holders.forEach((holder, i) => {
    if (holder !== null && holder !== holders.find((one) => one !== null)) {
      const text = 'All sources of a realization are of one fund or coinvestment.';
      refuse('SOURCES_OF_SEVERAL_FUNDS', ['sources', i], text);
    }
  });
  return { input: { sources }, refusals, problems };
}

/** What no day changes: the sources and the names of all. */
const allOf = (facts: FactsByDate): ShareFacts => ({
  sources: new Map([...facts.values()].flatMap(({ sources }) => [...sources])),
  participants: new Map([...facts.values()].flatMap(({ participants }) => [...participants])),
});
