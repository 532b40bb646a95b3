import { tenantCurrency } from '../../../core/tenantCurrency.ts';
import { coverageText, namesInFile } from '@carrara/contract/core/coverage';
import { exportFormats } from '@carrara/contract/core/fileTypes';
import { companyClasses, investingVehicles } from '@carrara/adapters/postgres/performance/lookThrough/companyClasses';
import {
  type CommitmentFigures,
  commitmentsOfInvestor,
  investorHead,
} from '@carrara/adapters/postgres/performance/statement/investorReads';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { LookThroughAnswer, lookThroughEndpoints } from '@carrara/contract/performance/lookThrough/lookThrough';
import {
  type Decimal,
  calendarDate,
  decimal,
  err,
  type Failures,
  hundred,
  moneyText,
  numberText,
  ok,
  type Result,
  displayedDate,
  zero,
} from '@carrara/domain/kernel';
import { commitmentsOn } from '@carrara/domain/performance/ledger';
import {
  type LookThroughNav,
  type LookThroughPosition,
  type LookThroughVehicle,
  lookThroughBy,
  lookThrough,
} from '@carrara/domain/performance/lookThrough';
import { vehiclePortfolio } from '@carrara/domain/performance/statement';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { ownerNotFound } from '../../../core/ownerScope.ts';
import { type InvestorStatements, statementsOfInvestor } from './holdingsOfInvestor.ts';
import { statedCoverage } from '../vehicle/namedVehicle.ts';
import { positionsAsSent } from '../statement/sentPortfolio.ts';
import { missingStatement } from '../statement/statementAnswers.ts';

interface LookThroughRequest {
  readonly id: string;
  readonly date: string;
}

/** Returns a vehicle for the look-through, with everybody's share in its holdings. */
function lookThroughVehicle(
  { found, end, sent }: InvestorStatements,
  investorId: string | null,
): Result<LookThroughVehicle, Failures> {
  const investorOf = new Map(found.commitments.map((commitment) => [commitment.id, commitment.investorId]));
  const events = found.events.filter(({ booked }) => booked <= end);
  const committed = commitmentsOn(found.commitments, events, end).filter(({ amount }) => amount.gt(0));
  const { id, code, name, currency } = found.vehicle;
  const positions = found.commitments.map(
    (commitment) => [commitment, positionsAsSent(sent.get(commitment.id))] as const,
  );
  return vehiclePortfolio(found, end).shares.map((portfolios) => ({
    id,
    code,
    name,
    currency,
    investorId,
    committed: new Map(
      committed.map((commitmentState) => [investorOf.get(commitmentState.id) ?? '', commitmentState.amount]),
    ),
    // If its figures have ended, the last holdings have no value on this date.
    holdings: (missingStatement({ found, end }) === undefined ? found.holdings : []).map((holding) => ({
      id: holding.id,
      investmentId: holding.investmentId,
      shares: new Map([
        ...[...portfolios].map(([commitmentId, { holdings }]): [string, Decimal] => [
          investorOf.get(commitmentId) ?? '',
          holdings.get(holding.id)?.fairValue ?? zero,
        ]),
        // A value that wasn't sent stays in the part that isn't looked through.
        ...positions.flatMap(([commitment, own]): [string, Decimal][] =>
          own ? [[commitment.investorId, own.get(holding.id)?.fairValue ?? zero]] : [],
        ),
      ]),
    })),
  }));
}

/** Returns every vehicle reachable from an investor, each read once. */
async function vehiclesBelow(
  tx: Transaction,
  { id, date }: LookThroughRequest,
): Promise<Result<readonly LookThroughVehicle[], Failures>> {
  const vehicles = new Map<string, LookThroughVehicle>();
  const visited = new Set<string>();
  const waiting = [id];
  for (let investorId = waiting.pop(); investorId !== undefined; investorId = waiting.pop()) {
    if (visited.has(investorId)) continue;
    visited.add(investorId);
    const found = await statementsOfInvestor(tx, investorId, date);
    const feeders = await investingVehicles(
      tx,
      found.map((foundStatements) => foundStatements.found.vehicle.id),
    );
    for (const statements of found) {
      const vehicleId = statements.found.vehicle.id;
      if (vehicles.has(vehicleId)) continue;
      const feeder = feeders.get(vehicleId) ?? null;
      const vehicle = lookThroughVehicle(statements, feeder);
      if (vehicle.isErr()) return err(vehicle.error);
      vehicles.set(vehicleId, vehicle.value);
      if (feeder !== null) waiting.push(feeder);
    }
  }
  return ok([...vehicles.values()]);
}

