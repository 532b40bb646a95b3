import { z } from 'zod';
import { defineEndpoints } from '../../core/endpoint.ts';
import { explanation } from '../../core/explanation.ts';
import { navPercent } from '../../core/navPercent.ts';
import { date, decimal, figure, figureOrNull, id, longText } from '../../core/schema.ts';
import { whatIfTerms } from '../../core/whatIfTerms.ts';
import { MOST_REASON } from '../ledger/reasonLength.ts';

export const fundOnDate = z.strictObject({ id: id(), date: date() });
export const whatIf = {
  /** The amount for which everything is sold, before carry. By default, the NAV before carry. */
  exitValue: decimal('money').optional(),
  /** The same in percent of the NAV before carry, if there is no exit value. */
  navPercent: navPercent().optional(),
  /** The day of the sale, at or after the quarter end, which is the default. No cash is assumed in between. */
  exitDate: date().optional(),
  ...whatIfTerms,
};
const money = figure('money');
const moneyOrNull = figureOrNull('money');
const path = '/api/performance/fund/:id/:date/hypothetical-liquidation';
const permission = 'carryTerms.view';
const tags = ['CarryTerms', 'Ledger', 'Fund Performance'];

const ofQuarter = z.strictObject({ vehicleId: id(), endDate: date() });
const bookingPath = '/api/performance/closing/:vehicleId/:endDate/carry';
const quarterCarry = z.object({ earned: money, accrued: money });
const enteredCarry = z.strictObject({
  earned: decimal('money', { negative: true }),
  accrued: decimal('money', { negative: true }),
});

