import { leavingEffects } from '@carrara/domain/carry/navAccrual';
import { z } from 'zod';
import { defineEndpoints, idParams } from '../../core/endpoint.ts';
import { explanation } from '../../core/explanation.ts';
import { navPercent } from '../../core/navPercent.ts';
import { coverages, date, decimal, figure, figureOrNull, id } from '../../core/schema.ts';
import { whatIfTerms } from '../../core/whatIfTerms.ts';
import { portalHolder } from '../participant/portal.ts';
import { currencyCode } from '../view/viewCalls.ts';

const moneyOrNull = figureOrNull('money');
/** Amounts in one currency. Null if not determined. */
const amounts = {
  /** The part of the fund's accrued carry if everything were sold at the quarter end. */
  carryAtNav: moneyOrNull,
  vested: moneyOrNull,
  unvested: moneyOrNull,
  /** The balance of the account: accrued when investments were realized, and not paid yet. Null as well if the portal doesn't display it. */
  accruedByRealization: moneyOrNull,
  paid: figure('money'),
  escrow: figure('money'),
  /** The part of the fund's clawback, before tax. It belongs to the fund as a whole, so rows of investments have none. */
  clawbackGross: moneyOrNull,
  clawbackNet: moneyOrNull,
  /** The part of the clawback before tax that the participant's escrow at the fund covers. */
  coveredByEscrow: moneyOrNull,
};
const ownRow = z.object({
  id: id(),
  fundName: z.string(),
  /** The name if the fund has no code. */
  fundCode: z.string(),
  /** Null for the fund as a whole. */
  investmentName: z.string().nullable(),
  currency: currencyCode,
  /** In percent of the investment's carry. Null without points, or if the portal displays no percentages. */
  points: figureOrNull('percent'),
  /** The invested dollars behind the points. Null without points or recorded amounts, for the fund as a whole, or if the portal displays no percentages. */
  invested: moneyOrNull,
  ...amounts,
  /** The next day on which more vests. */
  nextOn: date().nullable(),
  nextAmount: moneyOrNull,
  /** Why an amount isn't determined. */
  reason: z.string().nullable(),
});
const row = ownRow.extend({
  fundId: id(),
  fundType: z.enum(['fund', 'coinvestment']),
  investmentId: id().nullable(),
});
/** Sums of the determined rows, with the funds that each one covers. An entity has no clawback, because its members answer for it. */
const byCurrency = z.array(z.object({ currency: currencyCode, ...amounts, fundsCovered: coverages() }));
const ownFund = z.object({ id: id(), name: z.string(), currency: currencyCode });
const carryAtNav = z.object({
  /** The quarter end of the figures: the requested day, or the last one before it. */
  date: date(),
  byCurrency,
  rows: z.array(row),
  /** The funds in which the participant has points, with their NAV before carry. Null if their carry isn't determined. */
  funds: z.array(ownFund.extend({ nav: moneyOrNull })),
});
export type CarryAtNavRow = z.output<typeof row>;

const day = date().optional();
function namesTwice(pairs: string): boolean {
  const funds = pairs.split(',').map((pair) => pair.split(':')[0]?.toLowerCase());
  return new Set(funds).size < funds.length;
}
/** A what-if. Nothing of it is stored. */
const whatIf = {
  /** Amounts for which funds are sold, before carry, instead of their NAV: `<fund id>:<amount>`, with commas in between. */
  exitValues: z
    .string()
    .max(4000)
    .regex(
      /^[\da-f-]{36}:\d{1,15}(?:\.\d{1,2})?(?:,[\da-f-]{36}:\d{1,15}(?:\.\d{1,2})?)*$/i,
      'is no list of funds with amounts',
    )
    .refine((pairs) => !namesTwice(pairs), 'names a fund twice')
    .optional(),
  /** The exit value of all other funds, in percent of their NAV before carry. */
  navPercent: navPercent().optional(),
  /** The day on which the participant leaves. */
  leavingDate: day,
  /** By default, vesting stops on that day. */
  leavingEffect: z.enum(leavingEffects).optional(),
};
/** The figures with an explanation: of a row, or without one the sum in a currency. Amounts of the account are explained as sums only. */
export const explainedAtNav = [
  'carryAtNav',
  'vested',
  'unvested',
  'nextAmount',
  'invested',
  'accruedByRealization',
  'paid',
  'escrow',
  'clawbackGross',
  'clawbackNet',
  'coveredByEscrow',
] as const;
const explained = {
  figure: z.enum(explainedAtNav),
  rowId: id().optional(),
  /** Blank for rows without a currency. */
  currency: z.string().max(50).optional(),
};
const comparedAmounts = { now: moneyOrNull, whatIf: moneyOrNull, difference: moneyOrNull };
const tags = ['AllocationProfile', 'CarryTerms', 'Ledger', 'Distribution', 'Participant'];

