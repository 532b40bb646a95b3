import { ok } from '@carrara/domain/kernel';
import { by, type Firm, type Happening } from './firm.ts';

/** A figure of a company at entry and now, in millions of its fund's currency. */
type Pair = readonly [entry: string, current: string];

/** Metrics of a company and of a holding in it. */
export interface HoldingMetrics {
  readonly company: {
    readonly sector: string;
    readonly subSector: string | null;
    readonly industry: string | null;
    readonly yearEnd: string;
    readonly employees: number;
    /** Business by region, in percent. */
    readonly regions: readonly (readonly [region: string, percent: string])[];
  };
  readonly deal: { readonly type: string; readonly subType: string; readonly source: string };
  /** Percent of the fully diluted equity. */
  readonly ownership: Pair;
  readonly revenue: Pair;
  readonly ebitda: Pair;
  readonly enterpriseValue: Pair;
  readonly grossDebt: Pair;
  readonly netDebt: Pair;
  readonly equity: Pair;
  readonly cash: Pair;
  readonly capex: Pair;
  readonly interest: Pair;
}

/** Two companies in detail, by holding: `HDG01/ARP-I`. */
export const alderHoldings: Readonly<Record<string, HoldingMetrics>> = {
  'HDG01/ARP-I': {
    company: {
      sector: 'Health Care',
      subSector: '51000',
      industry: 'Dental and physician groups',
      yearEnd: '12-31',
      employees: 3400,
      regions: [
        ['United States', '92'],
        ['Canada', '8'],
      ],
    },
    deal: { type: 'Buyout', subType: 'Platform', source: 'Founder or family' },
    ownership: ['78.5', '74.25'],
    revenue: ['210', '388'],
    ebitda: ['31.5', '66'],
    enterpriseValue: ['283.5', '726'],
    grossDebt: ['148', '205'],
    netDebt: ['136', '174'],
    equity: ['147.5', '552'],
    cash: ['12', '31'],
    capex: ['6.4', '11.8'],
    interest: ['9.6', '15.1'],
  },
  'CS05/ARP-I': {
    company: {
      sector: 'Information Technology',
      subSector: '71000',
      industry: 'Vertical market software',
      yearEnd: '06-30',
      employees: 860,
      regions: [
        ['United States', '61'],
        ['United Kingdom', '22'],
        ['Western Europe', '17'],
      ],
    },
    deal: { type: 'Growth capital', subType: 'Minority', source: 'Proprietary' },
    ownership: ['41', '38.6'],
    revenue: ['74', '171'],
    ebitda: ['11.1', '42.7'],
    enterpriseValue: ['166.5', '640.5'],
    grossDebt: ['20', '35'],
    netDebt: ['11', '-13'],
    equity: ['155.5', '653.5'],
    cash: ['9', '48'],
    capex: ['1.9', '3.3'],
    interest: ['1.2', '2.4'],
  },
};

const pairs = {
  revenue: 'ltmRevenue',
  ebitda: 'ltmEbitda',
  enterpriseValue: 'totalEnterpriseValue',
  grossDebt: 'grossDebt',
  netDebt: 'netDebt',
  equity: 'totalEquityValue',
  cash: 'cashBalance',
  capex: 'ltmCapex',
  interest: 'ltmInterestPaid',
} as const;
const millions = (text: string) => {
  const [whole = '0', part = ''] = text.split('.');
  return `${whole}${part.padEnd(6, '0')}.00`;
};

/** Enters companies' metrics at a quarter end through the operation that people use. */
export function holdingMetrics(
  firm: Firm,
  day: string,
  endDate: string,
  facts: Readonly<Record<string, HoldingMetrics>>,
): Happening {
  const { book, operations } = firm;
  return by(firm, day, async (context) => {
    // A company with two holders is saved with each.
    const versions = new Map<string, number | null>();
    for (const [holding, { company, deal, ownership, ...figures }] of Object.entries(facts)) {
      const [code = ''] = holding.split('/');
      const of = (type: string, name: string | null) => book.reference(type, name);
      const regions = company.regions.flatMap(([region, percent], i): [string, unknown][] => [
        [`geoRegion${i + 1}`, of('geo-region', region)],
        [`geoPercentage${i + 1}`, percent],
      ]);
      const told = Object.entries(figures).flatMap(([name, [entry, current]]): [string, string][] => {
        const field = pairs[name as keyof typeof figures];
        return [
          [`${field}Entry`, millions(entry)],
          [`${field}Current`, millions(current)],
        ];
      });
      const saved = await operations.performanceInvestment.savePortfolioMetrics(context, {
        body: {
          investmentId: book.id('investment', code),
          fundInvestmentId: book.id('part', holding),
          endDate,
          investmentPeriod: {
            rowVersion: versions.get(code) ?? null,
            investment: {
              altXSector: of('sector', company.sector),
              altXSubSector: of('sub-sector', company.subSector),
              altXIndustry: of('industry', company.industry),
              financialYearEnd: company.yearEnd,
              numberOfEmployees: company.employees,
              isPublic: false,
              ...Object.fromEntries(regions),
            },
          },
          fundInvestmentPeriod: {
            ltmDate: endDate,
            ownershipFullyDilutedEntry: ownership[0],
            ownershipFullyDilutedCurrent: ownership[1],
            ...Object.fromEntries(told),
            fundInvestment: {
              dealType: of('deal-type', deal.type),
              dealSubType: of('deal-sub-type', deal.subType),
              dealSource: of('deal-source', deal.source),
            },
          },
        },
      });
      if (saved.isErr()) return saved;
      versions.set(code, saved.value.investmentPeriod.rowVersion);
    }
    return ok(undefined);
  });
}
