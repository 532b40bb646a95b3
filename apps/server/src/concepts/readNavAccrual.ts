import { readCarryRecipients, recipientsOfVehicles } from '@carrara/adapters/postgres/carry/ledger/carryRecipients';
import { liquidationBooks } from '@carrara/adapters/postgres/performance/analysis/liquidationBooks';
import { displayedReportingDate } from '@carrara/adapters/postgres/performance/periodFigures/displayedQuarter';
import { hasPermission } from '@carrara/contract/core/permissions';
import { attributionTexts } from '@carrara/contract/performance/carryTerms/carryTerms';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import {
  addDays,
  calendarDate,
  decimal,
  type Decimal,
  groupBy,
  moneyText,
  numberText,
  zero,
} from '@carrara/domain/kernel';
import { exposureByRecipient } from '@carrara/domain/performance/carryPosition';
import { isQuarterEnd, quarterEnd, quartersLater } from '@carrara/domain/performance/ledger';
import { hypotheticalLiquidation, type HypotheticalLiquidation } from '@carrara/domain/performance/liquidation';
import type { NavExposure, NavPorts } from './carry/navAccrual/readCarryAtNav.ts';
import { countsOtherCapital, withChangedTerms } from './performance/terms/changedTerms.ts';
import { liquidationOperations } from './performance/terms/liquidation.ts';

const { explainHypotheticalLiquidation } = liquidationOperations({ readCarryRecipients });

/** Gives carry access to the accrued carry of performance: each fund's hypothetical liquidation at a quarter end. */
export const navPorts: NavPorts = {
  async navDate(tx, { asOf, today }) {
    const displayed = asOf ?? (await displayedReportingDate(tx));
    const day = displayed === undefined ? addDays(today, -1) : calendarDate(displayed);
    return isQuarterEnd(day) ? day : quartersLater(quarterEnd(day), -1);
  },
  async vehiclesAtNav(tx, vehicleIds, date, exit) {
    const changes = exit?.terms ?? {};
    const readsValues = countsOtherCapital(changes);
    const books = await liquidationBooks(tx, vehicleIds, { end: date, termsDay: exit?.date, readsValues });
    const found = books.map((book) => ({
      vehicleId: book.vehicleId,
      result: hypotheticalLiquidation(withChangedTerms(book, changes), {
        exitValue: exit?.values.get(book.vehicleId) ?? null,
        navPercent: exit?.navPercent ?? null,
        exitDate: exit?.date ?? null,
      }),
    }));
    const exposed = found.filter(({ result }) => result.isOk() && result.value.clawback.gross.gt(0));
    const exposures = await exposuresOf(
      tx,
      new Map(exposed.map(({ vehicleId, result }) => [vehicleId, result._unsafeUnwrap().clawback])),
      date,
    );
    return found.map(({ vehicleId, result }) =>
      result.match(
        ({ accrued, investments, attribution, nav, clawback }) => ({
          vehicleId,
          nav,
          accrued,
          byInvestment: new Map(investments.map(({ id, carry }) => [id, carry])),
          reasons: [],
          attribution: attributionTexts[attribution],
          exposures: exposures.get(vehicleId) ?? new Map(),
          clawback,
        }),
        (failures) => ({
          vehicleId,
          nav: null,
          accrued: null,
          byInvestment: new Map(),
          reasons: failures.map(({ detail }) => detail),
          attribution: null,
          exposures: null,
          clawback: null,
        }),
      ),
    );
  },
  async explainFund(context, { vehicleId, date, exit, figure }) {
    if (!hasPermission(context.grants, 'carryTerms.view')) return undefined;
    const exitValue = exit.values.get(vehicleId);
    const found = await explainHypotheticalLiquidation(context, {
      params: { id: vehicleId, date },
      query: {
        figure,
        ...(exitValue === undefined ? {} : { exitValue: moneyText(exitValue) }),
        ...(exit.navPercent === null ? {} : { navPercent: numberText(exit.navPercent) }),
      },
    });
    return found.unwrapOr(undefined);
  },
};

type Exposures = ReadonlyMap<string, NavExposure>;

/** Splits each vehicle's clawback, before and after tax, by the carry that its recipients received. */
async function exposuresOf(
  tx: Transaction,
  clawbacks: ReadonlyMap<string, HypotheticalLiquidation['clawback']>,
  date: string,
): Promise<ReadonlyMap<string, Exposures>> {
  if (clawbacks.size === 0) return new Map();
  const rows = await recipientsOfVehicles(tx, [...clawbacks.keys()], date);
  return new Map(
    [...groupBy(rows, ({ vehicleId }) => vehicleId)].map(([vehicleId, own]) => {
      const recipients = own.map(({ id, received, escrowBalance }) => ({
        id,
        received: decimal(received),
        escrowBalance: decimal(escrowBalance),
      }));
      const split = (amount: Decimal = zero) =>
        new Map(
          exposureByRecipient(amount, recipients)
            .unwrapOr([])
            .map((part) => [part.id, part]),
        );
      const [gross, net] = [split(clawbacks.get(vehicleId)?.gross), split(clawbacks.get(vehicleId)?.net)];
      return [
        vehicleId,
        new Map(
          recipients.map(({ id, received, escrowBalance }) => [
            id,
            {
              gross: gross.get(id)?.share ?? zero,
              net: net.get(id)?.share ?? zero,
              covered: gross.get(id)?.coveredByEscrow ?? zero,
              received,
              escrow: escrowBalance,
            },
          ]),
        ),
      ] as const;
    }),
  );
}
