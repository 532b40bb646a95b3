import { plantCarry, type PlantedCarry } from '@carrara/server/testing/plantedCarry';
import { type TestPerson, TestServer } from '@carrara/server/testing/testServer';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandOptions, Terminal } from './terminal.ts';

describe('the command line with a server', { sequential: true }, () => {
  let server: TestServer;
  let person: TestPerson;
  let planted: PlantedCarry;
  let terminal: Terminal;
  const call = (args: readonly string[], called: CommandOptions = {}) =>
    terminal.call(args, { ...called, environment: { CARRARA_TOKEN: person.token, ...called.environment } });

  beforeAll(async () => {
    server = await TestServer.start();
    const tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'administrator' });
    planted = await plantCarry(server, tenantId, person);
    const usd = await server.referenceEntry(tenantId, 'currency', 'EUR');
    const fund = { Code: 'EVIL', LegalName: '=cmd()', Currency: { Id: usd } };
    const created = await server.call(person.token, tenantId, {
      method: 'POST',
      url: '/api/carry/fund',
      payload: fund,
    });
    // Simulates a name from before the product refused such characters.
    const { Id } = created.json<{ Id: string }>();
    await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
      tx.query(`UPDATE container SET name = '=cmd()' || chr(8238) WHERE tenant_id = $1 AND id = $2`, [tenantId, Id]),
    );
    terminal = await Terminal.open(await server.app.listen({ host: '127.0.0.1', port: 0 }));
  });
  afterAll(async () => {
    await terminal.close();
    await server.stop();
  });

  it('prints lists as a table on a terminal, as CSV in a pipe, and as JSON', async () => {
    const table = await call(['list', 'funds'], { columns: 200, environment: { NO_COLOR: '1' } });
    expect(table.out).toMatch(/^Code +Legal name/);
    expect(table.out).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
    expect(table.err).toBe('2 rows · Funds\n');
    const csv = await call(['list', 'funds', '--columns', 'legalName,code', '--sort=-code', '--search', 'ARP']);
    expect(csv.out).toBe('\ufeffLegal name,Code\r\nFund I,ARP-I\r\n');
    expect((await call(['list', 'funds', '--columns', 'legalName'])).out).toContain("'=cmd()");
    const json = await call(['list', 'funds', '--json', '--columns', 'legalName']);
    expect(JSON.parse(json.out)).toMatchObject({
      List: 'funds',
      TotalItemCount: 2,
      Rows: expect.arrayContaining([{ Id: planted.fund, LegalName: 'Fund I' }]),
    });
  });

  it('suggests the list of the person’s own module if another one is refused', async () => {
    const investor = await server.person(await server.tenant(), { 'performance-lp': 'viewer' });
    const asInvestor = { environment: { CARRARA_TOKEN: investor.token } };
    const refused = await call(['list', 'funds'], asInvestor);
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining('You need the Viewer role in Carry. Try "carrara list vehicles".'),
    ]);
    expect((await call(['list', 'vehicles'], asInvestor)).code).toBe(0);
    expect((await call(['list', 'employees'], asInvestor)).err).not.toContain('Try ');
  });

  it('has an amount column for each currency, and never adds them up', async () => {
    const { out } = await call(['list', 'participants', '--columns', 'name,totalCarryDistributed', '--csv']);
    expect(out).toMatch(/^\ufeffName,Carry distributed USD\r\n/);
    expect(out).toMatch(/,\d+\.\d\d\r\n/);
  });

  it('accepts the name of a fund or a person instead of an id, and suggests corrections', async () => {
    const found = await call(['list', 'fund-investments', '--fund', 'fund i', '--json']);
    expect(JSON.parse(found.out)).toMatchObject({ TotalItemCount: 1 });
    const wrong = await call(['list', 'fund-investments', '--fund', 'Fnud I']);
    expect([wrong.code, wrong.err]).toEqual([
      1,
      "carrara list fund-investments: --fund: there is no fund called 'Fnud I'; did you mean 'Fund I'?\n",
    ]);
    expect((await call(['list', 'fund-investments'])).err).toContain(
      "required option '--fund <name or id>' not specified",
    );
    expect((await call(['list', 'fudns'])).err).toContain('Did you mean funds?');
    expect((await call(['lsit'])).err).toContain('Did you mean list?');
    expect((await call(['report', 'distributions-by-fnud'])).err).toContain('Did you mean distributions-by-fund?');
    expect((await call(['list', 'funds', '--sort', 'legalname2'])).err).toContain(
      "There is no column 'legalname2'; did you mean 'legalName'?",
    );
    const status = await call(['list', 'distributions', '--status', 'PAID']);
    expect([status.code, status.err]).toEqual([
      2,
      expect.stringContaining('Allowed choices are DRAFT, REJ, SUB, APP, DISB'),
    ]);
  });

  it('saves a list or a report, and replaces a file only on request', async () => {
    const saved = await call(['export', 'funds', '--format', 'csv', '--out', 'funds.csv']);
    expect([saved.code, saved.out]).toEqual([0, `${join(terminal.folder, 'funds.csv')}\n`]);
    expect(readFileSync(join(terminal.folder, 'funds.csv'), 'utf8')).toContain("'=cmd()");
    const again = await call(['export', 'funds', '--format', 'csv', '--out', 'funds.csv', '--json']);
    expect(again.code).toBe(0);
    const refused = await call(['export', 'funds', '--format', 'csv', '--out', 'funds.csv']);
    expect([refused.code, refused.err]).toEqual([6, expect.stringContaining('Use --overwrite to replace it')]);
    const report = await call(['report', 'distributions-by-fund', '--fund', 'ARP-I', '--to', '2026-13-01']);
    expect([report.code, report.err]).toEqual([2, expect.stringContaining('--to is not a calendar date')]);
    expect((await call(['report', 'distributions-by-fund', '--fund', 'ARP-I', '--format', 'pdf'])).code).toBe(0);
    expect(existsSync(join(terminal.folder, 'Distributions by fund.pdf'))).toBe(true);
    const below = await call(['export', 'funds', '--format', 'csv', '--out', 'clio/']);
    expect([below.code, below.out]).toEqual([0, `${join(terminal.folder, 'clio', 'Funds.csv')}\n`]);
    const full = await call(['export', 'funds', '--out', '/dev/full/x']);
    expect([full.code, full.err]).toEqual([6, expect.stringContaining('can’t be written')]);
  });

  it('saves the letters of a distribution: a zip, a single one, or files in a folder', async () => {
    const { Name: name } = JSON.parse(
      (await call(['api', 'GET', `/api/carry/distribution/${planted.distribution}`])).out,
    ) as { Name: string };
    const zip = await call(['letters', name, '--out', 'letters']);
    expect([zip.code, zip.err]).toEqual([0, '']);
    const ended = await call(['letters', planted.distribution, '--participant', 'Zanele Mokoena', '--out', 'letters']);
    expect(ended.err).toBe('');
    expect((await call(['letters', name, '--unpack', '--out', 'apart'])).code).toBe(0);
    expect(readdirSync(join(terminal.folder, 'letters'))).toHaveLength(2);
    expect(readdirSync(join(terminal.folder, 'apart')).every((file) => file.endsWith('.pdf'))).toBe(true);
    expect((await call(['letters', 'None'])).err).toContain("there is no distribution called 'None'");
  });

  it('sends any call, and previews the request', async () => {
    const page = await call(['api', 'get', '/api/carry/fund?PageSize=1']);
    expect(JSON.parse(page.out)).toMatchObject({ TotalItemCount: 2 });
    const dry = await call(['api', 'POST', '/api/carry/fund', '--body', '-', '--dry-run'], { input: '{"Code":"X"}' });
    expect([dry.code, dry.out]).toEqual([0, `POST ${terminal.server}/api/carry/fund\n{\n  "Code": "X"\n}\n`]);
    const wrong = await call(['api', 'POST', '/api/carry/fund', '--body', '-', '--json'], { input: '{"Code":"X"}' });
    expect([wrong.code, JSON.parse(wrong.err)]).toMatchObject([1, { error: { outcome: 'refused', code: 1 } }]);
    const ended = await call(['api', 'GET', '/api/carry/fnd']);
    expect([ended.code, ended.err]).toEqual([1, expect.stringContaining('did you mean GET /api/carry/fund')]);
    expect((await call(['api', 'GET', 'https://elsewhere.example/'])).code).toBe(2);
  });

  it('prints its version, and reports missing permissions', async () => {
    expect((await call(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
    const outsider = await server.person(await server.tenant(), { performance: 'viewer' });
    const refused = await call(['report', 'distributions-by-fund', '--json'], {
      environment: { CARRARA_TOKEN: outsider.token },
    });
    expect([refused.code, refused.out]).toEqual([1, '']);
  });
});
