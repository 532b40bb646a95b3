import { type CalendarDate, compareDates, type Decimal, groupBy, zero } from '../../kernel/index.ts';

/**
 * The kinds of entries in a participant's carry account, with their usual sign: accrual +, distribution -, clawback -. `opening` (+) and
 * `openingDistributed` (-) hold what was accrued and distributed before the firm used this ledger. A balance isn't determined before the account's
 * first accrual or opening entry.
 */
const accountEntryKinds = ['accrual', 'distribution', 'clawback', 'opening', 'openingDistributed'] as const;
export type AccountEntryKind = (typeof accountEntryKinds)[number];

/** Identifies an account: the participant, the source, and the entities on the path (outermost first; empty if direct). */
export interface AccountKey {
  readonly participantId: string;
  readonly sourceId: string;
  readonly via: readonly string[];
}

/** Returns a text that is unique to the account. */
export const accountKey = ({ participantId, sourceId, via }: AccountKey): string =>
  JSON.stringify([participantId, sourceId, via]);

/** The deductions from a distribution's gross. They are recorded with its entry and aren't part of the balance. */
interface DistributionMemo {
  readonly tax: Decimal;
  readonly loanRepayment: Decimal;
  readonly otherAdjustment: Decimal;
  readonly escrow: Decimal;
  readonly net: Decimal;
}

/** A dated line of the carry account. Entries never change; another entry can reverse one. */
export interface AccountEntry extends AccountKey {
  readonly date: CalendarDate;
  readonly kind: AccountEntryKind;
  readonly amount: Decimal;
  /** The run that posted the entry. */
  readonly originId?: string;
  readonly memo?: DistributionMemo;
}

/**
 * The kinds of escrow entries: `opening` (+) from before the firm used this ledger, `withheld` (+) at disbursement, `released` (-) and
 * `appliedToClawback` (-) later.
 */
const escrowEntryKinds = ['opening', 'withheld', 'released', 'appliedToClawback'] as const;
export type EscrowEntryKind = (typeof escrowEntryKinds)[number];

/** A dated line of the escrow sub-ledger. */
export interface EscrowEntry extends AccountKey {
  readonly date: CalendarDate;
  readonly kind: EscrowEntryKind;
  readonly amount: Decimal;
  readonly originId?: string;
}

/** Selects entries. Omitted fields match everything. */
export interface EntryFilter {
  readonly asOf?: CalendarDate;
  readonly participantId?: string;
  readonly sourceId?: string;
  /** Selects the entries of an entity: those that reached its members through it. */
  readonly entityId?: string;
}

type Entry = AccountKey & { readonly date: CalendarDate; readonly amount: Decimal };

function entriesOf<E extends Entry>(entries: readonly E[], filter: EntryFilter): readonly E[] {
  const { asOf, participantId, sourceId, entityId } = filter;
  return entries.filter(
    (entry) =>
      (asOf === undefined || compareDates(entry.date, asOf) <= 0) &&
      (participantId === undefined || entry.participantId === participantId) &&
      (sourceId === undefined || entry.sourceId === sourceId) &&
      (entityId === undefined || entry.via.includes(entityId)),
  );
}

/**
 * Returns the balance of an account or of the escrow sub-ledger.
 *
 *     balance = sum of the entries dated on or before the date
 *
 * Source: docs/calculations/account-entries.md.
 */
export function sumEntries(entries: readonly Entry[], filter: EntryFilter = {}): Decimal {
  return entriesOf(entries, filter).reduce((sum: Decimal, { amount }) => sum.plus(amount), zero);
}

/** Returns the balance of each account, in the order in which accounts first appear in the entries. */
export function balancesByAccount(
  entries: readonly Entry[],
  filter: EntryFilter = {},
): readonly (AccountKey & { readonly balance: Decimal })[] {
  return [...groupBy(entriesOf(entries, filter), accountKey).values()].map((all) => {
    const [{ participantId, sourceId, via }] = all;
    return { participantId, sourceId, via, balance: sumEntries(all) };
  });
}

/**
 * Returns each account's lowest balance from a date on. Taking at most this much leaves no later balance below zero.
 *
 * Source: docs/calculations/account-entries.md.
 */
export function leastFrom(
  entries: readonly Entry[],
  date: CalendarDate,
): readonly (AccountKey & { readonly balance: Decimal })[] {
  type Account = AccountKey & { readonly balance: Decimal };
  const accounts = new Map<string, { readonly running: Decimal; readonly least: Account }>();
  for (const account of balancesByAccount(entries, { asOf: date }))
    accounts.set(accountKey(account), { running: account.balance, least: account });
  const later = entries.filter((entry) => compareDates(entry.date, date) > 0);
  const days = groupBy(
    later.toSorted((a, b) => compareDates(a.date, b.date)),
    ({ date: day }) => day,
  );
  // Entries of one day count together at its end.
  for (const ofDay of days.values())
    for (const { balance: moved, ...account } of balancesByAccount(ofDay)) {
      const key = accountKey(account);
      const stored = accounts.get(key);
      if (stored === undefined) continue;
      const running = stored.running.plus(moved);
      const least = running.lt(stored.least.balance) ? { ...account, balance: running } : stored.least;
      accounts.set(key, { running, least });
    }
  return [...accounts.values()].map(({ least }) => least);
}

/** The entry kinds that begin an account. Before the first one, a balance isn't determined. */
export const accountOpeningKinds: ReadonlySet<string> = new Set(['accrual', 'opening']);

/** The entry kinds that change the amount paid out of an account. */
export const paidKinds: ReadonlySet<string> = new Set(['distribution', 'openingDistributed', 'clawback']);

/**
 * Returns the net amount that each account was paid by a date: distributions less clawbacks from the account and its escrow.
 *
 * Source: docs/calculations/account-entries.md.
 */
export function paidAccounts(
  entries: readonly AccountEntry[],
  escrow: readonly EscrowEntry[],
  asOf: CalendarDate,
): readonly (AccountKey & { readonly balance: Decimal })[] {
  // Clawbacks have the same sign as distributions but reduce the amount paid.
  const paid = entries.flatMap((entry) =>
    paidKinds.has(entry.kind)
      ? [entry.kind === 'clawback' ? entry : { ...entry, amount: negateAmount(entry.amount) }]
      : [],
  );
  const applied = escrow.filter(({ kind }) => kind === 'appliedToClawback');
  return balancesByAccount([...paid, ...applied], { asOf });
}

/** Returns the entry that reverses another: the same entry with the opposite sign and its own date. */
export function reverseEntry<E extends AccountEntry | EscrowEntry>(entry: E, date: CalendarDate): E {
  const reversed = { ...entry, date, amount: negateAmount(entry.amount) };
  return 'memo' in entry && entry.memo !== undefined ? { ...reversed, memo: reverseMemo(entry.memo) } : reversed;
}

function reverseMemo(memo: DistributionMemo): DistributionMemo {
  return {
    tax: negateAmount(memo.tax),
    loanRepayment: negateAmount(memo.loanRepayment),
    otherAdjustment: negateAmount(memo.otherAdjustment),
    escrow: negateAmount(memo.escrow),
    net: negateAmount(memo.net),
  };
}

/** Negates an amount but never returns minus zero. */
export function negateAmount(amount: Decimal): Decimal {
  return amount.isZero() ? zero : amount.negated();
}
