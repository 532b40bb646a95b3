import { allocationProfileFields, profileEntryFields } from '@carrara/contract/carry/allocation/allocationProfile';
import { distributionFields } from '@carrara/contract/carry/run/distributionRequest';
import { forecastFields } from '@carrara/contract/carry/run/forecastRecord';
import { ledgerRunFields } from '@carrara/contract/carry/run/ledgerRun';
import { realizationFields } from '@carrara/contract/carry/run/realizationRecord';
import { taxProfileFields } from '@carrara/contract/carry/participant/taxProfile';
import { vestingScheduleRowFields } from '@carrara/contract/carry/vesting/vestingSchedule';
import { deferredAwardFields, deferredTrancheFields } from '@carrara/contract/compensation/deferredAward';
import { callsByConcept } from '@carrara/contract/contract';
import type { Fields } from '@carrara/contract/core/fields';
import { employeeFields, entityFields, trustFields } from '@carrara/contract/people/participant';
import { benchmarkFigureFields } from '@carrara/contract/performance/market/benchmark';
import {
  carryClawbackDateFields,
  carryLetterFields,
  carryOffsetFields,
  carryRecipientFields,
  carryTaxIncomeFields,
  carryTermsFields,
  carryTierFields,
} from '@carrara/contract/performance/carryTerms/carryTerms';
import { economicTermFields } from '@carrara/contract/performance/economicTerms/economicTerms';
import { newsFields, performanceInvestmentFields } from '@carrara/contract/performance/investment/investment';
import { companyFields, dealFields, positionFields } from '@carrara/contract/performance/investment/portfolioMetrics';
import { firmContactFields, firmFields } from '@carrara/contract/portfolio/firm';
import { trancheFields } from '@carrara/contract/portfolio/tranche';
import { vehicleRecordFields } from '@carrara/contract/portfolio/vehicle';
import { vintageFields } from '@carrara/contract/portfolio/vintage';

const everyRecord: readonly Fields[] = [
  ...Object.values(callsByConcept)
    .flatMap((calls) => Object.values(calls))
    .flatMap(({ fields }): readonly Fields[] => (fields ? [fields] : [])),
  // The rows of records, and records with calls of their own.
  allocationProfileFields,
  profileEntryFields,
  distributionFields,
  forecastFields,
  ledgerRunFields,
  realizationFields,
  taxProfileFields,
  vestingScheduleRowFields,
  deferredAwardFields,
  deferredTrancheFields,
  employeeFields,
  entityFields,
  trustFields,
  benchmarkFigureFields,
  carryTermsFields,
  carryTierFields,
  carryRecipientFields,
  carryLetterFields,
  carryOffsetFields,
  carryClawbackDateFields,
  carryTaxIncomeFields,
  economicTermFields,
  newsFields,
  performanceInvestmentFields,
  companyFields,
  dealFields,
  positionFields,
  firmContactFields,
  firmFields,
  trancheFields,
  vehicleRecordFields,
  vintageFields,
];

function titlesByName(): ReadonlyMap<string, ReadonlySet<string>> {
  const titles = new Map<string, Set<string>>();
  for (const [name, { title }] of everyRecord.flatMap((fields) => Object.entries(fields)))
    titles.set(name, (titles.get(name) ?? new Set()).add(title));
  return titles;
}
const titles = titlesByName();

/** Returns the title that the forms give a field. Undefined if no form has it, or if forms give it different titles. */
export function formTitle(name: string): string | undefined {
  const [title, ...others] = titles.get(name) ?? [];
  return others.length === 0 ? title : undefined;
}
