import { type CalendarDate, compareDates, type Decimal, zero } from '../../kernel/index.ts';

/**
 * What moves a participant's carry account, with the sign that it usually has:
 * accrual +, distribution -, clawback -; opening + and openingDistributed -, what was accrued and distributed before
 * the firm kept the account here. Before its first accrual or opening entry a balance is not determined.
 */
export const accountEntryKinds = ['accrual', 'distribution', 'clawback', 'opening', 'openingDistributed'] as const;
export type AccountEntryKind = (typeof accountEntryKinds)[number];

/** Whose account, at which source, reached through which entities (the outermost first; empty when direct). */
export interface AccountKey {
  readonly participantId: string;
  readonly sourceId: string;
  readonly via: readonly string[];
}

/** The same text for the same account, and no other. */
export const accountKey = ({ participantId, sourceId, via }: AccountKey): string =>
  JSON.stringify([participantId, sourceId, via]);

/** What was taken of a distribution's gross: told beside its entry, not part of the balance. */
export interface DistributionMemo {
  readonly tax: Decimal;
  readonly loanRepayment: Decimal;
  readonly otherAdjustment: Decimal;
  readonly escrow: Decimal;
  readonly net: Decimal;
}

/** A dated line of the carry account. It is never changed, only reversed by another one. */
export interface AccountEntry extends AccountKey {
  readonly date: CalendarDate;
  readonly kind: AccountEntryKind;
  readonly amount: Decimal;
  /** The run that made it. */
  readonly originId?: string;
  readonly memo?: DistributionMemo;
}

/** opening + from before the firm kept it here, held + at disbursement, released - and appliedToClawback - later. */
export const escrowEntryKinds = ['opening', 'held', 'released', 'appliedToClawback'] as const;
export type EscrowEntryKind = (typeof escrowEntryKinds)[number];

/** A dated line of the escrow sub-ledger. */
export interface EscrowEntry extends AccountKey {
  readonly date: CalendarDate;
  readonly kind: EscrowEntryKind;
  readonly amount: Decimal;
  readonly originId?: string;
}

/** Which entries are meant; everything that is left out is not looked at. */
export interface EntryFilter {
  readonly asOf?: CalendarDate;
  readonly participantId?: string;
  readonly sourceId?: string;
  /** Of an entity's account: what reached its members through it. */
  readonly entityId?: string;
}

type Entry = AccountKey & { readonly date: CalendarDate; readonly amount: Decimal };

export function entriesOf<E extends Entry>(entries: readonly E[], filter: EntryFilter): readonly E[] {
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
 * The balance of an account or of the escrow sub-ledger.
 *
 *     balance = sum of the entries dated on or before the date
 *
 * Source: calculations section 6.
 */
export function balanceOf(entries: readonly Entry[], filter: EntryFilter = {}): Decimal {
  return entriesOf(entries, filter).reduce((sum: Decimal, { amount }) => sum.plus(amount), zero);
}

/** The balances of each account separately, in the order in which the entries first name it. */
export function balancesByAccount(
  entries: readonly Entry[],
  filter: EntryFilter = {},
): readonly (AccountKey & { readonly balance: Decimal })[] {
  const balances = new Map<string, AccountKey & { readonly balance: Decimal }>();
  for (const { participantId, sourceId, via, amount } of entriesOf(entries, filter)) {
    const key = accountKey({ participantId, sourceId, via });
    const before = balances.get(key)?.balance ?? zero;
    balances.set(key, { participantId, sourceId, via, balance: before.plus(amount) });
  }
  return [...balances.values()];
}

/**
 * The balance of each participant at a source as of a date: what an investor-balance distribution shares out by.
 *
 * Source: calculations section 5, 'Investor-balance mode'.
 */
export function balancesOfSource(
  entries: readonly AccountEntry[],
  sourceId: string,
  asOf: CalendarDate,
): readonly { readonly participantId: string; readonly balance: Decimal }[] {
  const balances = new Map<string, Decimal>();
  for (const { participantId, amount } of entriesOf(entries, { sourceId, asOf })) {
    balances.set(participantId, (balances.get(participantId) ?? zero).plus(amount));
  }
  return [...balances].map(([participantId, balance]) => ({ participantId, balance }));
}

/**
 * Of each account the least that is there from a day on: what is taken of it that day leaves no later day below zero.
 *
 * Source: calculations section 6.
 */
export function leastFrom(
  entries: readonly Entry[],
  date: CalendarDate,
): readonly (AccountKey & { readonly balance: Decimal })[] {
  const running = new Map<string, Decimal>();
  const least = new Map<string, AccountKey & { readonly balance: Decimal }>();
  for (const account of balancesByAccount(entries, { asOf: date })) {
    running.set(accountKey(account), account.balance);
    least.set(accountKey(account), account);
  }
  const later = entries.filter((entry) => compareDates(entry.date, date) > 0);
  const days = new Map<string, Entry[]>();
  for (const entry of later) days.set(entry.date, [...(days.get(entry.date) ?? []), entry]);
  // What moves within a day counts at its end.
  for (const day of [...days.keys()].sort())
    for (const { balance: moved, ...account } of balancesByAccount(days.get(day)!)) {
      const key = accountKey(account);
      const known = least.get(key);
      if (known === undefined) continue;
      const balance = running.get(key)!.plus(moved);
      running.set(key, balance);
      if (balance.lt(known.balance)) least.set(key, { ...account, balance });
    }
  return [...least.values()];
}

/** With what an account begins: before it a balance is not determined. */
export const beginsAccount: ReadonlySet<string> = new Set(['accrual', 'opening']);

/** What lowers or raises what was paid out of an account. */
export const paidKinds: ReadonlySet<string> = new Set(['distribution', 'openingDistributed', 'clawback']);

/**
 * What each account was paid by a day and has not given back yet: distributed, less what was clawed back of the account and of its escrow.
 *
 * Source: calculations section 6.
 */
export function paidAccounts(
  entries: readonly AccountEntry[],
  escrow: readonly EscrowEntry[],
  asOf: CalendarDate,
): readonly (AccountKey & { readonly balance: Decimal })[] {
  // A clawback is entered below zero as a distribution is, and lowers what was paid.
  const paid = entries.flatMap((entry) =>
    paidKinds.has(entry.kind) ? [entry.kind === 'clawback' ? entry : { ...entry, amount: turn(entry.amount) }] : [],
  );
  const applied = escrow.filter(({ kind }) => kind === 'appliedToClawback');
  return balancesByAccount([...paid, ...applied], { asOf });
}

/** The entry that undoes another one: the same with its sign turned, on a date of its own. */
export function reverseEntry<E extends AccountEntry | EscrowEntry>(entry: E, date: CalendarDate): E {
  const reversed = { ...entry, date, amount: turn(entry.amount) };
  return 'memo' in entry && entry.memo !== undefined ? { ...reversed, memo: reverseMemo(entry.memo) } : reversed;
}

function reverseMemo(memo: DistributionMemo): DistributionMemo {
  return {
    tax: turn(memo.tax),
    loanRepayment: turn(memo.loanRepayment),
    otherAdjustment: turn(memo.otherAdjustment),
    escrow: turn(memo.escrow),
    net: turn(memo.net),
  };
}

/** The sign turned, without ever making minus zero. */
export function turn(amount: Decimal): Decimal {
  return amount.isZero() ? zero : amount.negated();
}
