import { evidenceSeal } from '@carrara/adapters/evidence/evidenceFile';
import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import type { Storage } from '@carrara/adapters/storage/openStorage';
import type { Outcome } from '../run/exitCode.ts';
import type { Run } from '../run/act.ts';
import { readPack } from './readPack.ts';

/** Compares the seal of a pack with the seal that this installation would create. */
export async function sealOfPack(run: Run, { database, auditKey }: Storage, file: string): Promise<Outcome> {
  const { pack, digest } = await readPack(run, file);
  const withTenant = unitOfWork({ pool: database.worker, auditKey });
  const context = { tenantId: pack.firm.id, personId: null, now: new Date().toISOString() };
  const seal = await withTenant(
    context,
    async (tx) => evidenceSeal({ secret: (purpose) => tx.secret(purpose) })(digest),
    { readOnly: true },
  );
  const isGenuine = seal === pack.seal && digest === pack.sha256;
  if (run.json) await run.print(JSON.stringify({ isGenuine, run: pack.run, sha256: digest }, null, 2));
  else
    await run.print(
      isGenuine
        ? `${pack.run.name}: created by this installation and not changed since.`
        : `${pack.run.name}: not created by this installation, or changed since.`,
    );
  return isGenuine ? 'done' : 'refused';
}
