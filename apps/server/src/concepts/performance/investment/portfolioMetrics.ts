import {
  readHoldingFigures,
  type HoldingFigures,
  isLockedFor,
} from '@carrara/adapters/postgres/performance/investment/readInvestment';
import { readVersions } from '@carrara/adapters/postgres/performance/ledger/readChanges';
import { referenceChoices } from '@carrara/adapters/postgres/platform/reference';
import type { StoredRecord } from '@carrara/adapters/postgres/engine/records/recordStore';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { InvestmentSource } from '@carrara/contract/performance/investment/investment';
import {
  companyFields,
  dealFields,
  type PortfolioMetrics,
  portfolioReferenceTypes,
  positionFields,
} from '@carrara/contract/performance/investment/portfolioMetrics';
import { decimal, fromKeys, moneyText, sumOfMoney } from '@carrara/domain/kernel';
import { signedChange } from '@carrara/domain/kernel/measures';
import { metricPairs, valueOfInvestment } from '@carrara/domain/performance/investment';
import {
  listBlankFields,
  metricsAt,
  textOrNull,
  type Values,
  moments,
} from '../../../usecases/performance/portfolioMetrics.ts';

/**
 * Returns the version to save. Only values saved for this very quarter are updated; values carried forward have no
 * version.
 */
const headOf = (stored: StoredRecord | undefined, end: string) =>
  stored?.['periodEnd'] === end
    ? { id: stored.id, rowVersion: stored.rowVersion, periodEnd: end }
    : { id: null, rowVersion: null, periodEnd: (stored?.['periodEnd'] as string | undefined) ?? null };

/** Returns the metrics at entry and now, with the change if both are known. */
export const metricRows = (titles: Readonly<Record<string, string>>, values: Values | undefined) =>
  Object.entries(titles).map(([field, title]) => {
    const [entry, current] = moments.map((moment) => textOrNull(values?.[`${field}${moment}`])) as [
      string | null,
      string | null,
    ];
    return {
      field,
      title,
      entry,
      current,
      change: entry === null || current === null ? null : signedChange(entry, current),
    };
  });
export const metricTitles = Object.fromEntries(Object.entries(metricPairs).map(([name, { title }]) => [name, title]));

/**
 * Returns the holding's value as entered, otherwise from the ledger. `reasons` says why there is no total value although
 * there is a part of it, or although the ledger should have it.
 */
export function metricValues(
  holding: Values | undefined,
  ledger: Pick<HoldingFigures, 'fairValue' | 'proceeds' | 'income' | 'notDetermined'> | undefined,
) {
  const ledgerValue = ledger?.fairValue ?? null;
  const ledgerProceeds =
    ledger?.proceeds == null || ledger.income === null ? null : sumOfMoney([ledger.proceeds, ledger.income]);
  const [endValue, endProceeds] = [
    textOrNull(holding?.['endValue']) ?? ledgerValue,
    textOrNull(holding?.['endProceeds']) ?? ledgerProceeds,
  ];
  const asDecimal = (text: string | null) => (text === null ? null : decimal(text));
  const total = valueOfInvestment(asDecimal(endValue), asDecimal(endProceeds));
  const missing = [
    ...(endValue === null ? [{ title: positionFields.endValue.title, sources: ['fairValue'] }] : []),
    ...(endProceeds === null ? [{ title: positionFields.endProceeds.title, sources: ['proceeds', 'income'] }] : []),
  ];
  const sources = new Set(missing.flatMap((part) => part.sources));
  const reason = ledger?.notDetermined.find(({ field }) => sources.has(field));
  return {
    ledgerValue,
    ledgerProceeds,
    totalValue: total === null ? null : moneyText(total),
    reasons:
      reason !== undefined
        ? [{ code: reason.code, message: reason.message }]
        : missing.length === 1
          ? missing.map(({ title }) => ({ code: 'NOT_DETERMINED', message: `Not entered: ${title}.` }))
          : [],
  };
}

/** Returns the reasons of a total value under the name of its field. */
export const reasonsFor = (field: string, reasons: ReturnType<typeof metricValues>['reasons']) =>
  reasons.map((reason) => ({ field, ...reason }));

/** Returns all choices of the editor. */
export async function portfolioChoices(tx: Transaction): Promise<PortfolioMetrics['referenceData']> {
  const found = await referenceChoices(tx, Object.values(portfolioReferenceTypes));
  const names = Object.keys(portfolioReferenceTypes) as (keyof typeof portfolioReferenceTypes)[];
  return fromKeys(names, (name) => [...found[portfolioReferenceTypes[name]]]);
}

export async function readPortfolioMetrics(
  tx: Transaction,
  source: InvestmentSource,
  end: string,
): Promise<PortfolioMetrics> {
  const [{ company, holding }, figures, referenceData, isLocked] = await Promise.all([
    metricsAt(tx, source, end),
    readHoldingFigures(tx, source.investmentId, end),
    portfolioChoices(tx),
    isLockedFor(tx, source.vehicle.id, end),
  ]);
  const [version] = isLocked ? await readVersions(tx, source.vehicle.id, end) : [];
  const { ledgerValue, ledgerProceeds, totalValue, reasons } = metricValues(
    holding,
    figures.find(({ sourceId }) => sourceId === source.id),
  );
  return {
    investmentPeriod: { ...headOf(company, end), investment: listBlankFields(companyFields, company) },
    fundInvestmentPeriod: {
      ...headOf(holding, end),
      ...listBlankFields(positionFields, holding),
      fundInvestment: listBlankFields(dealFields, holding),
      totalValueOfInvestment: totalValue,
      notDetermined: reasonsFor('totalValueOfInvestment', reasons),
    },
    ledgerValue,
    ledgerProceeds,
    referenceData,
    locked: isLocked
      ? {
          vehicle: source.vehicle.name,
          lockedDate: version?.lockedDate ?? null,
          lockedBy: version?.lockedBy ?? null,
        }
      : null,
  } as PortfolioMetrics;
}
