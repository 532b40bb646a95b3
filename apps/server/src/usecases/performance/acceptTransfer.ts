import { investorNamed } from '@carrara/adapters/postgres/performance/ledger/readLedger';
import {
  loadLedger,
  loadVehicle,
  lockVehicles,
  type StoredLedger,
} from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { type FactsOfTransfer, storeFacts } from '@carrara/adapters/postgres/performance/transfer/transferMetrics';
import {
  rowsOfTransfer,
  type TransferredRow,
  firmOfLink,
  referenceId,
  storeOrigins,
  type TransferOrigin,
  readOwnVehicles,
} from '@carrara/adapters/postgres/performance/transfer/transferOrigins';
import { storeChoices } from '@carrara/adapters/postgres/performance/transfer/transferChoices';
import { storeStatements } from '@carrara/adapters/postgres/performance/transfer/transferStatements';
import { containerNavigation } from '@carrara/adapters/postgres/portfolio/container/navigation';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { calendarDate, err, fail, type Failures, ok, required, type Result } from '@carrara/domain/kernel';
import { readStatement, type SentStatement } from '@carrara/domain/performance/period';
import {
  choiceIn,
  freeCode,
  planTransfer,
  settleConflicts,
  transferredFailures,
} from '@carrara/domain/performance/transfer';
import type {
  TransferChoice,
  TransferredFund,
  TransferPackage,
  TransferResolution,
} from '@carrara/domain/platform/dataTransfer';
import type { investorEndpoints } from '@carrara/contract/portfolio/investor';
import type { vehicleEndpoints } from '@carrara/contract/portfolio/vehicle';
import { v7 as newId } from 'uuid';
import type { Operation, RequestContext } from '../../core/operations.ts';
import type { IncomingTransfer, AcceptedTransfer } from '../platform/dataTransfer.ts';
import { changeVehicle } from '../portfolio/changeVehicle.ts';
import { newFundValues, valuesToApply } from './matchRecord.ts';
import { importHoldings } from './importHoldings.ts';
import { storeTransferred, transferredRows } from './storeTransferred.ts';
import { matchedFunds, type MatchedFund } from './transferTargets.ts';

/** Saves of plain records that a transfer creates. */
export interface TransferredRecords {
  readonly saveInvestor: Operation<(typeof investorEndpoints)['saveInvestor']>;
  readonly saveVehicle: Operation<(typeof vehicleEndpoints)['saveVehicle']>;
}

/**
 * Enters a transfer into this tenant's books, all or nothing. Each fund of the package goes to a fund of the link's
 * firm. This is the one matched before, otherwise the one with its code, otherwise a new one. The commitment, its
 * calls and distributions, the quarter's reported figures, and the companies with their facts are entered there.
 *
 * Fails: CHANGED_HERE (no choice made where both sides have a value), UNKNOWN_CURRENCY, MIXED_CURRENCIES,
 * CONDITION_NOT_MET (a fund with its own ledger), and the failures of creating records.
 */
export async function acceptTransfer(
  records: TransferredRecords,
  context: RequestContext,
  incoming: IncomingTransfer,
  resolutions: readonly TransferResolution[],
): Promise<Result<AcceptedTransfer, Failures>> {
  const { tx } = context;
  const { funds, investor, firm } = await matchedFunds(tx, incoming, { isWritten: true });
  const settled = settleConflicts(funds, resolutions);
  if (settled.isErr()) return err(settled.error);
  const choices = settled.value;
  const investorId = investor?.recordId ?? (await createdInvestor(records, context, incoming.sent, firm?.code ?? null));
  if (typeof investorId !== 'string') return err(investorId);
  const received = await importFunds(records, context, incoming, { funds, firmCode: firm?.code ?? null }, choices);
  if (received.isErr()) return err(received.error);
  const { origins, facts, accepted } = received.value;
  await storeOrigins(tx, incoming, [originOfInvestor(incoming, investor, investorId), ...origins]);
  await storeFacts(tx, incoming.id, facts);
  await storeChoices(tx, incoming.id, choices);
  await lockVehicles(
    tx,
    accepted.map(({ vehicleId }) => vehicleId),
  );
  const planned = [];
  for (const fund of accepted) planned.push(await plannedFund(tx, incoming, fund, investorId, choices));
  const stored = await storeTransferred(
    tx,
    planned.map(({ posted }) => posted),
  );
  const statements = planned.flatMap(({ statement }) => statement ?? []);
  await storeStatements(tx, incoming.id, await tx.nextSeq(), statements);
  return ok({ ...stored, investorId });
}

