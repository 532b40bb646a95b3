import type { vehicleLedgerEndpoints } from '@carrara/contract/performance/ledger/vehicleLedger';
import type { Operations } from '../../../core/operations.ts';
import type { ReadCarryPaid } from '../../../usecases/performance/carryPaid.ts';
import type { RealizationDrafts } from '../../../usecases/performance/realizationDrafts.ts';
import { commitmentOperations } from './commitment.ts';
import { ledgerActOperations } from './ledgerAct.ts';
import { ledgerEntryOperations } from './ledgerEntry.ts';
import { noticeOperations } from './notice.ts';
import { periodOperations } from './period.ts';
import { reportedOperations } from './reportedFigures.ts';
import { securityOperations } from './security.ts';

/** Ports of the vehicle ledgers to other areas. */
export interface VehicleLedgerPorts {
  readonly carryPaidOf: ReadCarryPaid;
  readonly realizationDrafts: RealizationDrafts;
}

export const vehicleLedgerOperations = (ports: VehicleLedgerPorts): Operations<typeof vehicleLedgerEndpoints> => ({
  ...commitmentOperations,
  ...noticeOperations,
  ...securityOperations,
  ...ledgerActOperations(ports),
  ...ledgerEntryOperations(ports),
  ...reportedOperations,
  ...periodOperations(ports),
});
