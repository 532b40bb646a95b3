import { auditKeyFrom } from '@carrara/adapters/postgres/engine/journal/auditKey';
import { storedHeads } from '@carrara/adapters/postgres/engine/journal/storedHeads';
import { verifyChain } from '@carrara/adapters/postgres/engine/journal/verifyChain';
import { openStorage } from '@carrara/adapters/storage/openStorage';
import { join } from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import type { Attack } from '../attack.ts';
import { root } from '../product.ts';
import { newStory, next, steps } from '../stories.ts';

/**
 * Before the response to an approval or payment, the end of the audit log is stored on disk outside of the database. A crash after that loses none of
 * it.
 */
export const attack: Attack = {
  label: 'an audit log truncated right after a payment was confirmed',
  async run({ product, folder, firm, editor, viewer, tried }) {
    const cast = { accountant: editor, approver: viewer, body: firm.body };
    const storage = await openStorage({ checkout: root, dataDir: folder });
    const owner = new pg.Client({
      connectionString: storage.database.adminUrl,
      ...(storage.database.app.options.types ? { types: storage.database.app.options.types } : {}),
    });
    await owner.connect();
    try {
      const end = async () =>
        (await owner.query<{ seq: number }>('SELECT seq FROM activity_head WHERE tenant_id = $1', [firm.tenantId]))
          .rows[0]?.seq;
      const story = newStory();
      for (const step of steps) {
        expect(await next(product.baseUrl, cast, story)).toBe(true);
        const stored = storedHeads(folder).get(firm.tenantId);
        tried(step, `entry ${await end()}, kept ${stored?.seq ?? 'none'}`);
        if (step !== 'saveDistribution') expect(stored?.seq).toBe(await end());
      }
      const stored = storedHeads(folder).get(firm.tenantId);
      await owner.query('BEGIN');
      await owner.query('ALTER TABLE activity_head DISABLE TRIGGER chain_grows');
      await owner.query('DELETE FROM activity WHERE tenant_id = $1 AND seq = $2', [firm.tenantId, stored?.seq]);
      await owner.query(
        `UPDATE activity_head h SET seq = a.seq, hash = a.hash FROM activity a WHERE a.tenant_id = h.tenant_id AND h.tenant_id = $1 AND a.seq = h.seq - 1`,
        [firm.tenantId],
      );
      const key = auditKeyFrom(join(folder, 'audit.key'));
      const unseen = await verifyChain(owner, firm.tenantId, key);
      const seen = await verifyChain(owner, firm.tenantId, key, stored);
      await owner.query('ROLLBACK');
      tried('the chain alone', unseen.broken?.reason ?? 'whole');
      tried('the chain and the kept head', seen.broken?.reason ?? 'whole');
      expect(seen.broken?.reason).toContain('the chain was cut');
    } finally {
      await owner.end();
      await storage.close();
    }
  },
};
