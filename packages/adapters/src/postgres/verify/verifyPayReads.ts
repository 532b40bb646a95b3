import { brokenSeals } from '../compensation/payAccess/index.ts';
import type { Transaction } from '../engine/unitOfWork/index.ts';
import type { Finding } from './finding.ts';

/** Holds the log of looks at pay to its daily seals. */
export async function verifyPayReads(tx: Transaction): Promise<Finding[]> {
  return (await brokenSeals(tx)).map(({ day, was, is }) => ({
    of: [`Looks at pay of ${day}`],
    what: 'is not what was sealed: rows were removed, added or changed',
    was: String(was),
    is: String(is),
  }));
}
