import {
  calendarDate,
  type CalendarDate,
  type Decimal,
  decimal,
  type Failures,
  type Group,
  groupBy,
  moneyText,
  spokenMoney,
  zero,
  zip,
} from '@carrara/domain/kernel';
import type { ReadRow, SignConvention } from '@carrara/domain/platform/upload';
import {
  type AllocationKey,
  allocationKeyTitles,
  warnOfDistribution,
  warnOfLateClosing,
  amountWarnings,
  dependentActs,
  type RequestedEntry,
  type EntryType,
  entryTypeRule,
  entryWarnings,
  defaultKey,
  type EnteredShare,
  type LaterAct,
  type Ledger,
  keysOfShares,
  type LedgerEntry,
  orphanedValues,
  unmatchedInterest,
  postMany,
  type Posting,
  quarterEnd,
  type StoredNavs,
} from '../ledger/index.ts';
import { changedEntry, enteredShares } from './changedEntry.ts';
import {
  type ChangedField,
  type Counts,
  isFlagSet,
  isRowAccepted,
  type ExistingVehicle,
  lookup,
  rowRefusals,
  requiredText,
  type RowRefusal,
  type RowWarning,
  textValue,
} from './planParts.ts';

/** Stored data of an entry other than its facts. */
export interface EntryOrigin {
  readonly externalId: string | null;
  readonly description: string | null;
  /** The settlement date that it was entered with. Absent if it is that of the ledger. */
  readonly settledOn?: CalendarDate | null;
  /** The file that created it. */
  readonly uploadId: string | null;
  readonly uploadName: string | null;
  /** True if that file has been undone. */
  readonly isUndone: boolean;
}

export interface PlannedEntry {
  readonly row: number;
  readonly posting: Posting;
  readonly externalId: string | null;
  readonly description: string | null;
}
interface NewSecurity {
  readonly id: string;
  readonly holdingId: string;
  readonly name: string;
  readonly class: 'DEBT' | 'EQUITY';
}
export interface LedgerPlan {
  readonly entries: readonly PlannedEntry[];
  readonly securities: readonly NewSecurity[];
  readonly counts: Counts;
  readonly changed: readonly ChangedField[];
  /** Entries of earlier files for the same dates that this one doesn't have. */
  readonly missing: readonly LedgerEntry[];
  /** Rows dated in a locked quarter, which appear in the first open one. */
  readonly late: readonly number[];
  readonly warnings: readonly RowWarning[];
  readonly refusals: readonly RowRefusal[];
}

interface Requested {
  readonly row: number;
  readonly requestedEntry: RequestedEntry;
  /** The quarter to report it in. */
  readonly booked: CalendarDate | null;
  readonly externalId: string | null;
  readonly description: string | null;
}

/**
 * Plans the changes of a vehicle's ledger from the rows of a file.
 *
 * A row is identified by its external id; otherwise by all its fields and its repetition number. Entries that match the file stay unchanged. If an
 * external id has different fields, the entry is reversed and entered again. With `overwrite`, entries that earlier files created for the same dates
 * and this file doesn't have are reversed too. An entry that a later act was computed from keeps its date and amounts.
 *
 * Fails:  in `refusals`, every row with each of its reasons; the other rows are planned.
 */
