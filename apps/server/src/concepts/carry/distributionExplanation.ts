import { loadHead, loadInputs, readableFailures, sourceOfRun } from '@carrara/adapters/postgres/carry/distribution';
import type { distributionEndpoints } from '@carrara/contract/carry/distribution';
import {
  computeDistributionAt,
  distributionInputFromJson,
  explainFigures,
  explainReversed,
  type FigureQuestion,
} from '@carrara/domain/carry/run';
import { err, fail, ok } from '@carrara/domain/kernel';
import type { Operations } from '../../operations.ts';
import { withNames } from './explanationNames.ts';
import { explanationNode } from './explanationNode.ts';

const missing = err([fail('NOT_FOUND', ['figure'], 'This distribution has no such figure.')]);

/**
 * 'Why this number?' of a stored distribution: computed again from what was kept with it, by the engine that made it. A reversal's figure is
 * that of what it undoes, turned.
 */
export const explainDistribution: Operations<typeof distributionEndpoints>['explainDistribution'] = async (
  { tx },
  { params, query },
) => {
  const head = await loadHead(tx, params.id);
  const version = head?.engineVersion;
  if (!version) return err([fail('NOT_FOUND', ['id'], 'Distribution not found')]);
  const { sourceId, via, ...asked } = query;
  const question: FigureQuestion = {
    ...asked,
    ...(sourceId === undefined ? {} : { sourceId: await sourceOfRun(tx, params.id, sourceId) }),
    ...(via === undefined ? {} : { via: via === 'direct' ? [] : via.split(',') }),
  };
  const input = distributionInputFromJson((await loadInputs(tx, params.id)).input);
  const explainer = explainFigures(input, (given, explain) => computeDistributionAt(version, given, explain));
  if (explainer.isErr()) return err(await readableFailures(tx, explainer.error));
  const explained = explainer.value(question);
  if (explained === undefined) return missing;
  const { tree, result } = head.isReversal ? explainReversed(explained) : explained;
  return ok(await withNames(tx, result, question, explanationNode(tree)));
};
