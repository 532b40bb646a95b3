import {
  holdingFiguresOf,
  type HoldingFigures,
  holdingPeriodStore,
  investmentPeriodStore,
  isLockedFor,
  latestMetrics,
  sourcesOf,
} from '@carrara/adapters/postgres/performance/investment';
import { versionsOf } from '@carrara/adapters/postgres/performance/ledger';
import { referenceChoices, referenceCode } from '@carrara/adapters/postgres/platform/reference';
import type { RecordStore, StoredRecord } from '@carrara/adapters/postgres/engine/records';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import { emptyId, type Reference } from '@carrara/contract/core/kinds';
import type { InvestmentSource } from '@carrara/contract/performance/investment';
import {
  companyFields,
  dealFields,
  type PortfolioMetrics,
  portfolioReferenceTypes,
  positionFields,
  type SavePortfolioBody,
} from '@carrara/contract/performance/portfolioMetrics';
import {
  calendarDate,
  decimal,
  err,
  fail,
  type Failure,
  type Failures,
  moneyText,
  numberText,
  ok,
  type Result,
  shownDate,
  sumOfMoney,
} from '@carrara/domain/kernel';
import { signedChange } from '@carrara/domain/kernel/measures';
import {
  geographyOf,
  isMonthDay,
  isOwnership,
  metricPairs,
  ownershipFraction,
  ownershipPairs,
  ownershipPercent,
  taxonomyOf,
  valueOfInvestment,
} from '@carrara/domain/performance/investment';
import { isQuarterEnd } from '@carrara/domain/performance/ledger';
import type { RequestContext } from '../../operations.ts';

export type Values = Readonly<Record<string, unknown>>;
const when = ['Entry', 'Current'] as const;
const ownershipFields = Object.keys(ownershipPairs).flatMap((name) => when.map((moment) => `${name}${moment}`));
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
const idOf = (value: unknown) => {
  const id = (value as Reference | null | undefined)?.id;
  return id === undefined || id === emptyId || id === '' ? null : id;
};

/** Converts ownership, which is in percent in the contract and stored as a fraction. */
const converted = (values: Values, convert: (text: string) => string): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const text = ownershipFields.includes(name) ? textOf(value) : null;
      return [name, text === null ? value : convert(text)];
    }),
  );
export const kept = (values: Values) => converted(values, (text) => numberText(ownershipFraction(decimal(text))));
export const entered = (values: Values) => converted(values, (text) => numberText(ownershipPercent(decimal(text))));

export const blankOf = (fields: object, values: Values | undefined) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, values?.[name] ?? null]));
/**
 * Returns the version to save. Only values saved for this very quarter are updated; values carried forward have no
 * version.
 */
const headOf = (stored: StoredRecord | undefined, end: string) =>
  stored?.['periodEnd'] === end
    ? { id: stored.id, rowVersion: stored.rowVersion, periodEnd: end }
    : { id: null, rowVersion: null, periodEnd: (stored?.['periodEnd'] as string | undefined) ?? null };

/** Entered metrics of a company and a holding at a quarter end. */
export interface StoredMetrics {
  readonly company: StoredRecord | undefined;
  /** Ownership is in percent. */
  readonly holding: StoredRecord | undefined;
}
export async function metricsAt(tx: Transaction, source: InvestmentSource, end: string): Promise<StoredMetrics> {
  const [company, holding] = await Promise.all([
    latestMetrics(tx, 'investmentPeriod', source.investmentId, end),
    latestMetrics(tx, 'holdingPeriod', source.id, end),
  ]);
  return { company, holding: holding && (entered(holding) as StoredRecord) };
}

