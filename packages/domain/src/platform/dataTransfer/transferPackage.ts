import { err, type Failures, fail, ok, pairByKey, type Result } from '../../kernel/index.ts';

export const packageFormat = 1;

/** A fund of a package: its quarter, the locked version, the figures of the investor's commitment, and their sources. */
export interface TransferredFund {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly currency: string;
  readonly vintageYear: number | null;
  readonly fiscalYearEnd: string;
  /** The fund's record: its legal name, family, sectors, dates and the like. */
  readonly record: TransferredFacts;
  readonly version: number;
  readonly asOfSequence: number;
  readonly engineVersion: string;
  /** SHA-256 of all figures stored by the lock. These figures are a part of them. */
  readonly figuresHash: string;
  readonly figures: Readonly<Record<string, unknown>>;
  /** The investor's NAV at earlier quarter ends, as locked. Returns over several years and charts need it. */
  readonly earlierNavs: readonly TransferredNav[];
  readonly events: readonly TransferredEvent[];
  readonly entries: readonly TransferredEntry[];
  /** The investor's locked capital account and share of the portfolio; null if the fund's holdings are unknown. */
  readonly capitalAccount: Readonly<Record<string, unknown>> | null;
  readonly portfolio: Readonly<Record<string, unknown>> | null;
  /** The figures of the investor's Reporting Template: its own, those of the fund as a whole and the GP's. */
  readonly reportingTemplate: Readonly<Record<string, unknown>> | null;
  readonly holdings: readonly TransferredHolding[];
  readonly documents: readonly TransferredDocument[];
}

/** Facts about a fund, a company or a holding by field: ownership in percent, reference data by code, lists as sorted codes. */
export type TransferredFacts = Readonly<Record<string, string | number | boolean | readonly string[] | null>>;

/** A company that the fund holds. */
export interface TransferredHolding {
  readonly id: string;
  /** The sector is a code. */
  readonly investment: {
    readonly id: string;
    readonly code: string;
    readonly name: string;
    readonly sector: string | null;
  };
  /** The investor's share of it in the portfolio summary. Undetermined amounts are null. The whole field is null if there is no summary. */
  readonly summary: TransferredFacts | null;
  /** The metrics of the company and of the holding at the quarter end; null if there are none. */
  readonly company: TransferredFacts | null;
  readonly metrics: TransferredFacts | null;
}

/** A document released to the investor. Its bytes stay in the file store and are copied when the transfer is accepted. */
export interface TransferredDocument {
  readonly id: string;
  readonly name: string;
  /** The code of its category. */
  readonly category: string | null;
  readonly fileType: string;
  readonly mimeType: string | null;
  /** A document stored elsewhere has a link instead of bytes. */
  readonly url: string | null;
  readonly storageKey: string | null;
  readonly sizeBytes: number | null;
  /** In hexadecimal. */
  readonly sha256: string | null;
}

export interface TransferredNav {
  readonly date: string;
  readonly value: string;
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
  /** The event that this one reverses. */
  readonly reversesId: string | null;
}

/** True if the investor bought or sold a part of the commitment, so that its cash includes the price or the history of that part. */
export const hasPartnerTransfer = (events: readonly TransferredEvent[]): boolean => {
  const reversed = new Set(events.map(({ reversesId }) => reversesId));
  return events.some(
    ({ id, kind, reversesId }) => kind.startsWith('TRANSFER_') && reversesId === null && !reversed.has(id),
  );
};

/** The investor's share of an entry. */
export interface TransferredEntry {
  readonly id: string;
  readonly type: string;
  readonly amount: string;
  /** The change of the unfunded commitment. */
  readonly unfunded: string;
  readonly effectiveDate: string;
  readonly bookedPeriod: string;
  readonly isRecallable: boolean;
  readonly isOutside: boolean;
  readonly settledOn: string | null;
  /** The entry that this one reverses. */
  readonly reversesId: string | null;
}

export interface TransferPackage {
  readonly format: number;
  readonly linkId: string;
  readonly periodEnd: string;
  readonly investor: { readonly id: string; readonly code: string; readonly name: string };
  readonly funds: readonly TransferredFund[];
  /** The investor's own documents. */
  readonly documents: readonly TransferredDocument[];
  /** Names of the investor's other funds, whose quarter isn't locked. Earlier packages don't have it. */
  readonly missingFunds?: readonly string[];
}

/** The identifying data that a request gives for its package. */
export interface PackageClaims {
  readonly linkId: string;
  readonly investorId: string;
  readonly periodEnd: string;
  readonly hash: string;
}

/**
 * Opens a package as it was sent. `bytes` is its text and `hash` the SHA-256 of that.
 *
 * Fails: PACKAGE_CHANGED if a byte differs, or if it has a later format or belongs to another link, investor or quarter.
 */
