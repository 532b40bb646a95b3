import { bulkPortfolios } from '@carrara/adapters/postgres/performance/bulkEdit/bulkReads';
import {
  holdingPeriodStore,
  investmentPeriodStore,
} from '@carrara/adapters/postgres/performance/investment/periodStores';
import { isLockedFor } from '@carrara/adapters/postgres/performance/investment/readInvestment';
import {
  broughtFacts,
  type BroughtFacts,
  entriesByCode,
} from '@carrara/adapters/postgres/performance/transfer/transferMetrics';
import type { TransferOrigin, VehicleHere } from '@carrara/adapters/postgres/performance/transfer/transferOrigins';
import { containerNavigation } from '@carrara/adapters/postgres/portfolio/container/navigation';
import {
  coinvestmentInvestmentStore,
  fundInvestmentStore,
} from '@carrara/adapters/postgres/portfolio/container/containers';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { Fields } from '@carrara/contract/core/fields';
import { portfolioReferenceTypes } from '@carrara/contract/performance/portfolioMetrics';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import {
  factConflicts,
  factDifferences,
  type FactDifference,
  factsOfHolding,
  type TransferChoice,
} from '@carrara/domain/performance/transfer';
import type { TransferredFacts, TransferredFund, TransferredHolding } from '@carrara/domain/platform/dataTransfer';
import { v7 as newId } from 'uuid';
import type { RequestContext } from '../../core/operations.ts';
import { saveInvestment } from '../portfolio/investment.ts';
import type { TransferTarget } from '../platform/dataTransfer.ts';
import { saveCompany, saveHolding } from './portfolioMetrics.ts';
import { factsOf, reportedFields, type ReportedOf } from './transferredHoldings.ts';

interface Here {
  readonly origins: ReadonlyMap<string, TransferOrigin>;
  readonly vehicles: readonly VehicleHere[];
  readonly firm: { readonly id: string; readonly code: string | null } | undefined;
}
/** Facts in a transfer, with their counterpart here. */
interface Told {
  readonly of: ReportedOf;
  readonly theirs: TransferredFacts;
  /** Name of the choice. */
  readonly field: string;
}
interface MatchedHolding {
  readonly sent: TransferredHolding;
  readonly investmentId: string | undefined;
  readonly told: readonly Told[];
}
export interface MatchedHoldings {
  readonly holdings: readonly MatchedHolding[];
  readonly conflicts: TransferTarget['conflicts'];
}
type Entries = Awaited<ReturnType<typeof entriesByCode>>;

/**
 * Matches the holdings of a package with this tenant's, fund by fund. A company that several funds hold needs only one
 * choice.
 */
export async function holdingMatcher(
  tx: Transaction,
  { origins, vehicles, firm }: Here,
  end: string,
): Promise<(fund: TransferredFund, here: VehicleHere | undefined) => MatchedHoldings> {
  const [rows, brought, entries] = [
    await bulkPortfolios(tx, end),
    await broughtFacts(tx, end),
    await entriesByCode(tx, Object.values(portfolioReferenceTypes)),
  ];
  const ofFirm = new Set(vehicles.flatMap(({ id, firmId }) => (firm && firmId === firm.id ? [id] : [])));
  const companyHere = ({ id, code }: TransferredHolding['investment']) =>
    origins.get(id)?.recordId ??
    rows.find((row) => ofFirm.has(row.fundId) && row.investmentCode.toLowerCase() === code.toLowerCase())?.investmentId;
  const asked = new Set<string>();
  return (fund, here) => {
    const holdings = fund.holdings.map(
      (sent): MatchedHolding => ({
        sent,
        investmentId: companyHere(sent.investment),
        told: reportedOf(sent, entries),
      }),
    );
    const conflicts = holdings.flatMap(({ sent: { investment }, investmentId, told }) => {
      const row = rows.find((one) => one.investmentId === investmentId && one.fundId === here?.id);
      if (row === undefined || row.isLocked) return [];
      return told.flatMap(({ of, theirs, field }) => {
        if (asked.has(field)) return [];
        asked.add(field);
        const stored = row[of];
        const mine = stored?.['periodEnd'] === end ? factsOf(of, stored) : undefined;
        const recordId = of === 'company' ? row.investmentId : row.holdingId;
        const differences = factConflicts(mine, brought.get(recordId), theirs);
        if (differences.length === 0) return [];
        const text = (side: 'mine' | 'theirs') =>
          differenceText(of, differences, (factDifference) => factDifference[side]);
        return [{ field, title: investment.name, mine: text('mine'), theirs: text('theirs') }];
      });
    });
    return { holdings, conflicts };
  };
}

