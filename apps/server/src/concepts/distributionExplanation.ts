import { loadHead, loadInputs, loadRun, readableFailures } from '@carrara/adapters/postgres/distribution';
import type { distributionEndpoints } from '@carrara/contract/distribution';
import { computeDistributionAt, distributionInputFromJson, pathOfFigure } from '@carrara/domain/distribution';
import { createExplanations, err, fail, ok } from '@carrara/domain/kernel';
import type { Operations } from '../operations.ts';
import { withNames } from './explanationNames.ts';
import { explanationNode } from './explanationNode.ts';

const missing = err([fail('NOT_FOUND', ['figure'], 'This distribution has no such figure.')]);

/** 'Why this number?' of a stored distribution: computed again from what was kept with it, by the engine that made it. */
export const explainDistribution: Operations<typeof distributionEndpoints>['explainDistribution'] = async (
  { tx },
  { params, query },
) => {
  const head = await loadHead(tx, params.id);
  if (!head?.engineVersion) return err([fail('NOT_FOUND', ['id'], 'Distribution not found')]);
  if (head.isReversal) {
    return err([
      fail('REVERSAL_FIXED', [], 'A reversal turns the figures of the distribution that it undoes; ask there.'),
    ]);
  }
  const input = distributionInputFromJson((await loadInputs(tx, params.id)).input);
  const sources = query.sourceId ? (await loadRun(tx, params.id)).sources : [];
  const sourceId = sources.find(({ id, sourceId: own }) => [id, own].includes(query.sourceId ?? ''))?.sourceId;
  const path = pathOfFigure(input, {
    figure: query.figure,
    ...(query.sourceId ? { sourceId: sourceId ?? query.sourceId } : {}),
    ...(query.participantId ? { participantId: query.participantId } : {}),
    via: (query.via ?? '').split(',').filter((id) => id !== ''),
  });
  const explanations = createExplanations();
  const computed = computeDistributionAt(head.engineVersion, input, explanations);
  if (computed.isErr()) return err(await readableFailures(tx, computed.error));
  const participantPlace = computed.value.participants.findIndex(({ id }) => id === query.participantId);
  const tree = explanations.tree(path ?? ['participants', participantPlace, query.figure]);
  return tree ? ok(await withNames(tx, computed.value, explanationNode(tree))) : missing;
};
