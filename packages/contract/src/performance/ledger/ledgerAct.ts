import { ledgerActKinds, ledgerActs, type LedgerActKind } from '@carrara/domain/performance/ledger';
import { attributionPolicies } from '@carrara/domain/performance/waterfall';
import { z } from 'zod';
import { defineEndpoints, idParams } from '../../core/endpoint.ts';
import { date, decimal, figure, figureOrNull, id, longText } from '../../core/schema.ts';
import { description, vehicleParams, postingFailures, reason, tags } from './ledgerFields.ts';
import { proposedDistribution } from '../liquidation/proposedDistribution.ts';
import { MOST_REASON } from './reasonLength.ts';

const kind = z.enum(ledgerActKinds as readonly [LedgerActKind, ...LedgerActKind[]]);

type LineCode = { readonly [K in LedgerActKind]: keyof (typeof ledgerActs)[K]['lines'] }[LedgerActKind];
const amount = () => decimal('money', { negative: true }).nullish();
/** The amounts of all acts. Each act accepts its own. */
const amounts = z.strictObject({
  investments: amount(),
  fees: amount(),
  expenses: amount(),
  line: amount(),
  workingCapital: amount(),
  capital: amount(),
  recallable: amount(),
  gain: amount(),
  income: amount(),
  carry: amount(),
  price: amount(),
  proceeds: amount(),
} satisfies Readonly<Record<LineCode, unknown>>);

const requested = z.strictObject({
  vehicleId: id(),
  kind,
  /** The date of its entries and changes; the due date of its notice. */
  date: date(),
  amounts: amounts.default({}),
  /** The investor of a late closing, or the seller of a partner transfer. */
  investorId: id().nullish(),
  buyerId: id().nullish(),
  securityId: id().nullish(),
  /** The issue date of the notice. Defaults to its due date. */
  issueDate: date().nullish(),
  commitment: decimal('money').nullish(),
  /** The net asset value that a partner transfer passes. */
  value: decimal('money', { negative: true }).nullish(),
  /** In percent per year, on what a late investor catches up. */
  interestRate: decimal('percent', { most: 100 }).nullish(),
  costRelieved: decimal('money').nullish(),
  isOutside: z.boolean().default(false),
  settledOn: date().nullish(),
  description,
  /** Proceeds of investments, which the carry terms split. Leave it out to enter the amounts of a distribution. */
  proceeds: decimal('money', { negative: true }).nullish(),
  /** The investments sold. With entered carry, those that earned it. */
  holdingIds: z.array(id()).max(50).default([]),
  /** The currency of the amounts: the fund’s, which is the default. */
  currency: z.string().max(10).nullish(),
  /** Why the amounts of a distribution are entered although the carry terms can split its proceeds. */
  reason: longText(MOST_REASON).nullish(),
});
export type EnteredAct = z.output<typeof requested>;

const posted = z.object({
  id: id(),
  /** The quarter that displays its entries, and whether that is later than their own. */
  bookedPeriod: date(),
  isLate: z.boolean(),
  noticeNumber: z.int().nullable(),
});

const failures = [
  ...postingFailures,
  'FIELD_NOT_OF_TYPE',
  'DATES_REVERSED',
  'COMMITMENT_UNKNOWN',
  'FEEDER_CYCLE',
  'SHARES_OFF',
  'NO_COMMITMENT',
  'CARRY_WITHOUT_GP',
  'COST_ABOVE_REMAINING',
  'MIXED_CURRENCIES',
  'NOT_DETERMINED',
  'NOT_REPORTED',
  'NO_WEIGHTS',
] as const;

