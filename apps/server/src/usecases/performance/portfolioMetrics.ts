import {
  holdingPeriodStore,
  investmentPeriodStore,
  latestMetrics,
} from '@carrara/adapters/postgres/performance/investment/periodStores';
import { isLockedFor, readSources } from '@carrara/adapters/postgres/performance/investment/readInvestment';
import { referenceCode } from '@carrara/adapters/postgres/platform/reference';
import type { RecordStore, StoredRecord } from '@carrara/adapters/postgres/engine/records/recordStore';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { emptyId, type Reference } from '@carrara/contract/core/kinds';
import type { InvestmentSource } from '@carrara/contract/performance/investment/investment';
import {
  type companyFields,
  dealFields,
  positionFields,
  type SavePortfolioBody,
} from '@carrara/contract/performance/investment/portfolioMetrics';
import { decimal, err, fail, type Failures, numberText, ok } from '@carrara/domain/kernel';
import {
  type CompanyMetrics,
  decideCompanyMetrics,
  decideHoldingMetrics,
  decideMetricsQuarter,
  ownershipFraction,
  ownershipPairs,
  ownershipPercent,
} from '@carrara/domain/performance/investment';
import type { Outcome } from '../outcome.ts';

export type Values = Readonly<Record<string, unknown>>;
export const moments = ['Entry', 'Current'] as const;
const ownershipFields = Object.keys(ownershipPairs).flatMap((name) => moments.map((moment) => `${name}${moment}`));
export const textOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
const idOf = (value: unknown) => {
  const id = (value as Reference | null | undefined)?.id;
  return id === undefined || id === emptyId || id === '' ? null : id;
};

/** Converts ownership, which is in percent in the contract and stored as a fraction. */
const converted = (values: Values, convert: (text: string) => string): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const text = ownershipFields.includes(name) ? textOrNull(value) : null;
      return [name, text === null ? value : convert(text)];
    }),
  );
export const storedValues = (values: Values) =>
  converted(values, (text) => numberText(ownershipFraction(decimal(text))));
export const enteredValues = (values: Values) =>
  converted(values, (text) => numberText(ownershipPercent(decimal(text))));

export const listBlankFields = (fields: object, values: Values | undefined) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, values?.[name] ?? null]));
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
  return { company, holding: holding && (enteredValues(holding) as StoredRecord) };
}

