import { payReadLog } from '../compensation/payAccess/index.ts';
import { brokenDays } from '../engine/journal/index.ts';
import type { Transaction } from '../engine/unitOfWork/index.ts';
import { deliveryLog } from '../platform/delivery/index.ts';
import { accessLog } from '../platform/userActivity/index.ts';
import type { Finding } from './finding.ts';

/** Checks the logs of pay access, sign-ins, downloads and deliveries against their daily seals. */
export async function verifyLogs(tx: Transaction): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const log of [payReadLog, accessLog, deliveryLog])
    for (const { day, was, is } of await brokenDays(tx, log))
      findings.push({
        of: [`${log.title} of ${day}`],
        what: 'differs from its seal: rows were removed, added or changed',
        was: String(was),
        is: String(is),
      });
  return findings;
}
