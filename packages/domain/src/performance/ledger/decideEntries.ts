import {
  type CalendarDate,
  err,
  type Failure,
  type Failures,
  fail,
  ok,
  required,
  type Result,
} from '@carrara/domain/kernel';
import { type RequestedEntry, type LedgerEntry, refuseTransferred, type Source } from './entry.ts';
import type { InvestorCommitment } from './decideCommitment.ts';
import { entryTypeRule } from './entryType.ts';
import { amountWarnings } from './amountWarnings.ts';
import { implausibleAmounts } from './implausibleAmounts.ts';
import type { Valuation } from './positions.ts';
import { type DueNotice, entryWarnings, futureWarnings, repeatedEntries } from './entryWarnings.ts';
import {
  type CreatedRealization,
  dependentActs,
  isReversed,
  type LaterAct,
  partOfAct,
  realizationFailures,
} from './laterActs.ts';
import { warnOfDistribution } from './warnOfDistribution.ts';
import { warnOfLateClosing } from './warnOfLateClosing.ts';
import { beforeValue } from './beforeValue.ts';
import { failuresAtRow, unknownInVehicle } from './rowFailures.ts';
import type { Ledger } from './ledgerState.ts';
import type { StoredNavs } from './netAssetValues.ts';
import { reverseEntry } from './posting.ts';
import { orphanedValues, type ValuedLedger } from './orphanedValues.ts';
import { postMany } from './postMany.ts';
import { unmatchedInterest } from './unmatchedInterest.ts';

export interface EntryToPost {
  readonly entry: RequestedEntry;
  /** Quarter that displays it. Null for the quarter of its date, or the first open one after it. */
  readonly bookedPeriod: CalendarDate | null;
  readonly description: string | null;
  /** Origin. Absent if it was typed in. */
  readonly source?: Source | null;
}

/** A validated entry. */
export interface StoredEntry {
  readonly entry: LedgerEntry & { readonly source: Source | null };
  readonly description: string | null;
}

/** The holdings and notices of the vehicle that entries may refer to. */
export interface EntryReferences {
  /** Names by id. */
  readonly holdings: ReadonlyMap<string, string>;
  readonly notices: readonly DueNotice[];
  /** The net asset values at quarter ends. Absent for the entries of an act, which has its own check of distributions, transfers and repetition. */
  readonly navs?: readonly StoredNavs[];
  /** The days of distributions that the carry terms split. */
  readonly distributions?: readonly CalendarDate[];
}

interface SecuritiesLedger extends Ledger {
  readonly commitments: readonly InvestorCommitment[];
  readonly securities: readonly { readonly id: string; readonly holdingId: string }[];
  /** The values of its securities. Absent if no sale is posted. */
  readonly valuations?: readonly Valuation[];
}

/**
 * Decides on entries of a vehicle, all or none, checked together.
 *
 * Fails: NOT_FOUND (a reference that isn't the vehicle's), INVALID_VALUE (a notice that doesn't fit the type), WARNINGS_NOT_CONFIRMED (the warnings of
 *        `futureWarnings`, `entryWarnings`, `warnOfLateClosing`, `warnOfDistribution`, `beforeValue`, `unmatchedInterest`, `amountWarnings` and `repeatedEntries`, unless a person confirmed them) and the failures of `postMany`, at the entry's position.
 */