/** Returns the requested holding, or the first one if none is given. */
export async function readSource(
  tx: Transaction,
  investmentId: string,
  sourceId: string | undefined,
  field = 'sourceId',
): Outcome<InvestmentSource> {
  const sources = await readSources(tx, investmentId);
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

type MetricsOf = Pick<SavePortfolioBody, 'investmentId' | 'fundInvestmentId' | 'endDate'>;

/**
 * Saves the metrics of a company and of a holding for a quarter.
 *
 * Fails: NOT_FOUND, STALE_VERSION, and the failures of `decideMetricsQuarter`, `decideCompanyMetrics` and
 * `decideHoldingMetrics`.
 */
export async function savePortfolioMetrics(tx: Transaction, body: SavePortfolioBody): Outcome<InvestmentSource> {
  const parents = await loadParents(tx, body);
  if (parents.isErr()) return err(parents.error);
  const { source, isLocked } = parents.value;
  const { investment: company, rowVersion: expectedCompanyVersion } = body.investmentPeriod;
  const { fundInvestment: deal, rowVersion: expectedHoldingVersion, ...position } = body.fundInvestmentPeriod;
  const metrics = await loadCompany(tx, company);

  const closed = decideMetricsQuarter(body.endDate, { vehicle: source.vehicle.name, isLocked });
  if (closed.length > 0) return err(closed);
  const failures = [
    ...at(decideCompanyMetrics(metrics), 'investmentPeriod', 'investment'),
    ...at(decideHoldingMetrics(ownershipIn(position)), 'fundInvestmentPeriod'),
  ];
  if (failures.length > 0) return err(failures);

  const where = { investmentId: source.investmentId, holdingId: source.id, end: body.endDate };
  const savedCompany = await saveCompany(tx, where, company, expectedCompanyVersion);
  if (savedCompany.isErr()) return err(at(savedCompany.error, 'investmentPeriod'));
  const savedHolding = await saveHolding(
    tx,
    where,
    { ...deal, ...position },
    expectedHoldingVersion,
    'savePortfolioMetrics',
  );
  return savedHolding.map(() => source).mapErr((refused) => at(refused, 'fundInvestmentPeriod'));
}

/**
 * Saves the tables of metrics only. If the quarter has none yet, the other values are carried forward from the latest
 * quarter with values.
 *
 * Fails: NOT_FOUND, STALE_VERSION, and the failures of `decideMetricsQuarter` and `decideHoldingMetrics`.
 */
export async function saveInvestmentMetrics(
  tx: Transaction,
  body: MetricsOf & { readonly fundInvestmentPeriod: Values & { readonly rowVersion?: number | null | undefined } },
): Outcome<StoredRecord> {
  const parents = await loadParents(tx, body);
  if (parents.isErr()) return err(parents.error);
  const { source, isLocked } = parents.value;
  const { rowVersion: expectedVersion, ...position } = body.fundInvestmentPeriod;
  const { id: holdingId, investmentId } = source;
  const end = body.endDate;
  const { holding } = await metricsAt(tx, source, end);

  const closed = decideMetricsQuarter(end, { vehicle: source.vehicle.name, isLocked });
  if (closed.length > 0) return err(closed);
  const failures = decideHoldingMetrics(ownershipIn(position));
  if (failures.length > 0) return err(at(failures, 'fundInvestmentPeriod'));

  const before = listBlankFields({ ...dealFields, ...positionFields }, holding);
  const where = { investmentId, holdingId, end };
  const saved = await saveHolding(tx, where, { ...before, ...position }, expectedVersion, 'saveInvestmentMetrics');
  return saved.mapErr((refused) => at(refused, 'fundInvestmentPeriod'));
}

/** Loads the holding to save metrics for, and whether its vehicle has locked the quarter. */
async function loadParents(tx: Transaction, { investmentId, fundInvestmentId, endDate }: MetricsOf) {
  const found = await readSource(tx, investmentId, fundInvestmentId, 'fundInvestmentId');
  if (found.isErr()) return err(found.error);
  const source = found.value;
  return ok({ source, isLocked: await isLockedFor(tx, source.vehicle.id, endDate) });
}

/** Loads the codes of a company's classification. */
export async function loadCompany(tx: Transaction, company: Values): Promise<CompanyMetrics> {
  const codeOf = async (name: keyof typeof companyFields, type: 'sector' | 'sub-sector' | 'industry') => {
    const id = idOf(company[name]);
    return id === null ? undefined : referenceCode(tx, type, id);
  };
  return {
    codes: {
      sector: await codeOf('altXSector', 'sector'),
      subSector: await codeOf('altXSubSector', 'sub-sector'),
      industry: await codeOf('altXIndustry', 'industry'),
    },
    slots: [1, 2, 3, 4, 5].map((slot) => {
      const percentage = textOrNull(company[`geoPercentage${slot}`]);
      return {
        region: idOf(company[`geoRegion${slot}`]),
        percentage: percentage === null ? null : decimal(percentage),
      };
    }),
    yearEnd: textOrNull(company['financialYearEnd']),
  };
}

/** Returns the ownership fields that are entered, in percent. */
export const ownershipIn = (values: Values) =>
  ownershipFields.flatMap((name) => {
    const text = textOrNull(values[name]);
    return text === null ? [] : [[name, decimal(text)] as const];
  });

const at = (failures: Failures, ...path: readonly string[]): Failures =>
  failures.map((failure) => ({ ...failure, path: [...path, ...failure.path] }));

/** Saves values for a quarter: updates those saved for it in the version that was read, otherwise inserts them. */
async function saveFor(
  tx: Transaction,
  store: RecordStore,
  where: { readonly [name: string]: string },
  values: Values,
  expectedVersion: number | null | undefined,
  operation: string,
  containerId: string,
): Outcome<StoredRecord> {
  const [stored] = await store.find(tx, where);
  const act = { operation, containerId };
  const saved = stored
    ? await store.update(tx, act, stored.id, expectedVersion ?? 0, values)
    : await store.insert(tx, act, values);
  return saved.mapErr((failure) => [failure]);
}

/** Saves a company's metrics for a quarter, based on the version that was read, or null if there was none. */
export const saveCompany = (
  tx: Transaction,
  { investmentId, end }: { readonly investmentId: string; readonly end: string },
  company: Values,
  expectedVersion: number | null | undefined,
): Outcome<StoredRecord> =>
  saveFor(
    tx,
    investmentPeriodStore,
    { investment: investmentId, periodEnd: end },
    { ...company, investment: { id: investmentId }, periodEnd: end },
    expectedVersion,
    'savePortfolioMetrics',
    investmentId,
  );

/** Saves a holding's metrics likewise, with ownership in percent. */
export const saveHolding = (
  tx: Transaction,
  { investmentId, holdingId, end }: { readonly investmentId: string; readonly holdingId: string; readonly end: string },
  values: Values,
  expectedVersion: number | null | undefined,
  operation: 'savePortfolioMetrics' | 'saveInvestmentMetrics',
): Outcome<StoredRecord> =>
  saveFor(
    tx,
    holdingPeriodStore,
    { holdingId, periodEnd: end },
    { ...storedValues(values), holdingId, periodEnd: end },
    expectedVersion,
    operation,
    investmentId,
  );