export function planLedger(
  rows: readonly ReadRow[],
  existing: ExistingVehicle,
  origins: ReadonlyMap<string, EntryOrigin>,
  {
    navs = [],
    acts = [],
    sign,
    overwrite,
    newId,
  }: {
    navs?: readonly StoredNavs[];
    acts?: readonly LaterAct[];
    sign: SignConvention;
    overwrite: boolean;
    newId: () => string;
  },
): LedgerPlan {
  const reading = new Reading(existing, sign, newId);
  const requested = reading.entriesOf(rows);
  const { fresh, replaced, missing, unchanged } = compared(requested, existing.ledger.entries, origins);
  const reversed: readonly Reversed[] = [
    ...replaced,
    ...(overwrite ? missing.map((entry) => ({ at: rows[0]?.row ?? 0, entry })) : []),
  ];
  const posted = postMany<Requested | Reversed>(
    {
      entries: fresh.map((request) => ({ at: request, requested: request.requestedEntry, booked: request.booked })),
      reversals: reversed.map((reversal) => ({ at: reversal, entry: reversal.entry })),
    },
    existing.ledger,
  );
  const isRequested = (at: Requested | Reversed): at is Requested => 'requestedEntry' in at;
  const rowOf = (at: Requested | Reversed) => (isRequested(at) ? at.row : at.at);
  const refusals = [
    ...reading.refusals,
    ...posted.refusals.flatMap(({ at, failures }) => rowRefusals(rowOf(at), failures)),
    ...dependentOn(reversed, posted.postings, { acts, ledger: existing.ledger }),
  ];
  const good = isRowAccepted(refusals);
  const postings = posted.postings.filter(({ at }) => good(rowOf(at)));
  const changed = replaced.filter(({ at }) => good(at));
  const enteredAgain = new Set<Requested | Reversed>(replaced.filter(hasSameAmounts).map(({ by }) => by));
  const names = { ...existing, securities: [...existing.securities, ...reading.securities] };
  const entered = postings.filter(({ at }) => !enteredAgain.has(at));
  return {
    entries: postings.map(({ at, posting }) =>
      isRequested(at)
        ? { row: at.row, posting, externalId: at.externalId, description: at.description }
        : { row: at.at, posting, externalId: null, description: null },
    ),
    securities: reading.securities,
    counts: {
      created: fresh.filter(({ row }) => good(row)).length - changed.length,
      changed: changed.length,
      unchanged,
      missing: missing.length,
    },
    changed: changed.flatMap(({ at, entry, by }) =>
      changedEntry(
        at,
        { entry: asEntered(entry), description: origins.get(entry.id)?.description ?? null },
        { entry: by.requestedEntry, description: by.description },
        names,
      ),
    ),
    missing,
    late: postings
      .filter(({ posting }) => posting.reversalOf === null && posting.booked > quarterEnd(posting.effective))
      .map(({ at }) => rowOf(at)),
    warnings: [
      ...entryWarnings(postings, existing.ledger, existing.notices),
      ...warnOfLateClosing(entered, existing.ledger),
      ...warnOfDistribution(entered, existing.distributions ?? []),
      ...unmatchedInterest(postings, existing.ledger),
      ...amountWarnings(postings, { ...existing.ledger, valuations: existing.ledger.valuations ?? [], navs }),
    ].map(({ at, text }) => ({ row: rowOf(at), text })),
    refusals,
  };
}

/** Returns an amount with the sign that its type uses. */
export function signedAmount(amount: Decimal, type: EntryType, sign: SignConvention): Decimal {
  const { cash, interest = 0, vehicleCash } = entryTypeRule(type);
  const direction = cash || interest || vehicleCash;
  return sign === 'TYPE' || direction === 0 ? amount : amount.times(direction);
}

class Reading {
  readonly refusals: RowRefusal[] = [];
  readonly securities: NewSecurity[] = [];
  readonly #existing: ExistingVehicle;
  readonly #sign: SignConvention;
  readonly #newId: () => string;
  readonly #investor: ReturnType<typeof lookup<ReturnType<typeof investorsOf>[number]>>;
  readonly #holding: ReturnType<typeof lookup<ExistingVehicle['holdings'][number]>>;
  readonly #security = new Map<string, string>();

  constructor(existing: ExistingVehicle, sign: SignConvention, newId: () => string) {
    this.#existing = existing;
    this.#sign = sign;
    this.#newId = newId;
    this.#investor = lookup(investorsOf(existing));
    this.#holding = lookup(existing.holdings);
    for (const { id, holdingId, name } of existing.securities) this.#security.set(securityKey(holdingId, name), id);
  }

  entriesOf(rows: readonly ReadRow[]): readonly Requested[] {
    const groups = groupBy(rows, (row) => {
      const id = textValue(row, 'externalId');
      return id === null ? `row ${String(row.row)}` : `id ${id}`;
    });
    return [...groups.values()].flatMap((group) => this.#entry(group));
  }

  #refuse(row: ReadRow, field: string | null, reason: string): void {
    this.refusals.push({ row: row.row, field, reason });
  }

