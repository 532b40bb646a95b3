import { commitmentEndpoints } from './commitment.ts';
import { ledgerActEndpoints } from './ledgerAct.ts';
import { ledgerEntryEndpoints } from './ledgerEntry.ts';
import { noticeEndpoints } from './notice.ts';
import { periodEndpoints } from '../period/period.ts';
import { reportedEndpoints } from '../period/reportedFigures.ts';
import { securityEndpoints } from '../period/security.ts';

/** The ledger of a vehicle and the quarters that close it. */
export const vehicleLedgerEndpoints = {
  ...commitmentEndpoints,
  ...noticeEndpoints,
  ...securityEndpoints,
  ...ledgerActEndpoints,
  ...ledgerEntryEndpoints,
  ...reportedEndpoints,
  ...periodEndpoints,
};
