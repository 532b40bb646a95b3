import { allocationProfileFields, profileEntryFields } from '@carrara/contract/carry/allocationProfile';
import { distributionFields } from '@carrara/contract/carry/distributionRequest';
import { forecastFields } from '@carrara/contract/carry/forecastRecord';
import { ledgerRunFields } from '@carrara/contract/carry/ledgerRun';
import { realizationFields } from '@carrara/contract/carry/realizationRecord';
import { taxProfileFields } from '@carrara/contract/carry/taxProfile';
import { vestingScheduleFields, vestingScheduleRowFields } from '@carrara/contract/carry/vestingSchedule';
import { awardFields } from '@carrara/contract/compensation/award';
import { compEmployeeFields } from '@carrara/contract/compensation/compEmployee';
import { deferredAwardFields, deferredTrancheFields } from '@carrara/contract/compensation/deferredAward';
import { payStatementFields } from '@carrara/contract/compensation/payStatement';
import { salaryFields } from '@carrara/contract/compensation/salary';
import type { Fields } from '@carrara/contract/core/fields';
import { employeeFields, entityFields, trustFields } from '@carrara/contract/people/participant';
import { benchmarkFields, benchmarkFigureFields } from '@carrara/contract/performance/benchmark';
import { economicTermFields } from '@carrara/contract/performance/economicTerms';
import { indexSeriesFields } from '@carrara/contract/performance/indexSeries';
import { newsFields, performanceInvestmentFields } from '@carrara/contract/performance/investment';
import { companyFields, dealFields, positionFields } from '@carrara/contract/performance/portfolioMetrics';
import { coinvestmentFields } from '@carrara/contract/portfolio/coinvestment';
import { firmContactFields, firmFields } from '@carrara/contract/portfolio/firm';
import { fundFields } from '@carrara/contract/portfolio/fund';
import { investmentFields } from '@carrara/contract/portfolio/investment';
import { investorFields } from '@carrara/contract/portfolio/investor';
import { trancheFields } from '@carrara/contract/portfolio/tranche';
import { vehicleRecordFields } from '@carrara/contract/portfolio/vehicle';
import { vintageFields } from '@carrara/contract/portfolio/vintage';

const everyRecord: readonly Fields[] = [
  allocationProfileFields,
  profileEntryFields,
  distributionFields,
  forecastFields,
  ledgerRunFields,
  realizationFields,
  taxProfileFields,
  vestingScheduleFields,
  vestingScheduleRowFields,
  awardFields,
  compEmployeeFields,
  deferredAwardFields,
  deferredTrancheFields,
  payStatementFields,
  salaryFields,
  employeeFields,
  entityFields,
  trustFields,
  benchmarkFields,
  benchmarkFigureFields,
  economicTermFields,
  indexSeriesFields,
  newsFields,
  performanceInvestmentFields,
  companyFields,
  dealFields,
  positionFields,
  coinvestmentFields,
  firmContactFields,
  firmFields,
  fundFields,
  investmentFields,
  investorFields,
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
