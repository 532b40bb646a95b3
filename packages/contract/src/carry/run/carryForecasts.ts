import { z } from 'zod';
import { date, figure, figureOrNull, id, status } from '../../core/schema.ts';
import { currencyCode } from '../view/viewCalls.ts';

export const forecastRow = z.object({
  id: id(),
  forecastId: id(),
  forecastName: z.string(),
  distributionDate: date(),
  estimationDate: date(),
  status: status(),
  sourceId: id(),
  sourceName: z.string(),
  /** The code of the fund or coinvestment that has the source; null for one of these. */
  sourceHolder: z.string().nullable(),
  /** The entities passed through, outermost first; null for a direct share. */
  through: z.string().nullable(),
  type: z.string(),
  currency: currencyCode,
  multiple: figureOrNull('multiple'),
  forecastedCarry: figure('money'),
});
export const forecastColumns = [
  { field: 'distributionDate', kind: 'date', title: 'Expected' },
  { field: 'estimationDate', kind: 'date', title: 'Estimated' },
  { field: 'forecastName', kind: 'text', title: 'Forecast' },
  { field: 'sourceName', kind: 'text', title: 'Source' },
  { field: 'through', kind: 'text', title: 'Through', hidden: true },
  { field: 'type', kind: 'text', title: 'Type' },
  { field: 'currency', kind: 'code', title: 'Currency', sortable: false },
  { field: 'multiple', kind: 'multiple', title: 'Multiple' },
  { field: 'status', kind: 'status', title: 'Estimate' },
  { field: 'forecastedCarry', kind: 'money', title: 'Forecast carry', total: 'latest' },
] as const;

/** Selects the estimates of all sources, or only of funds or of coinvestments. */
export const forecastFilter = { source: z.enum(['all', 'fund', 'coinvestment']).default('all') };