const differenceText = (
  of: ReportedOf,
  differences: readonly FactDifference[],
  value: (one: FactDifference) => TransferredFacts[string],
): string =>
  differences
    .map(
      (factDifference) =>
        `${(reportedFields[of] as Fields)[factDifference.field]?.title ?? factDifference.field}: ${String(value(factDifference) ?? 'nothing')}`,
    )
    .join('; ');

/**
 * Returns the facts about a holding that can be stored here. Reference entries that this firm doesn't have are left
 * out.
 */
function reportedOf(sent: TransferredHolding, entries: Entries): readonly Told[] {
  const metrics = factsOfHolding(sent);
  const told = (of: ReportedOf, id: string, facts: TransferredFacts | null): Told[] =>
    facts === null ? [] : [{ of, field: `${of} ${id}`, theirs: existingHere(of, facts, entries) }];
  return [...told('company', sent.investment.id, sent.company), ...told('holding', sent.id, metrics)];
}

const referenceType = ({ kind, of }: Fields[string]) =>
  kind === 'reference' ? of?.slice('reference:'.length) : undefined;

function existingHere(of: ReportedOf, facts: TransferredFacts, entries: Entries): TransferredFacts {
  const known = Object.entries<Fields[string]>(reportedFields[of]).map(([name, field]) => {
    const type = referenceType(field);
    const fact = facts[name] ?? null;
    const isMissing = type !== undefined && fact !== null && !entries.get(type)?.has(String(fact));
    return [name, isMissing ? null : fact] as const;
  });
  const values = Object.fromEntries(known);
  // A percentage for a region that doesn't exist here is left out.
  const parts = Object.keys(values).filter((name) => name.startsWith('geoPercentage'));
  const without = parts.filter((name) => values[name.replace('Percentage', 'Region')] === null);
  return { ...values, ...Object.fromEntries(without.map((name) => [name, null])) };
}

/** Returns the stored values of a company or a holding for a quarter. */
const stands = async (tx: Transaction, of: ReportedOf, recordId: string, end: string) =>
  of === 'company'
    ? (await investmentPeriodStore.find(tx, { investment: recordId, periodEnd: end }))[0]
    : (await holdingPeriodStore.find(tx, { holdingId: recordId, periodEnd: end }))[0];

interface Place {
  readonly investmentId: string;
  readonly holdingId: string;
  readonly end: string;
}
function tell(
  tx: Transaction,
  { of, facts, entries, seen }: { of: ReportedOf; facts: TransferredFacts; entries: Entries; seen: number | null },
  place: Place,
) {
  const values = Object.fromEntries(
    Object.entries<Fields[string]>(reportedFields[of]).map(([name, field]) => {
      const type = referenceType(field);
      const fact = facts[name] ?? null;
      const id = type === undefined || fact === null ? undefined : entries.get(type)?.get(String(fact));
      return [name, type === undefined ? fact : id === undefined ? null : { id }];
    }),
  );
  return of === 'company'
    ? saveCompany(tx, place, values, seen)
    : saveHolding(tx, place, values, seen, 'savePortfolioMetrics');
}

export interface TakenHoldings {
  /** Holdings of this tenant by the sender's ids. */
  readonly holdings: Readonly<Record<string, string>>;
  readonly origins: readonly TransferOrigin[];
  readonly facts: readonly BroughtFacts[];
}

/**
 * Takes over the holdings of a fund in a transfer: their companies, created if unknown, the vehicle's holdings in them,
 * and the facts about the quarter. A locked quarter isn't changed.
 *
 * Fails: with the failures of creating a company or saving its facts.
 */
