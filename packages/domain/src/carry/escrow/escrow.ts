import { type Decimal, defineFormula, zero } from '../../kernel/index.ts';

export interface EscrowTerms {
  readonly isEscrowExempt?: boolean;
  readonly defaultEscrow?: Decimal;
}

export interface EscrowDefaults {
  readonly defaultEscrow: Decimal;
  readonly defaultTerminatedEscrow: Decimal;
}

/** The escrow defaults at one source. The source may have its own percentage, which replaces the run's. */
export interface SourceEscrowDefaults extends EscrowDefaults {
  readonly ofSource?: Decimal;
}

export type ParticipantStatus = 'active' | 'terminated';

/** The rule that determined an escrow percentage. */
type EscrowReason = 'exempt' | 'own' | 'entity' | 'terminated' | 'source' | 'default';

export interface EscrowRate {
  readonly percent: Decimal;
  readonly reason: EscrowReason;
}

export const escrowFormula = defineFormula({
  id: 'escrow.amount',
  text: 'escrow = gross x escrow percent / 100',
  inputs: { gross: 'money', percent: 'percent', reason: 'text' },
  result: 'money',
  rounding: 'half away from zero, to cents',
  source: 'docs/calculations/escrow.md',
});

/**
 * Returns the escrow percentage of a participant reached directly or through entities.
 *
 * The first rule that applies decides:
 * - exempt: 0 if the participant or an entity on the path is exempt;
 * - own: the participant's own percentage, if above 0;
 * - entity: that of the nearest entity with one above 0;
 * - terminated: the default for terminated participants, if terminated;
 * - source: the source's percentage if it has one, even 0;
 * - default: the run's default.
 *
 * `entities` are those on the path, nearest first.
 *
 * Units:  percent units.
 * Source: docs/calculations/escrow.md.
 */
export function escrowRate(
  participant: EscrowTerms & { readonly status: ParticipantStatus },
  entities: readonly EscrowTerms[],
  defaults: SourceEscrowDefaults,
): EscrowRate {
  const chain = [participant, ...entities];
  if (chain.some(({ isEscrowExempt }) => isEscrowExempt === true)) return { percent: zero, reason: 'exempt' };
  for (const terms of chain) {
    if (terms.defaultEscrow?.gt(0) === true) {
      return { percent: terms.defaultEscrow, reason: terms === participant ? 'own' : 'entity' };
    }
  }
  if (participant.status === 'terminated') return { percent: defaults.defaultTerminatedEscrow, reason: 'terminated' };
  return defaults.ofSource
    ? { percent: defaults.ofSource, reason: 'source' }
    : { percent: defaults.defaultEscrow, reason: 'default' };
}
