import { z } from 'zod';
import { defineEndpoints } from '../../core/endpoint.ts';
import { coverage, date, figure, figureOrNull, id } from '../../core/schema.ts';
import { namedRecord, periodEnd, statementTags } from '../capitalAccount/statementParts.ts';

const classes = z.array(
  z.object({ name: z.string(), currency: z.string(), amount: figure('money'), percent: figureOrNull('percent') }),
);
const answer = z.object({
  endDate: date(),
  investor: namedRecord,
  /** The investor's positions in companies, with the vehicles on the path. */
  positions: z.array(
    z.object({
      id: z.string(),
      investment: z.object({ id: id(), name: z.string() }),
      sector: z.string().nullable(),
      /** The vehicles on the path, starting with the one committed to. */
      path: z.string(),
      currency: z.string(),
      amount: figure('money'),
    }),
  ),
  byCompany: classes,
  bySector: classes,
  byRegion: classes,
  byCurrency: z.array(
    z.object({
      currency: z.string(),
      lookedThrough: figure('money'),
      /** NAV less the positions; null if no fund has a determined NAV. */
      rest: figureOrNull('money'),
      nav: figureOrNull('money'),
      /** The funds that these three amounts cover. */
      coverage: coverage(),
      notDetermined: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })),
    }),
  ),
});
export type LookThroughAnswer = z.output<typeof answer>;

const params = z.strictObject({ id: id(), date: periodEnd() });
const about = {
  method: 'GET',
  permission: 'fundLedger.view',
  params,
  failures: ['NOT_FOUND', 'FEEDER_CYCLE', 'NO_WEIGHTS', 'NO_POSITIVE_WEIGHT'],
} as const;

/** An investor's indirect positions in companies, through its vehicles and the vehicles these have invested in. */
export const lookThroughEndpoints = defineEndpoints({
  getInvestorLookThrough: {
    ...about,
    path: '/api/performance/investor/:id/look-through/:date',
    summary: 'An investor’s share of companies, including those that its funds hold through other vehicles',
    result: answer,
    offThread: true,
    tags: [...statementTags, 'Investment'],
  },
  exportInvestorLookThrough: {
    ...about,
    path: '/api/performance/investor/:id/look-through/:date/export',
    summary: 'An investor’s look-through share of companies as a workbook (Excel)',
    answers: 'file',
  },
});
