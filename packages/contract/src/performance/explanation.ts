import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { explanation } from '../core/explanation.ts';
import { id } from '../core/schema.ts';
import { onBasis } from './periodFigures.ts';
import { asKnownOn, periodEnd } from './statementParts.ts';

const asked = z.strictObject({
  /** A fund or coinvestment, a holding, a commitment, an investor; without one all funds: their average IRR and their vintages. */
  subject: id().optional(),
  date: periodEnd(),
  /**
   * A figure of a quarter end by its name (`irr`, `navBeforeCarry`), a row of a capital account (`account.QTD.13`), a step of the NAV bridge
   * (`bridge.ITD.income`), the net return over a horizon (`horizon.3Y`), a figure with or without the subscription line (`line.withoutIrr`), of the carry
   * position (`carry.earned`); of all funds `averageIrr`, and the sums and multiples of a vintage year (`vintage.2019.tvpi`).
   */
  figure: z
    .string()
    .max(60)
    .regex(/^[A-Za-z]+(?:\.[A-Za-z0-9]+){0,2}$/, 'is no figure'),
  /** With a fund as the subject: that investor's commitment to it. */
  investorId: id().optional(),
  /** The currency that it is shown in; of an investor, the one whose figures are asked about. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'is not a currency code such as EUR')
    .optional(),
  /** Whose figures those of a fund are. */
  basis: onBasis.basis.optional(),
  ...asKnownOn,
});
export type AskedExplanation = z.output<typeof asked>;

const about = {
  method: 'GET',
  permission: 'fundLedger.view',
  query: asked,
  failures: ['NOT_FOUND', 'REQUIRED'],
} as const;

/** Why a figure of a quarter end is what it is: its formula, its policy and its inputs, down to entries, values and commitments and where they came from. */
export const performanceExplanationEndpoints = defineEndpoints({
  explainPerformance: {
    ...about,
    path: '/api/performance/explanation',
    summary: 'Why this figure of a quarter end?',
    result: explanation,
  },
  printPerformanceExplanation: {
    ...about,
    path: '/api/performance/explanation/pdf',
    summary: 'Why this figure of a quarter end (PDF)?',
    answers: 'file',
  },
});
