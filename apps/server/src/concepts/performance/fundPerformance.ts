import { vehicleList } from '@carrara/adapters/postgres/performance/fundPerformance';
import { reportingDates } from '@carrara/adapters/postgres/performance/periodFigures';
import type { fundPerformanceEndpoints } from '@carrara/contract/performance/fundPerformance';
import { ok } from '@carrara/domain/kernel';
import type { Operations } from '../../operations.ts';
import { listOperation } from '../../recordOperations.ts';

export const fundPerformanceOperations: Operations<typeof fundPerformanceEndpoints> = {
  listVehicles: listOperation(vehicleList),
  listFundReportingDates: async ({ tx }) => ok(await reportingDates(tx, 'all')),
  listReportingDatesOfFund: async ({ tx }, { params }) => ok(await reportingDates(tx, 'vehicle', params.id)),
};
