import { liquidationBookOn } from '@carrara/adapters/postgres/performance/analysis/liquidationBooks';
import { storedCommitments } from '@carrara/adapters/postgres/performance/analysis/storedCommitments';
import { loadLedger, loadVehicle, type Vehicle } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { indexLevels } from '@carrara/adapters/postgres/performance/market/indexLevels';
import { indexSeriesStore } from '@carrara/adapters/postgres/performance/market/indexSeries';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { hasPermission } from '@carrara/contract/core/permissions';
import type { fundAnalysisEndpoints } from '@carrara/contract/performance/analysis/fundAnalysis';
import {
  calendarDate,
  type CalendarDate,
  decimal,
  type Decimal,
  err,
  fail,
  type Failure,
  type Failures,
  moneyText,
  numberText,
  ok,
  type Result,
  significantText,
  zero,
} from '@carrara/domain/kernel';
import {
  type Equivalent,
  flowSeries,
  marketEquivalents,
  publicMarketEquivalent,
  displayedAlpha,
} from '@carrara/domain/kernel/measures';
import { analyzeAccount, jCurveOfFund, type LedgerAccount } from '@carrara/domain/performance/analysis';
import { exposureByRecipient } from '@carrara/domain/performance/carryPosition';
import { summarizeCarry } from '@carrara/domain/performance/carryTerms';
import { carryPaidOf, hypotheticalLiquidation } from '@carrara/domain/performance/liquidation';
import { currencyOfIndex } from '@carrara/domain/performance/market';
import {
  accountPeriods,
  type BridgePart,
  bridgeParts,
  statementDates,
} from '@carrara/domain/performance/capitalAccount';
import { rateText } from '@carrara/domain/performance/return';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { ledgerFor } from '../vehicle/ownBooks.ts';
import { vehicleNotFound } from '../../../usecases/ledgerPosting.ts';
import { type EscrowPort, liquidationReasons } from '../terms/liquidation.ts';
import { bridgesOn, findStatements } from '../statement/statementAnswers.ts';

interface OfFund {
  readonly id: string;
  readonly date: string;
}
interface Analyzed {
  readonly vehicle: Vehicle;
  readonly end: CalendarDate;
  readonly account: LedgerAccount;
  readonly head: { readonly fundId: string; readonly date: string; readonly currency: string };
}

async function analyzed({ tx, tenant }: RequestContext, { id, date }: OfFund): Promise<Result<Analyzed, Failures>> {
  const vehicle = await loadVehicle(tx, id);
  if (vehicle === undefined) return err(vehicleNotFound());
  const end = calendarDate(date);
  const [ledger, commitments] = await Promise.all([loadLedger(tx, vehicle), storedCommitments(tx, id, date)]);
  const head = { fundId: vehicle.id, date, currency: vehicle.currency };
  return analyzeAccount(ledgerFor(tenant, ledger), commitments, end).map((account) => ({
    vehicle,
    end,
    account,
    head,
  }));
}

const moneyOrNull = (figure: Result<Decimal, Failure>) => figure.map(moneyText).unwrapOr(null);
const rateOrNull = (figure: Result<Decimal, Failure>) => figure.map(rateText).unwrapOr(null);
const reasonOf = (field: string, figure: Result<unknown, Failure>) =>
  figure.isErr() ? [{ field, code: figure.error.code, message: figure.error.detail }] : [];
/** Returns the reasons why the rate or its inputs are not determined, inputs first. */
const reasonsOf = (name: string, { rate }: Equivalent) => reasonOf(`${name}.rate`, rate);

/** Returns an index by its id or its code. */
async function indexNamed(tx: Transaction, name: string) {
  const isId = /^[0-9a-f-]{36}$/i.test(name);
  const [found] = isId ? [await indexSeriesStore.load(tx, name)] : await indexSeriesStore.find(tx, { code: name });
  return found;
}

