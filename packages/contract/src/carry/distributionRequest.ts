import { z } from 'zod';
import { sourceType } from './distributionRun.ts';
import { saveOf } from '../core/endpoint.ts';
import { defineFields } from '../core/fields.ts';
import { date, decimal, id, reference, text } from '../core/schema.ts';

export const distributionFields = defineFields({
  name: { kind: 'text', title: 'Name', required: true },
  description: { kind: 'longText', title: 'Description' },
  distributionDate: { kind: 'date', title: 'Distribution date', required: true },
  defaultEscrow: { kind: 'percent', title: 'Default escrow %', required: true, most: 100 },
  defaultTerminatedEscrow: { kind: 'percent', title: 'Default escrow % when terminated', required: true, most: 100 },
});

const detailInput = z.strictObject({
  participantId: id(),
  via: z.array(id()).max(20).default([]),
  /** Set to pay another effective than the profile's. */
  effectiveAllocation: decimal('percent').nullish(),
  loanRepayment: decimal('money', { negative: true }).nullish(),
  otherAdjustment: decimal('money', { negative: true }).nullish(),
  /** Given: overrides what is computed ('0' does, blank does not). */
  tax: decimal('money', { negative: true }).nullish(),
  escrow: decimal('money', { negative: true }).nullish(),
  /** When a caller sends figures they must be those that the engine computes (FIGURES_DIFFER) and hold together (NOT_RECONCILED). */
  grossCarryDistributed: decimal('money', { negative: true }).nullish(),
  netCarryDistributed: decimal('money', { negative: true }).nullish(),
});
/**
 * Somebody whom the source's profile names, or a member of an entity in it, keeps the vested part only. What is forfeited goes to the recipients,
 * or stays unallocated; of a member's share it goes to other members.
 */
export const vestingToApply = z.strictObject({
  participantId: id(),
  via: z.array(id()).max(20).default([]),
  recipients: z.array(id()).max(5000).default([]),
});
/** A cell as it was typed that is not a figure. It is kept with the draft and stands against submitting it. */
const unreadCell = z.strictObject({
  /** Null for the amount of the source. */
  participantId: id().nullable(),
  via: z.array(id()).max(20).default([]),
  field: z.enum([
    'netDistributableAmount',
    'defaultEscrow',
    'effectiveAllocation',
    'tax',
    'escrow',
    'loanRepayment',
    'otherAdjustment',
  ]),
  text: text(),
});
export const sourceInput = z.strictObject({
  id: id().nullish(),
  source: z.strictObject({ id: id() }),
  type: sourceType,
  /** The profile to use; the container's default one when left out. */
  allocationProfile: z.strictObject({ id: id() }).nullish(),
  netDistributableAmount: decimal('money'),
  /** The source's own, in place of the run's default; blank is the run's. */
  defaultEscrow: decimal('percent').nullish(),
  taxCharacterizations: z
    .array(z.strictObject({ taxCharacterization: reference(), characterizationPercentage: decimal('percent') }))
    .max(100)
    .default([]),
  details: z.array(detailInput).max(20_000).default([]),
  vestingApplied: z.array(vestingToApply).max(5000).optional(),
  /** What was typed and cannot be read; a blank amount too. The figure that it stands in place of is left out of `details`. */
  unread: z.array(unreadCell).max(20_000).optional(),
});
const runInput = {
  distributionSources: z.array(sourceInput).max(500),
  investorBalanceBased: z.boolean().default(false),
  unallocatedAcknowledged: z.boolean().default(false),
};
const givenFigure = decimal('money', { negative: true }).nullish();
const flatParticipant = z.strictObject({
  participant: z.strictObject({ id: id() }),
  grossCarryDistributed: givenFigure,
  netCarryDistributed: givenFigure,
  tax: givenFigure,
  escrow: givenFigure,
  loanRepayment: givenFigure,
  otherAdjustment: givenFigure,
});
export interface GivenParticipant extends z.output<typeof flatParticipant> {
  readonly memberParticipants?: readonly GivenParticipant[] | null | undefined;
}
/** A participant over all sources, an entity with its members, as a caller takes the figures to be. */
const givenParticipant: z.ZodType<GivenParticipant> = z.lazy(() =>
  flatParticipant.extend({ memberParticipants: z.array(givenParticipant).max(5000).nullish() }),
);
/** Of which sources the rows are answered, by their containers; of all when left out. All are computed, and stored, all the same. */
const rowsOf = z.array(id()).max(500).optional();
export const saveDistributionBody = saveOf(distributionFields, {
  ...runInput,
  /** Not needed: what is to be paid follows from the sources. Given figures must be those that the engine computes (FIGURES_DIFFER). */
  distributionParticipants: z.array(givenParticipant).max(20_000).nullish(),
  approvers: z
    .array(z.strictObject({ id: id() }))
    .max(50)
    .optional(),
  /** The draft that this saves; it is done with. */
  draftId: id().nullish(),
  rowsOf,
});
export const generateBody = z.strictObject({
  id: id().nullish(),
  distributionDate: date(),
  defaultEscrow: decimal('percent'),
  defaultTerminatedEscrow: decimal('percent'),
  ...runInput,
  rowsOf,
});
/** A run with the sources that vesting is applied to. */
export const previewVestingBody = generateBody.extend({ distributionSources: z.array(sourceInput).min(1).max(500) });
export type SaveDistributionBody = z.output<typeof saveDistributionBody>;
