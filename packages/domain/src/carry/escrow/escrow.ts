import { type Decimal, defineFormula, zero } from '../../kernel/index.ts';

export interface EscrowTerms {
  readonly isEscrowExempt?: boolean;
  readonly defaultEscrow?: Decimal;
}

export interface EscrowDefaults {
  readonly defaultEscrow: Decimal;
  readonly defaultTerminatedEscrow: Decimal;
}

/** The defaults at one source, which may have a percentage of its own in place of the run's. */
export interface SourceEscrowDefaults extends EscrowDefaults {
  readonly ofSource?: Decimal;
}

export type ParticipantStatus = 'active' | 'terminated';

/** Why an escrow percentage is what it is. */
export type EscrowReason = 'exempt' | 'own' | 'entity' | 'terminated' | 'source' | 'default';

export interface EscrowRate {
  readonly percent: Decimal;
  readonly reason: EscrowReason;
}

export const escrowFormula = defineFormula({
  id: 'escrow.amount',
  text: 'escrow = gross x escrow percent / 100',
  inputs: { gross: 'money', percent: 'percent', reason: 'text' },
  result: 'money',
  rounding: 'to cents, halves away from zero',
  source: 'calculations 5.4',
});

/**
 * The escrow percentage of a participant who is reached directly or through entities.
 *
 * In this order: 0 when the participant or an entity on the way is exempt; the participant's own when above 0; the nearest
 * entity's when above 0; the default of terminated participants when terminated; the source's, 0 too, when it has one; the default.
 *
 * `entities` are those on the way, the nearest first.
 *
 * Units:  percent units.
 * Source: calculations 5.4; carry specification section 5, 'Escrow defaults'.
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
