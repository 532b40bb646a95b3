import type { CarryPlan } from '@carrara/domain/carry/plan';
import { alderPortfolio } from './alderPortfolio.ts';
import { alderHoldings, type HoldingMetrics } from './holdingMetrics.ts';
import type { HoldingFacts, VehicleHistory } from './vehicleFacts.ts';

type Row = CarryPlan['investments'][number];
type Holding = HoldingFacts & { readonly vehicle: string };

/** Sectors in the order of the taxonomy: the code of a sub-sector begins with the number of its sector. */
const sectors = [
  'Consumer Discretionary',
  'Consumer Staples',
  'Energy',
  'Financials',
  'Health Care',
  'Industrials',
  'Information Technology',
  'Materials',
  'Real Estate',
  'Communication Services',
  'Utilities',
];
const subSectors: Readonly<Record<string, readonly string[]>> = {
  '12000': ['Hotels and resorts', 'Restaurants', 'Sports and fitness'],
  '13000': ['Furniture and appliances'],
  '21000': ['Packaged food', 'Ingredients'],
  '31000': ['Services and equipment'],
  '41000': ['Payments'],
  '42000': ['Brokerage'],
  '51000': ['Dental and physician groups', 'Diagnostics', 'Home and hospice care', 'Pharmacy services'],
  '61000': ['Logistics', 'Marine and rail'],
  '62000': ['Machinery', 'Aerospace and defense', 'Building products'],
  '63000': ['Facility services', 'Staffing and training', 'Testing and inspection'],
  '71000': ['Application software', 'Infrastructure software', 'Vertical market software'],
  '73000': ['Semiconductors', 'Electronic components'],
  '82000': ['Rigid packaging', 'Flexible packaging'],
  '101000': ['Fiber and towers'],
  '102000': ['Publishing'],
  '111000': ['Water and waste'],
};
const subSectorOf = (sector: string, industry: string): string | null => {
  const [code] = Object.entries(subSectors).find(([, all]) => all.includes(industry)) ?? [];
  return code !== undefined && code.length > 3 && sectors[Number(code.slice(0, -4)) - 1] === sector ? code : null;
};

const dealTypes: Readonly<Record<string, string>> = {
  Growth: 'Growth capital',
  Venture: 'Venture capital',
  Credit: 'Credit',
  'Real Assets': 'Real assets',
};
const subTypes = ['Platform', 'Carve-out', 'Platform', 'Recapitalization'];
const sources = ['Proprietary', 'Limited auction', 'Founder or family', 'Auction', 'Sponsor'];
const yearEnds = ['12-31', '06-30', '12-31', '09-30', '12-31', '03-31'];
const regionsOf = (country: string | null | undefined): HoldingMetrics['company']['regions'] =>
  country === 'US'
    ? [
        ['United States', '81'],
        ['Canada', '11'],
        ['Western Europe', '8'],
      ]
    : [
        ['Western Europe', '64'],
        ['Nordics', '22'],
        ['United Kingdom', '14'],
      ];

const text = (amount: number): string => amount.toFixed(1);
const percent = (share: number): string => (100 * share).toFixed(2);
const tenth = (amount: number): number => Math.round(10 * amount) / 10;

/** Returns a company's value at entry and now, chosen so that the firm's stakes in it have the value in its books. */
function companyFigures(row: Row, holdings: readonly Holding[], number: number) {
  const isLoan = holdings.some((holding) => holding.isLoan);
  const costs = holdings.map(({ buys }) => buys.reduce((sum, [, amount]) => sum + Number(amount), 0) / 1e6);
  const cost = costs.reduce((sum, one) => sum + one, 0);
  const [first] = holdings;
  const [realized, unrealized] = [Number(first?.realized), Number(first?.unrealized)];
  const controlled = [0.62, 0.74, 0.55, 0.81, 0.48, 0.67][number % 6]!;
  const entryEquity = tenth(isLoan ? 1.4 * cost : cost / controlled);
  const equity = tenth(entryEquity * (realized + unrealized));
  const [multiple, leverage] = [9 + 0.7 * (number % 5), 3.2 + 0.4 * (number % 4)];
  const entryEbitda = tenth(entryEquity / (multiple - leverage));
  const entryDebt = tenth(leverage * entryEbitda);
  const netDebt = tenth(0.85 * entryDebt);
  const ebitda = tenth((equity + netDebt) / (multiple + 0.5 * ((number % 3) - 1)));
  const margin = 0.14 + 0.025 * (number % 6);
  const pair = (entry: number, current: number) => [text(entry), text(current)] as const;
  const [entryCash, cash] = [tenth(0.3 * entryEbitda), tenth(0.35 * ebitda)];
  const [entryRevenue, revenue] = [tenth(entryEbitda / margin), tenth(ebitda / (1.05 * margin))];
  const shares = costs.map((own) => (isLoan ? 0 : own / entryEquity));
  return {
    employees: Math.max(20, Math.round(5.5 * revenue)),
    // The sold part of a stake is no longer owned.
    ownership: shares.map((share) => [share, (share * unrealized) / (realized + unrealized)] as const),
    figures: {
      revenue: pair(entryRevenue, revenue),
      ebitda: pair(entryEbitda, ebitda),
      enterpriseValue: pair(entryEquity + entryDebt, equity + netDebt),
      grossDebt: pair(entryDebt + entryCash, netDebt + cash),
      netDebt: pair(entryDebt, netDebt),
      equity: pair(entryEquity, equity),
      cash: pair(entryCash, cash),
      capex: pair(0.03 * entryRevenue, 0.03 * revenue),
      interest: pair(0.07 * (entryDebt + entryCash), 0.075 * (netDebt + cash)),
    },
    sector: row.sector ?? '',
  };
}

function metricsOf(row: Row, holdings: readonly Holding[], number: number): readonly [string, HoldingMetrics][] {
  const own = alderPortfolio.investments[row.code]!;
  const { sector, employees, ownership, figures } = companyFigures(row, holdings, number);
  const subSector = subSectorOf(sector, own.industry);
  const company = {
    sector,
    subSector,
    // In the taxonomy, an industry belongs to a single sector.
    industry: subSector === null ? null : own.industry,
    yearEnd: yearEnds[number % yearEnds.length]!,
    employees,
    regions: regionsOf(row.country),
  };
  const deal = {
    type: dealTypes[own.type] ?? 'Buyout',
    subType: own.type === 'Growth' ? 'Minority' : subTypes[number % subTypes.length]!,
    source: sources[number % sources.length]!,
  };
  const [written] = Object.entries(alderHoldings).flatMap(([name, all]) =>
    name.startsWith(`${row.code}/`) ? [all] : [],
  );
  return holdings.map(({ name }, at) => {
    const [entry, current] = ownership[at]!;
    const own = { ownership: [percent(entry), percent(current)] } as const;
    return [name, { company, deal, ...figures, ...written, ...own }];
  });
}

/**
 * Returns the metrics of every holding of the firm: those given explicitly, and for all others figures that agree with
 * the books.
 */
export function metricsOfHoldings(
  plan: CarryPlan,
  histories: readonly VehicleHistory[],
): Readonly<Record<string, HoldingMetrics>> {
  const all = histories.flatMap(({ code, holdings }) => holdings.map((holding) => ({ ...holding, vehicle: code })));
  const made = plan.investments.flatMap((row, number) => {
    const own = all.filter(({ name, buys }) => name.startsWith(`${row.code}/`) && buys.length > 0);
    return own.length === 0 ? [] : metricsOf(row, own, number);
  });
  return { ...Object.fromEntries(made), ...alderHoldings };
}
