import { exportFormats } from '@carrara/contract/core/fileTypes';
import { assembleRealization } from '@carrara/adapters/postgres/carry/realization/assemble';
import { loadAccruals } from '@carrara/adapters/postgres/carry/realization/rows';
import {
  loadRealizationHead,
  loadRealizationInputs,
  loadDisplayedRealization,
} from '@carrara/adapters/postgres/carry/realization/head';
import { realizationCharts, realizationChoices } from '@carrara/adapters/postgres/carry/realization/charts';
import { realizationList } from '@carrara/adapters/postgres/carry/realization/realizationList';
import { ledgerEntries } from '@carrara/adapters/postgres/carry/ledger/accountEntries';
import { readableFailures, readableRemarks } from '@carrara/adapters/postgres/carry/run/labels';
import type { realizationEndpoints } from '@carrara/contract/carry/run/realization';
import type {
  ComputedRealization,
  GenerateRealizationBody,
  RealizationRecord,
} from '@carrara/contract/carry/run/realizationRecord';
import { emptyId } from '@carrara/contract/core/kinds';
import { hasPermission, type Permission } from '@carrara/contract/core/permissions';
import { listedWarnings } from '@carrara/domain/carry/distribution';
import {
  computeRealizationDraftAt,
  explainPosition,
  lastAccrualDate,
  positionFigures,
  postingDateFailures,
  realizationActions,
  type RealizationInput,
  realizationRemarks,
} from '@carrara/domain/carry/realization';
import {
  explainComputed,
  explainReversed,
  type FigureQuestion,
  isDetermined,
  withoutDeductions,
  type Remark,
  runInputFromJson,
} from '@carrara/domain/carry/run';
import { calendarDate, err, type Failures, fail, ok, type Result, zero } from '@carrara/domain/kernel';
import { withCheckedFilters } from '../../../core/namedRecords.ts';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { exportedFor } from '../../../files/exportList.ts';
import { listOperation } from '../../../core/recordOperations.ts';
import { carryRules } from '../../../usecases/carry/carryRules.ts';
import { nameSteps } from './explanationNames.ts';
import { explanationNode } from '../../../core/explanationNode.ts';
import { undeterminedSources, undeterminedFailures } from './undeterminedFailure.ts';
import { dateWarnings, displayedRemarks } from '../../../usecases/carry/displayedRemarks.ts';
import { realizationFailures, toRealizationRequest } from './realizationRequest.ts';
import {
  computeRealization,
  deleteRealization,
  postRealization,
  reverseRealization,
  saveRealization,
} from '../../../usecases/carry/realization.ts';

type Answer = Promise<Result<RealizationRecord, Failures>>;

const noSuchFigure = err([fail('NOT_FOUND', ['figure'], 'This realization has no such figure.')]);
const missing = err([fail('NOT_FOUND', ['id'], 'Realization not found')]);

/** Reads a stored realization, with the actions available to this person. */
async function readRealization(context: RequestContext, id: string): Answer {
  const { tx, grants, person } = context;
  const run = await loadDisplayedRealization(tx, id);
  const head = await loadRealizationHead(tx, id);
  if (!run || !head) return missing;
  const holder = {
    id: person.id,
    hasPermission: (permission: string) => hasPermission(grants, permission as Permission),
  };
  const { remarks, withChosenProfile, ...fields } = run;
  const open = head.status === 'DRAFT' ? remarks : [];
  const rows = await loadAccruals(tx, id);
  const notYet = head.status === 'DRAFT' ? postingDateFailures(lastAccrualDate(rows), head, context.today) : [];
  const actions = realizationActions(head, holder, carryRules(context), notYet);
  const { sources, participants } = await assembleRealization(tx, rows, id);
  return ok({
    ...fields,
    canEdit: actions.includes('saveRealization'),
    actions: [...actions],
    problems: displayedRemarks(open, 'problem'),
    warnings: [
      ...listedWarnings([...displayedRemarks(open, 'warning'), ...dateWarnings(notYet, 'realizationDate')], []),
    ],
    sources: sources.map((source) => ({
      ...source,
      isProfileChosen: withChosenProfile.includes(source.containerId),
      problems: problemsOf(open, source.containerId),
    })),
    participants,
  });
}

const problemsOf = (remarks: readonly Remark[], sourceId: string) =>
  displayedRemarks(
    remarks.filter(({ location }) => location?.sourceId === sourceId),
    'problem',
  );

/** Computes the request as it would be stored. */
async function computed(
  context: RequestContext,
  body: GenerateRealizationBody,
): Promise<Result<ComputedRealization, Failures>> {
  const { id, ...request } = body;
  const run = await computeRealization(context, toRealizationRequest(request));
  // A missing record has no name to display, and a repeated source counts twice. Any other problem is returned along with the figures.
  const refusals = run.refusals.filter(({ code }) => code.endsWith('_UNKNOWN') || code === 'SOURCE_DUPLICATE');
  if (refusals.length > 0) return err(realizationFailures(refusals));
  const remarks = await readableRemarks(context.tx, realizationRemarks(run));
  const stored = id === undefined || id === null || id === emptyId ? null : id;
  const { sources, participants } = await assembleRealization(context.tx, run.rows, stored);
  const chosen = new Set(run.request.sources.flatMap(({ sourceId, profileId }) => (profileId ? [sourceId] : [])));
  const { gross, unallocated } = run.rows.totals;
  return ok({
    sources: sources.map((source) => ({
      ...source,
      realizationSourceId: null,
      accountEntries: [],
      isProfileChosen: chosen.has(source.containerId),
      problems: problemsOf(remarks, source.containerId),
    })),
    participants,
    totalAccrued: gross,
    unallocated,
    warnings: [...listedWarnings(displayedRemarks(remarks, 'warning'), [])],
  });
}

