import { z } from 'zod';
import { defineEndpoints } from '../../core/endpoint.ts';
import { explanation } from '../../core/explanation.ts';
import { date, decimal, figure, id } from '../../core/schema.ts';

const money = figure('money');
const lpGp = { lp: money, gp: money };
const ofFund = z.strictObject({ id: id() });
const permission = 'fundLedger.view';
const path = '/api/performance/fund/:id/proposed-distribution';
const tags = ['CarryTerms', 'Ledger'];

/** The split of proceeds that the carry terms propose. */
export const proposedDistribution = z.object({
  terms: z.object({ id: id(), effectiveDate: date(), summary: z.string() }),
  /** The choices behind the figures, in words. */
  policies: z.array(z.object({ title: z.string(), value: z.string() })),
  ...lpGp,
  tiers: z.array(z.object({ name: z.string(), ...lpGp })),
  partners: z.array(
    z.object({
      /** The investor's id. */
      id: id(),
      name: z.string(),
      paysCarry: z.boolean(),
      ...lpGp,
      /** In the order of `tiers`. */
      tiers: z.array(z.object(lpGp)),
    }),
  ),
  /** The carry earned by investment. */
  investments: z.array(z.object({ id: id(), name: z.string(), carry: money })),
});

export const proposedDistributionEndpoints = defineEndpoints({
  getDistributionTerms: {
    method: 'GET',
    path: `${path}/terms`,
    summary: 'Whether a fund’s carry terms of a day can propose its distributions, with each missing term',
    permission,
    params: ofFund,
    query: z.strictObject({ date: date() }),
    result: z.object({
      currency: z.string(),
      /** The terms in words; null if the fund has none on the day. */
      summary: z.string().nullable(),
      missing: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })),
    }),
    failures: ['NOT_FOUND', 'DATE_TOO_LATE'],
    tags,
  },
  explainProposedDistribution: {
    method: 'GET',
    path: `${path}/explanation`,
    summary: 'Explanation of a figure of a proposed distribution',
    permission,
    params: ofFund,
    query: z.strictObject({
      date: date(),
      proceeds: decimal('money'),
      /** Ids of the investments sold, with commas in between. */
      holdingIds: z.string().max(2000),
      /** The security whose sale is posted with the distribution, its proceeds, and the cost that it relieves. */
      securityId: id().optional(),
      saleProceeds: decimal('money').optional(),
      costRelieved: decimal('money').optional(),
      /** `lp`, `gp`, or a tier by its position: `tier.2.gp`. */
      figure: z
        .string()
        .max(20)
        .regex(/^[A-Za-z]+(?:\.\d{1,2}\.(?:lp|gp))?$/, 'is no figure'),
      /** Explains the figure of one partner. */
      investorId: id().optional(),
    }),
    offThread: true,
    result: explanation,
    failures: ['NOT_FOUND', 'DATE_TOO_LATE'],
    tags,
  },
});
