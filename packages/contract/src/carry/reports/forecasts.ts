import { estimateOptions } from '../run/estimateStates.ts';
import { defineReport } from '../../core/report.ts';
import { peopleParameters } from './peopleParameters.ts';
import { holderParameters } from './holderParameters.ts';

const money = { kind: 'money', adds: true, nullIs: 'not determined' } as const;
const forecast = {
  field: 'forecast',
  kind: 'reference',
  target: 'forecast',
  title: 'Forecast',
  href: '/carry/forecast/{forecast}/overview',
} as const;
const expected = [
  { field: 'distributionDate', kind: 'date', title: 'Expected' },
  { field: 'estimationDate', kind: 'date', title: 'Estimated' },
  { field: 'status', kind: 'status', title: 'Estimate', options: estimateOptions },
  { field: 'currency', kind: 'code', title: 'Currency' },
] as const;
const source = { field: 'source', kind: 'reference', target: 'container', title: 'Source' } as const;
const sourceType = { field: 'sourceType', kind: 'text', title: 'Source type' } as const;

/** Forecasts of each source by estimate. The latest estimate of a date is separate from the earlier ones. */
export const forecastsBySource = defineReport({
  name: 'forecasts-by-source',
  title: 'Forecasts by source',
  group: 'Forecasts',
  summary:
    'Invested amount, multiple, gross and net of each source, for all forecasts through an estimate date, by currency.',
  module: 'carry',
  permission: 'forecast.view',
  parameters: { selectedDate: peopleParameters.selectedDate, ...holderParameters },
  columns: [
    {
      field: 'holder',
      kind: 'reference',
      target: 'container',
      title: 'Fund',
      href: '/carry/{type}/{holder}/profile/forecast',
    },
    { field: 'type', kind: 'text', title: 'Type', hidden: true },
    source,
    sourceType,
    forecast,
    ...expected,
    { field: 'investedAmount', kind: 'money', title: 'Invested' },
    { field: 'multiple', kind: 'multiple', title: 'Multiple' },
    { field: 'gross', title: 'Gross', ...money },
    { field: 'adjustment', title: 'Adjustment', ...money },
    { field: 'net', title: 'Net', ...money },
    { field: 'unallocated', title: 'Unallocated', ...money },
    { field: 'forecastedCarry', title: 'To participants', ...money },
  ],
  groupBy: ['source'],
  splitBy: ['status', 'currency'],
  defaultSort: { field: 'distributionDate', ascending: true },
  tags: ['Forecast'],
});

/** Forecasts of each person and trust, by source and estimate. */
export const participantForecastHistoryBySource = defineReport({
  name: 'participant-forecast-history-by-source',
  title: 'Participant forecast history by source',
  group: 'Forecasts',
  summary:
    'Forecast amounts for each person and trust by source, for all forecasts through an estimate date, by currency.',
  module: 'carry',
  permission: 'forecast.view',
  parameters: peopleParameters,
  columns: [
    {
      field: 'participant',
      kind: 'reference',
      target: 'participant',
      title: 'Participant',
      redact: true,
      href: '/carry/{type}/{participant}/profile/forecasts',
    },
    { field: 'type', kind: 'text', title: 'Type', hidden: true },
    source,
    sourceType,
    forecast,
    ...expected,
    { field: 'forecastedCarry', title: 'Forecast carry', ...money },
  ],
  groupBy: ['participant', 'source'],
  splitBy: ['status', 'currency'],
  defaultSort: { field: 'distributionDate', ascending: true },
  tags: ['Forecast', 'Participant'],
});
