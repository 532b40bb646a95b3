import type { CarryPlan } from '@carrara/domain/carry/plan';
import { alderLedger } from './alderLedger.ts';
import { alderPortfolio, alderStandings } from './alderPortfolio.ts';
import { alderHistory } from './alderRuns.ts';
import { alderAccruals, alderIncome, alderSales, alderVehicles } from './alderVehicles.ts';
import type { HoldingFacts, VehicleHistory } from './vehicleFacts.ts';

/** Last quarter in the firm's books. */
export const told = '2026-06-30';

function holdingsOf(plan: CarryPlan, code: string): readonly HoldingFacts[] {
  const names = [...new Set(plan.tranches.flatMap(({ holder, investment }) => (holder === code ? [investment] : [])))];
  return names.map((investment) => {
    const [realized, unrealized] = alderStandings[investment] ?? ['0', '1'];
    return {
      name: `${investment}/${code}`,
      isLoan: alderPortfolio.investments[investment]?.type === 'Credit',
      buys: plan.tranches
        .flatMap(({ investment: of, holder, investmentDate, investedAmount }) =>
          of === investment && holder === code ? [[investmentDate ?? '', investedAmount ?? '0'] as const] : [],
        )
        .filter(([day]) => day <= told),
      realized,
      unrealized,
      sells: alderSales[investment] ?? [],
    };
  });
}

/** Returns every vehicle of the firm with its facts from carry: its tranches, and carry paid and returned. */
export function vehicleHistories(plan: CarryPlan): readonly VehicleHistory[] {
  return Object.entries(alderVehicles).map(([code, facts]) => {
    const isOwn = (source: string) => source === code || source.startsWith(`${code}/`);
    const disbursed = alderHistory.flatMap(({ date, name, sources }) =>
      sources.flatMap((source) => (isOwn(source.code) ? [[date, source.amount, name] as const] : [])),
    );
    const lines = alderLedger
      .filter(({ state }) => state === 'POSTED')
      .flatMap(({ type, date, name, lines: all }) =>
        all.flatMap((line) => (isOwn(line.code) ? [{ ...line, run: type, date, name }] : [])),
      );
    return {
      code,
      ...facts,
      holdings: holdingsOf(plan, code),
      income: alderIncome[code] ?? [],
      carryPaid: disbursed,
      carryReturned: lines.flatMap(({ run, date, name, asked }) =>
        run === 'CLAWBACK' && asked !== undefined ? [[date, asked, name] as const] : [],
      ),
      accrued: alderAccruals[code] ?? [],
      until: told,
    };
  });
}
