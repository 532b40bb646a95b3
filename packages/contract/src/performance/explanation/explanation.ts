import { z } from 'zod';
import { defineEndpoints } from '../../core/endpoint.ts';
import { explanation } from '../../core/explanation.ts';
import { id } from '../../core/schema.ts';
import { carriesForward, basisQuery } from '../period/periodFigures.ts';
import { asKnownOn, periodEnd } from '../capitalAccount/statementParts.ts';

const parameters = z.strictObject({
  /** A fund or coinvestment, a holding, a commitment or an investor. If omitted, all funds: their average IRR and their vintages. */
  subject: id().optional(),
  date: periodEnd(),
  /**
   * The figure to explain:
   * - a figure of a quarter end by name (`irr`, `navBeforeCarry`)
   * - a row of a capital account (`account.QTD.13`), or a step of the NAV bridge (`bridge.ITD.income`)
   * - the net return over a horizon (`horizon.3Y`), or a figure with or without the subscription line (`line.withoutIrr`)
   * - a figure of the carry position (`carry.earned`)
   * - for all funds, `averageIrr`, or a sum or multiple of a vintage year (`vintage.2019.tvpi`)
   */
  figure: z
    .string()
    .max(60)
    .regex(/^[A-Za-z]+(?:\.[A-Za-z0-9]+){0,2}$/, 'is no figure'),
  /** With a fund as the subject, selects that investor's commitment to it. */
  investorId: id().optional(),
  /** The display currency. For an investor, the currency whose figures are requested. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'is not a currency code such as EUR')
    .optional(),
  /** The partners that a fund's figures include. */
  basis: basisQuery.basis.optional(),
  ...carriesForward,
  ...asKnownOn,
});
export type RequestedExplanation = z.output<typeof parameters>;

const about = {
  method: 'GET',
  permission: 'fundLedger.view',
  query: parameters,
  failures: ['NOT_FOUND', 'REQUIRED', 'UNKNOWN_CURRENCY'],
} as const;

/** Explains a figure of a quarter end: its formula, its policy and its inputs, down to entries, values and commitments with their origin. */
export const performanceExplanationEndpoints = defineEndpoints({
  explainPerformance: {
    ...about,
    path: '/api/performance/explanation',
    summary: 'Explanation of a figure at a quarter end',
    result: explanation,
  },
  printPerformanceExplanation: {
    ...about,
    path: '/api/performance/explanation/pdf',
    summary: 'Explanation of a figure at a quarter end (PDF)',
    answers: 'file',
  },
});
