import { containerForecastList } from '@carrara/adapters/postgres/carry/carryViews/forecastHistory';
import { forecastOptions } from '@carrara/adapters/postgres/carry/carryViews/sourceChoices';
import { readableFailures, readableRemarks } from '@carrara/adapters/postgres/carry/run/labels';
import { assembleForecast } from '@carrara/adapters/postgres/carry/forecast/assemble';
import {
  forecastChoices,
  forecastsByCoinvestment,
  forecastsByFund,
  forecastsBySource,
  forecastsByYear,
} from '@carrara/adapters/postgres/carry/forecast/charts';
import { forecastList } from '@carrara/adapters/postgres/carry/forecast/forecastList';
import {
  loadForecastHead,
  loadForecastInputs,
  loadDisplayedForecast,
} from '@carrara/adapters/postgres/carry/forecast/head';
import { loadForecastRows } from '@carrara/adapters/postgres/carry/forecast/rows';
import type { forecastEndpoints } from '@carrara/contract/carry/run/forecast';
import type { ForecastRecord, GenerateForecastBody } from '@carrara/contract/carry/run/forecastRecord';
import { emptyId } from '@carrara/contract/core/kinds';
import {
  type ComputedForecast,
  explainForecast,
  type ForecastInput,
  forecastRemarks,
  scenarioInput,
} from '@carrara/domain/carry/forecast';
import { isDetermined, type Remark, runInputFromJson } from '@carrara/domain/carry/run';
import { decimal, err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { listOperation } from '../../../core/recordOperations.ts';
import { nameSteps } from './explanationNames.ts';
import { explanationNode } from '../../../core/explanationNode.ts';
import { forecastAllocations } from './forecastAllocations.ts';
import { exportForecast } from './forecastFile.ts';
import { forecastFailures, toForecastRequest, displayedProblems, displayedWarnings } from './forecastRequest.ts';
import { readScenarios } from './forecastScenarios.ts';
import { undeterminedFailures } from './undeterminedFailure.ts';
import { computeForecast, deleteForecast, saveForecast } from '../../../usecases/carry/forecast.ts';

type Answer = Promise<Result<ForecastRecord, Failures>>;

const missing = err([fail('NOT_FOUND', ['id'], 'There is no such forecast.')]);

/** Reads a stored forecast. */
async function readForecast({ tx }: RequestContext, id: string): Answer {
  const displayed = await loadDisplayedForecast(tx, id);
  if (!displayed) return missing;
  const { remarks, withChosenProfile, ...fields } = displayed;
  const { forecastSources, forecastParticipants } = await assembleForecast(tx, await loadForecastRows(tx, id), true);
  return ok({
    ...fields,
    problems: displayedProblems(remarks),
    warnings: displayedWarnings(remarks),
    forecastSources: forecastSources.map((source) => ({
      ...source,
      isProfileChosen: withChosenProfile.includes(source.source.id),
      problems: displayedProblems(remarks, source.source.id),
    })),
    forecastParticipants,
  });
}

/**
 * Computes a forecast without storing it. Problems are returned along with the figures, except for missing records,
 * which have no name to display.
 */
async function compute(
  context: RequestContext,
  { id: _stored, ...body }: GenerateForecastBody,
): Promise<Result<{ readonly computed: ComputedForecast; readonly remarks: readonly Remark[] }, Failures>> {
  const computed = await computeForecast(context, toForecastRequest(body));
  const unknown = computed.refusals.filter(({ code }) => code.endsWith('_UNKNOWN'));
  if (unknown.length > 0) return err(forecastFailures(unknown));
  return ok({ computed, remarks: await readableRemarks(context.tx, forecastRemarks(computed)) });
}

async function displayedComputed(
  context: RequestContext,
  { computed, remarks }: { readonly computed: ComputedForecast; readonly remarks: readonly Remark[] },
) {
  const { rows, request } = computed;
  const chosen = new Set(request.sources.flatMap(({ sourceId, profileId }) => (profileId ? [sourceId] : [])));
  const { forecastSources, forecastParticipants } = await assembleForecast(context.tx, rows, false);
  return {
    isDetermined: isDetermined(rows.totals),
    totalGross: rows.carry.gross,
    totalCarryAdjustment: rows.carry.adjustment,
    totalNet: rows.totals.netDistributable,
    totalCarryDistributed: rows.totals.gross,
    unallocated: rows.totals.unallocated,
    problems: displayedProblems(remarks),
    warnings: displayedWarnings(remarks),
    forecastSources: forecastSources.map((source) => ({
      ...source,
      isProfileChosen: chosen.has(source.source.id),
      problems: displayedProblems(remarks, source.source.id),
    })),
    forecastParticipants,
  };
}

export const forecastOperations: Operations<typeof forecastEndpoints> = {
  listForecasts: listOperation(forecastList),
  listForecastSources: listOperation(containerForecastList),
  listForecastChoices: async ({ tx }) => ok(await forecastChoices(tx)),
  chartForecastsByFund: async ({ tx }) => ok(await forecastsByFund(tx)),
  chartForecastsByCoinvestment: async ({ tx }) => ok(await forecastsByCoinvestment(tx)),
  chartForecastsByYear: async ({ tx }) => ok(await forecastsByYear(tx)),
  chartForecastsBySource: async ({ tx }) => ok(await forecastsBySource(tx)),
  listForecastSourceOptions: async ({ tx }) => ok(await forecastOptions(tx)),
  generateForecastAllocations: (context, { query }) => forecastAllocations(context, query),
  getForecast: (context, { params }) => readForecast(context, params.id),
  async calculateForecast(context, { body }) {
    const found = await compute(context, body);
    return found.isErr() ? err(found.error) : ok(await displayedComputed(context, found.value));
  },
  async generateForecastDetails(context, { body }) {
    const found = await compute(context, body);
    return found.isErr() ? err(found.error) : ok((await displayedComputed(context, found.value)).forecastSources);
  },
  async saveForecast(context, { body }) {
    const saved = await saveForecast(context, {
      id: body.id === emptyId ? undefined : body.id,
      rowVersion: body.rowVersion,
      reason: body.reason,
      name: body.name.trim(),
      description: body.description?.trim() || null,
      estimationDate: body.estimationDate ?? context.today,
      request: toForecastRequest(body),
    });
    return saved.isErr() ? err(forecastFailures(saved.error)) : readForecast(context, saved.value);
  },
  deleteForecast: async (context, { params, query }) =>
    (await deleteForecast(context, { id: params.id, rowVersion: query.rowVersion })).map((id) => ({ id })),
  async exportForecast(context, { params }) {
    const read = await readForecast(context, params.id);
    return read.isErr() ? err(read.error) : ok(await exportForecast(context, read.value));
  },
  async getForecastScenarios({ tx }, { params, query }) {
    const head = await loadForecastHead(tx, params.id);
    return head ? readScenarios(tx, head, query.step) : missing;
  },
  /**
   * Explains a figure of a stored forecast or of one of its scenarios. It is recomputed from the stored inputs by the
   * engine version that computed it.
   */
  async explainForecast({ tx }, { params, query }) {
    const head = await loadForecastHead(tx, params.id);
    if (!head) return missing;
    const { via, step, ...rest } = query;
    const question = { ...rest, ...(via === undefined ? {} : { via: via === 'direct' ? [] : via.split(',') }) };
    const rows = await loadForecastRows(tx, params.id);
    // Amounts of a source itself are known before they are allocated.
    const isExplainable = ['gross', 'multiple', 'net'].includes(query.figure) && query.sourceId !== undefined;
    const unknown = rows.sources
      .filter((source) => query.sourceId === undefined || source.sourceId === query.sourceId)
      .filter((source) => !isExplainable && !isDetermined(source))
      .map(({ sourceId }) => sourceId);
    if (unknown.length > 0)
      return err(undeterminedFailures((await loadDisplayedForecast(tx, params.id))?.remarks ?? [], unknown));
    const stored = runInputFromJson<ForecastInput>((await loadForecastInputs(tx, params.id)).input);
    const input = step === undefined ? stored : scenarioInput(stored, decimal(step));
    const explained = explainForecast(head.engineVersion, input, question);
    if (explained.isErr()) return err(await readableFailures(tx, explained.error));
    if (!explained.value) return err([fail('NOT_FOUND', ['figure'], 'This forecast has no such figure.')]);
    const { tree, sources } = explained.value;
    return ok(await nameSteps(tx, sources, question, explanationNode(tree)));
  },
};