/** A fund of the package, with its vehicle and holdings here. */
interface AcceptedFund {
  readonly fund: TransferredFund;
  readonly vehicleId: string;
  /** Holdings of this tenant by the sender's ids. */
  readonly holdings: Readonly<Record<string, string>>;
}

/** Takes over the vehicles of a transfer with their holdings. */
async function importFunds(
  records: TransferredRecords,
  context: RequestContext,
  incoming: IncomingTransfer,
  { funds, firmCode }: { readonly funds: readonly MatchedFund[]; readonly firmCode: string | null },
  choices: readonly TransferResolution[],
) {
  const origins: TransferOrigin[] = [];
  const facts: FactsOfTransfer[] = [];
  const accepted: AcceptedFund[] = [];
  const created = new Map<string, string>();
  // Companies and holdings have unique fields. A choice about a company is listed for one of the funds that hold it.
  const chosenForHolding = (field: string) => choices.find((choice) => choice.field === field)?.choice;
  for (const matched of funds) {
    const { fund, here } = matched;
    const chosen = choiceIn(choices, fund.id);
    const origin = await vehicleOf(records, context, incoming, matched, chosen);
    if (origin.isErr()) return err(origin.error);
    const { recordId: vehicleId, after: name } = origin.value;
    const { here: before, theirs: after } = matched.record;
    facts.push({ recordId: vehicleId, periodEnd: incoming.sent.periodEnd, before, after });
    const received = await importHoldings(
      context,
      matched.holdings,
      { id: vehicleId, kind: here?.kind ?? 'fund', name },
      { end: incoming.sent.periodEnd, firmCode, created, chosen: chosenForHolding },
    );
    if (received.isErr()) return err(received.error);
    origins.push(origin.value, ...received.value.origins);
    facts.push(...received.value.facts);
    accepted.push({ fund, vehicleId, holdings: received.value.holdings });
  }
  return ok({ origins, facts, accepted });
}

/** Returns the rows to enter for a fund, and its statement unless the quarter is locked. */
async function plannedFund(
  tx: Transaction,
  incoming: IncomingTransfer,
  { fund, vehicleId, holdings }: AcceptedFund,
  investorId: string,
  choices: readonly TransferResolution[],
) {
  const end = calendarDate(incoming.sent.periodEnd);
  const vehicle = required(await loadVehicle(tx, vehicleId, { isWritten: true }), `vehicle ${vehicleId}`);
  const before = await loadLedger(tx, vehicle);
  const { created: commitment, isNew } = await commitmentOf(tx, before, investorId);
  const commitmentId = commitment.id;
  const sent = {
    account: fund.capitalAccount as SentStatement['account'],
    portfolio: fund.portfolio as SentStatement['portfolio'],
    holdings,
  };
  const statement = { ...readStatement(sent), transferId: incoming.id, commitmentId, end };
  // A locked quarter keeps the statement that it was locked with.
  const isStated = !before.locked.has(end);
  const ledger = {
    ...before,
    commitments: isNew ? [...before.commitments, commitment] : before.commitments,
    statements: isStated ? [...before.statements, { ...statement, seq: Number.MAX_SAFE_INTEGER }] : before.statements,
  };
  const brought = await rowsOfTransfer(tx, vehicle.id, incoming.sourceId);
  const numbered = (rows: readonly TransferredRow[]) =>
    new Map(rows.flatMap((row) => (row.commitmentId === commitmentId ? [[row.originId, row.id] as const] : [])));
  const existing = { entries: numbered(brought.entries), events: numbered(brought.events) };
  const plan = planTransfer({ fund, end, commitmentId, ledger, existing }, choiceIn(choices, fund.id), newId);
  const posted = transferredRows({
    transferId: incoming.id,
    vehicle,
    before,
    ledger,
    plan,
    created: isNew ? commitment : null,
    stated: isStated ? [end] : [],
  });
  const identity = { vehicleId: vehicle.id, commitmentId, periodEnd: incoming.sent.periodEnd };
  return { posted, statement: isStated ? { ...identity, ...sent, template: fund.reportingTemplate } : undefined };
}

async function createdInvestor(
  { saveInvestor }: TransferredRecords,
  context: RequestContext,
  { investor: { code, name } }: TransferPackage,
  firmCode: string | null,
): Promise<string | Failures> {
  const type = await referenceId(context.tx, 'investor-type', 'INVESTOR');
  if (type === undefined)
    return [fail('NOT_FOUND', ['investor'], 'The reference data of this firm has no investor type INVESTOR.')];
  const used = (await containerNavigation(context.tx, 'investor')).map((investor) => investor.code);
  const saved = await saveInvestor(context, {
    body: { code: freeCode(code, firmCode, used), name, type: { id: type } },
  });
  return saved.match(
    ({ id }) => id,
    (failures) => failures,
  );
}

