import { loadHead, loadInputs, loadDisplayedHead } from '@carrara/adapters/postgres/carry/distribution/head';
import { readableFailures } from '@carrara/adapters/postgres/carry/run/labels';
import {
  type RunSave,
  savesOfRun,
  sourcesOfRun,
} from '@carrara/adapters/postgres/carry/distribution/explanationRecords';
import type { distributionEndpoints } from '@carrara/contract/carry/run/distribution';
import type { ExplanationNode } from '@carrara/contract/core/explanation';
import { dayIn, displayedDay } from '@carrara/contract/core/today';
import {
  distributionInputFromJson,
  explainFigures,
  explainReversed,
  type FigureQuestion,
  hasAmount,
} from '@carrara/domain/carry/run';
import { err, fail, ok, required } from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { nameSteps } from './explanationNames.ts';
import { explanationNode } from '../../../core/explanationNode.ts';
import { undeterminedSources, undeterminedFailures } from './undeterminedFailure.ts';

const missing = err([fail('NOT_FOUND', ['figure'], 'This distribution has no such figure.')]);

/**
 * Explains a figure of a stored distribution. It is recomputed from the stored inputs by the engine version that
 * computed it. A figure of a reversal is that of the reversed run with the opposite sign. An undetermined figure
 * returns its reason. Entered figures name who saved the run.
 */
export const explainDistribution: Operations<typeof distributionEndpoints>['explainDistribution'] = async (
  context,
  requested,
) => {
  const explained = await explainRun(context, requested);
  if (explained.isErr()) return explained;
  const saves = isEntered(explained.value) ? await savesOfRun(context.tx, requested.params.id) : [];
  return ok(saves.length > 0 ? withNote(explained.value, enteredBy(saves, context.tenant.settings)) : explained.value);
};

/** The formulas of figures that a person entered. */
const enteredFormulas: ReadonlySet<string> = new Set(['distribution.tax.entered', 'distribution.entered']);
const isEntered = ({ formula, children }: ExplanationNode): boolean =>
  enteredFormulas.has(formula) || children.some(isEntered);
const withNote = (node: ExplanationNode, note: string): ExplanationNode => ({
  ...node,
  ...(enteredFormulas.has(node.formula) ? { note } : {}),
  children: node.children.map((child) => withNote(child, note)),
});

/** Several people may have saved a run, and the audit log doesn't tell their figures apart. */
function enteredBy(saves: readonly RunSave[], settings: RequestContext['tenant']['settings']): string {
  const [first, ...others] = saves.map(
    ({ name, at }) => `${name} (${displayedDay(dayIn(settings['timeZone'], new Date(at)))})`,
  );
  return others.length === 0
    ? `Entered by ${required(first, 'a person who saved the run')}.`
    : `Entered by one of the people who saved this distribution, with the date of their last save: ${[first, ...others].join(', ')}.`;
}

/** Explains a figure of a stored distribution, without the people who saved it. */
export const explainRun: Operations<typeof distributionEndpoints>['explainDistribution'] = async (
  { tx },
  { params, query },
) => {
  const head = await loadHead(tx, params.id);
  const version = head?.engineVersion;
  if (!version) return err([fail('NOT_FOUND', ['id'], 'Distribution not found')]);
  const { sourceId, via, ...location } = query;
  // A source can be identified by its own id or by the id of its row.
  const sources = await sourcesOfRun(tx, params.id);
  const question: FigureQuestion = {
    ...location,
    ...(sourceId === undefined
      ? {}
      : { sourceId: sources.find((source) => source.id === sourceId)?.sourceId ?? sourceId }),
    ...(!via ? {} : { via: via === 'direct' ? [] : via.split(',') }),
  };
  const { input, request } = await loadInputs(tx, params.id);
  const requestsById = new Map(request.sources.map((source) => [source.sourceId, source]));
  const unknown = undeterminedSources(
    question,
    sources.map((source) => ({ ...source, hasAmount: hasAmount(requestsById.get(source.sourceId)) })),
  );
  if (unknown.length > 0)
    return err(undeterminedFailures((await loadDisplayedHead(tx, params.id))?.remarks ?? [], unknown));
  const explainer = explainFigures(distributionInputFromJson(input), version);
  if (explainer.isErr()) return err(await readableFailures(tx, explainer.error));
  const explained = explainer.value(question);
  if (explained === undefined) return missing;
  const { tree, sources: explainedSources } = head.isReversal ? explainReversed('distribution', explained) : explained;
  return ok(await nameSteps(tx, explainedSources, question, explanationNode(tree)));
};
