import { readableFailures, loadLabels } from '@carrara/adapters/postgres/carry/run/labels';
import { loadShares } from '@carrara/adapters/postgres/carry/run/shares';
import { namePeople } from '@carrara/adapters/postgres/carry/run/people';
import type { forecastEndpoints } from '@carrara/contract/carry/run/forecast';
import type { InputOf, ResultOf } from '@carrara/contract/core/endpoint';
import { checkSource, refuseInto, sharesByProfile } from '@carrara/domain/carry/run';
import {
  err,
  type Failure,
  type Failures,
  fail,
  numberText,
  ok,
  percentTotal,
  type Result,
} from '@carrara/domain/kernel';
import type { RequestContext } from '../../../core/operations.ts';
import { displayedProblems } from './forecastRequest.ts';

type Call = (typeof forecastEndpoints)['generateForecastAllocations'];

/**
 * Returns the allocations in a source on a date, today by default. A source that isn't in the given fund is refused as
 * unknown.
 */
export async function forecastAllocations(
  { tx, today }: RequestContext,
  { sourceId, type, fundId, allocationProfileId: profileId, distributionDate }: InputOf<Call>['query'],
): Promise<Result<ResultOf<Call>, Failures>> {
  const id = sourceId.toLowerCase();
  const facts = await loadShares(tx, {
    date: distributionDate ?? today,
    sources: [{ sourceId: id, ...(profileId ? { profileId } : {}) }],
    participantIds: [],
  });
  const refusals: Failure[] = [];
  const source = facts.sources.get(id);
  checkSource(source, type ?? source?.type ?? 'Fund', [], refuseInto(refusals));
  const ofFund = facts.rows.some((row) => fundId === undefined || row.fundId === fundId.toLowerCase());
  if (!source || !ofFund) return err([fail('SOURCE_UNKNOWN', ['sourceId'], 'There is no such source.')]);
  if (refusals.length > 0) return err(refusals);
  const problems: Failure[] = [];
  const shares = sharesByProfile(source, [], refuseInto(problems));
  const details = shares.map(({ participantId }) => ({ participantId, taxes: [] }));
  const named = { sourceId: id, profileId: source.profile?.id ?? null, characterizations: [], details };
  const labels = await loadLabels(tx, { sources: [named] });
  const personOf = namePeople(labels);
  const isTerminated = (participantId: string) => facts.participants.get(participantId)?.status === 'terminated';
  const profile = labels.profiles.get(source.profile?.id ?? '');
  const remarks = (await readableFailures(tx, problems)).map(({ code, path, detail: message }) => ({
    kind: 'problem' as const,
    code,
    path,
    message,
  }));
  return ok({
    source: { id, name: source.name, type: source.type },
    allocationProfile: profile ? { id: profile.id, name: profile.name, version: profile.version } : null,
    allocations: shares.map(({ participantId, effective }) => ({
      participant: personOf({ participantId, isTerminated: isTerminated(participantId) }),
      effectiveAllocation: numberText(effective),
    })),
    total: percentTotal(shares.map(({ effective }) => effective)).text,
    problems: displayedProblems(remarks),
  });
}
