import { payReadLog } from '../compensation/access/payReads.ts';
import { brokenDays } from '../engine/auditLog/dailySeal.ts';
import type { Transaction } from '../engine/unitOfWork/transaction.ts';
import { deliveryLog } from '../platform/delivery/deliveryLog.ts';
import { accessLog } from '../platform/userActivity/accessLog.ts';
import type { Finding } from './finding.ts';

/** Checks the logs of pay access, sign-ins, downloads and deliveries against their daily seals. */
export async function verifyLogs(tx: Transaction): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const log of [payReadLog, accessLog, deliveryLog])
    for (const { day, was, is } of await brokenDays(tx, log))
      findings.push({
        location: [`${log.title} of ${day}`],
        description: 'differs from its seal: rows were removed, added or changed',
        was: String(was),
        is: String(is),
      });
  return findings;
}
