import type { EvidenceKind } from '@carrara/domain/carry/evidence';
import { defineEndpoints, idParams } from '../../core/endpoint.ts';

const pack = <const K extends EvidenceKind, const P extends string>(kind: K, path: P, label: string) =>
  ({
    method: 'GET',
    path: `/api/carry/${path}/:id/evidence`,
    summary: `The evidence pack of a ${label}: its inputs and results, for \`carrara calc evidence\``,
    permission: `${kind}.view`,
    answers: 'file',
    params: idParams,
    failures: ['NOT_DETERMINED'],
  }) as const;

/** Files with which a run can be recomputed without the system. */
export const evidenceEndpoints = defineEndpoints({
  downloadDistributionEvidence: pack('distribution', 'distribution', 'distribution'),
  downloadRealizationEvidence: pack('realization', 'realization', 'realization'),
  downloadLedgerRunEvidence: pack('ledgerRun', 'ledger', 'run of the ledger'),
});