export async function takeHoldings(
  context: RequestContext,
  { holdings }: MatchedHoldings,
  vehicle: Pick<VehicleHere, 'id' | 'kind' | 'name'>,
  {
    end,
    firmCode,
    made,
    chosen,
  }: {
    readonly end: string;
    readonly firmCode: string | null;
    /** Companies created for another fund of the same transfer, by the sender's ids. */
    readonly made: Map<string, string>;
    readonly chosen: (field: string) => TransferChoice | undefined;
  },
): Promise<Result<TakenHoldings, Failures>> {
  const { tx } = context;
  const entries = await entriesByCode(tx, Object.values(portfolioReferenceTypes));
  const isLocked = await isLockedFor(tx, vehicle.id, end);
  const origins: TransferOrigin[] = [];
  const facts: BroughtFacts[] = [];
  const held: Record<string, string> = {};
  for (const { sent, investmentId: known, told } of holdings) {
    const { investment } = sent;
    const here = known ?? made.get(investment.id);
    const company = here === undefined ? await createdCompany(context, investment, vehicle, firmCode) : ok(here);
    if (company.isErr()) return err(company.error);
    const investmentId = company.value;
    if (!made.has(investment.id)) {
      origins.push({
        originId: investment.id,
        kind: 'INVESTMENT',
        recordId: investmentId,
        isNew: known === undefined,
        theirs: investment.name,
        before: null,
        after: investment.name,
      });
      made.set(investment.id, investmentId);
    }
    const holding = await heldBy(tx, investmentId, investment.name, vehicle);
    if (holding.isErr()) return err(holding.error);
    held[sent.id] = holding.value;
    if (isLocked) continue;
    const place = { investmentId, holdingId: holding.value, end };
    for (const { of, theirs, field } of told) {
      const recordId = of === 'company' ? investmentId : holding.value;
      const stored = await stands(tx, of, recordId, end);
      const before = stored === undefined ? null : factsOf(of, stored);
      if (before !== null && (factDifferences(before, theirs).length === 0 || chosen(field) === 'MINE')) continue;
      const saved = await tell(tx, { of, facts: theirs, entries, seen: stored?.rowVersion ?? null }, place);
      if (saved.isErr()) return err(saved.error);
      facts.push({ recordId, periodEnd: end, before, after: theirs });
    }
  }
  return ok({ origins, facts, holdings: held });
}

const partsOf = (kind: VehicleHere['kind']) => (kind === 'fund' ? fundInvestmentStore : coinvestmentInvestmentStore);

async function createdCompany(
  context: RequestContext,
  { code, name }: TransferredHolding['investment'],
  { id, kind }: Pick<VehicleHere, 'id' | 'kind'>,
  firmCode: string | null,
): Promise<Result<string, Failures>> {
  const taken = new Set(
    (await containerNavigation(context.tx, 'investment')).map((navigationEntry) => navigationEntry.code?.toLowerCase()),
  );
  const codes = [code, `${firmCode ?? ''}-${code}`.slice(-50)];
  const parts = [{ [kind]: { id } }];
  const made = await saveInvestment(context, {
    code: codes.find((one) => !taken.has(one.toLowerCase())) ?? newId(),
    name,
    legalName: name,
    fundInvestments: kind === 'fund' ? parts : [],
    coinvestmentInvestments: kind === 'fund' ? [] : parts,
  } as never);
  return made.map((company) => company.id);
}

/** Returns the vehicle's holding in a company, and creates it if there is none. */
async function heldBy(
  tx: Transaction,
  investmentId: string,
  name: string,
  vehicle: Pick<VehicleHere, 'id' | 'kind' | 'name'>,
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
export async function untellHoldings(
  tx: Transaction,
  told: readonly BroughtFacts[],
  reason: string,
): Promise<Failures> {
  const [first] = told;
  if (first === undefined) return [];
  const entries = await entriesByCode(tx, Object.values(portfolioReferenceTypes));
  const rows = await bulkPortfolios(tx, first.periodEnd);
  for (const { recordId, periodEnd: end, before, after } of told) {
    const row = rows.find(({ investmentId, holdingId }) => investmentId === recordId || holdingId === recordId);
    if (row === undefined) continue;
    const of: ReportedOf = row.investmentId === recordId ? 'company' : 'holding';
    const stored = await stands(tx, of, recordId, end);
    const now = stored === undefined ? {} : factsOf(of, stored);
    const since = factDifferences(now, after);
    if (stored === undefined || since.length > 0) {
      const text = (side: 'mine' | 'theirs') => differenceText(of, since, (factDifference) => factDifference[side]);
      const detail = `The transferred figures of ${row.name} have been changed here: ${text('mine')}. The transfer has ${text('theirs')}.`;
      return [fail('BUILT_UPON', ['id'], detail)];
    }
    const store = of === 'company' ? investmentPeriodStore : holdingPeriodStore;
    const act = { operation: 'savePortfolioMetrics', containerId: row.investmentId, reason };
    const place = { investmentId: row.investmentId, holdingId: row.holdingId, end };
    const given =
      before === null
        ? (await store.remove(tx, act, stored.id)).mapErr((failure): Failures => [failure])
        : await tell(tx, { of, facts: before, entries, seen: stored.rowVersion }, place);
    if (given.isErr()) return given.error;
  }
  return [];
}
