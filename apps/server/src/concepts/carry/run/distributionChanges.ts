import { loadHead, loadInputs } from '@carrara/adapters/postgres/carry/distribution/head';
import { loadLabels } from '@carrara/adapters/postgres/carry/run/labels';
import { loadRun } from '@carrara/adapters/postgres/carry/distribution/rows';
import {
  participantNames,
  previousRuns,
  submissionComment,
} from '@carrara/adapters/postgres/carry/distribution/previousRuns';
import type { distributionEndpoints } from '@carrara/contract/carry/run/distribution';
import {
  sortByChange,
  changeCauses,
  type ChangedFigures,
  changesSince,
  type StoredRun,
  distributionInputFromJson,
  ENGINE_VERSION,
  isTaxed,
} from '@carrara/domain/carry/run';
import { err, fail, moneyText, ok } from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../../../core/operations.ts';

/** Compares a run with the last run that paid the same source, recomputing both from their stored inputs. */
export const getDistributionChanges: Operations<typeof distributionEndpoints>['getDistributionChanges'] = async (
  { tx },
  { params },
) => {
  const now = await storedRun(tx, params.id);
  if (!now) return err([fail('NOT_FOUND', ['id'], 'Distribution not found')]);
  const sources = await previousRuns(tx, params.id);
  const earlier = new Map<string, StoredRun | undefined>();
  for (const id of new Set(sources.flatMap(({ previous }) => previous?.id ?? [])))
    earlier.set(id, await storedRun(tx, id));
  const rows = await loadRun(tx, params.id);
  const taxedIds = new Set(rows.sources.filter(isTaxed).map(({ sourceId }) => sourceId));
  const compared = sources.map((source) => {
    const before =
      now.isReversal || !taxedIds.has(source.sourceId) ? undefined : earlier.get(source.previous?.id ?? '');
    return { ...source, changes: before && changesSince(source.sourceId, before, now) };
  });
  const ids = compared.flatMap(({ changes }) => changes?.participants.map(({ participantId }) => participantId) ?? []);
  const names = await participantNames(tx, [...new Set(ids)]);
  const { sources: labels } = await loadLabels(tx, rows);
  return ok({
    sources: compared.map(({ sourceId, name, previous, changes }) => ({
      source: { id: sourceId, name, holder: labels.get(sourceId)?.holder ?? null },
      previous,
      totals: changes ? displayedFigures(changes.totals) : null,
      participants: sortByChange(changes?.participants ?? []).map(({ participantId, ...figures }) => ({
        participant: { participantId, name: names.get(participantId) ?? '' },
        ...displayedFigures(figures),
      })),
    })),
    comment: (await submissionComment(tx, params.id)) ?? null,
  });
};

async function storedRun(
  tx: RequestContext['tx'],
  id: string,
): Promise<(StoredRun & { isReversal: boolean }) | undefined> {
  const head = await loadHead(tx, id);
  if (!head) return undefined;
  const { input } = await loadInputs(tx, id);
  return {
    input: distributionInputFromJson(input),
    engineVersion: head.engineVersion ?? ENGINE_VERSION,
    isReversal: head.isReversal,
  };
}

const displayedFigures = ({ grossBefore, grossNow, netBefore, netNow, change, parts }: ChangedFigures) => ({
  grossBefore: moneyText(grossBefore),
  grossNow: moneyText(grossNow),
  netBefore: moneyText(netBefore),
  netNow: moneyText(netNow),
  change: moneyText(change),
  parts: Object.fromEntries(changeCauses.map((cause) => [cause, moneyText(parts[cause])])) as Record<
    (typeof changeCauses)[number],
    string
  >,
});