/** Returns an investor's NAV in a fund, which is late if its last figures are of an earlier quarter end. */
const navOf = (
  { fundId, fundCode, nav, periodEnd, notDetermined }: CommitmentFigures,
  date: string,
): LookThroughNav => ({
  id: fundId,
  name: fundCode,
  nav: nav === null ? null : decimal(nav),
  reason: notDetermined.find(({ field }) => field === 'nav')?.message ?? '',
  lastDate: periodEnd < date ? calendarDate(periodEnd) : null,
  carriedFrom: null,
});

async function answerLookThrough(
  context: RequestContext,
  request: LookThroughRequest,
): Promise<Result<LookThroughAnswer, Failures>> {
  const { tx } = context;
  const head = await investorHead(tx, request.id);
  if (head === undefined) return ownerNotFound('investor');
  const baseCurrency = tenantCurrency(context);
  const vehicles = await vehiclesBelow(tx, request);
  if (vehicles.isErr()) return err(vehicles.error);
  const commitments = await commitmentsOfInvestor(tx, request.id, request.date);
  const navs = new Map(commitments.map((commitment) => [commitment.fundId, navOf(commitment, request.date)]));
  const found = lookThrough({ investorId: request.id, baseCurrency, vehicles: vehicles.value, navs });
  if (found.isErr()) return err(found.error);
  const { positions, byCurrency } = found.value;
  const companies = await companyClasses(
    tx,
    [...new Set(positions.map(({ investmentId }) => investmentId))],
    request.date,
  );
  const companyOf = ({ investmentId }: LookThroughPosition) => companies.get(investmentId);
  const whole = (name: string | null | undefined) => (name ? [{ name, percent: hundred }] : []);
  const by = (classesOf: Parameters<typeof lookThroughBy>[1], without: string) =>
    lookThroughBy(positions, classesOf, { without, baseCurrency }).map(({ amount, percent, ...total }) => ({
      ...total,
      amount: moneyText(amount),
      percent: percent && numberText(percent),
    }));
  return ok({
    endDate: request.date,
    investor: { id: head.id, code: null, name: head.investorName },
    positions: positions.map((position) => ({
      id: [...position.path.map(({ id }) => id), position.holdingId].join(' '),
      investment: { id: position.investmentId, name: companyOf(position)?.name ?? '' },
      sector: companyOf(position)?.sector ?? null,
      path: position.path.map(({ name }) => name).join(' > '),
      currency: position.currency,
      amount: moneyText(position.amount),
    })),
    byCompany: by((position) => whole(companyOf(position)?.name), 'No name'),
    bySector: by((position) => whole(companyOf(position)?.sector), 'No sector'),
    byRegion: by((position) => companyOf(position)?.regions ?? [], 'No region'),
    byCurrency: byCurrency.map(({ currency, lookedThrough: amount, rest, nav, coverage }) => ({
      currency,
      lookedThrough: moneyText(amount),
      rest: rest && moneyText(rest),
      nav: nav && moneyText(nav),
      coverage: statedCoverage(coverage),
      notDetermined:
        nav === null
          ? ['nav', 'rest'].map((field) => ({
              field,
              code: 'NAV_MISSING',
              message: `No net asset value on ${displayedDate(request.date)}: ${coverage.excluded.map(({ name }) => name).join(', ')}.`,
            }))
          : [],
    })),
  });
}

const columns = [
  { field: 'investment', kind: 'text', title: 'Investment' },
  { field: 'sector', kind: 'text', title: 'Sector' },
  { field: 'path', kind: 'text', title: 'Through' },
  { field: 'currency', kind: 'code', title: 'Currency' },
  { field: 'amount', kind: 'money', title: 'Fair value' },
] as const;

export const lookThroughOperations: Operations<typeof lookThroughEndpoints> = {
  getInvestorLookThrough: (context, { params }) => answerLookThrough(context, params),
  async exportInvestorLookThrough(context, { params }) {
    const found = await answerLookThrough(context, params);
    if (found.isErr()) return err(found.error);
    const { positions, byCurrency, investor } = found.value;
    const { listWorkbook } = await import('@carrara/adapters/spreadsheet/listWorkbook');
    const rows = [
      ...positions.map(({ investment, ...position }) => ({ ...position, investment: investment.name })),
      ...byCurrency.map(({ currency, rest, coverage, notDetermined }) => ({
        investment: 'Not looked through',
        sector: null,
        path: coverageText(coverage, 'funds', namesInFile) ?? null,
        currency,
        amount: rest,
        notDetermined: notDetermined.map((failure) => ({ ...failure, field: 'amount' })),
      })),
    ];
    return ok({
      name: `${investor.name} look-through ${params.date}.xlsx`,
      type: exportFormats.excel.type,
      content: listWorkbook({ title: 'Look-through', columns, rows }),
    });
  },
};
