import { bulkPortfolios } from '@carrara/adapters/postgres/performance/bulkEdit/bulkReads';
import {
  holdingPeriodStore,
  investmentPeriodStore,
} from '@carrara/adapters/postgres/performance/investment/periodStores';
import { isLockedFor } from '@carrara/adapters/postgres/performance/investment/readInvestment';
import {
  readTransferredFacts,
  type FactsOfTransfer,
  entriesByCode,
} from '@carrara/adapters/postgres/performance/transfer/transferMetrics';
import {
  referenceId,
  type TransferOrigin,
  type OwnVehicle,
} from '@carrara/adapters/postgres/performance/transfer/transferOrigins';
import { containerNavigation } from '@carrara/adapters/postgres/portfolio/container/navigation';
import {
  coinvestmentInvestmentStore,
  fundInvestmentStore,
  investmentStore,
} from '@carrara/adapters/postgres/portfolio/container/containers';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { portfolioReferenceTypes } from '@carrara/contract/performance/investment/portfolioMetrics';
import type { TransferDifference } from '@carrara/contract/platform/dataTransfer/dataTransfer';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { factConflicts, factDifferences, factsOfHolding, freeCode } from '@carrara/domain/performance/transfer';
import type {
  TransferChoice,
  TransferredFacts,
  TransferredFund,
  TransferredHolding,
} from '@carrara/domain/platform/dataTransfer';
import type { RequestContext } from '../../core/operations.ts';
import { saveInvestment } from '../portfolio/investment.ts';
import { saveCompany, saveHolding } from './portfolioMetrics.ts';
import { differenceText, type OwnEntries, storableFacts, valuesOfFacts } from './transferredFields.ts';
import { transferredFacts, reportedFields, type ReportedSubject } from './transferredHoldings.ts';

interface Here {
  readonly origins: ReadonlyMap<string, TransferOrigin>;
  readonly vehicles: readonly OwnVehicle[];
  readonly firm: { readonly id: string; readonly code: string | null } | undefined;
}
/** Facts in a transfer, with their counterpart here. */
interface Reported {
  readonly subject: ReportedSubject;
  readonly theirs: TransferredFacts;
  /** Name of the choice. */
  readonly field: string;
}
interface MatchedHolding {
  readonly sent: TransferredHolding;
  readonly investmentId: string | undefined;
  readonly reported: readonly Reported[];
}
export interface MatchedHoldings {
  readonly holdings: readonly MatchedHolding[];
  readonly conflicts: readonly TransferDifference[];
}

/**
 * Matches the holdings of a package with this tenant's, fund by fund. A company that several funds hold needs only one
 * choice.
 */
export async function holdingMatcher(
  tx: Transaction,
  { origins, vehicles, firm }: Here,
  end: string,
): Promise<(fund: TransferredFund, here: OwnVehicle | undefined) => MatchedHoldings> {
  const [rows, brought, entries] = [
    await bulkPortfolios(tx, end),
    await readTransferredFacts(tx, end),
    await entriesByCode(tx, Object.values(portfolioReferenceTypes)),
  ];
  const ofFirm = new Set(vehicles.flatMap(({ id, firmId }) => (firm && firmId === firm.id ? [id] : [])));
  const companyHere = ({ id, code }: TransferredHolding['investment']) =>
    origins.get(id)?.recordId ??
    rows.find((row) => ofFirm.has(row.fundId) && row.investmentCode.toLowerCase() === code.toLowerCase())?.investmentId;
  const requested = new Set<string>();
  return (fund, here) => {
    const holdings = fund.holdings.map(
      (sent): MatchedHolding => ({
        sent,
        investmentId: companyHere(sent.investment),
        reported: reportedOf(sent, entries),
      }),
    );
    const conflicts = holdings.flatMap(({ sent: { investment }, investmentId, reported }) => {
      const row = rows.find((candidate) => candidate.investmentId === investmentId && candidate.fundId === here?.id);
      if (row === undefined || row.isLocked) return [];
      return reported.flatMap(({ subject, theirs, field }) => {
        if (requested.has(field)) return [];
        requested.add(field);
        const stored = row[subject];
        const mine = stored?.['periodEnd'] === end ? transferredFacts(subject, stored) : undefined;
        const recordId = subject === 'company' ? row.investmentId : row.holdingId;
        const differences = factConflicts(mine, brought.get(recordId), theirs);
        if (differences.length === 0) return [];
        const text = (side: 'mine' | 'theirs') => differenceText(reportedFields[subject], differences, side);
        return [{ field, title: investment.name, mine: text('mine'), theirs: text('theirs') }];
      });
    });
    return { holdings, conflicts };
  };
}

/**
 * Returns the facts about a holding that can be stored here. Reference entries that this firm doesn't have are left
 * out.
 */
