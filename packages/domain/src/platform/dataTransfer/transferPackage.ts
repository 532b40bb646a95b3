import { err, type Failures, fail, ok, type Result } from '../../kernel/index.ts';

/** What is made now; a package of another format is sent again. */
export const packageFormat = 3;

/** A fund of a package: its quarter, the version that was locked, the figures of the investor's commitment, and what they were made of. */
export interface TransferredFund {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly currency: string;
  readonly vintageYear: number | null;
  readonly initialCloseDate: string | null;
  readonly fiscalYearEnd: string;
  readonly version: number;
  readonly knownSeq: number;
  readonly engineVersion: string;
  /** SHA-256 of all figures that the lock kept, of which these are a part. */
  readonly figuresHash: string;
  readonly figures: Readonly<Record<string, unknown>>;
  readonly events: readonly TransferredEvent[];
  readonly entries: readonly TransferredEntry[];
  /** The investor's capital account and its share of the portfolio as they were locked; null where nothing is known of what the fund holds. */
  readonly capitalAccount: Readonly<Record<string, unknown>>;
  readonly portfolio: Readonly<Record<string, unknown>> | null;
  readonly documents: readonly TransferredDocument[];
}

/** A document that was released to the investor; the bytes stay in the file store, and are taken over when the transfer is accepted. */
export interface TransferredDocument {
  readonly id: string;
  readonly name: string;
  /** Of a category: its code. */
  readonly category: string | null;
  readonly fileType: string;
  readonly mimeType: string | null;
  /** A document that is kept elsewhere is a link, and has no bytes. */
  readonly url: string | null;
  readonly storageKey: string | null;
  readonly sizeBytes: number | null;
  /** In hexadecimal digits. */
  readonly sha256: string | null;
}

/** A change of the commitment. */
export interface TransferredEvent {
  readonly id: string;
  readonly kind: string;
  readonly date: string;
  readonly bookedPeriod: string;
  readonly amount: string;
  readonly paysFee: boolean | null;
  readonly paysCarry: boolean | null;
  /** The one that it turns. */
  readonly reversesId: string | null;
}

/** The investor's share of an entry. */
export interface TransferredEntry {
  readonly id: string;
  readonly type: string;
  readonly amount: string;
  /** What it changes the unfunded commitment by. */
  readonly unfunded: string;
  readonly effectiveDate: string;
  readonly bookedPeriod: string;
  readonly isRecallable: boolean;
  readonly isOutside: boolean;
  readonly settledOn: string | null;
  /** The one that it turns. */
  readonly reversesId: string | null;
}

export interface TransferPackage {
  readonly format: typeof packageFormat;
  readonly linkId: string;
  readonly periodEnd: string;
  readonly investor: { readonly id: string; readonly name: string };
  readonly funds: readonly TransferredFund[];
  /** Of the investor itself. */
  readonly documents: readonly TransferredDocument[];
}

/** What a request says of its package. */
export interface PackageClaims {
  readonly linkId: string;
  readonly investorId: string;
  readonly periodEnd: string;
  readonly hash: string;
}

/**
 * A package as it was sent: `bytes` is its text and `hash` the SHA-256 of that.
 *
 * Fails: PACKAGE_CHANGED when a byte is another one, or when it is of another format, link, investor or quarter.
 */
export function openPackage(text: string, hash: string, claims: PackageClaims): Result<TransferPackage, Failures> {
  const changed = (detail: string) => err([fail('PACKAGE_CHANGED', ['package'], detail)]);
  if (hash !== claims.hash) return changed('The package is not the one that was sent.');
  const sent = JSON.parse(text) as TransferPackage;
  if (sent.format !== packageFormat) return changed('The package was made by an earlier version: have it sent again.');
  const isOfRequest =
    sent.linkId === claims.linkId && sent.investor.id === claims.investorId && sent.periodEnd === claims.periodEnd;
  return isOfRequest ? ok(sent) : changed('The package belongs to another link, investor or quarter.');
}

/** One difference between two packages, in the words of a figure or an entry. */
export interface PackageChange {
  readonly fund: string;
  readonly currency: string;
  /** A figure by its name, or an entry by its type and day. */
  readonly what: string;
  readonly kind: 'figure' | 'entry';
  readonly before: string | null;
  readonly after: string | null;
}

const isFigure = (value: unknown): value is string | null => value === null || typeof value === 'string';

/** What differs between a package and the one before it: each figure, and each entry that came or went. Everything is new where there was none. */
export function packageChanges(before: TransferPackage | undefined, after: TransferPackage): readonly PackageChange[] {
  const was = new Map((before?.funds ?? []).map((fund) => [fund.id, fund]));
  const now = new Map(after.funds.map((fund) => [fund.id, fund]));
  return [...new Set([...was.keys(), ...now.keys()])].flatMap((id) => {
    const [old, fresh] = [was.get(id), now.get(id)];
    const { name, currency } = (fresh ?? old)!;
    const of = (kind: PackageChange['kind'], what: string, from: string | null, to: string | null) =>
      from === to ? [] : [{ fund: name, currency, kind, what, before: from, after: to }];
    const names = [...new Set([...Object.keys(old?.figures ?? {}), ...Object.keys(fresh?.figures ?? {})])];
    const figures = names.flatMap((figure) => {
      const [from, to] = [old?.figures[figure] ?? null, fresh?.figures[figure] ?? null];
      return isFigure(from) && isFigure(to) ? of('figure', figure, from, to) : [];
    });
    const kept = new Map((old?.entries ?? []).map((entry) => [entry.id, entry]));
    const come = new Map((fresh?.entries ?? []).map((entry) => [entry.id, entry]));
    const entries = [...new Set([...kept.keys(), ...come.keys()])].flatMap((entryId) => {
      const [from, to] = [kept.get(entryId), come.get(entryId)];
      const { type, effectiveDate } = (to ?? from)!;
      return of('entry', `${type} ${effectiveDate}`, from?.amount ?? null, to?.amount ?? null);
    });
    return [...figures, ...entries];
  });
}

/** So many days can a transfer be undone. */
export const undoDays = 30;

/**
 * Whether an accepted transfer can still be undone.
 *
 * Fails: UNDO_TOO_LATE after 30 days; BUILT_UPON while one that was accepted later for the same investor stands, since it stands on what this one brought.
 */
export function undoFailures(acceptedAt: Date, now: Date, hasLater: boolean): Failures {
  const isLate = now.getTime() - acceptedAt.getTime() > undoDays * 86_400_000;
  return [
    ...(isLate ? [fail('UNDO_TOO_LATE', ['id'], `A transfer can be undone for ${String(undoDays)} days.`)] : []),
    ...(hasLater
      ? [fail('BUILT_UPON', ['id'], 'A later transfer of this investor was accepted: undo that one first.')]
      : []),
  ];
}
