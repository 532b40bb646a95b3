import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { TestServer } from './testServer.ts';
import { uploadClient } from './uploads.ts';

/** Creates a file of ledger entries. */
export const ledgerFile = (...rows: readonly string[]) =>
  [
    'External id,Vehicle,Type,Date,Amount,Investor,Notice total,Investment,Security,Security class,Cost relieved',
    ...rows,
    '',
  ].join('\n');

export type ImportFirm = Awaited<ReturnType<typeof importFirm>>;

/** Creates a firm with a fund, a holding and a file of commitments of 600, 300 and 100 that was imported. */
export async function importFirm() {
  const server = await TestServer.start();
  const tenantId = await server.tenant();
  const editor = await server.person(tenantId, { performance: 'editor' });
  const owner = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
  const client = server.as(owner);
  const files = uploadClient(server, tenantId, editor);
  const currency = { id: await server.referenceEntry(tenantId, 'currency', 'EUR') };
  const { id: fund } = await client.saveFund({ body: { code: 'FUND-I', legalName: 'Fund One', currency } });
  await client.saveInvestment({
    body: {
      code: 'STEEL',
      name: 'North Steel',
      legalName: 'North Steel',
      fundInvestments: [{ fund: { id: fund } }],
    },
  });
  for (const [code, kind] of [
    ['LP-A', 'INVESTOR'],
    ['LP-B', 'SPV'],
    ['GP', 'GP'],
  ] as const) {
    const type = { id: await server.referenceEntry(tenantId, 'investor-type', kind) };
    await client.saveInvestor({ body: { code, name: `Investor ${code}`, type } });
  }
  const commitments = await files.imported(
    'commitments',
    'External id,Vehicle,Investor,Kind,Date,Amount,Pays fee\nC-1,FUND-I,LP-A,Close,2024-01-15,600.00,yes\nC-2,fund one,investor lp-b,CLOSE,01/15/2024,300.00,\nC-3,FUND-I,GP,Close,2024-01-15,100.00,no\n',
  );
  /** Returns the ledger entries that weren't reversed. */
  const entries = async () =>
    (await server.as(editor).listLedgerEntries({ query: { vehicleId: fund, pageSize: 100 } })).pageData
      .filter(({ reversesId, reversedById }) => reversesId === null && reversedById === null)
      .map(({ type, amount }) => `${type} ${amount}`)
      .sort();
  /** Returns what the verification finds, except differences of reference data that tests inserted directly. */
  const findings = () =>
    server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, async (tx) =>
      (await verifyTenant(tx, server.auditKey)).findings
        .filter(({ location }) => location[0] !== 'reference')
        .map(({ location, description: subject }) => `${location.join(' / ')}: ${subject}`),
    );
  return { server, tenantId, editor, owner, fund, files, commitments, entries, findings };
}