const originOfInvestor = (
  { sent }: IncomingTransfer,
  existing: { readonly isNew: boolean } | undefined,
  recordId: string,
): TransferOrigin => ({
  originId: sent.investor.id,
  kind: 'INVESTOR',
  recordId,
  isNew: existing?.isNew ?? true,
  theirs: sent.investor.name,
  before: null,
  after: sent.investor.name,
});

/**
 * Returns the vehicle for a fund. Creates it, or gives it the sender's name and fields of its record that were chosen
 * or weren't changed here.
 */
async function vehicleOf(
  records: TransferredRecords,
  context: RequestContext,
  incoming: IncomingTransfer,
  { fund, here, origin, conflicts, record }: MatchedFund,
  chosen: (field: string) => TransferChoice | undefined,
): Promise<Result<TransferOrigin, Failures>> {
  const { tx } = context;
  const impossible = transferredFailures(fund);
  if (impossible.length > 0) return err(impossible);
  const as = { originId: fund.id, kind: 'VEHICLE' as const, theirs: fund.name };
  if (here === undefined) {
    const created = await createdFund(records, context, incoming, { fund, record });
    return created.map((recordId) => ({ ...as, recordId, isNew: true, before: null, after: fund.name }));
  }
  const vehicle = required(await loadVehicle(tx, here.id), `vehicle ${here.id}`);
  if (vehicle.currency !== fund.currency) {
    const text = `${here.name} is in ${vehicle.currency} here but in ${fund.currency} in the transfer.`;
    return err([fail('MIXED_CURRENCIES', ['funds'], text)]);
  }
  if (vehicle.navBasis !== 'REPORTED') {
    const text = `${here.name} is computed from its own ledger here. Set its NAV basis to Reported first.`;
    return err([fail('CONDITION_NOT_MET', ['funds'], text)]);
  }
  const isRequested = conflicts.some(({ field }) => field === 'name');
  // If there is no conflict, an earlier choice still applies.
  const isOurs = isRequested ? chosen('name') === 'MINE' : here.name !== origin?.theirs;
  const isUnchanged = here.name === fund.name || isOurs;
  const changed = await changeVehicle(tx, here, {
    ...valuesToApply(record, chosen),
    ...(isUnchanged ? {} : { name: fund.name }),
  });
  if (changed.isErr()) return err(changed.error);
  const before = isUnchanged ? null : here.name;
  return ok({
    ...as,
    recordId: here.id,
    isNew: origin?.isNew ?? false,
    before,
    after: before === null ? here.name : fund.name,
  });
}

async function createdFund(
  { saveVehicle }: TransferredRecords,
  context: RequestContext,
  { linkId }: IncomingTransfer,
  { fund, record }: Pick<MatchedFund, 'fund' | 'record'>,
): Promise<Result<string, Failures>> {
  const { tx } = context;
  const [firm, currency, vehicles] = [
    await firmOfLink(tx, linkId),
    await referenceId(tx, 'currency', fund.currency),
    await readOwnVehicles(tx),
  ];
  if (currency === undefined) {
    return err([
      fail('UNKNOWN_CURRENCY', ['funds'], `${fund.name} is in ${fund.currency}, which is not a currency of this firm.`),
    ]);
  }
  const used = vehicles.map(({ code }) => code);
  const saved = await saveVehicle(context, {
    body: {
      ...newFundValues(record),
      code: freeCode(fund.code, firm?.code ?? null, used),
      name: fund.name,
      currency: { id: currency },
      firm: firm ? { id: firm.id } : null,
      vintageYear: fund.vintageYear,
      fiscalYearEnd: { code: fund.fiscalYearEnd },
      navBasis: { code: 'REPORTED' },
    } as never,
  });
  return saved.map(({ id }) => id);
}

/** Returns the commitment of an investor to a vehicle, and creates it if there is none. */
async function commitmentOf(tx: Transaction, ledger: StoredLedger, investorId: string) {
  const existing = ledger.commitments.find((commitment) => commitment.investorId === investorId);
  if (existing) return { created: existing, isNew: false };
  const investor = required(await investorNamed(tx, investorId), `investor ${investorId}`);
  return { created: { id: newId(), investorId, ...investor }, isNew: true };
}
