import type { vehicleLedgerEndpoints } from '@carrara/contract/performance/vehicleLedger';
import type { Operations } from '../../operations.ts';
import { commitmentOperations } from './commitment.ts';
import { ledgerEntryOperations } from './ledgerEntry.ts';
import { noticeOperations } from './notice.ts';
import { periodOperations } from './period.ts';
import { securityOperations } from './security.ts';

export const vehicleLedgerOperations: Operations<typeof vehicleLedgerEndpoints> = {
  ...commitmentOperations,
  ...noticeOperations,
  ...securityOperations,
  ...ledgerEntryOperations,
  ...periodOperations,
};