  #entry(group: Group<ReadRow>): readonly Requested[] {
    const before = this.refusals.length;
    const [first] = group;
    this.#together(group);
    const type = textValue(first, 'type') as EntryType;
    const amounts = group.map((row) => signedAmount(decimal(textValue(row, 'amount') ?? '0'), type, this.#sign));
    const shares = this.#sharesOf(group, amounts);
    const amount = amounts.reduce((sum, part) => sum.plus(part), zero);
    this.#addsUp(first, amount, type);
    const holdingId = this.#holdingOf(first);
    const cost = textValue(first, 'costRelieved');
    const settled = textValue(first, 'settledOn');
    const key = keyOf(first, type, shares.length, group.length);
    if (this.refusals.length === before && shares.length === 0) this.#needsInvestors(first, type, key);
    const entry: RequestedEntry = {
      type,
      amount,
      effective: calendarDate(requiredText(first, 'date')),
      key,
      holdingId,
      securityId: this.#securityOf(first, holdingId),
      noticeId: this.#noticeOf(first, type),
      costRelieved: cost === null ? null : decimal(cost),
      isRecallable: isFlagSet(first, 'isRecallable'),
      isOutside: isFlagSet(first, 'isOutside'),
      settledOn: settled === null ? null : calendarDate(settled),
      enteredShares: shares,
    };
    if (this.refusals.length > before) return [];
    const booked = textValue(first, 'bookedPeriod');
    return [
      {
        row: first.row,
        requestedEntry: entry,
        booked: booked === null ? null : calendarDate(booked),
        externalId: textValue(first, 'externalId'),
        description: textValue(first, 'description'),
      },
    ];
  }

  /** Combines the rows of one external id into one entry with a share per investor. */
  #together(group: Group<ReadRow>): void {
    const [first, ...others] = group;
    for (const row of others) {
      if (textValue(row, 'investor') === null || textValue(first, 'investor') === null) {
        this.#refuse(
          row,
          'externalId',
          `'${textValue(row, 'externalId') ?? ''}' is already in row ${String(first.row)}.`,
        );
        continue;
      }
      for (const [field, title] of sharedFields) {
        if (textValue(row, field) === textValue(first, field)) continue;
        const text = `Rows with the same external id are one entry, so ${title} must be the same as in row ${String(first.row)}.`;
        this.#refuse(row, field, text);
      }
    }
  }

  #sharesOf(group: readonly ReadRow[], amounts: readonly Decimal[]): EnteredShare[] {
    return zip(group, amounts).flatMap(([row, amount]) => {
      const cellText = textValue(row, 'investor');
      if (cellText === null) return [];
      const investor = this.#investor(cellText);
      if (investor === undefined) {
        const reason = `The vehicle has no commitment from an investor '${cellText}'. Enter the code or name of one that has, or enter the commitment first.`;
        this.#refuse(row, 'investor', reason);
        return [];
      }
      const unfunded = textValue(row, 'unfunded');
      return [{ commitmentId: investor.id, amount, unfunded: unfunded === null ? null : decimal(unfunded) }];
    });
  }

  /** Refuses an entry without investors whose shares the file must state. */
  #needsInvestors(row: ReadRow, type: EntryType, key: AllocationKey): void {
    if (!keysOfShares.has(key)) return;
    const { title } = entryTypeRule(type);
    const reason =
      textValue(row, 'allocationKey') === null
        ? `‘${title}’ needs its investors. Enter a row for the seller, with a negative amount, and one for the buyer, both with the same external id.`
        : key === 'ONE'
          ? `An entry split by ‘${allocationKeyTitles.ONE}’ needs the investor. Enter it, or leave Split by empty.`
          : `An entry split by ‘${allocationKeyTitles.NOTICE}’ needs a row for each investor, with the same external id. Enter the rows, or leave Split by empty.`;
    this.#refuse(row, 'investor', reason);
  }

  #addsUp(row: ReadRow, amount: Decimal, type: EntryType): void {
    const total = textValue(row, 'total');
    if (total === null) return;
    const whole = signedAmount(decimal(total), type, this.#sign);
    if (whole.eq(amount)) return;
    this.#refuse(
      row,
      'total',
      `The shares add up to ${spokenMoney(amount)}, but the notice total is ${spokenMoney(whole)}.`,
    );
  }

  #holdingOf(row: ReadRow): string | null {
    const cellText = textValue(row, 'investment');
    if (cellText === null) return null;
    const holding = this.#holding(cellText);
    if (holding === undefined) this.#refuse(row, 'investment', `The vehicle has no investment '${cellText}'.`);
    return holding?.id ?? null;
  }

  #securityOf(row: ReadRow, holdingId: string | null): string | null {
    const name = textValue(row, 'security');
    if (name === null || holdingId === null) {
      if (name !== null && textValue(row, 'investment') === null)
        this.#refuse(row, 'investment', 'Enter the investment that the security belongs to.');
      return null;
    }
    const key = securityKey(holdingId, name);
    const existing = this.#security.get(key);
    if (existing !== undefined) return existing;
    const kind = textValue(row, 'securityClass');
    if (kind === null) {
      const text = `The investment has no security '${name}'. Enter its class, Debt or Equity, to create it.`;
      this.#refuse(row, 'security', text);
      return null;
    }
    const id = this.#newId();
    this.#security.set(key, id);
    this.securities.push({ id, holdingId, name, class: kind as NewSecurity['class'] });
    return id;
  }

  #noticeOf(row: ReadRow, type: EntryType): string | null {
    const cellText = textValue(row, 'notice');
    if (cellText === null) return null;
    const notice = this.#existing.notices.find(({ number }) => String(number) === cellText.replace(/^0+/, ''));
    const kind = entryTypeRule(type).notice;
    if (notice === undefined) this.#refuse(row, 'notice', `The vehicle has no notice ${cellText}.`);
    else if (kind !== undefined && notice.kind !== kind)
      this.#refuse(row, 'notice', `Notice ${cellText} is for a ${notice.kind === 'CALL' ? 'call' : 'distribution'}.`);
    return notice?.id ?? null;
  }
}

