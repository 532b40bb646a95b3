import { forecastFigures } from '@carrara/domain/carry/forecast';
import { z } from 'zod';
import { forecastColumns, forecastRow } from './carryForecasts.ts';
import { participantReference, problem, sourceType } from './distributionRun.ts';
import {
  computedForecast,
  forecastHead,
  forecastOption,
  forecastRecord,
  forecastScenarios,
  forecastSource,
  generateForecastBody,
  saveForecastBody,
} from './forecastRecord.ts';
import { wrongForecast } from './runRefusals.ts';
import { navigation, chartPoints, slices } from '../view/viewCalls.ts';
import { defineEndpoints, deleteEndpoint, getEndpoint, idParams, listEndpoint } from '../../core/endpoint.ts';
import { explanation } from '../../core/explanation.ts';
import { notDetermined } from '../../core/kinds.ts';
import { requestedYear, date, decimal, figure, id, reference } from '../../core/schema.ts';

const base = '/api/carry/forecast';
const tags = ['Forecast'] as const;
const chart = <const P extends string, R extends z.ZodType>(path: P, summary: string, result: R) =>
  ({ method: 'GET', path: `${base}/${path}`, summary, permission: 'forecast.view', result, tags }) as const;

/** Filters of forecast lists: forecasts with at least one such source, or of that year. */
const narrowed = {
  fundId: id().optional(),
  coinvestmentId: id().optional(),
  sourceId: id().optional(),
  year: requestedYear().optional(),
};

/** The step between the multiples of adjacent scenarios. */
const step = decimal('multiple').default('0.25');

export const forecastEndpoints = defineEndpoints({
  listForecasts: listEndpoint({
    path: base,
    title: 'Forecasts',
    permission: 'forecast.view',
    row: z.object(forecastHead),
    columns: [
      { field: 'name', kind: 'text', title: 'Forecast' },
      { field: 'distributionDate', kind: 'date', title: 'Expected' },
      { field: 'estimationDate', kind: 'date', title: 'Estimated' },
      { field: 'numberOfSources', kind: 'count', title: 'Sources' },
      { field: 'numberOfParticipants', kind: 'count', title: 'Participants', nullIs: notDetermined },
      { field: 'currency', kind: 'reference', title: 'Currency' },
      { field: 'totalGross', kind: 'money', title: 'Gross', hidden: true },
      { field: 'totalCarryAdjustment', kind: 'money', title: 'Adjustment', hidden: true },
      { field: 'totalNet', kind: 'money', title: 'Net' },
      { field: 'totalCarryDistributed', kind: 'money', title: 'To participants', nullIs: notDetermined },
      { field: 'updatedDate', kind: 'instant', title: 'Last change', hidden: true },
    ],
    defaultSort: { field: 'distributionDate', ascending: false },
    filters: narrowed,
    tags,
  }),
  /** Every source of every forecast. */
  listForecastSources: listEndpoint({
    path: `${base}/forecast-list`,
    title: 'Sources of forecasts',
    permission: 'forecast.view',
    row: forecastRow,
    columns: forecastColumns,
    defaultSort: { field: 'distributionDate', ascending: false },
    filters: narrowed,
    tags,
  }),
  listForecastChoices: chart('navigation-list', 'All forecasts, short', navigation),
  /** The charts count current estimates only: if a source has several for a date, the latest. */
  chartForecastsByFund: chart('fund', 'Forecast carry by fund', slices),
  chartForecastsByCoinvestment: chart('coinvestment', 'Forecast carry by coinvestment', slices),
  chartForecastsByYear: chart('year', 'Forecast carry over time, by fund and coinvestment', chartPoints),
  chartForecastsBySource: chart('source', 'Forecast carry by source', slices),
  listForecastSourceOptions: chart('sources', 'All possible sources of carry in a forecast', z.array(forecastOption)),
  /** Returns the allocation of a source as of a date, by its profile or a named one. */
  generateForecastAllocations: {
    ...chart(
      'generate-allocations-by-forecast-source',
      'Allocations of a source',
      z.object({
        source: z.object({ id: id(), name: z.string(), type: sourceType }),
        allocationProfile: reference().extend({ version: z.int() }).nullable(),
        /** The outermost entries in the order of the profile. */
        allocations: z.array(z.object({ participant: participantReference, effectiveAllocation: figure('percent') })),
        total: figure('percent'),
        problems: z.array(problem),
      }),
    ),
    query: z.strictObject({
      sourceId: id(),
      type: sourceType.optional(),
      fundId: id().optional(),
      allocationProfileId: id().optional(),
      distributionDate: date().optional(),
    }),
    failures: ['SOURCE_UNKNOWN', 'SOURCE_TYPE_DIFFERS', 'PROFILE_OF_OTHER_SOURCE'],
  },
  getForecast: {
    ...getEndpoint(`${base}/:id`, 'A forecast with its sources and participants', 'forecast.view', forecastRecord),
    tags: ['Forecast', 'Participant'],
  },
  /** Allocates the whole forecast as it would be stored, without storing it. */
  calculateForecast: {
    method: 'POST',
    path: `${base}/calculate`,
    summary: 'Compute without storing',
    permission: 'forecast.view',
    readOnly: true,
    bodySize: 'huge',
    body: generateForecastBody,
    result: computedForecast,
    failures: wrongForecast,
  },
  /** Allocates each of its sources separately. */
  generateForecastDetails: {
    method: 'POST',
    path: `${base}/generate-details`,
    summary: 'Preview allocations without saving',
    permission: 'forecast.view',
    readOnly: true,
    bodySize: 'huge',
    body: generateForecastBody,
    result: z.array(forecastSource),
    failures: wrongForecast,
  },
  saveForecast: {
    method: 'POST',
    path: `${base}/save-forecast`,
    summary: 'Create or change a forecast',
    permission: 'forecast.edit',
    bodySize: 'huge',
    body: saveForecastBody,
    result: forecastRecord,
    idempotent: true,
    failures: [...wrongForecast, 'AMOUNT_MISSING', 'FORECAST_BEFORE_ESTIMATE', 'STALE_VERSION', 'ROW_VERSION_REQUIRED'],
  },
  deleteForecast: {
    ...deleteEndpoint(`${base}/:id`, 'Delete a forecast', 'forecast.delete'),
    failures: ['STALE_VERSION'],
  },
  exportForecast: {
    method: 'GET',
    path: `${base}/:id/export`,
    summary: 'Forecast amounts by person and source (Excel)',
    permission: 'forecast.view',
    params: idParams,
    answers: 'file',
  },
  getForecastScenarios: {
    ...getEndpoint(
      `${base}/:id/scenarios`,
      'A forecast with all multiples moved down and up',
      'forecast.view',
      forecastScenarios,
    ),
    query: z.strictObject({ step }),
    failures: ['NOT_DETERMINED', 'ENGINE_VERSION_UNKNOWN'],
    tags,
  },
  explainForecast: {
    method: 'GET',
    path: `${base}/:id/explanation`,
    summary: 'Explanation of a figure',
    permission: 'forecast.view',
    params: idParams,
    /** Identifies the figure. Omitted parts are totaled. With a step, the figure of that scenario. */
    query: z.strictObject({
      figure: z.enum(forecastFigures),
      sourceId: id().optional(),
      participantId: id().optional(),
      /** `direct`, or the entities on the path, outermost first, separated by commas. If omitted, all paths. */
      via: z.string().max(1000).optional(),
      step: decimal('multiple', { negative: true }).optional(),
    }),
    result: explanation,
    failures: ['NOT_DETERMINED', 'ENGINE_VERSION_UNKNOWN'],
  },
});
