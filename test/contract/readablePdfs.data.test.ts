import { unreadableIn } from '@carrara/adapters/pdf/testing/pdfPages';
import { demoGround } from '@carrara/server/testing/demoGround';
import { TestServer } from '@carrara/server/testing/testServer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { servedCalls } from './servedCalls.ts';

const demoPassword = 'carrara-demo-2026';
/** Lists of the demo whose addresses name no record. Each has a PDF. */
const lists = servedCalls.filter(
  ({ endpoint }) => endpoint.list && !endpoint.path.includes(':') && endpoint.permission !== 'portal.view',
);

describe("the product's PDFs", () => {
  let server: TestServer;
  let tenantId: string;
  let tokens: readonly string[];

  beforeAll(async () => {
    server = await TestServer.start({ environment: { RATE_LIMIT_PER_MINUTE: '1000000' }, ground: await demoGround() });
    const { rows } = await server.database.worker.query<{ id: string }>(
      `SELECT id FROM tenant WHERE name LIKE 'Alder Ridge%'`,
    );
    tenantId = rows[0]!.id;
    tokens = await Promise.all(
      ['admin@alder.example', 'accountant@alder.example'].map((login) => server.signIn(login, demoPassword)),
    );
  });
  afterAll(() => server?.stop());

  /** Returns the first response that a person of the demo can get. */
  async function pdf(url: string): Promise<Buffer | undefined> {
    for (const token of tokens) {
      const answer = await server.call(token, tenantId, { method: 'GET', url });
      if (answer.statusCode === 200) return answer.rawPayload;
    }
    return undefined;
  }
  const idIn = async (sql: string): Promise<string> => {
    const { rows } = await server.database.worker.query<{ id: string }>(sql, [tenantId]);
    return rows[0]!.id;
  };

  it('have no text under 7 points and no overlaps: lists and reports', async () => {
    const wrong: string[] = [];
    let drawn = 0;
    for (const { name, endpoint } of lists) {
      const bytes = await pdf(`${endpoint.path}?format=application/pdf`);
      if (bytes === undefined) continue;
      drawn += 1;
      wrong.push(...unreadableIn(bytes).map((text) => `${name}: ${text}`));
    }
    expect(wrong.slice(0, 30)).toEqual([]);
    expect(drawn).toBeGreaterThan(30);
  });

  it('have no text under 7 points and no overlaps: letters, statements, profiles', async () => {
    const run = await idIn(
      `SELECT id FROM distribution WHERE tenant_id = $1 AND status = 'DISB' ORDER BY distribution_date DESC LIMIT 1`,
    );
    const release = await idIn(
      `SELECT id FROM ledger_run WHERE tenant_id = $1 AND type = 'RELEASE' ORDER BY run_date DESC LIMIT 1`,
    );
    const commitment = (
      await server.database.worker.query<{ fund: string; investor: string }>(
        `SELECT v.id AS fund, c.investor_id AS investor FROM commitment c JOIN container v ON v.tenant_id = c.tenant_id AND v.id = c.vehicle_id
         WHERE c.tenant_id = $1 ORDER BY v.code, c.id LIMIT 1`,
        [tenantId],
      )
    ).rows[0]!;
    const day = '2025-12-31';
    const statement = `fundId=${commitment.fund}&investorId=${commitment.investor}&format=application/pdf`;
    const urls = [
      `/api/carry/distribution/${run}/Pdfletter-package`,
      `/api/carry/ledger/${release}/letter-package`,
      `/api/performance/capitalaccount/${day}/cas-report/export?${statement}`,
      `/api/performance/portfoliosummary/${day}/pfs-report/export?${statement}`,
      `/api/document/pm-InvestorProfile/report?id=${commitment.investor}&endDate=${day}`,
      `/api/document/pm-FundProfile/report?id=${commitment.fund}&endDate=${day}`,
      `/api/document/pm-FundOverview/report?endDate=${day}`,
    ];
    for (const url of urls) {
      const bytes = await pdf(url);
      expect([url, bytes?.subarray(0, 5).toString()]).toEqual([url, '%PDF-']);
      expect([url, unreadableIn(bytes!)]).toEqual([url, []]);
    }
  });
});
