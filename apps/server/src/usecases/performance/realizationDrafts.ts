import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { type CalendarDate, displayedDate, moneyText, sumOfMoney, decimal, spokenMoney } from '@carrara/domain/kernel';
import type { CreatedRealization } from '@carrara/domain/performance/ledger';
import type { InvestmentCarry } from '@carrara/domain/performance/liquidation';
import type { Outcome } from '../outcome.ts';

/** Draft realizations that distributions of proceeds create. Implemented by carry. */
export interface RealizationDrafts {
  /** Returns the investments that an allocation profile covers on a day. */
  readonly covered: (
    tx: Transaction,
    holdingIds: readonly string[],
    date: CalendarDate,
  ) => Promise<ReadonlySet<string>>;
  /** Creates a draft with a source for each investment, and returns its id. */
  readonly create: (tx: Transaction, draft: DraftOfAct) => Outcome<string>;
  readonly ofActs: (
    tx: Transaction,
    actIds: readonly string[],
  ) => Promise<readonly (CreatedRealization & { readonly actId: string; readonly id: string })[]>;
}

export interface DraftOfAct {
  readonly actId: string;
  readonly name: string;
  readonly date: CalendarDate;
  readonly investments: readonly InvestmentCarry[];
}

/** The draft realization that a distribution would create, or why it creates none. */
export interface DraftAnnouncement {
  readonly isCreated: boolean;
  readonly message: string;
}

/** Announces the draft realization of a distribution's carry. Null if it earns none. */
export async function announceDraft(
  tx: Transaction,
  drafts: RealizationDrafts,
  {
    carry,
    investments,
    date,
  }: { readonly carry: boolean; readonly investments: readonly InvestmentCarry[]; readonly date: CalendarDate },
): Promise<DraftAnnouncement | null> {
  if (!carry) return null;
  if (investments.length === 0) {
    const message =
      'No investment has a profit to attribute the carry to, so no draft realization is created. Select the investments sold.';
    return { isCreated: false, message };
  }
  const covered = await drafts.covered(
    tx,
    investments.map(({ holdingId }) => holdingId),
    date,
  );
  const names = investments.flatMap(({ holdingId, name }) => (covered.has(holdingId) ? [] : [name])).join(', ');
  const day = displayedDate(date);
  if (covered.size === 0) {
    const message = `No allocation profile covers these investments on ${day}, so no draft realization is created: ${names}. Add a profile in Carry first, or enter the realization there.`;
    return { isCreated: false, message };
  }
  const total = spokenMoney(decimal(sumOfMoney(investments.map((own) => moneyText(own.carry)))));
  const sources = investments.length === 1 ? 'one source' : `${String(investments.length)} sources`;
  const created = `A draft realization of ${total} is created in Carry, with ${sources}.`;
  const uncovered =
    names === '' ? '' : ` These have no allocation profile on ${day} yet: ${names}. Add one before you post the draft.`;
  return { isCreated: true, message: created + uncovered };
}
