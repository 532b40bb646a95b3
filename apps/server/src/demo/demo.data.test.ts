import { fileURLToPath } from 'node:url';
import { readWorkbook } from '@carrara/adapters/spreadsheet/read';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../testing/testServer.ts';
import { demoPassword } from './people.ts';
import { seedDemo } from './seedDemo.ts';

const workbook = fileURLToPath(new URL('../../../../samples/carry-plan.xlsx', import.meta.url));
interface Run {
  readonly Id: string;
  readonly Name: string;
  readonly Status: { readonly Code: string };
  readonly TotalCarryDistributed: string;
}

describe('the demo', () => {
  let server: TestServer;
  let tenants: ReadonlyMap<string, string>;
  let token: string;

  beforeAll(async () => {
    server = await TestServer.start();
    await server.seed((composition) =>
      seedDemo({
        database: server.database,
        withTenant: composition.withTenant,
        operations: composition.operations,
        workbook,
      }),
    );
    const { rows } = await server.database.worker.query<{ id: string; name: string }>('SELECT id, name FROM tenant');
    tenants = new Map(rows.map(({ id, name }) => [name, id]));
    token = await server.signIn('admin@alder.example', demoPassword);
    // Ten years take their time on a busy machine.
  }, 180_000);
  afterAll(() => server.stop());

  const get = async <T>(tenant: string, url: string): Promise<T> => {
    const answer = await server.call(token, tenants.get(tenant) ?? '', { method: 'GET', url });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<T>();
  };
  const runs = (tenant: string) =>
    get<{ PageData: Run[] }>(tenant, '/api/carry/distribution?PageSize=100').then(({ PageData }) => PageData);

  it('shows ten years of distributions, and some that wait', async () => {
    const all = await runs('Alder Ridge Partners (demo)');
    const count = (code: string) => all.filter(({ Status }) => Status.Code === code).length;
    expect({
      DISB: count('DISB'),
      APP: count('APP'),
      SUB: count('SUB'),
      REJ: count('REJ'),
      DRAFT: count('DRAFT'),
    }).toEqual({ DISB: 15, APP: 1, SUB: 1, REJ: 1, DRAFT: 1 });
    expect(all.find(({ Name }) => Name === 'Q3 2026 carry distribution')).toMatchObject({
      TotalCarryDistributed: '49590981.21',
    });
  });

  it('ties out: the ledger holds what was disbursed, the funds show what their sources paid, every run reconciles', async () => {
    for (const tenant of tenants.keys()) {
      const { rows } = await server.database.worker.query<{
        ledger: string;
        details: string;
        sources: string;
        escrow: string;
        held: string;
      }>(
        `SELECT (SELECT sum(-amount) FROM account_entry WHERE tenant_id = $1 AND kind = 'DISTRIBUTION')::text AS ledger,
           (SELECT sum(x.gross_carry_distributed) FROM distribution_detail x JOIN distribution d ON d.tenant_id = x.tenant_id AND d.id = x.distribution_id
             WHERE x.tenant_id = $1 AND x.is_leaf AND d.status = 'DISB')::text AS details,
           (SELECT sum(s.gross_carry_distributed) FROM distribution_source s JOIN distribution d ON d.tenant_id = s.tenant_id AND d.id = s.distribution_id
             WHERE s.tenant_id = $1 AND d.status = 'DISB')::text AS sources,
           (SELECT sum(x.escrow) FROM distribution_detail x JOIN distribution d ON d.tenant_id = x.tenant_id AND d.id = x.distribution_id
             WHERE x.tenant_id = $1 AND x.is_leaf AND d.status = 'DISB')::text AS escrow,
           (SELECT sum(amount) FROM escrow_entry WHERE tenant_id = $1)::text AS held`,
        [tenants.get(tenant)],
      );
      const [figures] = rows;
      expect(figures?.ledger).toBe(figures?.sources);
      expect(figures?.details).toBe(figures?.sources);
      expect(figures?.held).toBe(figures?.escrow);
      for (const run of await runs(tenant)) {
        expect(await get(tenant, `/api/carry/distribution/${run.Id}`)).toMatchObject({
          Reconciliation: { Difference: '0.00' },
        });
      }
    }
  });

  it('leaves the members of one entity to settle, and dates what is in force after what it replaced', async () => {
    interface Entity {
      readonly Id: string;
      readonly Code: string;
    }
    for (const [tenant, open] of [
      ['Alder Ridge Partners (demo)', ['N004']],
      ['Cedar Mill Capital (demo)', []],
    ] as const) {
      const { PageData } = await get<{ PageData: Entity[] }>(tenant, '/api/carry/participantEntity?PageSize=100');
      const changed: string[] = [];
      for (const { Id, Code } of PageData) {
        const entity = await get<{ MemberMismatch: boolean }>(tenant, `/api/carry/participantEntity/${Id}`);
        if (entity.MemberMismatch) changed.push(Code);
      }
      expect(changed).toEqual(open);
      const { rows } = await server.database.worker.query(
        `SELECT p.name FROM allocation_profile p WHERE p.tenant_id = $1 AND p.is_current AND EXISTS (
           SELECT FROM allocation_profile q WHERE q.tenant_id = p.tenant_id AND q.container_id = p.container_id
             AND NOT q.is_current AND q.effective_date > p.effective_date)`,
        [tenants.get(tenant)],
      );
      expect(rows).toEqual([]);
    }
  });

  it('exports the allocation reports of a fund', async () => {
    const tenant = 'Alder Ridge Partners (demo)';
    const funds = await get<{ PageData: { Id: string; Code: string }[] }>(tenant, '/api/carry/fund?PageSize=100');
    const fund = funds.PageData.find(({ Code }) => Code === 'ARP-I')?.Id;
    for (const report of ['entries', 'weighted-average', 'history']) {
      const answer = await server.call(token, tenants.get(tenant) ?? '', {
        method: 'GET',
        url: `/api/carry/allocationprofile/${fund}/report/${report}`,
      });
      expect(answer.statusCode, answer.body).toBe(200);
      const [sheet] = (await readWorkbook(answer.rawPayload))._unsafeUnwrap();
      expect(sheet?.rows.length).toBeGreaterThan(10);
    }
  });

  it('explains a total by its sources, a source by its participants and a tax by its profiles', async () => {
    const tenant = 'Alder Ridge Partners (demo)';
    const run = (await runs(tenant)).find(({ Name }) => Name === 'Q3 2026 carry distribution');
    interface Node {
      readonly Text: string;
      readonly Inputs: readonly { readonly Name: string; readonly value: string }[];
      readonly Children: readonly Node[];
    }
    const net = await get<Node>(tenant, `/api/carry/distribution/${run?.Id}/explanation?figure=net`);
    expect(net.Inputs[0]).toMatchObject({ Name: 'Alder Ridge Partners Fund I, L.P.', value: '10201913.55' });
    const fund = net.Children[0];
    expect(fund?.Text).toBe('Alder Ridge Partners Fund I, L.P.: sum of the parts');
    expect(fund?.Inputs.map(({ Name }) => Name)).toContain('Noah Okafor');
    const tax = fund?.Children[0]?.Children.find(({ Text }) => Text.includes('tax rows'));
    expect(tax?.Inputs.map(({ Name }) => Name)).toContain('US federal, Long-term capital gain');
  });
});