/** Returns the metrics at entry and now, with the change if both are known. */
export const rowsOf = (titles: Readonly<Record<string, string>>, values: Values | undefined) =>
  Object.entries(titles).map(([field, title]) => {
    const [entry, current] = when.map((moment) => textOf(values?.[`${field}${moment}`])) as [
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

/** Returns the holding's value as entered, otherwise from the ledger. */
export function valuesOf(holding: Values | undefined, ledger: HoldingFigures | undefined) {
  const ledgerValue = ledger?.fairValue ?? null;
  const ledgerProceeds =
    ledger?.proceeds == null || ledger.income === null ? null : sumOfMoney([ledger.proceeds, ledger.income]);
  const [endValue, endProceeds] = [
    textOf(holding?.['endValue']) ?? ledgerValue,
    textOf(holding?.['endProceeds']) ?? ledgerProceeds,
  ];
  const asDecimal = (text: string | null) => (text === null ? null : decimal(text));
  const total = valueOfInvestment(asDecimal(endValue), asDecimal(endProceeds));
  return { ledgerValue, ledgerProceeds, totalValue: total === null ? null : moneyText(total) };
}

/** Returns all choices of the editor. */
export async function portfolioChoices(tx: Transaction): Promise<PortfolioMetrics['referenceData']> {
  const found = await referenceChoices(tx, Object.values(portfolioReferenceTypes));
  const lists = Object.entries(portfolioReferenceTypes).map(([name, type]) => [name, found[type]] as const);
  return Object.fromEntries(lists) as unknown as PortfolioMetrics['referenceData'];
}

/** Returns the requested holding, or the first one if none is given. */
export async function sourceOf(
  tx: Transaction,
  investmentId: string,
  sourceId: string | undefined,
  field = 'sourceId',
): Promise<Result<InvestmentSource, Failures>> {
  const sources = await sourcesOf(tx, investmentId);
  const source = sourceId === undefined ? sources[0] : sources.find(({ id }) => id === sourceId);
  return source
    ? ok(source)
    : err([
        fail(
          'NOT_FOUND',
          [field],
          sources.length > 0 ? 'The investment has no such source.' : 'There is no such investment.',
        ),
      ]);
}

export async function portfolioMetricsOf(
  tx: Transaction,
  source: InvestmentSource,
  end: string,
): Promise<PortfolioMetrics> {
  const [{ company, holding }, figures, referenceData, isLocked] = await Promise.all([
    metricsAt(tx, source, end),
    holdingFiguresOf(tx, source.investmentId, end),
    portfolioChoices(tx),
    isLockedFor(tx, source.vehicle.id, end),
  ]);
  const [version] = isLocked ? await versionsOf(tx, source.vehicle.id, end) : [];
  const { ledgerValue, ledgerProceeds, totalValue } = valuesOf(
    holding,
    figures.find(({ sourceId }) => sourceId === source.id),
  );
  return {
    investmentPeriod: { ...headOf(company, end), investment: blankOf(companyFields, company) },
    fundInvestmentPeriod: {
      ...headOf(holding, end),
      ...blankOf(positionFields, holding),
      fundInvestment: blankOf(dealFields, holding),
      totalValueOfInvestment: totalValue,
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

const at = (failures: Failures, ...path: readonly string[]): Failures =>
  failures.map((failure) => ({ ...failure, path: [...path, ...failure.path] }));

/** Returns invalid fields of a company's metrics. */
export async function companyFailures(tx: Transaction, company: Values): Promise<Failures> {
  const codeOf = async (name: keyof typeof companyFields, type: 'sector' | 'sub-sector' | 'industry') => {
    const id = idOf(company[name]);
    return id === null ? undefined : referenceCode(tx, type, id);
  };
  const codes = {
    sector: await codeOf('altXSector', 'sector'),
    subSector: await codeOf('altXSubSector', 'sub-sector'),
    industry: await codeOf('altXIndustry', 'industry'),
  };
  const fields: Readonly<Record<string, string>> = { subSector: 'altXSubSector', industry: 'altXIndustry' };
  const taxonomy = taxonomyOf(codes).match(
    () => [],
    (failures) => failures.map((failure) => ({ ...failure, path: failure.path.map((name) => fields[name] ?? name) })),
  );
  const slots = [1, 2, 3, 4, 5].map((slot) => {
    const percentage = textOf(company[`geoPercentage${slot}`]);
    return { region: idOf(company[`geoRegion${slot}`]), percentage: percentage === null ? null : decimal(percentage) };
  });
  const geography = geographyOf(slots).match(
    () => [],
    (failures) =>
      failures.map((failure) => ({
        ...failure,
        path: [`geo${failure.path[1] === 'region' ? 'Region' : 'Percentage'}${Number(failure.path[0]) + 1}`],
      })),
  );
  const yearEnd = textOf(company['financialYearEnd']);
  const unread: Failure[] =
    yearEnd === null || isMonthDay(yearEnd)
      ? []
      : [fail('DATE_FORMAT', ['financialYearEnd'], 'Enter the financial year end as MM-dd.')];
  return [...taxonomy, ...geography, ...unread];
}

/** Returns invalid fields of a holding's metrics, with ownership in percent. */
export const holdingFailures = (values: Values): Failures =>
  ownershipFields.flatMap((name) => {
    const text = textOf(values[name]);
    return text === null || isOwnership(decimal(text))
      ? []
      : [fail('INVALID_VALUE', [name], 'Ownership must be from 0 to 100 percent.')];
  });

/** Saves values for a quarter: updates those saved for it in the version that was read, otherwise inserts them. */
async function saveFor(
  tx: Transaction,
  store: RecordStore,
  where: { readonly [name: string]: string },
  values: Values,
  seen: number | null | undefined,
  operation: string,
  containerId: string,
): Promise<Result<StoredRecord, Failures>> {
  const [stored] = await store.find(tx, where);
  const act = { operation, containerId };
  const saved = stored
    ? await store.update(tx, act, stored.id, seen ?? 0, values)
    : await store.insert(tx, act, values);
  return saved.mapErr((failure) => [failure]);
}

/** Saves a company's metrics for a quarter, based on the version that was read, or null if there was none. */
export const saveCompany = (
  tx: Transaction,
  { investmentId, end }: { readonly investmentId: string; readonly end: string },
  company: Values,
  seen: number | null | undefined,
): Promise<Result<StoredRecord, Failures>> =>
  saveFor(
    tx,
    investmentPeriodStore,
    { investment: investmentId, periodEnd: end },
    { ...company, investment: { id: investmentId }, periodEnd: end },
    seen,
    'savePortfolioMetrics',
    investmentId,
  );

/** Saves a holding's metrics likewise, with ownership in percent. */
export const saveHolding = (
  tx: Transaction,
  { investmentId, holdingId, end }: { readonly investmentId: string; readonly holdingId: string; readonly end: string },
  values: Values,
  seen: number | null | undefined,
  operation: 'savePortfolioMetrics' | 'saveInvestmentMetrics',
): Promise<Result<StoredRecord, Failures>> =>
  saveFor(
    tx,
    holdingPeriodStore,
    { holdingId, periodEnd: end },
    { ...kept(values), holdingId, periodEnd: end },
    seen,
    operation,
    investmentId,
  );

export const notQuarterEnd = (day: string): string => `${shownDate(day)} is not a quarter end.`;
export const lockedQuarter = (vehicle: string, end: string): string =>
  `${vehicle} has locked the quarter ${shownDate(end)}.`;

/** Returns the quarter and the holding to save metrics for, or why they can't be saved. */
async function placeOf(
  { tx }: RequestContext,
  body: Pick<SavePortfolioBody, 'investmentId' | 'fundInvestmentId' | 'endDate'>,
) {
  const found = await sourceOf(tx, body.investmentId, body.fundInvestmentId, 'fundInvestmentId');
  if (found.isErr()) return err(found.error);
  if (!isQuarterEnd(calendarDate(body.endDate)))
    return err<never, Failures>([fail('INVALID_VALUE', ['endDate'], notQuarterEnd(body.endDate))]);
  if (await isLockedFor(tx, found.value.vehicle.id, body.endDate))
    return err<never, Failures>([
      fail('PERIOD_LOCKED', ['endDate'], lockedQuarter(found.value.vehicle.name, body.endDate)),
    ]);
  return ok(found.value);
}

export async function savePortfolio(
  context: RequestContext,
  body: SavePortfolioBody,
): Promise<Result<PortfolioMetrics, Failures>> {
  const { tx } = context;
  const place = await placeOf(context, body);
  if (place.isErr()) return err(place.error);
  const source = place.value;
  const { investment: company, rowVersion: seenCompany } = body.investmentPeriod;
  const { fundInvestment: deal, rowVersion: seenHolding, ...position } = body.fundInvestmentPeriod;
  const failures = [
    ...at(await companyFailures(tx, company), 'investmentPeriod', 'investment'),
    ...at(holdingFailures(position), 'fundInvestmentPeriod'),
  ];
  if (failures.length > 0) return err(failures);
  const where = { investmentId: source.investmentId, holdingId: source.id, end: body.endDate };
  const savedCompany = await saveCompany(tx, where, company, seenCompany);
  if (savedCompany.isErr()) return err(at(savedCompany.error, 'investmentPeriod'));
  const savedHolding = await saveHolding(tx, where, { ...deal, ...position }, seenHolding, 'savePortfolioMetrics');
  if (savedHolding.isErr()) return err(at(savedHolding.error, 'fundInvestmentPeriod'));
  return ok(await portfolioMetricsOf(tx, source, body.endDate));
}

/**
 * Saves the tables of metrics only. If the quarter has none yet, the other values are carried forward from the latest
 * quarter with values.
 */
export async function saveMetrics(
  context: RequestContext,
  body: Pick<SavePortfolioBody, 'investmentId' | 'fundInvestmentId' | 'endDate'> & {
    readonly fundInvestmentPeriod: Values & { readonly rowVersion?: number | null | undefined };
  },
): Promise<Result<StoredRecord, Failures>> {
  const { tx } = context;
  const place = await placeOf(context, body);
  if (place.isErr()) return err(place.error);
  const { rowVersion: seen, ...position } = body.fundInvestmentPeriod;
  const failures = holdingFailures(position);
  if (failures.length > 0) return err(at(failures, 'fundInvestmentPeriod'));
  const { id: holdingId, investmentId } = place.value;
  const end = body.endDate;
  const { holding } = await metricsAt(tx, place.value, end);
  const before = blankOf({ ...dealFields, ...positionFields }, holding);
  const where = { investmentId, holdingId, end };
  const saved = await saveHolding(tx, where, { ...before, ...position }, seen, 'saveInvestmentMetrics');
  return saved.mapErr((refused) => at(refused, 'fundInvestmentPeriod'));
}