const investorsOf = ({ ledger }: ExistingVehicle) =>
  ledger.commitments.map(({ id, investorCode, investorName }) => ({ id, code: investorCode, name: investorName }));
const securityKey = (holdingId: string, name: string) => `${holdingId} ${name.toLowerCase()}`;

const sharedFields = [
  ['type', 'Type'],
  ['date', 'Date'],
  ['total', 'Notice total'],
  ['investment', 'Investment'],
  ['security', 'Security'],
  ['notice', 'Notice'],
  ['costRelieved', 'Cost relieved'],
  ['isRecallable', 'Recallable'],
  ['isOutside', 'Outside commitment'],
  ['settledOn', 'Settled on'],
  ['bookedPeriod', 'Quarter'],
  ['description', 'Description'],
] as const;

function keyOf(row: ReadRow, type: EntryType, shares: number, rows: number): AllocationKey {
  const requestedKey = textValue(row, 'allocationKey') as AllocationKey | null;
  return requestedKey ?? defaultKey(type, shares === 0 ? 0 : rows);
}

interface DependentRecords {
  readonly acts: readonly LaterAct[];
  readonly ledger: ExistingVehicle['ledger'];
}

/** Returns the refusals of reversed entries that later acts were computed from, and of purchases whose securities would keep a later value. */
function dependentOn(
  reversed: readonly Reversed[],
  postings: readonly { readonly posting: Posting }[],
  { acts, ledger }: DependentRecords,
): readonly RowRefusal[] {
  // The ledger without the reversed purchases and with those of the file.
  const after = {
    entries: [...ledger.entries, ...postings.map(({ posting }, i) => ({ ...posting, id: `planned ${i}` }))],
    valuations: ledger.valuations ?? [],
  };
  return reversed.flatMap((reversal) => {
    const { at, entry } = reversal;
    const failures = [...usedLater(reversal, acts, ledger), ...orphanedValues([entry], after)];
    return rowRefusals(at, failures);
  });
}

/** Returns all facts of an entry as one text. */
function factsOf(entry: RequestedEntry, description: string | null): string {
  const acceptsUnfunded = entryTypeRule(entry.type).unfunded?.when === 'entered';
  const entered = enteredShares(entry)
    .map(({ commitmentId, amount, unfunded }) => [
      commitmentId,
      moneyText(amount),
      acceptsUnfunded ? moneyText(unfunded ?? zero) : null,
    ])
    .sort(([first], [other]) => ((first ?? '') < (other ?? '') ? -1 : 1));
  const { type, amount, effective, key, holdingId, securityId, noticeId, costRelieved } = entry;
  return JSON.stringify([
    type,
    moneyText(amount),
    effective,
    key,
    holdingId,
    securityId,
    noticeId,
    costRelieved === null ? null : moneyText(costRelieved),
    entry.isRecallable,
    entry.isOutside,
    entry.settledOn,
    entered,
    description,
  ]);
}

