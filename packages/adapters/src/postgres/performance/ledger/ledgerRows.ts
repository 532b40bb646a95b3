import { type Decimal, moneyText, numberText } from '@carrara/domain/kernel';
import type { Source } from '@carrara/domain/performance/ledger';
import type { StoredEntry, StoredEvent, StoredReport } from './loadLedger.ts';

/** Returns the columns with the origin of a row. */
export const sourceColumns = (source: Source | null) => ({
  source_kind: source?.kind ?? null,
  source_id: source?.id ?? null,
  source_row: source?.row ?? null,
});

const textOrNull = (amount: Decimal | null) => (amount === null ? null : moneyText(amount));

/** Returns the row of an entry, without its vehicle. */
export const entryRow = (entry: StoredEntry, description: string | null) => ({
  id: entry.id,
  type: entry.type,
  amount: moneyText(entry.amount),
  effective_date: entry.effective,
  booked: entry.booked,
  allocation_key: entry.key,
  holding_id: entry.holdingId,
  security_id: entry.securityId,
  notice_id: entry.noticeId,
  cost_relieved: textOrNull(entry.costRelieved),
  is_recallable: entry.isRecallable,
  is_outside: entry.isOutside,
  settled_on: entry.settledOn,
  reverses_id: entry.reversalOf,
  ...sourceColumns(entry.source),
  description,
});
export const shareRows = (vehicleId: string, { id, shares }: StoredEntry) =>
  shares.map((share) => ({
    entry_id: id,
    commitment_id: share.commitmentId,
    vehicle_id: vehicleId,
    is_mirror: share.isMirror,
    amount: moneyText(share.amount),
    cost: moneyText(share.cost),
    unfunded: moneyText(share.unfunded),
  }));

/** Returns the row of a commitment change. */
export const eventRow = (event: Omit<StoredEvent, 'seq'>) => ({
  id: event.id,
  commitment_id: event.commitmentId,
  kind: event.kind,
  event_date: event.date,
  booked: event.booked,
  amount: moneyText(event.amount),
  pays_fee: event.paysFee,
  pays_carry: event.paysCarry,
  holding_id: event.holdingId,
  description: event.description,
  reverses_id: event.reversalOf,
  ...sourceColumns(event.source),
});

/** Returns the row of a reported figure. */
export const reportRow = (vehicleId: string, report: StoredReport) => ({
  id: report.id,
  vehicle_id: vehicleId,
  commitment_id: report.commitmentId,
  figure: report.figure,
  figure_date: report.date,
  booked: report.booked,
  value: numberText(report.value),
  reverses_id: report.reversalOf,
  description: report.description,
  ...sourceColumns(report.source),
});