export function openPackage(text: string, hash: string, claims: PackageClaims): Result<TransferPackage, Failures> {
  const changed = (detail: string) => err([fail('PACKAGE_CHANGED', ['package'], detail)]);
  if (hash !== claims.hash) return changed('The package isn’t the one that was sent. Ask for it to be sent again.');
  const sent = JSON.parse(text) as TransferPackage;
  if (sent.format > packageFormat)
    return changed('The package was created by a later version of Carrara. Upgrade Carrara first.');
  const isOfRequest =
    sent.linkId === claims.linkId && sent.investor.id === claims.investorId && sent.periodEnd === claims.periodEnd;
  return isOfRequest ? ok(sent) : changed('The package belongs to another link, investor or quarter.');
}

/** A difference between two packages in a figure or an entry. */
export interface PackageChange {
  readonly fund: string;
  readonly currency: string;
  /** A figure, a field of the fund's record or a company fact by name, or an entry by type and date. */
  readonly item: string;
  readonly kind: 'figure' | 'entry' | 'holding' | 'record';
  /** The company of the holding. */
  readonly company: string | null;
  readonly before: string | null;
  readonly after: string | null;
}

const isFigure = (value: unknown): value is string | null => value === null || typeof value === 'string';

/** Returns all facts of a holding by name. */
function reportedOf(holding: TransferredHolding | undefined): TransferredFacts {
  if (holding === undefined) return {};
  const { code, name, sector } = holding.investment;
  return { code, name, sector, ...holding.company, ...holding.metrics, ...holding.summary };
}
/** Returns all fields of a fund's record by name. */
function recordOf(fund: TransferredFund | undefined): TransferredFacts {
  if (fund === undefined) return {};
  const { code, name, vintageYear, fiscalYearEnd, record } = fund;
  return { code, name, vintageYear, fiscalYearEnd, ...record };
}
const factText = (fact: TransferredFacts[string] | undefined): string | null => (fact == null ? null : String(fact));

/**
 * Returns the differences between a package and the previous one. They are each changed field of a fund's record,
 * each changed figure, each added or removed entry, and each changed fact of a company. Without a previous one,
 * everything is new.
 */
export function packageChanges(before: TransferPackage | undefined, after: TransferPackage): readonly PackageChange[] {
  return pairByKey(byId(before?.funds), byId(after.funds)).flatMap(({ before: old, after: fresh, latest }) => {
    const { name, currency } = latest;
    const change = (
      kind: PackageChange['kind'],
      noun: string,
      from: string | null,
      to: string | null,
      company: string | null = null,
    ) => (from === to ? [] : [{ fund: name, currency, kind, company, item: noun, before: from, after: to }]);
    const [recordBefore, recordAfter] = [recordOf(old), recordOf(fresh)];
    const record = namesOf(recordBefore, recordAfter).flatMap((field) =>
      change('record', field, factText(recordBefore[field]), factText(recordAfter[field])),
    );
    const names = namesOf(old?.figures, fresh?.figures);
    const figures = names.flatMap((figure) => {
      const [from, to] = [old?.figures[figure] ?? null, fresh?.figures[figure] ?? null];
      return isFigure(from) && isFigure(to) ? change('figure', figure, from, to) : [];
    });
    const entries = pairByKey(byId(old?.entries), byId(fresh?.entries)).flatMap((entry) => {
      const { type, effectiveDate } = entry.latest;
      return change('entry', `${type} ${effectiveDate}`, entry.before?.amount ?? null, entry.after?.amount ?? null);
    });
    const holdings = pairByKey(byId(old?.holdings), byId(fresh?.holdings)).flatMap((holding) => {
      const [from, to] = [reportedOf(holding.before), reportedOf(holding.after)];
      return namesOf(from, to).flatMap((item) =>
        change('holding', item, factText(from[item]), factText(to[item]), holding.latest.investment.name),
      );
    });
    return [...record, ...figures, ...entries, ...holdings];
  });
}

const byId = <T extends { readonly id: string }>(records: readonly T[] = []): ReadonlyMap<string, T> =>
  new Map(records.map((record) => [record.id, record]));

const namesOf = (...records: readonly (object | undefined)[]): readonly string[] => [
  ...new Set(records.flatMap((record) => Object.keys(record ?? {}))),
];

/** The number of days within which a transfer can be undone. */
const undoDays = 30;

/**
 * Checks that an accepted transfer can still be undone.
 *
 * Fails: UNDO_TOO_LATE after 30 days; BUILT_UPON while a transfer accepted later for the same investor is active, because it builds on this one.
 */
export function undoFailures(acceptedAt: Date, now: Date, hasLater: boolean): Failures {
  const isLate = now.getTime() - acceptedAt.getTime() > undoDays * 86_400_000;
  return [
    ...(isLate
      ? [fail('UNDO_TOO_LATE', ['id'], `A transfer can only be undone within ${String(undoDays)} days.`)]
      : []),
    ...(hasLater
      ? [fail('BUILT_UPON', ['id'], 'A later transfer of this investor was accepted. Undo that one first.')]
      : []),
  ];
}
