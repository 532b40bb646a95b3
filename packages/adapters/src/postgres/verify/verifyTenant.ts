import type { AuditKey } from '../engine/journal/auditKey.ts';
import { type ChainHead, type ChainReport, verifyChain } from '../engine/journal/verifyChain.ts';
import type { Transaction } from '../engine/unitOfWork/transaction.ts';
import { countConsequences, countsOf, withoutRepetition } from './consequences.ts';
import { type Finding, verifyPart, type TenantFinding } from './finding.ts';
import { nameRecords } from './names.ts';
import { type RunReport, verifyDistributions } from './verifyDistributions.ts';
import { type FileDigests, verifyFiles } from './verifyFiles.ts';
import { verifyFigures } from './verifyFigures.ts';
import { verifyForecasts } from './verifyForecasts.ts';
import { verifyLedgerRuns } from './verifyLedgerRuns.ts';
import { verifyRealizations } from './verifyRealizations.ts';
import { verifyReportRuns } from './verifyReportRuns.ts';
import { verifyLogs } from './verifyLogs.ts';
import { verifyCarry } from './verifyCarry.ts';
import { verifyDistributedProceeds } from './verifyDistributedProceeds.ts';
import { verifyPeriods } from './verifyPeriods.ts';
import { createReader, type RecordCount, verifyRecords } from './verifyRecords.ts';
import { verifyStatements } from './verifyStatements.ts';
import { verifySums } from './verifySums.ts';

export interface TenantReport {
  readonly chain: ChainReport;
  readonly runs: readonly Omit<RunReport, 'findings'>[];
  readonly records: readonly RecordCount[];
  /** Number of stored files and pictures checked against their digests. Undefined if files weren't checked. */
  readonly files?: number;
  /**
   * All differences, with names, and causes before their consequences: what differs from the audit log and its seals
   * comes before the figures that follow from it. Something listed twice was found in two ways.
   */
  readonly findings: readonly TenantFinding[];
  /** The number of differences by the part that found them: `records 2, figures 60`. It includes those that `findings` only counts. */
  readonly allFindings: string;
  readonly numberOfFindings: number;
}

/**
 * Checks all stored data of a firm in one snapshot of the database. It verifies the audit chain, compares every
 * record with its last state in the audit log, and recomputes every run and every locked quarter. It also checks the
 * displayed figures, the postings, the stored sums, and the bytes of named files.
 */
export async function verifyTenant(
  tx: Transaction,
  key: AuditKey,
  {
    head: storedHead,
    files,
    all = false,
  }: {
    readonly head?: Pick<ChainHead, 'seq' | 'hash'>;
    readonly files?: FileDigests;
    /** True to list the figures that follow from changed records one by one, instead of counting them. */
    readonly all?: boolean;
  } = {},
): Promise<TenantReport> {
  const findings: TenantFinding[] = [];
  /** Runs a part of the audit. Its own findings follow that of its failure. */
  async function run<T>(part: string, verify: (found: Finding[]) => Promise<T>): Promise<T | undefined> {
    const [failed, found]: [Finding[], Finding[]] = [[], []];
    const result = await verifyPart(tx, [part], failed, () => verify(found));
    findings.push(...[...failed, ...found].map((finding) => ({ part, ...finding })));
    return result;
  }
  const chain = await run('audit log', () => verifyChain(createReader(tx), tx.tenantId, key, storedHead));
  const records = await run('records', async (found) => {
    const { counts, findings: differing } = await verifyRecords(tx);
    found.push(...differing);
    return counts;
  });
  await run('logs', async (found) => void found.push(...(await verifyLogs(tx))));
  const checkedFiles =
    files &&
    (await run('stored files', async (found) => {
      const { checked, findings: differing } = await verifyFiles(tx, files);
      found.push(...differing);
      return checked;
    }));
  const runs: Omit<RunReport, 'findings'>[] = [];
  for (const [part, verify] of Object.entries(runParts))
    await run(part, async (found) => {
      for await (const { findings: differing, ...report } of verify(tx)) {
        runs.push(report);
        found.push(...differing);
      }
    });
  for (const [part, verify] of Object.entries(parts))
    await run(part, async (found) => void found.push(...(await verify(tx))));
  const unread = { tenantId: tx.tenantId, entries: 0, broken: { seq: 0, reason: 'the entries can’t be read' } };
  const named = (await verifyPart(tx, ['names'], findings, () => nameRecords(tx, findings))) ?? findings;
  const distinct = withoutRepetition(named);
  return {
    chain: chain ?? unread,
    runs,
    records: records ?? [],
    ...(checkedFiles === undefined ? {} : { files: checkedFiles }),
    findings: all ? distinct : countConsequences(distinct),
    allFindings: countsOf(distinct, ({ part }) => part),
    numberOfFindings: distinct.length,
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
  'proposed carry': verifyCarry,
  'distributions of proceeds': verifyDistributedProceeds,
  figures: verifyFigures,
};
