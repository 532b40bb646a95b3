import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { explanation } from '../core/explanation.ts';
import { date, figure } from '../core/schema.ts';

const base = '/api/participant-portal/leaving';
const permission = 'portal.view';

/** What the own deferred awards would come to if one left on a day. */
export const ownDeferredEndpoints = defineEndpoints({
  getPortalLeaving: {
    method: 'GET',
    path: base,
    summary: 'Your deferred awards if you left on a day',
    permission,
    asksStrength: true,
    query: z.strictObject({ on: date() }),
    result: z.object({
      on: date(),
      /** Each currency by itself: granted = paid + closing + forfeited. Empty where the firm shows no pay, or no statement tells of any. */
      byCurrency: z.array(
        z.object({
          currency: z.string(),
          granted: figure('money'),
          /** By that day. */
          paid: figure('money'),
          /** Vested by that day and paid after it. */
          closing: figure('money'),
          /** Not vested by that day, or forfeited before. */
          forfeited: figure('money'),
        }),
      ),
    }),
    tags: ['DeferredAward', 'PayStatement'],
  },
  explainPortalLeaving: {
    method: 'GET',
    path: `${base}/explanation`,
    summary: 'Why would this be paid after leaving?',
    permission,
    asksStrength: true,
    query: z.strictObject({ on: date(), currency: z.string().max(50) }),
    result: explanation,
  },
});
