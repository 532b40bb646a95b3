import { multipart } from '@carrara/server/testing/multipart';
import { openStorage } from '@carrara/adapters/storage/openStorage';
import { setTimeout as pause } from 'node:timers/promises';
import { v7 as newId } from 'uuid';
import { expect } from 'vitest';
import type { Attack } from '../attack.ts';
import { signIn } from '../firm.ts';
import { watchHealth } from '../healthWatch.ts';
import { root, send } from '../product.ts';

const quarters = 40;
const partners = 60;
const days = (count: number, lineOf: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => lineOf(i)).join('\n');
const dayOf = (i: number) => new Date(Date.UTC(2015, 0, 2 + i)).toISOString().slice(0, 10);
/** The limit for a response that somebody waits for. */
const goalMs = 200;

/** Long computations run in the background, so that other requests get their response at once. */
export const attack: Attack = {
  label: 'O51: a check of 100,000 rows, their export and the lock of a large vehicle',
  long: true,
  async run({ product: { baseUrl }, folder, firm, tried }) {
    const storage = await openStorage({ checkout: root, dataDir: folder });
    const { worker } = storage.database;
    const { tenantId, approver } = firm;
    await worker.query(
      `INSERT INTO membership_role (tenant_id, person_id, application, role) VALUES ($1, $2, 'performance', 'administrator')`,
      [tenantId, approver.personId],
    );
    const entry = async (type: string, code: string) => {
      const Id = newId();
      await worker.query(
        `INSERT INTO reference_entry (tenant_id, id, type, code, description) VALUES ($1, $2, $3, $4, $4)`,
        [tenantId, Id, type, code],
      );
      return { Id };
    };
    const [Currency, Type] = [await entry('currency', 'CHF'), await entry('investor-type', 'INVESTOR')];
    await storage.close();
    const caller = await signIn(baseUrl, firm, approver.login);
    const request = async <T>(path: string, payload?: object): Promise<T> => {
      const { status, body } = await send<T>(baseUrl, caller, path, payload);
      expect(status, `${path}: ${JSON.stringify(body).slice(0, 300)}`).toBe(200);
      return body;
    };
    const upload = async (type: string, text: string) => {
      const { payload, headers } = multipart({ name: 'rows.csv', type: 'text/csv', bytes: Buffer.from(text) });
      const answer = await fetch(`${baseUrl}/api/upload/${type}/unconfirmed`, {
        method: 'POST',
        headers: { ...headers, authtoken: caller.token, tenantid: tenantId } as Record<string, string>,
        body: new Uint8Array(payload),
      });
      expect(answer.status).toBe(200);
      return (await answer.json()) as {
        Id: string;
        Errors: readonly object[];
        Effects: readonly { Created: number }[];
      };
    };
    const watched = async <T>(label: string, work: () => Promise<T>): Promise<T> => {
      const health = watchHealth(baseUrl);
      const done = await work();
      const { text, p99 } = await health.end();
      tried(label, text);
      expect(p99, label).toBeLessThan(goalMs);
      return done;
    };

    const fund = await request<{ Id: string }>('/api/performance/fund', { Code: 'WIDE', Name: 'Wide Fund', Currency });
    const long = await request<{ Id: string }>('/api/performance/fund', { Code: 'LONG', Name: 'Long Fund', Currency });
    const names = Array.from({ length: partners }, (_, i) => `WIDE-${String(i)}`);
    for (const Code of names) await request('/api/performance/investor', { Code, Name: Code, Type });
    const closes = [...names.map((name) => `WIDE,${name}`), ...names.slice(0, 5).map((name) => `LONG,${name}`)].map(
      (name) => `${name},Close,2015-01-01,100000000.00`,
    );
    const confirm = async (type: string, { Id, Errors }: Awaited<ReturnType<typeof upload>>) => {
      expect(Errors).toEqual([]);
      await request(`/api/upload/${Id}/upload/${type}/true`, {});
    };
    await confirm(
      'commitments',
      await upload('commitments', `Vehicle,Investor,Kind,Date,Amount\n${closes.join('\n')}\n`),
    );
    const head = 'External id,Vehicle,Type,Date,Amount';
    const some = days(quarters * 4, (i) => `s${String(i)},WIDE,FEE,${dayOf(i * 22)},${String(1000 + i)}.00`);
    await confirm('ledger', await upload('ledger', `${head}\n${some}\n`));

    const many = (fund: string) =>
      days(100_000, (i) => `m${String(i)},${fund},FEE,${dayOf(i % 3500)},${String(100 + (i % 900))}.10`);
    const checked = await watched('100,000 rows are checked', () => upload('ledger', `${head}\n${many('LONG')}\n`));
    expect(checked.Errors).toEqual([]);
    expect(checked.Effects[0]?.Created).toBe(100_000);
    const refused = await watched('100,000 rows of 60 partners each are refused', () =>
      upload('ledger', `${head}\n${many('WIDE')}\n`),
    );
    expect(refused.Errors).toMatchObject([{ Reason: expect.stringContaining('6,000,000 shares of commitments') }]);
    await watched('100,000 rows are carried out', async () => {
      const path = `/api/upload/${checked.Id}`;
      await request(`${path}/upload/ledger/true`, {});
      for (;;) {
        const { Status, Remarks } = await request<{ Status: string; Remarks: readonly string[] }>(path);
        if (Status === 'DONE') return;
        expect([Status, Remarks]).toEqual(['RUNNING', []]);
        await pause(500);
      }
    });

    await watched('100,000 entries are exported', async () => {
      const answer = await fetch(`${baseUrl}/api/performance/ledger?vehicleId=${long.Id}&format=excel`, {
        headers: { authtoken: caller.token, tenantid: tenantId } as Record<string, string>,
      });
      expect([answer.status, (await answer.arrayBuffer()).byteLength > 1_000_000]).toEqual([200, true]);
    });

    const periods = await request<readonly { PeriodEnd: string; RowVersion: number }[]>(
      `/api/performance/period/${fund.Id}`,
    );
    const last = [...periods].sort((a, b) => (a.PeriodEnd < b.PeriodEnd ? 1 : -1))[0]!;
    await watched(
      `${String(periods.length)} quarters of ${String(partners)} partners are tied out and locked`,
      async () => {
        const at = `/api/performance/period/${fund.Id}/${last.PeriodEnd}`;
        await request(`${at}/tie-outs?withEarlier=true`);
        const locked = await request<{ Status: string }>(`${at}/lock`, {
          RowVersion: last.RowVersion,
          WithEarlier: true,
          Acknowledged: ['T11', 'T12'],
        });
        expect(locked.Status).toBe('LOCKED');
      },
    );
  },
};