const answered = async (context: RequestContext, outcome: Result<string, Failures>): Answer =>
  outcome.isErr() ? err(realizationFailures(outcome.error)) : readRealization(context, outcome.value);

export const realizationOperations: Operations<typeof realizationEndpoints> = {
  listRealizations: withCheckedFilters(
    { fundId: 'holder', sourceId: 'source', sectorId: 'sector' },
    listOperation(realizationList),
  ),
  listRealizationChoices: async ({ tx }) => ok(await realizationChoices(tx)),
  chartRealizations: async ({ tx }) => ok(await realizationCharts(tx)),
  getRealization: (context, { params }) => readRealization(context, params.id),
  generateRealizationDetails: async (context, { body }) =>
    (await computed(context, body)).map(({ sources }) => sources),
  calculateRealization: (context, { body }) => computed(context, body),
  async exportRealization(context, { params, query }) {
    const found = await readRealization(context, params.id);
    if (found.isErr()) return err(found.error);
    const realization = found.value;
    const { printedRealization } = await import('@carrara/adapters/spreadsheet/printedRealization');
    const { realizationWorkbook } = await import('@carrara/adapters/spreadsheet/realizationWorkbook');
    const { listPdf } = await import('@carrara/adapters/pdf/listPdf');
    const content =
      query.format === 'excel'
        ? realizationWorkbook(realization)
        : listPdf(printedRealization(realization), exportedFor(context));
    const { extension, type } = exportFormats[query.format];
    return ok({ name: `${realization.name}.${extension}`, type, content });
  },
  saveRealization: async (context, { body }) =>
    answered(
      context,
      await saveRealization(context, {
        id: body.id === emptyId ? undefined : body.id,
        rowVersion: body.rowVersion,
        reason: body.reason,
        name: body.name.trim(),
        description: body.description?.trim() || null,
        request: toRealizationRequest(body),
      }),
    ),
  postRealization: async (context, { params, body }) =>
    answered(context, await postRealization(context, { id: params.id, ...body })),
  reverseRealization: async (context, { params, body }) =>
    answered(context, await reverseRealization(context, { id: params.id, ...body })),
  async deleteRealization(context, { params, query }) {
    const step = { id: params.id, rowVersion: query.rowVersion };
    return (await deleteRealization(context, step)).map((id) => ({ id }));
  },
  /**
   * Explains a figure of a stored realization. It is recomputed from the stored inputs by the engine version that
   * computed it.
   */
  async explainRealization({ tx }, { params, query }) {
    const head = await loadRealizationHead(tx, params.id);
    const version = head?.engineVersion;
    if (!version) return missing;
    const { via, figure, ...rest } = query;
    const position = positionFigures.find((positionFigure) => positionFigure === figure);
    const { sourceId, participantId } = rest;
    if (position && (!sourceId || !participantId)) {
      return err([
        fail('NOT_FOUND', ['figure'], 'Choose one source and one participant to explain an account balance.'),
      ]);
    }
    const question: FigureQuestion = {
      ...rest,
      // The part that this realization adds to a balance is the allocated amount.
      figure: position ? 'gross' : (figure as FigureQuestion['figure']),
      ...(via === undefined ? {} : { via: via === 'direct' ? [] : via.split(',') }),
    };
    const stored = (await loadAccruals(tx, params.id)).sources;
    const source = stored.find((accrualLine) => accrualLine.sourceId === sourceId);
    if (position && !source) return noSuchFigure;
    const sources = stored.map((source) => ({
      sourceId: source.sourceId,
      isDetermined: isDetermined(source),
      hasAmount: true,
    }));
    // The balance before it doesn't depend on its sources.
    const unknown = position === 'before' || position === 'paid' ? [] : undeterminedSources(question, sources);
    if (unknown.length > 0)
      return err(undeterminedFailures((await loadDisplayedRealization(tx, params.id))?.remarks ?? [], unknown));
    const input = runInputFromJson<RealizationInput>((await loadRealizationInputs(tx, params.id)).input);
    const explainer = explainComputed(
      input.sources.map(({ id, carry }) => ({ id, entered: carry })),
      (explain) =>
        computeRealizationDraftAt(version, input, explain).map(
          ({ result }) => withoutDeductions(result.sources).sources,
        ),
    );
    if (explainer.isErr()) return err(await readableFailures(tx, explainer.error));
    const found = explainer.value(question);
    const explained = found && head.isReversal ? explainReversed('realization', found) : found;
    if (position && source && participantId) {
      const { entries } = await ledgerEntries(tx, [source.sourceId], [participantId], {
        withoutRealization: params.id,
      });
      const accrued = { value: explained?.value ?? zero, tree: explained?.tree };
      const tree = explainPosition(position, entries, calendarDate(source.realizationDate), accrued);
      if (!tree) {
        const text = 'This account has no accrual or opening balance by that date, so its payments can’t be traced.';
        return err([fail('NOT_DETERMINED', ['figure'], text)]);
      }
      return ok(await nameSteps(tx, explained?.sources ?? [], question, explanationNode(tree)));
    }
    if (explained === undefined) return noSuchFigure;
    return ok(await nameSteps(tx, explained.sources, question, explanationNode(explained.tree)));
  },
};