/** Returns an entry in the form of a request. */
const asEntered = (entry: LedgerEntry): RequestedEntry => ({
  ...entry,
  enteredShares: entry.shares.filter(({ isMirror }) => !isMirror),
});

interface Reversed {
  readonly at: number;
  readonly entry: LedgerEntry;
}
/** An entry that a row replaces. */
interface Replaced extends Reversed {
  readonly by: Requested;
}

/** Returns true if a row changes neither the date nor the amounts of the entry that it replaces. */
function hasSameAmounts({ entry, by }: Replaced): boolean {
  const amountsOf = (requested: RequestedEntry) => factsOf({ ...requested, settledOn: null }, null);
  return amountsOf(by.requestedEntry) === amountsOf(asEntered(entry));
}

/** Fails with the later acts that were computed from a reversed entry, unless a row replaces it with the same date and amounts. */
function usedLater(reversal: Reversed | Replaced, laterActs: readonly LaterAct[], ledger: Ledger): Failures {
  const { entry } = reversal;
  if ('by' in reversal && hasSameAmounts(reversal)) return [];
  return dependentActs({ date: entry.effective, laterActs }, { changesCommitments: false, entries: [entry] }, ledger);
}

interface Compared {
  readonly fresh: readonly Requested[];
  readonly replaced: readonly Replaced[];
  readonly missing: readonly LedgerEntry[];
  readonly unchanged: number;
}

/** Compares the file with the existing entries. */
function compared(
  requested: readonly Requested[],
  entries: readonly LedgerEntry[],
  origins: ReadonlyMap<string, EntryOrigin>,
): Compared {
  const turned = new Set(entries.map(({ reversalOf }) => reversalOf));
  const live = entries.filter(({ id, reversalOf }) => reversalOf === null && !turned.has(id));
  // A file from before an entry was settled later still has it without a date.
  const factsOfLive = (entry: LedgerEntry): readonly string[] => {
    const { description = null, settledOn = entry.settledOn } = origins.get(entry.id) ?? {};
    return [...new Set([entry.settledOn, settledOn])].map((date) =>
      factsOf({ ...asEntered(entry), settledOn: date }, description),
    );
  };
  const byFacts = groupBy(
    live.flatMap((entry) => factsOfLive(entry).map((facts) => ({ facts, entry }))),
    ({ facts }) => facts,
  );
  const byExternalId = new Map(
    live.flatMap((entry) => {
      const externalId = origins.get(entry.id)?.externalId;
      return externalId == null ? [] : [[externalId, entry] as const];
    }),
  );
  const visited = new Set<string>();
  const fresh: Requested[] = [];
  const replaced: Replaced[] = [];
  let unchanged = 0;
  for (const request of requested) {
    const facts = factsOf(request.requestedEntry, request.description);
    const named = request.externalId === null ? undefined : byExternalId.get(request.externalId);
    if (named !== undefined) {
      visited.add(named.id);
      if (factsOfLive(named).includes(facts)) unchanged += 1;
      else {
        replaced.push({ at: request.row, entry: named, by: request });
        fresh.push(request);
      }
      continue;
    }
    const twin = byFacts
      .get(facts)
      ?.map(({ entry }) => entry)
      .find(({ id }) => !visited.has(id) && (request.externalId === null || origins.get(id)?.externalId == null));
    if (twin === undefined) fresh.push(request);
    else {
      visited.add(twin.id);
      unchanged += 1;
    }
  }
  const days = requested.map(({ requestedEntry: { effective } }) => effective).sort();
  const [first, last] = [days[0], days.at(-1)];
  const missing = live.filter(
    ({ id, effective }) =>
      !visited.has(id) &&
      origins.get(id)?.uploadId != null &&
      first !== undefined &&
      last !== undefined &&
      effective >= first &&
      effective <= last,
  );
  return { fresh, replaced, missing, unchanged };
}