/** Words failures as being about the requested index, one sentence per code and date. */
const ofIndex = (failures: Failures): Failures =>
  failures.map(({ code, detail }) => fail(code, ['index'], `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`));

/** Port to the recipients of a vehicle's carry, implemented by carry. */
export interface FundAnalysisPorts extends EscrowPort {
  /** Returns the carry paid before the accounts began. Null if it is zero. */
  readonly readOpeningCarryPaid: (tx: Transaction, vehicleId: string, until: string) => Promise<string | null>;
}

/** Splits a fund's exposure among its recipients of carry. */
function sharesOf(exposure: Decimal, holders: Awaited<ReturnType<FundAnalysisPorts['readCarryRecipients']>>) {
  const all = holders.map(({ id, received, escrowBalance }) => ({
    id,
    received: decimal(received),
    escrowBalance: decimal(escrowBalance),
  }));
  const shares = exposureByRecipient(exposure, all).unwrapOr([]);
  return holders.map((holder, i) => {
    const { share = zero, coveredByEscrow = zero, exposure: own = zero } = shares[i] ?? {};
    return {
      ...holder,
      share: moneyText(share),
      coveredByEscrow: moneyText(coveredByEscrow),
      exposure: moneyText(own),
    };
  });
}

type Analyses = Operations<typeof fundAnalysisEndpoints>;

const getFundPme: Analyses['getFundPme'] = async (context, { params, query }) => {
  const { tx } = context;
  const index = await indexNamed(tx, query.index);
  if (index === undefined) return err([fail('NOT_FOUND', ['index'], `There is no index ${query.index}.`)]);
  const found = await analyzed(context, params);
  if (found.isErr()) return err(found.error);
  const { account, head } = found.value;
  const { movements: flows, nav, navs, coversAllPartners } = account;
  // For a fund that is over, it ends with its last figures, like its returns.
  const end = account.until;
  const input = { flows, nav, navs, asOf: end, index: await indexLevels(tx, index.id, end) };
  const [continuous, equivalents] = [publicMarketEquivalent(input), marketEquivalents(input)];
  if (continuous.isErr()) return err(ofIndex(continuous.error));
  if (equivalents.isErr()) return err(ofIndex(equivalents.error));
  const { ksPme, directAlpha, noDirectAlpha, warnings } = continuous.value;
  const { irr, longNickels, pmePlus, modified } = equivalents.value;
  const { span } = flowSeries([...flows, { date: end, amount: nav }]);
  return ok({
    ...head,
    index: { id: index.id, code: index.code, name: index.name },
    coversAllPartners,
    annualized: span >= 365,
    nav: moneyText(nav),
    irr: rateOrNull(irr),
    ksPme: ksPme && significantText(ksPme),
    directAlpha: directAlpha && rateText(displayedAlpha(directAlpha, span)),
    longNickels: { nav: moneyOrNull(longNickels.figure), rate: rateOrNull(longNickels.rate) },
    pmePlus: { factor: pmePlus.figure.map(significantText).unwrapOr(null), rate: rateOrNull(pmePlus.rate) },
    modified: { nav: moneyOrNull(modified.figure), rate: rateOrNull(modified.rate) },
    notDetermined: [
      ...reasonOf('irr', irr),
      ...(noDirectAlpha ? [{ field: 'directAlpha', code: noDirectAlpha.code, message: noDirectAlpha.detail }] : []),
      ...reasonsOf('longNickels', longNickels),
      ...reasonOf('pmePlus.factor', pmePlus.figure),
      ...reasonsOf('pmePlus', pmePlus),
      ...reasonOf('modified.nav', modified.figure),
      ...reasonsOf('modified', modified),
    ],
    warnings: ofIndex([...currencyOfIndex(index.currency?.code, head.currency), ...warnings]).map(
      ({ code, detail }) => ({ code, message: detail }),
    ),
  });
};

