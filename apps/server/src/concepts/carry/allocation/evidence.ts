import { evidenceSeal, writeEvidence } from '@carrara/adapters/evidence/evidenceFile';
import { safeFileName } from '@carrara/adapters/files/fileName';
import { loadEvidence } from '@carrara/adapters/postgres/carry/evidence/loadEvidence';
import type { evidenceEndpoints } from '@carrara/contract/carry/run/evidence';
import type { EvidenceKind } from '@carrara/domain/carry/evidence';
import type { Operations, RequestContext } from '../../../core/operations.ts';

const packOf =
  (kind: EvidenceKind) =>
  async ({ tx }: RequestContext, { params }: { readonly params: { readonly id: string } }) =>
    (await loadEvidence(tx, kind, params.id)).map((evidence) => ({
      name: safeFileName(`${evidence.run.name} - evidence`, 'json'),
      type: 'application/json',
      content: writeEvidence(evidence, evidenceSeal({ secret: (purpose) => tx.secret(purpose) })),
    }));

export const evidenceOperations: Operations<typeof evidenceEndpoints> = {
  downloadDistributionEvidence: packOf('distribution'),
  downloadRealizationEvidence: packOf('realization'),
  downloadLedgerRunEvidence: packOf('ledgerRun'),
};
