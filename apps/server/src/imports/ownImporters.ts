import type { FileType } from '@carrara/contract/core/fileTypes';
import { benchmarkImporter } from './benchmarkImport.ts';
import { capitalAccountImporter } from './capitalAccountImport.ts';
import { carryPlanImporter, type ImportPorts } from './carryPlanImport.ts';
import { carryTermsImporter } from './carryTermsImport.ts';
import { commitmentImporter } from './commitmentImport.ts';
import { compensationImporter } from './compensationImport.ts';
import { employeesImporter } from './employeesImport.ts';
import { exchangeRateImporter } from './exchangeRateImport.ts';
import { indexImporter } from './indexImport.ts';
import { ledgerImporter } from './ledgerImport.ts';
import { openingBalanceImporter } from './openingBalanceImport.ts';
import { payrollImporter } from './payrollImport.ts';
import { portfolioMetricsImporter } from './portfolioMetricsImport.ts';
import { reportedImporter } from './reportedImport.ts';
import type { Importers } from '../usecases/platform/upload.ts';
import { valuationImporter } from './valuationImport.ts';

/** Importers that don't need other operations, by kind of file. */
const ownImporters = {
  'exchange-rates': exchangeRateImporter,
  'opening-balances': openingBalanceImporter,
  commitments: commitmentImporter,
  ledger: ledgerImporter,
  valuations: valuationImporter,
  reported: reportedImporter,
  'capital-account': capitalAccountImporter,
  'carry-terms': carryTermsImporter,
  index: indexImporter,
  benchmark: benchmarkImporter,
  'portfolio-metrics': portfolioMetricsImporter,
  employees: employeesImporter,
  compensation: compensationImporter,
  'payroll-actuals': payrollImporter,
} as const satisfies Readonly<Record<Exclude<FileType, 'carry-plan'>, unknown>>;

/** Returns the importers of all kinds of files. What an importer reads is passed only to the same importer. */
export const importersWith = (ports: ImportPorts): Importers =>
  ({ 'carry-plan': carryPlanImporter(ports), ...ownImporters }) as Importers;
