import { ledgerEntryList, type ListedEntry } from '@carrara/adapters/postgres/performance/ledger/entryList';
import { loadEntry } from '@carrara/adapters/postgres/performance/ledger/readLedger';
import { loadVehicle } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import type { EnteredEntry, ledgerEntryEndpoints } from '@carrara/contract/performance/ledgerEntry';
import { calendarDate, decimal, err, type Failure, ok } from '@carrara/domain/kernel';
import {
  type RequestedEntry,
  type EntryToPost,
  type EntryType,
  entryTypeRule,
  usualKey,
  isLate,
} from '@carrara/domain/performance/ledger';
import { mappedList } from '../../core/mappedList.ts';
import type { Operations } from '../../core/operations.ts';
import { noVehicle } from '../../usecases/ledgerPosting.ts';
import { type CarryPaidOf, postCarryPaid } from '../../usecases/performance/carryPaid.ts';
import { noEntry, reverseLedgerEntry, saveLedgerEntries } from '../../usecases/performance/ledgerEntry.ts';
import { dayOrNull } from './ledgerInput.ts';

const told = (type: string, effectiveDate: string, bookedPeriod: string) => {
  const rule = entryTypeRule(type as EntryType);
  return {
    typeTitle: rule.title,
    category: rule.category,
    isLate: isLate(calendarDate(effectiveDate), calendarDate(bookedPeriod)),
  };
};

/** Converts an entry of a request. */
const requestedOf = ({ description, bookedPeriod, ...given }: EnteredEntry): EntryToPost => {
  const type = given.type as EntryType;
  const entry: RequestedEntry = {
    type,
    amount: decimal(given.amount),
    effective: calendarDate(given.effectiveDate),
    key: given.allocationKey ?? usualKey(type, given.shares.length),
    holdingId: given.holdingId ?? null,
    securityId: given.securityId ?? null,
    noticeId: given.noticeId ?? null,
    costRelieved: given.costRelieved == null ? null : decimal(given.costRelieved),
    isRecallable: given.isRecallable,
    isOutside: given.isOutside,
    settledOn: dayOrNull(given.settledOn),
    given: given.shares.map(({ commitmentId, amount, unfunded }) => ({
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
  readonly carryPaidOf: CarryPaidOf;
}): Operations<typeof ledgerEntryEndpoints> => ({
  listLedgerEntries: mappedList(
    ledgerEntryList,
    ({ vehicleId, type, noticeId }) => ({ vehicleId, type, noticeId }),
    (row: ListedEntry) => ({
      ...row,
      ...told(row.type, row.effectiveDate, row.bookedPeriod),
    }),
  ),

  async getLedgerEntry({ tx }, { params }) {
    const found = await loadEntry(tx, params.id);
    if (found === undefined) return err(noEntry());
    return ok({ ...found, ...told(found.type, found.effectiveDate, found.bookedPeriod) });
  },

  async saveLedgerEntries({ tx }, { body: { vehicleId, entries } }) {
    const done = await saveLedgerEntries(tx, vehicleId, entries.map(requestedOf));
    return done.mapErr((failures) => failures.map(onWire));
  },

  reverseLedgerEntry: ({ tx }, { params, body }) => reverseLedgerEntry(tx, { ...params, ...body }),

  async postCarryPaid({ tx }, { body }) {
    const vehicle = await loadVehicle(tx, body.vehicleId);
    if (vehicle === undefined) return err(noVehicle());
    return postCarryPaid(tx, await ports.carryPaidOf(tx, vehicle.id));
  },
});