export const ledgerActEndpoints = defineEndpoints({
  listLedgerActs: {
    method: 'GET',
    path: '/api/performance/ledger-act',
    summary: 'A vehicle’s postings of several records together, latest first',
    permission: 'fundLedger.view',
    query: vehicleParams,
    result: z.array(
      z.object({
        id: id(),
        kind,
        title: z.string(),
        date: date(),
        /** The investor of a late closing or the seller of a transfer, the buyer, and the security of a purchase or sale. */
        investor: z.string().nullable(),
        buyer: z.string().nullable(),
        security: z.string().nullable(),
        /** The sum of its entered amounts, or the commitment that changed. */
        amount: figure('money'),
        noticeNumber: z.int().nullable(),
        description: z.string().nullable(),
        /** The split of a distribution: by the carry terms, or as entered, with the reason. */
        split: z.enum(['PROPOSED', 'TYPED']).nullable(),
        splitReason: z.string().nullable(),
        /** How its carry was attributed to investments; null if it earned none. */
        attribution: z.enum(attributionPolicies).nullable(),
        /** The realization that its carry created; null if there is none. */
        realization: z
          .object({ id: id(), name: z.string(), status: z.enum(['DRAFT', 'POSTED', 'REVERSED']) })
          .nullable(),
        /** True if everything that it posted has been reversed. */
        isReversed: z.boolean(),
        postedBy: z.string().nullable(),
        postedDate: z.iso.datetime(),
      }),
    ),
    tags,
  },
  previewLedgerAct: {
    method: 'POST',
    path: '/api/performance/ledger-act/preview',
    summary: 'Preview of a posting, by investor',
    permission: 'fundLedger.edit',
    readOnly: true,
    body: requested,
    result: z.object({
      /** The entries, in the order of the amounts of each investor. */
      entries: z.array(z.object({ type: z.string(), title: z.string(), amount: figure('money') })),
      investors: z.array(
        z.object({
          id: id(),
          name: z.string(),
          amounts: z.array(figureOrNull('money')),
          /** The change of the commitment and of its unfunded part. */
          commitment: figure('money'),
          unfunded: figure('money'),
          /** Positive if the investor receives it. */
          cash: figure('money'),
        }),
      ),
      total: z.object({
        amounts: z.array(figure('money')),
        commitment: figure('money'),
        unfunded: figure('money'),
        cash: figure('money'),
      }),
      /** The same act (kind, date, amount, security and partners), if it is already posted. Posting another one needs a confirmation. */
      sameAct: z.object({ id: id(), message: z.string() }).nullable(),
      /** For a late closing, a warning if the others paid different parts of their commitments. Posting it needs a confirmation. */
      unequalParts: z.string().nullable(),
      /** The split that the carry terms propose; null for entered amounts. */
      proposal: proposedDistribution.nullable(),
      /** The draft realization that the earned carry creates, or why it creates none; null without carry. */
      realization: z.object({ isCreated: z.boolean(), message: z.string() }).nullable(),
    }),
    failures,
    tags,
  },
  saveLedgerAct: {
    method: 'POST',
    path: '/api/performance/ledger-act',
    summary: 'Post a notice, entries and changes of commitments together, all or none',
    permission: 'fundLedger.edit',
    idempotent: true,
    body: requested.extend({
      /** Posts the act although it has warnings. */
      warningsConfirmed: z.boolean().default(false),
      /** The proposed split that the person saw. A changed one is refused. */
      expected: z.strictObject({ lp: decimal('money'), gp: decimal('money') }).nullish(),
    }),
    result: posted.extend({
      /** The draft realization that it created. */
      realizationId: id().nullable(),
    }),
    failures: [...failures, 'WARNINGS_NOT_CONFIRMED', 'CONFLICT'],
    tags,
  },
  reverseLedgerAct: {
    method: 'POST',
    path: '/api/performance/ledger-act/:id/reverse',
    summary: 'Reverse all records of a posting that aren’t reversed yet, each on its own date',
    permission: 'fundLedger.edit',
    params: idParams,
    body: z.strictObject({ reason }),
    result: posted,
    failures: [
      'ALREADY_REVERSED',
      'USED_LATER',
      'TRANSFERRED',
      'REVERSAL_FIXED',
      'UNFUNDED_BELOW_ZERO',
      'COST_ABOVE_REMAINING',
      'NEGATIVE_AMOUNT',
    ],
    tags,
  },
});