export const liquidationEndpoints = defineEndpoints({
  getCarryProposal: {
    method: 'GET',
    path: bookingPath,
    summary: 'The carry that a quarter close proposes, compared with what is booked, by partner',
    permission,
    params: ofQuarter,
    offThread: true,
    result: z.object({
      currency: z.string(),
      /** Null if the carry isn't determined. */
      proposal: z
        .object({
          terms: z.object({ id: id(), effectiveDate: date(), summary: z.string() }),
          policies: z.array(z.object({ title: z.string(), value: z.string() })),
          /** Accrued carry of the hypothetical liquidation at the quarter end. */
          atNav: money,
          /** Of the quarter: rows 98 and 97 of the Reporting Template, positive if the partners owe it. */
          proposed: quarterCarry,
          booked: quarterCarry,
          difference: quarterCarry,
          /** Why the booked carry differs from the proposal. */
          causes: z.array(z.string()),
          partners: z.array(z.object({ id: id(), name: z.string(), proposed: quarterCarry, booked: quarterCarry })),
        })
        .nullable(),
      notDetermined: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })),
    }),
    failures: ['NOT_FOUND'],
    tags,
  },
  bookProposedCarry: {
    method: 'POST',
    path: bookingPath,
    summary: 'Book the carry of a quarter: as proposed for each partner, or another amount with a reason',
    permission: 'fundLedger.edit',
    params: ofQuarter,
    body: z.strictObject({
      /** The proposal that the person saw. A changed one is refused. */
      proposed: enteredCarry,
      /** The quarter's carry to have in the books, if it isn't the proposed one. */
      entered: enteredCarry.optional(),
      reason: longText(MOST_REASON).optional(),
    }),
    result: z.object({ entries: z.int() }),
    failures: [
      'NOT_FOUND',
      'NOT_DETERMINED',
      'NOT_REPORTED',
      'NAV_MISSING',
      'NEGATIVE_AMOUNT',
      'PERIOD_LOCKED',
      'REQUIRED',
      'AMOUNT_MISSING',
      'NO_COMMITMENT',
      'CARRY_WITHOUT_GP',
      'DATE_TOO_LATE',
    ],
    tags,
  },
  getHypotheticalLiquidation: {
    method: 'GET',
    path,
    summary: 'A fund’s carry if everything were sold: by partner and tier, accrued carry and exposure to clawback',
    permission,
    params: fundOnDate,
    query: z.strictObject(whatIf),
    offThread: true,
    result: z.object({
      fundId: id(),
      /** The quarter end of the values: the requested one, or the last one of a fund that had ended by then. */
      date: date(),
      exitDate: date(),
      currency: z.string(),
      /** The version of carry terms in force on the day of the sale. */
      terms: z.object({ id: id(), effectiveDate: date(), summary: z.string() }).nullable(),
      /** The choices behind the figures, in words, with those that the terms leave blank. */
      policies: z.array(z.object({ title: z.string(), value: z.string() })),
      /** The NAV before carry. */
      nav: moneyOrNull,
      proceeds: moneyOrNull,
      lp: moneyOrNull,
      /** Recorded in the ledger, so it needs no terms. */
      carryPaid: moneyOrNull,
      /** Carry entitlement: carry paid and accrued, less the exposure to clawback before tax. */
      earned: moneyOrNull,
      accrued: moneyOrNull,
      /** Carry that distributions of proceeds earned, and that isn't paid yet. */
      unpaid: moneyOrNull,
      /** Its part that goes to the partners, because the clawback would claim it. The rest is part of the accrued carry. */
      retainedCarry: moneyOrNull,
      clawbackGross: moneyOrNull,
      /** After tax, by the terms. */
      clawbackNet: moneyOrNull,
      /** Escrow that participants hold at the fund at the quarter end. */
      escrowBalance: moneyOrNull,
      /** The part of the clawback before tax that it covers. Each participant's escrow covers their own part only. */
      coveredByEscrow: moneyOrNull,
      tiers: z.array(z.object({ name: z.string(), lp: money, gp: money })),
      partners: z.array(
        z.object({
          id: id(),
          name: z.string(),
          paysCarry: z.boolean(),
          proceeds: money,
          lp: money,
          carryPaid: money,
          earned: money,
          accrued: money,
          unpaid: money,
          retainedCarry: money,
          /** Paid carry that the clawback claims, before tax. */
          clawbackGross: money,
          /** In the order of `tiers`. */
          tiers: z.array(z.object({ lp: money, gp: money })),
        }),
      ),
      /** Accrued carry by investment: that of each deal, or by profit since inception. */
      investments: z.array(z.object({ id: id(), name: z.string(), carry: money })),
      /** Accrued carry by GP entity, if the terms name several. */
      recipients: z.array(z.object({ id: id(), name: z.string(), carry: money })),
      /** Advances for the assumed tax on the general partners' taxable income, by the terms. */
      taxDistributions: z.array(
        z.object({
          /** The general partner's id. */
          id: id(),
          name: z.string(),
          year: z.int(),
          income: money,
          rate: figure('percent'),
          assumedTax: money,
          /** In the year. */
          carryReceived: money,
          due: money,
        }),
      ),
      notDetermined: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })),
    }),
    failures: ['NOT_FOUND', 'DATES_REVERSED'],
    tags,
  },
  explainHypotheticalLiquidation: {
    method: 'GET',
    path: `${path}/explanation`,
    summary: 'Explanation of a figure of a hypothetical liquidation',
    permission,
    params: fundOnDate,
    query: z.strictObject({
      ...whatIf,
      /** `proceeds`, `lp`, `carryPaid`, `earned`, `accrued`, `unpaid`, `retainedCarry`, `clawbackGross`, `clawbackNet`, `escrowBalance`, `coveredByEscrow`, or a tier or tax distribution by its position: `tier.2.gp`, `tax.0.due`. */
      figure: z
        .string()
        .max(40)
        .regex(/^[A-Za-z]+(?:\.\d{1,2}\.(?:lp|gp|due))?$/, 'is no figure'),
      /** Explains the figure of one partner. */
      investorId: id().optional(),
    }),
    offThread: true,
    result: explanation,
    failures: ['NOT_FOUND', 'DATES_REVERSED'],
    tags,
  },
});
