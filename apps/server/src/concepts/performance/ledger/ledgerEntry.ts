import { ledgerEntryList, type ListedEntry } from '@carrara/adapters/postgres/performance/ledger/entryList';
import { loadEntry } from '@carrara/adapters/postgres/performance/ledger/readLedger';
import { loadVehicle } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import type { EnteredEntry, ledgerEntryEndpoints } from '@carrara/contract/performance/ledger/ledgerEntry';
import { calendarDate, decimal, err, type Failure, ok } from '@carrara/domain/kernel';
import {
  type RequestedEntry,
  type EntryToPost,
  type EntryType,
  entryTypeRule,
  defaultKey,
  isLate,
} from '@carrara/domain/performance/ledger';
import { mappedList } from '../../../core/mappedList.ts';
import type { Operations } from '../../../core/operations.ts';
import { vehicleNotFound } from '../../../usecases/ledgerPosting.ts';
import { type ReadCarryPaid, postCarryPaid } from '../../../usecases/performance/carryPaid.ts';
import type { RealizationDrafts } from '../../../usecases/performance/realizationDrafts.ts';
import {
  entryNotFound,
  reverseLedgerEntry,
  saveLedgerEntries,
  settleLedgerEntry,
} from '../../../usecases/performance/ledgerEntry.ts';
import { dayOrNull } from './ledgerInput.ts';

const message = (type: string, effectiveDate: string, bookedPeriod: string) => {
  const rule = entryTypeRule(type as EntryType);
  return {
    typeTitle: rule.title,
    category: rule.category,
    isLate: isLate(calendarDate(effectiveDate), calendarDate(bookedPeriod)),
  };
};

const sourceTitles = {
  UPLOAD: 'Upload',
  DISTRIBUTION: 'Carry distribution',
  LEDGER_RUN: 'Clawback',
  TRANSFER: 'Transfer',
} as const;

/** Converts an entry of a request. */
const requestedOf = ({ description, bookedPeriod, ...input }: EnteredEntry): EntryToPost => {
  const type = input.type as EntryType;
  const entry: RequestedEntry = {
    type,
    amount: decimal(input.amount),
    effective: calendarDate(input.effectiveDate),
    key: input.allocationKey ?? defaultKey(type, input.shares.length),
    holdingId: input.holdingId ?? null,
    securityId: input.securityId ?? null,
    noticeId: input.noticeId ?? null,
    costRelieved: input.costRelieved == null ? null : decimal(input.costRelieved),
    isRecallable: input.isRecallable,
    isOutside: input.isOutside,
    settledOn: dayOrNull(input.settledOn),
    enteredShares: input.shares.map(({ commitmentId, amount, unfunded }) => ({
      commitmentId,
      amount: decimal(amount),
      unfunded: unfunded == null ? null : decimal(unfunded),
    })),
  };
  return { entry, bookedPeriod: dayOrNull(bookedPeriod), description: description ?? null };
};

/** Names of fields in requests. */
const wireFields: Readonly<Record<string, string>> = { effective: 'effectiveDate', key: 'allocationKey' };
const onWire = (failure: Failure): Failure => ({
  ...failure,
  path: failure.path.map((part) => (typeof part === 'string' ? (wireFields[part] ?? part) : part)),
});

export const ledgerEntryOperations = (ports: {
  readonly carryPaidOf: ReadCarryPaid;
  readonly realizationDrafts: RealizationDrafts;
}): Operations<typeof ledgerEntryEndpoints> => ({
  listLedgerEntries: mappedList(
    ledgerEntryList,
    ({ vehicleId, type, noticeId }) => ({ vehicleId, type, noticeId }),
    (row: ListedEntry) => ({
      ...row,
      ...message(row.type, row.effectiveDate, row.bookedPeriod),
      sourceTitle: row.source === null ? null : sourceTitles[row.source.kind],
    }),
  ),

  async getLedgerEntry({ tx }, { params }) {
    const found = await loadEntry(tx, params.id);
    if (found === undefined) return err(entryNotFound());
    return ok({ ...found, ...message(found.type, found.effectiveDate, found.bookedPeriod) });
  },

  async saveLedgerEntries({ tx }, { body: { vehicleId, entries, warningsConfirmed } }) {
    const done = await saveLedgerEntries(tx, vehicleId, entries.map(requestedOf), warningsConfirmed);
    return done.mapErr((failures) => failures.map(onWire));
  },

  settleLedgerEntry: ({ tx }, { params, body: { settledOn, warningsConfirmed } }) =>
    settleLedgerEntry(tx, { ...params, settledOn: calendarDate(settledOn), warningsConfirmed }),

  reverseLedgerEntry: ({ tx }, { params, body }) =>
    reverseLedgerEntry(tx, { ...params, ...body }, ports.realizationDrafts),

  async postCarryPaid({ tx }, { body }) {
    const vehicle = await loadVehicle(tx, body.vehicleId);
    if (vehicle === undefined) return err(vehicleNotFound());
    return postCarryPaid(tx, await ports.carryPaidOf(tx, vehicle.id));
  },
});
