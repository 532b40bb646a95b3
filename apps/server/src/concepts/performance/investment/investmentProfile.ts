import {
  readHoldingFigures,
  readReportingDates,
} from '@carrara/adapters/postgres/performance/investment/readInvestment';
import type { InvestmentProfile, InvestmentSource } from '@carrara/contract/performance/investment/investment';
import { companyFields, dealFields } from '@carrara/contract/performance/investment/portfolioMetrics';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { decimal, type Decimal, moneyText, numberText } from '@carrara/domain/kernel';
import { exposure, ownershipPairs } from '@carrara/domain/performance/investment';
import { type CompanyFigures, type ValueDriver, valueCreation, valueDrivers } from '@carrara/domain/performance/return';
import { metricsAt } from '../../../usecases/performance/portfolioMetrics.ts';
import { metricTitles, reasonsFor, metricRows, metricValues } from './portfolioMetrics.ts';

type Values = Readonly<Record<string, unknown>>;

const driverTitles: Readonly<Record<ValueDriver, string>> = {
  revenue: 'Revenue growth',
  margin: 'Margin',
  revenueAndMargin: 'Revenue growth and margin',
  multiple: 'Multiple',
  growthAndMultiple: 'Growth and multiple',
  debt: 'Net debt',
};
const decimalAt = (values: Values | undefined, name: string): Decimal | undefined => {
  const text = values?.[name];
  return typeof text === 'string' && text !== '' ? decimal(text) : undefined;
};
/** Returns a company's figures at entry or now. Adds the names of missing ones. */
function companyAt(
  holding: Values | undefined,
  moment: 'Entry' | 'Current',
  missing: string[],
): CompanyFigures | undefined {
  const figure = (field: 'ltmRevenue' | 'ltmEbitda' | 'totalEnterpriseValue' | 'netDebt') => {
    const value = decimalAt(holding, `${field}${moment}`);
    if (value === undefined) missing.push(`${metricTitles[field]}, ${moment === 'Entry' ? 'at entry' : 'now'}`);
    return value;
  };
  const [sales, ebitda] = [figure('ltmRevenue'), figure('ltmEbitda')];
  const [enterpriseValue, netDebt] = [figure('totalEnterpriseValue'), figure('netDebt')];
  return sales && ebitda && enterpriseValue && netDebt ? { sales, ebitda, enterpriseValue, netDebt } : undefined;
}

const undetermined = (message: string) => ({
  valueCreation: null,
  reason: [{ field: 'valueCreation', code: 'NOT_DETERMINED', message }],
});

/** Returns the sources of value creation by the domain's rule, or what is missing for it. */
function bridgeOf(holding: Values | undefined, totalValue: string | null, invested: string | null) {
  const missing: string[] = [];
  const [entry, current] = [companyAt(holding, 'Entry', missing), companyAt(holding, 'Current', missing)];
  const ownership = decimalAt(holding, 'ownershipFullyDilutedEntry');
  if (ownership === undefined) missing.push('Fully diluted equity, at entry');
  if (!entry || !current || ownership === undefined) return undetermined(`Not entered: ${missing.join('; ')}.`);
  const whole =
    totalValue === null || invested === null ? {} : { totalValue: decimal(totalValue), invested: decimal(invested) };
  return valueCreation({ entry, current, ownership, ...whole }).match(
    (parts) => ({
      valueCreation: {
        steps: [
          ...valueDrivers.map((driver) => ({ driver, title: driverTitles[driver], amount: moneyText(parts[driver]) })),
          ...(parts.other === null
            ? []
            : [{ driver: 'other', title: 'Ownership, capital, income', amount: moneyText(parts.other) }]),
        ],
        total: parts.total === null ? null : moneyText(parts.total),
      },
      reason: [],
    }),
    (failures) =>
      undetermined(
        failures.map(({ path, detail }) => `${path[0] === 'entry' ? 'At entry' : 'Now'}: ${detail}`).join('; '),
      ),
  );
}

/** Returns the quarter end that a profile displays: the requested one, otherwise the latest with figures or metrics. */
export const displayedEnd = async (
  tx: Transaction,
  source: InvestmentSource,
  requested: string | undefined,
  today: string,
) =>
  requested ??
  (await readReportingDates(tx, { investmentId: source.investmentId, sourceId: source.id }))[0]?.reportingDate ??
  today;

export async function investmentProfile(
  tx: Transaction,
  source: InvestmentSource,
  endDate: string,
  name: string,
): Promise<InvestmentProfile> {
  const [{ company, holding }, figures] = await Promise.all([
    metricsAt(tx, source, endDate),
    readHoldingFigures(tx, source.investmentId, endDate),
  ]);
  const ledger = figures.find(({ sourceId }) => sourceId === source.id);
  const { totalValue, reasons } = metricValues(holding, ledger);
  const { valueCreation: bridge, reason } = bridgeOf(holding, totalValue, ledger?.invested ?? null);
  const slots = [1, 2, 3, 4, 5].map((slot) => ({
    region: null,
    percentage: decimalAt(company, `geoPercentage${slot}`) ?? null,
  }));
  const { total, isOverExposed } = exposure(slots);
  const all = <T>(fields: object, values: Values | undefined) =>
    Object.fromEntries(Object.keys(fields).map((field) => [field, values?.[field] ?? null])) as T;
  return {
    investmentId: source.investmentId,
    sourceId: source.id,
    name,
    vehicle: source.vehicle,
    currency: source.currency,
    endDate,
    invested: ledger?.invested ?? null,
    proceeds: ledger?.proceeds ?? null,
    income: ledger?.income ?? null,
    cost: ledger?.cost ?? null,
    fairValue: ledger?.fairValue ?? null,
    grossIrr: ledger?.grossIrr ?? null,
    grossIrrAnnualized: ledger?.grossIrrAnnualized ?? null,
    grossMoic: ledger?.grossMoic ?? null,
    notDetermined: [...(ledger?.notDetermined ?? []), ...reasonsFor('totalValueOfInvestment', reasons), ...reason],
    totalValueOfInvestment: totalValue,
    metricsDate: (holding?.['periodEnd'] as string | undefined) ?? null,
    ltmDate: (holding?.['ltmDate'] as string | null | undefined) ?? null,
    company: all(companyFields, company),
    geography: { total: numberText(total), isOverExposed },
    deal: all(dealFields, holding),
    metrics: metricRows(metricTitles, holding),
    ownership: metricRows(ownershipPairs, holding),
    valueCreation: bridge,
  };
}
