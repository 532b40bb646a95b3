import { investorsNamed } from '@carrara/adapters/postgres/performance/imports/namedRecords';
import { loadLedger, loadVehicle, lockVehicles } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import {
  firmOfLink,
  readOrigins,
  type TransferOrigin,
  type OwnVehicle,
  readOwnVehicles,
} from '@carrara/adapters/postgres/performance/transfer/transferOrigins';
import { earlierChoices } from '@carrara/adapters/postgres/performance/transfer/transferChoices';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { calendarDate } from '@carrara/domain/kernel';
import { findNamedRecord } from '@carrara/domain/performance/imports';
import { transferConflicts } from '@carrara/domain/performance/transfer';
import type { TransferredFund, TransferPackage } from '@carrara/domain/platform/dataTransfer';
import type { IncomingTransfer, TransferTarget } from '../platform/dataTransfer.ts';
import { matchRecord, type MatchedRecord, recordConflicts } from './matchRecord.ts';
import { holdingMatcher, type MatchedHoldings } from './importHoldings.ts';

export interface MatchedFund extends TransferTarget {
  readonly fund: TransferredFund;
  readonly here: OwnVehicle | undefined;
  readonly origin: TransferOrigin | undefined;
  readonly holdings: MatchedHoldings;
  readonly record: MatchedRecord;
}

/** Returns the effects of accepting a transfer, and the choices to make. */
export const transferTargets = async (
  tx: Transaction,
  incoming: IncomingTransfer,
): Promise<readonly TransferTarget[]> =>
  (await matchedFunds(tx, incoming)).funds.map(({ fundId, vehicle, conflicts }) => ({ fundId, vehicle, conflicts }));

/** Matches the funds and the investor of a package with this tenant's. */
export async function matchedFunds(
  tx: Transaction,
  { sourceId, linkId, sent }: IncomingTransfer,
  { isWritten = false } = {},
) {
  const [origins, vehicles, firm] = [
    await readOrigins(tx, sourceId),
    await readOwnVehicles(tx),
    await firmOfLink(tx, linkId),
  ];
  const investor = await investorAmong(tx, origins, sent);
  const end = calendarDate(sent.periodEnd);
  const matched = sent.funds.map((fund) => {
    const origin = origins.get(fund.id);
    const byCode = ({ firmId, code }: OwnVehicle) =>
      firm !== undefined && firmId === firm.id && code?.toLowerCase() === fund.code.toLowerCase();
    return { fund, origin, here: vehicles.find(({ id }) => id === origin?.recordId) ?? vehicles.find(byCode) };
  });
  if (isWritten)
    await lockVehicles(
      tx,
      matched.flatMap(({ here }) => (here ? [here.id] : [])),
    );
  const earlierChoice = await earlierChoices(tx, sourceId);
  const holdingsOf = await holdingMatcher(tx, { origins, vehicles, firm }, sent.periodEnd);
  const funds: MatchedFund[] = [];
  for (const { fund, origin, here } of matched) {
    const vehicle = here && (await loadVehicle(tx, here.id));
    const ledger = vehicle && (await loadLedger(tx, vehicle));
    const commitmentId = ledger?.commitments.find(({ investorId }) => investorId === investor?.recordId)?.id ?? '';
    const holdings = holdingsOf(fund, here);
    const record = await matchRecord(tx, fund, here);
    const conflicts = [
      ...(here ? nameConflict(fund, here, origin) : []),
      ...recordConflicts(record),
      ...(ledger ? transferConflicts({ fund, end, commitmentId, ledger }) : []),
      ...holdings.conflicts,
    ];
    funds.push({
      fundId: fund.id,
      fund,
      here,
      origin,
      holdings,
      record,
      vehicle: here ? { id: here.id, name: here.name } : null,
      conflicts: conflicts.map((conflict) => ({ ...conflict, earlierChoice: earlierChoice(fund.id, conflict.field) })),
    });
  }
  return { funds, investor, firm };
}

type Origins = Awaited<ReturnType<typeof readOrigins>>;
const investorAmong = async (tx: Transaction, origins: Origins, { investor }: TransferPackage) =>
  origins.get(investor.id) ?? (await investorHere(tx, investor));

/** Matches the investor of a package with this tenant's. */
export const matchedInvestor = async (tx: Transaction, { sourceId, sent }: IncomingTransfer) =>
  investorAmong(tx, await readOrigins(tx, sourceId), sent);

/**
 * Returns a conflict if the name was changed here since the last transfer. The earlier choice applies as long as the
 * sender's name stays the same.
 */
function nameConflict(fund: TransferredFund, here: OwnVehicle, origin: TransferOrigin | undefined) {
  const isMine = origin === undefined || here.name !== origin.theirs;
  const isSettled = origin !== undefined && here.name === origin.after && fund.name === origin.theirs;
  return here.name === fund.name || !isMine || isSettled
    ? []
    : [{ field: 'name', title: 'The name', mine: here.name, theirs: fund.name }];
}

/** Matches an investor by code, or by a unique name. */
async function investorHere(tx: Transaction, { name }: TransferPackage['investor']) {
  const match = findNamedRecord(await investorsNamed(tx, [name]), name);
  return match && { recordId: match.id, isNew: false };
}