export function decideEntries(
  entries: readonly EntryToPost[],
  ledger: SecuritiesLedger,
  references: EntryReferences,
  { newId, warningsConfirmed }: { readonly newId: () => string; readonly warningsConfirmed: boolean },
): Result<readonly StoredEntry[], Failures> {
  const checked = entries.map((entry) => ({ ...entry, wrong: strangers(entry.entry, ledger, references) }));
  const toPost = checked.flatMap(({ entry, bookedPeriod, wrong }, i) =>
    wrong.length > 0 ? [] : [{ at: i, requested: entry, booked: bookedPeriod }],
  );
  const { postings, refusals } = postMany({ entries: toPost, reversals: [] }, ledger);
  const failures = checked.flatMap(({ wrong }, i) => [
    ...failuresAtRow('entries', i, wrong),
    ...refusals.flatMap((refusal) => (refusal.at === i ? failuresAtRow('entries', i, refusal.failures) : [])),
  ]);
  if (failures.length > 0) return err(failures);
  const { navs } = references;
  const { valuations = [] } = ledger;
  const warnings = warningsConfirmed
    ? []
    : [
        ...futureWarnings(postings, ledger),
        ...entryWarnings(postings, ledger, references.notices),
        ...warnOfLateClosing(postings, ledger),
        ...warnOfDistribution(postings, references.distributions ?? []),
        ...beforeValue(postings, valuations, references.holdings),
        ...unmatchedInterest(postings, ledger),
        ...(navs === undefined
          ? implausibleAmounts(postings, { ...ledger, valuations, navs: [] })
          : [...amountWarnings(postings, { ...ledger, valuations, navs }), ...repeatedEntries(postings, ledger)]),
      ];
  if (warnings.length > 0)
    return err(
      warnings.map(({ at: i, field, text }) =>
        fail('WARNINGS_NOT_CONFIRMED', ['entries', i, field], `${text} Confirm it to post the entry.`),
      ),
    );
  return ok(
    postings.map(({ at: i, posting }) => {
      const { description, source = null } = required(entries[i], 'the entry of a posting');
      return { entry: { ...posting, id: newId(), source }, description };
    }),
  );
}

/**
 * Decides on the reversal of an entry on its own date, by the rule of `decideActReversal`. An act or a person may have posted it.
 *
 * Fails: TRANSFERRED, USED_LATER (it is part of a late closing or a partner transfer, later acts were computed from it, a realization uses it, or values depend on a purchase),
 *        and the failures of `reverseEntry`.
 */
export function decideEntryReversal(
  entry: LedgerEntry,
  ledger: Ledger & ValuedLedger,
  {
    laterActs,
    reason,
    realization = null,
  }: {
    /** The acts of the vehicle. Those posted before the entry don’t count. */
    readonly laterActs: readonly LaterAct[];
    readonly reason: string;
    /** The realization of the act that posted the entry. */
    readonly realization?: CreatedRealization | null;
  },
  newId: () => string,
): Result<readonly StoredEntry[], Failures> {
  const isTheirs = refuseTransferred(entry.source ?? null);
  if (isTheirs.length > 0) return err(isTheirs);
  const used = [
    ...(isReversed(ledger.entries, entry.id)
      ? []
      : [
          ...partOfAct(entry.id, laterActs),
          ...realizationFailures(realization),
          ...dependentActs(
            { date: entry.effective, laterActs },
            { changesCommitments: false, entries: [entry] },
            ledger,
          ),
        ]),
    ...orphanedValues([entry], ledger),
  ];
  if (used.length > 0) return err(used);
  return reverseEntry(entry, ledger).map((posting) => [
    { entry: { ...posting, id: newId(), source: null }, description: reason },
  ]);
}

/** Returns references of an entry that aren't the vehicle's. */
function strangers(entry: RequestedEntry, ledger: SecuritiesLedger, { holdings, notices }: EntryReferences): Failures {
  const failures: Failure[] = [];
  if (entry.holdingId !== null && !holdings.has(entry.holdingId))
    failures.push(unknownInVehicle('holdingId', 'such investment'));
  const security = ledger.securities.find(({ id }) => id === entry.securityId);
  if (entry.securityId !== null && security === undefined)
    failures.push(unknownInVehicle('securityId', 'such security'));
  if (security !== undefined && entry.holdingId !== null && security.holdingId !== entry.holdingId) {
    failures.push(fail('NOT_FOUND', ['securityId'], 'The security belongs to another investment.'));
  }
  const notice = notices.find(({ id }) => id === entry.noticeId);
  const { title, notice: announcedBy } = entryTypeRule(entry.type);
  if (entry.noticeId !== null && notice === undefined) failures.push(unknownInVehicle('noticeId', 'such notice'));
  else if (notice !== undefined && announcedBy === undefined)
    failures.push(
      fail('INVALID_VALUE', ['noticeId'], `Entries of type '${title}' don’t have a notice. Leave it empty.`),
    );
  else if (notice !== undefined && notice.kind !== announcedBy) {
    const [is, expected] = notice.kind === 'CALL' ? ['call', 'distribution'] : ['distribution', 'call'];
    failures.push(
      fail(
        'INVALID_VALUE',
        ['noticeId'],
        `This is a ${is} notice. Entries of type '${title}' need a ${expected} notice.`,
      ),
    );
  }
  return failures;
}