function reportedOf(sent: TransferredHolding, entries: OwnEntries): readonly Reported[] {
  const metrics = factsOfHolding(sent);
  const report = (subject: ReportedSubject, id: string, facts: TransferredFacts | null): Reported[] =>
    facts === null ? [] : [{ subject, field: `${subject} ${id}`, theirs: existingHere(subject, facts, entries) }];
  return [...report('company', sent.investment.id, sent.company), ...report('holding', sent.id, metrics)];
}

function existingHere(subject: ReportedSubject, facts: TransferredFacts, entries: OwnEntries): TransferredFacts {
  const values = storableFacts(reportedFields[subject], facts, entries);
  // A percentage for a region that doesn't exist here is left out.
  const parts = Object.keys(values).filter((name) => name.startsWith('geoPercentage'));
  const without = parts.filter((name) => values[name.replace('Percentage', 'Region')] === null);
  return { ...values, ...Object.fromEntries(without.map((name) => [name, null])) };
}

/** Returns the stored values of a company or a holding for a quarter. */
const isCurrent = async (tx: Transaction, subject: ReportedSubject, recordId: string, end: string) =>
  subject === 'company'
    ? (await investmentPeriodStore.find(tx, { investment: recordId, periodEnd: end }))[0]
    : (await holdingPeriodStore.find(tx, { holdingId: recordId, periodEnd: end }))[0];

interface HoldingLocation {
  readonly investmentId: string;
  readonly holdingId: string;
  readonly end: string;
}
function applyFacts(
  tx: Transaction,
  {
    subject,
    facts,
    entries,
    expectedVersion,
  }: { subject: ReportedSubject; facts: TransferredFacts; entries: OwnEntries; expectedVersion: number | null },
  location: HoldingLocation,
) {
  const values = valuesOfFacts(reportedFields[subject], facts, entries);
  return subject === 'company'
    ? saveCompany(tx, location, values, expectedVersion)
    : saveHolding(tx, location, values, expectedVersion, 'savePortfolioMetrics');
}

export interface AcceptedHoldings {
  /** Holdings of this tenant by the sender's ids. */
  readonly holdings: Readonly<Record<string, string>>;
  readonly origins: readonly TransferOrigin[];
  readonly facts: readonly FactsOfTransfer[];
}

/**
 * Stores the holdings of a transferred fund: their companies, which are created if missing, the vehicle's holdings, and
 * the facts about the quarter. A locked quarter isn't changed.
 *
 * Fails: with the failures of creating a company or saving its facts.
 */
export async function importHoldings(
  context: RequestContext,
  { holdings }: MatchedHoldings,
  vehicle: Pick<OwnVehicle, 'id' | 'kind' | 'name'>,
  {
    end,
    firmCode,
    created,
    chosen,
  }: {
    readonly end: string;
    readonly firmCode: string | null;
    /** Companies created for another fund of the same transfer, by the sender's ids. */
    readonly created: Map<string, string>;
    readonly chosen: (field: string) => TransferChoice | undefined;
  },
): Promise<Result<AcceptedHoldings, Failures>> {
  const { tx } = context;
  const entries = await entriesByCode(tx, Object.values(portfolioReferenceTypes));
  const isLocked = await isLockedFor(tx, vehicle.id, end);
  const origins: TransferOrigin[] = [];
  const facts: FactsOfTransfer[] = [];
  const holdingIds: Record<string, string> = {};
  for (const { sent, investmentId: matchedId, reported } of holdings) {
    const { investment } = sent;
    const here = matchedId ?? created.get(investment.id);
    const company =
      here === undefined
        ? await createdCompany(context, investment, vehicle, firmCode)
        : await withSector(tx, here, investment.sector);
    if (company.isErr()) return err(company.error);
    const investmentId = company.value;
    if (!created.has(investment.id)) {
      origins.push({
        originId: investment.id,
        kind: 'INVESTMENT',
        recordId: investmentId,
        isNew: matchedId === undefined,
        theirs: investment.name,
        before: null,
        after: investment.name,
      });
      created.set(investment.id, investmentId);
    }
    const holding = await holderOf(tx, investmentId, investment.name, vehicle);
    if (holding.isErr()) return err(holding.error);
    holdingIds[sent.id] = holding.value;
    if (isLocked) continue;
    const location = { investmentId, holdingId: holding.value, end };
    for (const { subject, theirs, field } of reported) {
      const recordId = subject === 'company' ? investmentId : holding.value;
      const stored = await isCurrent(tx, subject, recordId, end);
      const before = stored === undefined ? null : transferredFacts(subject, stored);
      if (before !== null && (factDifferences(before, theirs).length === 0 || chosen(field) === 'MINE')) continue;
      const saved = await applyFacts(
        tx,
        { subject, facts: theirs, entries, expectedVersion: stored?.rowVersion ?? null },
        location,
      );
      if (saved.isErr()) return err(saved.error);
      facts.push({ recordId, periodEnd: end, before, after: theirs });
    }
  }
  return ok({ origins, facts, holdings: holdingIds });
}

