import { lastCarryDecision } from '@carrara/adapters/postgres/performance/ledger/carryDecisions';
import { liquidationBookOfLedger } from '@carrara/adapters/postgres/performance/analysis/liquidationBookOfLedger';
import type { StoredLedger, Vehicle } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import {
  type CalendarDate,
  decimal,
  displayedDate,
  err,
  fail,
  type Failures,
  moneyText,
  ok,
  required,
  type Result,
} from '@carrara/domain/kernel';
import type { ClosingCarry } from '@carrara/domain/performance/close';
import { decideEntries, quartersLater } from '@carrara/domain/performance/ledger';
import {
  CARRY_PROPOSAL_VERSION,
  type CarryBooking,
  type CarryProposal,
  decideCarryBooking,
  hypotheticalLiquidation,
  type HypotheticalLiquidation,
  type LiquidationBook,
  proposeCarry,
  type QuarterCarry,
} from '@carrara/domain/performance/liquidation';
import { v7 as newId } from 'uuid';
import { postToVehicle } from '../ledgerPosting.ts';
import type { Outcome } from '../outcome.ts';
import { type PostedEntry, postedEntries } from './ledgerEntry.ts';

/** Proposes the carry of a quarter. Fails: as `hypotheticalLiquidation`, NAV_MISSING (no figures at the quarter end). */
export async function readCarryProposal(
  tx: Transaction,
  ledger: StoredLedger,
  end: CalendarDate,
  liquidated: LiquidatedQuarters = new Map(),
): Promise<Result<CarryProposal, Failures>> {
  const previousEnd = quartersLater(end, -1);
  const { book, result } = await liquidateOn(tx, ledger, end, liquidated);
  if (book.until !== end)
    return err([fail('NAV_MISSING', ['endDate'], `The fund has no figures of its own on ${displayedDate(end)}.`)]);
  if (result.isErr()) return err(result.error);
  const { result: before } = await liquidateOn(tx, ledger, previousEnd, liquidated);
  const { entries } = ledger;
  return ok(
    proposeCarry({ book, liquidation: result.value, before: before.unwrapOr(null), entries, end, previousEnd }),
  );
}

interface LiquidatedQuarter {
  readonly book: LiquidationBook;
  readonly result: Result<HypotheticalLiquidation, Failures>;
}
type LiquidatedQuarters = Map<CalendarDate, LiquidatedQuarter>;

/** Liquidates at a quarter end, once: the quarter after also needs it. */
async function liquidateOn(
  tx: Transaction,
  ledger: StoredLedger,
  end: CalendarDate,
  liquidated: LiquidatedQuarters,
): Promise<LiquidatedQuarter> {
  const existing = liquidated.get(end);
  if (existing !== undefined) return existing;
  const book = await liquidationBookOfLedger(tx, ledger, { end });
  const quarter = { book, result: hypotheticalLiquidation(book) };
  liquidated.set(end, quarter);
  return quarter;
}

/** Compares the carry of quarters with their terms. */
export async function closingCarries(
  tx: Transaction,
  vehicle: Vehicle,
  ledger: StoredLedger,
  ends: readonly CalendarDate[],
): Promise<ReadonlyMap<CalendarDate, ClosingCarry>> {
  const liquidated: LiquidatedQuarters = new Map();
  const carry = new Map<CalendarDate, ClosingCarry>();
  for (const end of ends) {
    const found = await readCarryProposal(tx, ledger, end, liquidated);
    carry.set(
      end,
      found.isOk()
        ? await comparedCarry(tx, vehicle, found.value)
        : { reason: required(found.error[0], 'a reason').detail },
    );
  }
  return carry;
}

async function comparedCarry(tx: Transaction, vehicle: Vehicle, proposal: CarryProposal): Promise<ClosingCarry> {
  const { end, proposed, booked, isBooked, causes, partners } = proposal;
  const decision = await lastCarryDecision(tx, vehicle.id, end);
  const isAccepted =
    decision !== undefined &&
    isSame(decision.proposed, proposed) &&
    decision.entered !== null &&
    isSame(decision.entered, booked);
  const accepted = isAccepted ? { by: decision.by, on: decision.on, reason: decision.reason ?? '' } : null;
  return { proposed, booked, isBooked, causes, partners, accepted };
}

type Texts = Readonly<Record<keyof QuarterCarry, string>>;
const isSame = (texts: Texts, { earned, accrued }: QuarterCarry) =>
  decimal(texts.earned).eq(earned) && decimal(texts.accrued).eq(accrued);
const textsOf = ({ earned, accrued }: QuarterCarry): Texts => ({
  earned: moneyText(earned),
  accrued: moneyText(accrued),
});

/** Books the carry of a quarter. Fails: NOT_FOUND, as `readCarryProposal`, `decideCarryBooking` and `decideEntries`. */
export const bookProposedCarry = (
  tx: Transaction,
  vehicleId: string,
  end: CalendarDate,
  booking: CarryBooking,
): Outcome<PostedEntry[]> =>
  postToVehicle(tx, vehicleId, async (ledger) => {
    const found = await readCarryProposal(tx, ledger, end);
    if (found.isErr()) return err(found.error);
    const proposal = found.value;
    const references = { holdings: new Map<string, string>(), notices: [] };
    return decideCarryBooking(proposal, booking, { isLocked: ledger.locked.has(end) })
      .andThen((entries) => decideEntries(entries, ledger, references, { newId, warningsConfirmed: true }))
      .andThen((entries) => {
        const posted = postedEntries('bookProposedCarry', vehicleId, ledger, entries);
        const decision = decisionOf(proposal, booking);
        return ok({
          ...posted,
          changes: posted.changes.map((change) => ({
            ...change,
            after: { ...(change.after as Readonly<Record<string, unknown>>), proposal: decision },
          })),
        });
      });
  });

/** Returns the facts that the audit log stores of a decision, so that the audit can compute the proposal again. */
const decisionOf = (
  { end, terms, proposed, partners, investments, attribution }: CarryProposal,
  { entered, reason }: CarryBooking,
) => ({
  id: newId(),
  end,
  version: CARRY_PROPOSAL_VERSION,
  termsId: terms.id,
  termsFrom: terms.effectiveDate,
  terms: terms.entered,
  proposed: textsOf(proposed),
  partners: partners.map((partner) => ({ commitmentId: partner.commitmentId, ...textsOf(partner.proposed) })),
  attribution,
  investments: investments.map(({ id, carry }) => ({ id, carry: moneyText(carry) })),
  entered: entered && textsOf(entered),
  reason,
});
