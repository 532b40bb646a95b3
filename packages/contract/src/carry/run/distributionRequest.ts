import { z } from 'zod';
import { sourceType } from './distributionRun.ts';
import { saveSchema } from '../../core/endpoint.ts';
import { defineFields } from '../../core/fields.ts';
import { date, decimal, id, reference, text } from '../../core/schema.ts';

/** @public */
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
  /** If present, overrides the profile's effective percentage. */
  effectiveAllocation: decimal('percent').nullish(),
  loanRepayment: decimal('money', { negative: true }).nullish(),
  otherAdjustment: decimal('money', { negative: true }).nullish(),
  /** If present, overrides the computed value ('0' does, blank doesn't). */
  tax: decimal('money', { negative: true }).nullish(),
  escrow: decimal('money', { negative: true }).nullish(),
  /** Figures sent by a caller must match the computed ones (FIGURES_DIFFER) and add up (NOT_RECONCILED). */
  grossCarryDistributed: decimal('money', { negative: true }).nullish(),
  netCarryDistributed: decimal('money', { negative: true }).nullish(),
});
/**
 * A request to reduce a share to its vested part. The share is a participant's in the source's profile, or a member's of an entity in it. The
 * forfeited part goes to the recipients (for a member's share, other members) or stays unallocated.
 */
export const vestingToApply = z.strictObject({
  participantId: id(),
  via: z.array(id()).max(20).default([]),
  recipients: z.array(id()).max(5000).default([]),
});
/** A typed cell that isn't a valid figure. It is stored with the draft and prevents submission. */
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
const sourceInput = z.strictObject({
  id: id().nullish(),
  source: z.strictObject({ id: id() }),
  type: sourceType,
  /** The profile to use. If omitted, the container's default profile. */
  allocationProfile: z.strictObject({ id: id() }).nullish(),
  netDistributableAmount: decimal('money'),
  /** Replaces the run's default. If blank, the run's default applies. */
  defaultEscrow: decimal('percent').nullish(),
  taxCharacterizations: z
    .array(z.strictObject({ taxCharacterization: reference(), characterizationPercentage: decimal('percent') }))
    .max(100)
    .default([]),
  details: z.array(detailInput).max(20_000).default([]),
  vestingApplied: z.array(vestingToApply).max(5000).optional(),
  /** Unreadable cells, including a blank amount. The figures they replace are omitted from `details`. */
  unread: z.array(unreadCell).max(20_000).optional(),
});
const runInput = {
  distributionSources: z.array(sourceInput).max(500),
  investorBalanceBased: z.boolean().default(false),
  unallocatedAcknowledged: z.boolean().default(false),
};
const enteredFigure = decimal('money', { negative: true }).nullish();
const flatParticipant = z.strictObject({
  participant: z.strictObject({ id: id() }),
  grossCarryDistributed: enteredFigure,
  netCarryDistributed: enteredFigure,
  tax: enteredFigure,
  escrow: enteredFigure,
  loanRepayment: enteredFigure,
  otherAdjustment: enteredFigure,
});
export interface EnteredParticipant extends z.output<typeof flatParticipant> {
  readonly memberParticipants?: readonly EnteredParticipant[] | null | undefined;
}
/** A participant over all sources, an entity with its members, as the caller expects the figures to be. */
const enteredParticipant: z.ZodType<EnteredParticipant> = z.lazy(() =>
  flatParticipant.extend({ memberParticipants: z.array(enteredParticipant).max(5000).nullish() }),
);
/** The containers of the sources whose rows are returned; all if omitted. All sources are computed and stored in any case. */
const rowsOf = z.array(id()).max(500).optional();
export const saveDistributionBody = saveSchema(distributionFields, {
  ...runInput,
  /** Optional, because payments follow from the sources. Figures that are present must match the computed ones (FIGURES_DIFFER). */
  distributionParticipants: z.array(enteredParticipant).max(20_000).nullish(),
  approvers: z
    .array(z.strictObject({ id: id() }))
    .max(50)
    .optional(),
  /** The draft that this save completes and removes. */
  draftId: id().nullish(),
  rowsOf,
});
export const generateBody = z.strictObject({
  id: id().nullish(),
  /** If present, the warnings report whether another distribution has it. */
  name: z.string().max(4000).nullish(),
  distributionDate: date(),
  defaultEscrow: decimal('percent', { most: 100 }),
  defaultTerminatedEscrow: decimal('percent', { most: 100 }),
  ...runInput,
  rowsOf,
});
/** A run with the sources to which vesting is applied. */
export const previewVestingBody = generateBody.extend({ distributionSources: z.array(sourceInput).min(1).max(500) });
export type SaveDistributionBody = z.output<typeof saveDistributionBody>;