const getFundBridge: Analyses['getFundBridge'] = async ({ tx }, { params }) => {
  const statements = await findStatements(tx, { fundId: params.id, endDate: params.date });
  if (statements.isErr()) return err(statements.error);
  const { found, end } = statements.value;
  const dates = statementDates(end, found.vehicle.fiscalYearEnd);
  const starts = { QTD: dates.quarterFrom, YTD: dates.yearFrom, ITD: null };
  const bridged = await bridgesOn(tx, statements.value);
  return bridged.map((bridges) => ({
    fundId: params.id,
    date: params.date,
    currency: found.vehicle.currency,
    periods: accountPeriods.map((code) => ({
      code,
      startDate: starts[code],
      endDate: end,
      ...(Object.fromEntries(bridgeParts.map((part) => [part, moneyOrNull(bridges[code][part])])) as Record<
        BridgePart,
        string | null
      >),
      notDetermined: bridgeParts.flatMap((part) => reasonOf(part, bridges[code][part])),
    })),
  }));
};

const getFundJCurve: Analyses['getFundJCurve'] = async ({ tx, tenant }, { params }) => {
  const vehicle = await loadVehicle(tx, params.id);
  if (vehicle === undefined) return err(vehicleNotFound());
  const [ledger, commitments] = await Promise.all([
    loadLedger(tx, vehicle),
    storedCommitments(tx, vehicle.id, params.date),
  ]);
  const found = jCurveOfFund(ledgerFor(tenant, ledger), commitments, calendarDate(params.date));
  return found.map(({ coversAllPartners, commitment, quarters, depth, breakEven }) => {
    const percentOf = (value: Decimal | null) => value && numberText(value);
    return {
      fundId: vehicle.id,
      date: params.date,
      currency: vehicle.currency,
      coversAllPartners,
      commitment: moneyText(commitment),
      quarters: quarters.map(({ age, date, cumulative, percent, withNav, percentWithNav }) => ({
        age,
        date,
        cumulative: moneyText(cumulative),
        percent: percentOf(percent),
        withNav: withNav && moneyText(withNav),
        percentWithNav: percentOf(percentWithNav),
      })),
      depth: depth && {
        date: depth.date,
        cumulative: moneyText(depth.cumulative),
        percent: percentOf(depth.percent),
      },
      breakEven,
    };
  });
};

const getFundCarryPosition =
  (ports: FundAnalysisPorts): Analyses['getFundCarryPosition'] =>
  async ({ tx, grants }, { params }) => {
    const vehicle = await loadVehicle(tx, params.id);
    if (vehicle === undefined) return err(vehicleNotFound());
    const book = await liquidationBookOn(tx, vehicle.id, params.date);
    const { carry, hurdle, catchUp } = summarizeCarry(book.terms?.entered ?? null);
    const found = hypotheticalLiquidation(book);
    const position = found.unwrapOr(null);
    const carryPaid = position?.carryPaid ?? carryPaidOf(book);
    const exposure = position && position.clawback.gross;
    const isCarry = hasPermission(grants, 'ledgerRun.view');
    return ok({
      fundId: vehicle.id,
      date: params.date,
      currency: vehicle.currency,
      holders:
        exposure && isCarry ? sharesOf(exposure, await ports.readCarryRecipients(tx, vehicle.id, params.date)) : null,
      carry,
      hurdle,
      catchUp,
      openingCarryPaid: isCarry ? await ports.readOpeningCarryPaid(tx, vehicle.id, params.date) : null,
      carryPaid: carryPaid && moneyText(carryPaid),
      earned: position && moneyText(position.earned),
      accrued: position && moneyText(position.accrued),
      exposure: exposure && moneyText(exposure),
      notDetermined: found.isErr() ? liquidationReasons(found.error) : [],
    });
  };

export const fundAnalysisOperations = (ports: FundAnalysisPorts): Analyses => ({
  getFundPme,
  getFundBridge,
  getFundJCurve,
  getFundCarryPosition: getFundCarryPosition(ports),
});