const partsOf = (kind: OwnVehicle['kind']) => (kind === 'fund' ? fundInvestmentStore : coinvestmentInvestmentStore);

async function createdCompany(
  context: RequestContext,
  { code, name, sector }: TransferredHolding['investment'],
  { id, kind }: Pick<OwnVehicle, 'id' | 'kind'>,
  firmCode: string | null,
): Promise<Result<string, Failures>> {
  const used = (await containerNavigation(context.tx, 'investment')).map((company) => company.code);
  const parts = [{ [kind]: { id } }];
  const sectorId = sector === null ? undefined : await referenceId(context.tx, 'sector', sector);
  const saved = await saveInvestment(context, {
    code: freeCode(code, firmCode, used),
    ...(sectorId === undefined ? {} : { sector: { id: sectorId } }),
    name,
    legalName: name,
    fundInvestments: kind === 'fund' ? parts : [],
    coinvestmentInvestments: kind === 'fund' ? [] : parts,
  } as never);
  return saved.map((company) => company.id);
}

/** Adds the sender's sector to a company that has none here, so that lists by sector include it. Undoing the transfer keeps it. */
async function withSector(tx: Transaction, id: string, sector: string | null): Promise<Result<string, Failures>> {
  const sectorId = sector === null ? undefined : await referenceId(tx, 'sector', sector);
  const stored = sectorId === undefined ? undefined : await investmentStore.load(tx, id);
  if (stored === undefined || stored.sector) return ok(id);
  const saved = await investmentStore.update(tx, { operation: 'saveInvestment' }, id, stored.rowVersion, {
    sector: { id: sectorId },
  });
  return saved.map(() => id).mapErr((failure) => [failure]);
}

/** Returns the vehicle's holding in a company, and creates it if there is none. */
async function holderOf(
  tx: Transaction,
  investmentId: string,
  name: string,
  vehicle: Pick<OwnVehicle, 'id' | 'kind' | 'name'>,
): Promise<Result<string, Failures>> {
  const parts = partsOf(vehicle.kind);
  const [found] = await parts.find(tx, { investment: investmentId, [vehicle.kind]: vehicle.id });
  if (found) return ok(found.id);
  const act = { operation: 'saveInvestment', containerId: investmentId };
  const added = await parts.insert(tx, act, {
    name: `${vehicle.name}: ${name}`.slice(0, 200),
    [vehicle.kind]: { id: vehicle.id },
    investment: { id: investmentId },
    vintage: null,
    investedAmount: null,
  });
  return added.map(({ id }) => id).mapErr((failure) => [failure]);
}

/**
 * Undoes the facts that a transfer stored about companies and holdings: restores earlier ones, and removes new ones.
 *
 * Fails: BUILT_UPON, naming what was changed here since.
 */
export async function undoHoldings(
  tx: Transaction,
  reported: readonly FactsOfTransfer[],
  reason: string,
): Promise<Failures> {
  const [first] = reported;
  if (first === undefined) return [];
  const entries = await entriesByCode(tx, Object.values(portfolioReferenceTypes));
  const rows = await bulkPortfolios(tx, first.periodEnd);
  for (const { recordId, periodEnd: end, before, after } of reported) {
    const row = rows.find(({ investmentId, holdingId }) => investmentId === recordId || holdingId === recordId);
    if (row === undefined) continue;
    const subject: ReportedSubject = row.investmentId === recordId ? 'company' : 'holding';
    const stored = await isCurrent(tx, subject, recordId, end);
    const now = stored === undefined ? {} : transferredFacts(subject, stored);
    const since = factDifferences(now, after);
    if (stored === undefined || since.length > 0) {
      const text = (side: 'mine' | 'theirs') => differenceText(reportedFields[subject], since, side);
      const detail = `The transferred figures of ${row.name} have been changed here: ${text('mine')}. The transfer has ${text('theirs')}.`;
      return [fail('BUILT_UPON', ['id'], detail)];
    }
    const store = subject === 'company' ? investmentPeriodStore : holdingPeriodStore;
    const act = { operation: 'savePortfolioMetrics', containerId: row.investmentId, reason };
    const location = { investmentId: row.investmentId, holdingId: row.holdingId, end };
    const result =
      before === null
        ? (await store.remove(tx, act, stored.id)).mapErr((failure): Failures => [failure])
        : await applyFacts(tx, { subject, facts: before, entries, expectedVersion: stored.rowVersion }, location);
    if (result.isErr()) return result.error;
  }
  return [];
}