/** Carry at NAV of a participant, for the carry team: by fund and investment, next to the account. */
export const carryAtNavEndpoints = defineEndpoints({
  getParticipantCarryAtNav: {
    method: 'GET',
    path: '/api/carry/participant/:id/carry-at-nav',
    summary:
      'A participant’s carry at NAV by fund and investment: points, vested, accrued by realization, paid, escrow, clawback',
    permission: 'participant.view',
    offThread: true,
    params: idParams,
    query: z.strictObject({ asOf: day, ...whatIf }),
    result: carryAtNav,
    failures: ['NOT_FOUND'],
    tags,
  },
  explainParticipantCarryAtNav: {
    method: 'GET',
    path: '/api/carry/participant/:id/carry-at-nav/explanation',
    summary: 'Explanation of a figure of a participant’s carry at NAV',
    permission: 'participant.view',
    offThread: true,
    params: idParams,
    query: z.strictObject({ asOf: day, ...whatIf, ...explained }),
    result: explanation,
    failures: ['NOT_FOUND'],
    tags,
  },
  getVehicleCarryAtNav: {
    method: 'GET',
    path: '/api/carry/vehicle/:id/carry-at-nav',
    summary: 'A fund’s accrued carry by participant: at NAV and in a what-if',
    permission: 'participant.view',
    offThread: true,
    params: idParams,
    query: z.strictObject({
      asOf: day,
      /** The amount for which the fund is sold, before carry, instead of its NAV. */
      exitValue: decimal('money').optional(),
      /** The same in percent of the NAV before carry, if there is no exit value. */
      navPercent: navPercent().optional(),
      /** The day of the sale, at or after the quarter end, which is the default. */
      exitDate: day,
      ...whatIfTerms,
    }),
    result: z.object({
      /** The quarter end of the figures: the requested day, or the last one before it. */
      date: date(),
      currency: currencyCode,
      participants: z.array(z.object({ id: id(), name: z.string(), ...comparedAmounts })),
      unallocated: z.object(comparedAmounts),
      total: z.object(comparedAmounts),
      /** The participants' part of the accrued carry in the what-if, in percent. Null without any. */
      covered: figureOrNull('percent'),
      /** Why some of it is unallocated or not determined. */
      causes: z.array(z.string()),
    }),
    failures: ['NOT_FOUND', 'DATES_REVERSED'],
    tags,
  },
});

/** The participant's own carry at NAV, or that of one of their trusts. */
export const portalCarryAtNavEndpoints = defineEndpoints({
  getPortalCarryAtNav: {
    method: 'GET',
    path: '/api/participant-portal/carry-at-nav',
    summary: 'Your carry at NAV by fund and investment',
    permission: 'portal.view',
    offThread: true,
    query: z.strictObject({ holder: portalHolder, asOf: day, ...whatIf }),
    result: carryAtNav.extend({ rows: z.array(ownRow), funds: z.array(ownFund) }),
    tags,
  },
  explainPortalCarryAtNav: {
    method: 'GET',
    path: '/api/participant-portal/carry-at-nav/explanation',
    summary: 'Explanation of a figure of your carry at NAV',
    permission: 'portal.view',
    offThread: true,
    query: z.strictObject({ holder: portalHolder, asOf: day, ...whatIf, ...explained }),
    result: explanation,
    tags,
  },
});
