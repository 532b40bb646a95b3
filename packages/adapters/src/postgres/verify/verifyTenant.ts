import type { AuditKey } from '../engine/journal/auditKey.ts';
import { type ChainHead, type ChainReport, verifyChain } from '../engine/journal/verifyChain.ts';
import type { Transaction } from '../engine/unitOfWork/index.ts';
import { type Finding, notComputable } from './finding.ts';
import { withNames } from './names.ts';
import { type RunReport, verifyDistributions } from './verifyDistributions.ts';
import { type FileDigests, verifyFiles } from './verifyFiles.ts';
import { verifyFigures } from './verifyFigures.ts';
import { verifyForecasts } from './verifyForecasts.ts';
import { verifyLedgerRuns } from './verifyLedgerRuns.ts';
import { verifyRealizations } from './verifyRealizations.ts';
import { verifyReportRuns } from './verifyReportRuns.ts';
import { verifyLogs } from './verifyLogs.ts';
import { verifyPeriods } from './verifyPeriods.ts';
import { readerOf, type RecordCount, verifyRecords } from './verifyRecords.ts';
import { verifyStatements } from './verifyStatements.ts';
import { verifySums } from './verifySums.ts';

export interface TenantReport {
  readonly chain: ChainReport;
  readonly runs: readonly Omit<RunReport, 'findings'>[];
  readonly records: readonly RecordCount[];
  /** Stored files and pictures that were held to their digests; undefined when none were asked for. */
  readonly files?: number;
  /** All that differs, by name; what is named twice was found in two ways. */
  readonly findings: readonly Finding[];
}

/**
 * Checks everything that is stored of a firm, in one state of the database: the chain of its trail, every record against its last state in
 * the trail, every run and every locked quarter computed again, the figures that screens read, its postings, the sums that are kept beside records, and the bytes of the files that records name.
 */
export async function verifyTenant(
  tx: Transaction,
  key: AuditKey,
  { kept, files }: { readonly kept?: Pick<ChainHead, 'seq' | 'hash'>; readonly files?: FileDigests } = {},
): Promise<TenantReport> {
  const chain = await verifyChain(readerOf(tx), tx.tenantId, key, kept);
  const { counts, findings: ofRecords } = await verifyRecords(tx);
  const runs: Omit<RunReport, 'findings'>[] = [];
  const findings: Finding[] = [...ofRecords];
  for (const [name, verified] of Object.entries({
    distributions: verifyDistributions(tx),
    realizations: verifyRealizations(tx),
    'ledger runs': verifyLedgerRuns(tx),
    forecasts: verifyForecasts(tx),
    'report runs': verifyReportRuns(tx),
    statements: verifyStatements(tx),
  })) {
    try {
      for await (const { findings: found, ...run } of verified) {
        runs.push(run);
        findings.push(...found);
      }
    } catch (error) {
      findings.push(notComputable([name], error));
    }
  }
  findings.push(...(await verifySums(tx)), ...(await verifyPeriods(tx)), ...(await verifyFigures(tx)));
  findings.push(...(await verifyLogs(tx)));
  const stored = files && (await verifyFiles(tx, files));
  findings.push(...(stored?.findings ?? []));
  const checked = stored ? { files: stored.checked } : {};
  return { chain, runs, records: counts, ...checked, findings: await withNames(tx, findings) };
}
