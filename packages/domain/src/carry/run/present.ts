import type { Whole } from '../../kernel/cents/index.ts';
import { type Decimal, fromCents, fromSmallUnits, required, zero } from '../../kernel/index.ts';
import { OVERRIDE_ROW, type TaxAllocation } from '../tax/index.ts';
import type { CarryFigures, DetailRow, DistributionTotals, ParticipantTotal, SourceResult } from './distribution.ts';
import type { Cents, CentsRow, CentsSource } from './engine.ts';
import type { CentsTotals } from './totals.ts';

const MAX_SMALL = 1e15;

export function toMoney(cents: Whole): Decimal {
  if (cents === 0) return zero;
  return typeof cents === 'number' && cents < MAX_SMALL && cents > -MAX_SMALL
    ? fromSmallUnits(cents, 2)
    : fromCents(BigInt(cents));
}

export function presentSource(source: CentsSource, numberOfParticipants: number): SourceResult {
  const { allocations, id } = source.plan.source;
  const details = source.rows.map((row, i) =>
    presentRow(row, required(allocations[i], 'the allocation of a row').effective),
  );
  return {
    id,
    ...presentTotals(source, source.shared.unallocated, numberOfParticipants),
    details,
  };
}

/** Converts sums to decimals and adds the total deductions. */
export function presentTotals(cents: Cents, unallocated: Whole, numberOfParticipants: number): DistributionTotals {
  const figures = presentCents(cents);
  const adjustments = figures.gross.minus(figures.net);
  return { ...figures, adjustments, unallocated: toMoney(unallocated), numberOfParticipants };
}

export function presentParticipants(
  participants: readonly { readonly id: string; readonly members?: unknown }[],
  { byParticipant }: CentsTotals,
  areEntities: boolean,
): readonly ParticipantTotal[] {
  return participants.flatMap(({ id, members }, i) => {
    const cents = byParticipant[i];
    return cents === undefined || (members !== undefined) !== areEntities ? [] : [{ id, ...presentCents(cents) }];
  });
}

function presentCents(cents: Cents): CarryFigures {
  return {
    gross: toMoney(cents.gross),
    tax: toMoney(cents.tax),
    escrow: toMoney(cents.escrow),
    loanRepayment: toMoney(cents.loanRepayment),
    otherAdjustment: toMoney(cents.otherAdjustment),
    net: toMoney(cents.net),
  };
}

function presentRow(row: CentsRow, effective: Decimal): DetailRow {
  if (row.members !== undefined) return presentEntity(row, row.members, effective);
  const detail: DetailRow = {
    participantId: row.route.holder.participant.id,
    effective,
    gross: toMoney(row.gross),
    tax: toMoney(row.tax),
    escrow: toMoney(row.escrow),
    loanRepayment: toMoney(row.loanRepayment),
    otherAdjustment: toMoney(row.otherAdjustment),
    net: toMoney(row.net),
    escrowPercent: row.route.escrow.percent,
    taxAllocations: presentTaxRows(row),
  };
  return row.enteredTax === undefined && row.enteredEscrow === undefined ? detail : markEntered(detail, row);
}

function markEntered({ escrowPercent, ...detail }: DetailRow, { enteredTax, enteredEscrow }: CentsRow): DetailRow {
  return {
    ...detail,
    ...(enteredTax === undefined ? {} : { taxOverridden: true }),
    ...(enteredEscrow === undefined && escrowPercent !== undefined ? { escrowPercent } : { escrowOverridden: true }),
  };
}

/** Returns the percentage that a member's row has of its entity. */
export const memberEffective = ({ route }: CentsRow): Decimal =>
  required(route.effective, 'the percentage of a member');

function presentEntity(row: CentsRow, memberRows: readonly CentsRow[], effective: Decimal): DetailRow {
  const members = memberRows.map((member) => presentRow(member, memberEffective(member)));
  return {
    participantId: row.route.holder.participant.id,
    effective,
    ...presentCents(row),
    taxAllocations: sumTaxRows(members),
    ...(members.some(({ taxOverridden }) => taxOverridden) ? { taxOverridden: true } : {}),
    ...(members.some(({ escrowOverridden }) => escrowOverridden) ? { escrowOverridden: true } : {}),
    members,
  };
}

function presentTaxRows({ rates, taxRows, isTaxRowless, tax }: CentsRow): readonly TaxAllocation[] {
  if (isTaxRowless) return [{ taxProfileId: OVERRIDE_ROW, percent: zero, amount: toMoney(tax) }];
  return rates.map(({ taxProfileId, characterizationId, percent }, i) => {
    const amount = toMoney(required(taxRows[i], 'the tax of a rate'));
    return characterizationId === undefined
      ? { taxProfileId, percent, amount }
      : { taxProfileId, characterizationId, percent, amount };
  });
}

/** Adds up an entity's tax by profile and characterization. Its members' rows share the same percentage. */
function sumTaxRows(members: readonly DetailRow[]): readonly TaxAllocation[] {
  const sums = new Map<string, TaxAllocation>();
  for (const row of members.flatMap(({ taxAllocations }) => taxAllocations)) {
    const key = JSON.stringify([row.taxProfileId, row.characterizationId]);
    const before = sums.get(key);
    sums.set(key, before === undefined ? row : { ...before, amount: before.amount.plus(row.amount) });
  }
  return [...sums.values()];
}
