import type { AuditKey } from '../engine/journal/auditKey.ts';
import { type ChainHead, type ChainReport, verifyChain } from '../engine/journal/verifyChain.ts';
import type { Transaction } from '../engine/unitOfWork/index.ts';
import { type Finding, guarded } from './finding.ts';
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
  /** Number of stored files and pictures checked against their digests. Undefined if files weren't checked. */
  readonly files?: number;
  /** All differences, with names. Something listed twice was found in two ways. */
  readonly findings: readonly Finding[];
}

/**
 * Checks all stored data of a firm in one snapshot of the database: the audit chain, every record against its last
 * state in the audit log, every run and every locked quarter recomputed, the displayed figures, the postings, the
 * stored sums, and the bytes of named files.
 */
export async function verifyTenant(
  tx: Transaction,
  key: AuditKey,
  { kept, files }: { readonly kept?: Pick<ChainHead, 'seq' | 'hash'>; readonly files?: FileDigests } = {},
): Promise<TenantReport> {
  const findings: Finding[] = [];
  const chain = await guarded(tx, ['audit log'], findings, () => verifyChain(readerOf(tx), tx.tenantId, key, kept));
  const records = await guarded(tx, ['records'], findings, () => verifyRecords(tx));
  findings.push(...(records?.findings ?? []));
  const runs: Omit<RunReport, 'findings'>[] = [];
  for (const [name, verify] of Object.entries(runParts))
    await guarded(tx, [name], findings, async () => {
      for await (const { findings: found, ...run } of verify(tx)) {
        runs.push(run);
        findings.push(...found);
      }
    });
  for (const [name, verify] of Object.entries(parts))
    findings.push(...((await guarded(tx, [name], findings, () => verify(tx))) ?? []));
  const stored = files && (await guarded(tx, ['stored files'], findings, () => verifyFiles(tx, files)));
  findings.push(...(stored?.findings ?? []));
  const checked = stored ? { files: stored.checked } : {};
  const unread = { tenantId: tx.tenantId, entries: 0, broken: { seq: 0, reason: 'the entries can’t be read' } };
  return {
    chain: chain ?? unread,
    runs,
    records: records?.counts ?? [],
    ...checked,
    findings: (await guarded(tx, ['names'], findings, () => withNames(tx, findings))) ?? findings,
  };
}

const runParts = {
  distributions: verifyDistributions,
  realizations: verifyRealizations,
  'ledger runs': verifyLedgerRuns,
  forecasts: verifyForecasts,
  'report runs': verifyReportRuns,
  statements: verifyStatements,
};
const parts = {
  sums: verifySums,
  'locked quarters': verifyPeriods,
  figures: verifyFigures,
  logs: verifyLogs,
};
