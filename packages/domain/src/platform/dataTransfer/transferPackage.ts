import { err, type Failures, fail, ok, type Result } from '../../kernel/index.ts';

/** What is made now. Earlier ones are read too: what they do not have is empty. */
export const packageFormat = 4;
/** The first one that says enough to be written into the books. */
const firstTaken = 2;

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
  /** The investor's capital account and its share of the portfolio as they were locked; null where nothing is known of what the fund holds, and before format 3. */
  readonly capitalAccount: Readonly<Record<string, unknown>> | null;
  readonly portfolio: Readonly<Record<string, unknown>> | null;
  /** From format 4 on. */
  readonly holdings: readonly TransferredHolding[];
  readonly documents: readonly TransferredDocument[];
}

/** What is told of a company or a holding, by field: ownership in percent, an entry of reference data as its code. */
export type TransferredFacts = Readonly<Record<string, string | number | boolean | null>>;

/** A company that the fund holds. */
export interface TransferredHolding {
  readonly id: string;
  readonly investment: { readonly id: string; readonly code: string; readonly name: string };
  /** The investor's share of it in the portfolio summary; an amount that is not determined is null, and all of it where there is no summary. */
  readonly summary: TransferredFacts | null;
  /** The metrics that stood at the quarter end, of the company and of the holding; null where nothing was told of it. */
  readonly company: TransferredFacts | null;
  readonly metrics: TransferredFacts | null;
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
  readonly format: number;
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
 * A package as it was sent, in the form of today: `bytes` is its text and `hash` the SHA-256 of that.
 *
 * Fails: PACKAGE_CHANGED when a byte is another one, or when it is of a later format, or of another link, investor or quarter.
 */
export function openPackage(text: string, hash: string, claims: PackageClaims): Result<TransferPackage, Failures> {
  const changed = (detail: string) => err([fail('PACKAGE_CHANGED', ['package'], detail)]);
  if (hash !== claims.hash) return changed('The package is not the one that was sent.');
  const sent = JSON.parse(text) as TransferPackage;
  if (sent.format > packageFormat) return changed('The package was made by a later version.');
  const isOfRequest =
    sent.linkId === claims.linkId && sent.investor.id === claims.investorId && sent.periodEnd === claims.periodEnd;
  return isOfRequest ? ok(inFull(sent)) : changed('The package belongs to another link, investor or quarter.');
}

type Earlier<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>;
type EarlierFund = Earlier<TransferredFund, 'capitalAccount' | 'portfolio' | 'holdings' | 'documents'>;

/** A package of any format with what that did not have. */
function inFull({
  documents = [],
  funds,
  ...sent
}: Earlier<Omit<TransferPackage, 'funds'>, 'documents'> & { readonly funds: readonly EarlierFund[] }): TransferPackage {
  const none = { capitalAccount: null, portfolio: null, holdings: [], documents: [] };
  return { ...sent, documents, funds: funds.map((fund) => ({ ...none, ...fund })) };
}

/**
 * A package that is about to be written into the books.
 *
 * Fails: PACKAGE_CHANGED for the first format, which does not say enough.
 */
export const takenPackage = (sent: TransferPackage): Result<TransferPackage, Failures> =>
  sent.format < firstTaken
    ? err([fail('PACKAGE_CHANGED', ['package'], 'The package was made by an earlier version: have it sent again.')])
    : ok(sent);

/** One difference between two packages, in the words of a figure or an entry. */
export interface PackageChange {
  readonly fund: string;
  readonly currency: string;
  /** A figure or what is told of a company by its name, or an entry by its type and day. */
  readonly what: string;
  readonly kind: 'figure' | 'entry' | 'holding';
  /** The company whose holding it is. */
  readonly company: string | null;
  readonly before: string | null;
  readonly after: string | null;
}

const isFigure = (value: unknown): value is string | null => value === null || typeof value === 'string';

/** All that is told of a holding, by name. */
const toldOf = (holding: TransferredHolding | undefined): TransferredFacts => ({
  ...holding?.company,
  ...holding?.metrics,
  ...holding?.summary,
});
const factText = (fact: TransferredFacts[string] | undefined): string | null => (fact == null ? null : String(fact));

/** What differs between a package and the one before it: each figure, each entry that came or went, each thing told of a holding. Everything is new where there was none. */
export function packageChanges(before: TransferPackage | undefined, after: TransferPackage): readonly PackageChange[] {
  const was = new Map((before?.funds ?? []).map((fund) => [fund.id, fund]));
  const now = new Map(after.funds.map((fund) => [fund.id, fund]));
  return [...new Set([...was.keys(), ...now.keys()])].flatMap((id) => {
    const [old, fresh] = [was.get(id), now.get(id)];
    const { name, currency } = (fresh ?? old)!;
    const of = (
      kind: PackageChange['kind'],
      what: string,
      from: string | null,
      to: string | null,
      company: string | null = null,
    ) => (from === to ? [] : [{ fund: name, currency, kind, company, what, before: from, after: to }]);
    const names = namesOf(old?.figures, fresh?.figures);
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
    const held = new Map((old?.holdings ?? []).map((holding) => [holding.id, holding]));
    const holds = new Map((fresh?.holdings ?? []).map((holding) => [holding.id, holding]));
    const holdings = [...new Set([...held.keys(), ...holds.keys()])].flatMap((holdingId) => {
      const [from, to] = [held.get(holdingId), holds.get(holdingId)];
      const [before, after] = [toldOf(from), toldOf(to)];
      const { investment } = (to ?? from)!;
      return namesOf(before, after).flatMap((what) =>
        of('holding', what, factText(before[what]), factText(after[what]), investment.name),
      );
    });
    return [...figures, ...entries, ...holdings];
  });
}

const namesOf = (...records: readonly (object | undefined)[]): readonly string[] => [
  ...new Set(records.flatMap((record) => Object.keys(record ?? {}))),
];

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
