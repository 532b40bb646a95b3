import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskFiles } from '@carrara/adapters/files/diskFiles';
import { TestServer } from '@carrara/server/testing/testServer';
import { findingText } from '@carrara/adapters/postgres/verify/finding';
import type { FileDigests } from '@carrara/adapters/postgres/verify/verifyFiles';
import type { TenantReport } from '@carrara/adapters/postgres/verify/verifyTenant';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readColumns, otherValue, Superuser } from './tampering.ts';

let server: TestServer;
let superuser: Superuser;
let get: <T>(path: string) => Promise<T>;
let send: <T = { readonly Id: string }>(path: string, payload: object) => Promise<T>;
let fund: string;
let investor: string;
const [locked, open] = ['2020-03-31', '2020-06-30'] as const;

/** Creates a fund with a holding, a locked quarter and an open one, so that each kind of subject has figures in both. */
beforeAll(async () => {
  server = await TestServer.start();
  const tenantId = await server.tenant('Watched Figures');
  const owner = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
  send = async (path, payload) => {
    const answer = await server.call(owner.token, tenantId, { method: 'POST', url: `/api/${path}`, payload });
    expect(answer.statusCode, `${path}: ${answer.body.slice(0, 600)}`).toBe(200);
    return answer.json();
  };
  get = async (path) => {
    const answer = await server.call(owner.token, tenantId, { method: 'GET', url: `/api/${path}` });
    expect(answer.statusCode, `${path}: ${answer.body.slice(0, 600)}`).toBe(200);
    return answer.json();
  };
  const reference = async (type: string, code: string) => ({ Id: await server.referenceEntry(tenantId, type, code) });
  const currency = await reference('currency', 'EUR');
  const fundOf = async (Code: string) =>
    (await send('carry/fund', { Code, LegalName: `${Code} Fund`, Currency: currency })).Id;
  fund = await fundOf('ELM');
  const investment = await send('carry/investment', {
    Code: 'STEEL',
    Name: 'Steel',
    LegalName: 'Steel',
    FundInvestments: [{ Fund: { Id: fund } }],
  });
  superuser = await Superuser.create(server, tenantId);
  await superuser.query(`DO $$ DECLARE c record; BEGIN
    FOR c IN SELECT conname FROM pg_constraint WHERE contype = 'c' AND conrelid = 'period_figure'::regclass
    LOOP EXECUTE format('ALTER TABLE period_figure DROP CONSTRAINT %I', c.conname); END LOOP; END $$`);
  const [holding] = await superuser.query<{ id: string }>('SELECT id FROM fund_investment WHERE investment_id = $1', [
    investment.Id,
  ]);
  const Type = await reference('investor-type', 'INVESTOR');
  investor = (
    await send('performance/investor', {
      Code: 'LP',
      Name: 'Partner LP',
      Type,
    })
  ).Id;
  const first = await send('performance/investor', {
    Code: 'FIRST',
    Name: 'First LP',
    Type,
  });
  const commitTo = (VehicleId: string, on: string, InvestorId = investor) =>
    send<{ readonly CommitmentId: string }>('performance/commitment', {
      VehicleId,
      InvestorId,
      Kind: 'CLOSE',
      Date: on,
      Amount: '600.00',
    });
  await commitTo(fund, '2019-08-15', first.Id);
  const { CommitmentId } = await commitTo(fund, '2020-01-01');
  const HoldingId = holding!.id;
  const security = await send('performance/security', {
    VehicleId: fund,
    HoldingId,
    Class: 'EQUITY',
    Name: 'Common',
  });
  const traded = { HoldingId, SecurityId: security.Id };
  await send('performance/ledger', {
    VehicleId: fund,
    Entries: [
      { Type: 'CALL-INV', Amount: '500.00', EffectiveDate: '2020-02-01' },
      { Type: 'BUY', Amount: '450.00', EffectiveDate: '2020-02-02', ...traded },
      { Type: 'DIST-INC', Amount: '20.00', EffectiveDate: '2020-05-01' },
    ],
  });
  await send('performance/reported', {
    VehicleId: fund,
    Figures: [
      { Figure: 'nav', Date: open, Value: '1900.11' },
      { CommitmentId, Figure: 'irr', Date: open, Value: '3.1' },
    ],
  });
  await send(`performance/period/${fund}/${locked}/lock`, { RowVersion: 1, WithEarlier: true });
  // This fund is entered last, although the investor joined it first. Its figures end before the figures of the other
  // fund begin.
  const older = await fundOf('OAK');
  await commitTo(older, '2018-08-05');
  await send('performance/ledger', {
    VehicleId: older,
    Entries: [{ Type: 'CALL-INV', Amount: '100.00', EffectiveDate: '2018-08-06' }],
  });
});
afterAll(async () => {
  await superuser?.end();
  await server?.stop();
});

const texts = ({ findings }: TenantReport): string[] =>
  findings.flatMap(({ location, description: subject }) =>
    location[0] === 'reference' ? [] : [`${location.join(' > ')}: ${subject}`],
  );
const after = async (change: string, values: readonly unknown[] = []) =>
  texts(await superuser.verifyAfter(() => superuser.query(change, values)));

describe('carrara audit verify of stored figures', () => {
  it('finds nothing in an untouched database', async () => {
    expect(texts(await superuser.verifyAfter(() => Promise.resolve()))).toEqual([]);
  });

  it('finds a change in any column of any row', async () => {
    const rows = await superuser.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM period_figure WHERE period_end IN ('${locked}', '${open}')`,
    );
    const columns = (await readColumns(superuser)).filter(
      ({ table, column }) => table === 'period_figure' && column !== 'tenant_id',
    );
    expect(columns.length).toBeGreaterThan(30);
    const missed: string[] = [];
    for (const { column, type } of columns) {
      const found = await after(
        `UPDATE period_figure SET ${column} = ${otherValue(column, type)} WHERE period_end IN ('${locked}', '${open}')`,
      );
      if (found.length < rows[0]!.count) missed.push(`${column}: ${found.length} of ${rows[0]!.count}`);
    }
    expect(missed).toEqual([]);
  });

  it('finds nothing after an investor joined a fund later, and says why earlier quarters have no figures', async () => {
    const { PageData } = await get<{ PageData: readonly { InvestorName: string; NotDetermined: unknown[] }[] }>(
      'performance/investor/figures?type=ALL&endDate=2019-09-30',
    );
    expect(PageData.find(({ InvestorName }) => InvestorName === 'Partner LP')?.NotDetermined).toContainEqual({
      Field: 'nav',
      Code: 'NAV_MISSING',
      Message: 'Nothing is booked for the quarter to 09/30/2019; the last figures are of 09/30/2018.',
    });
  });

  it.each([
    ['irr_annualized = true', 'Net IRR annualized'],
    [`policy = 'NETTED'`, 'Policy'],
    [`rolled_forward_from = '2020-02-02'`, 'Rolled forward from'],
    [`not_determined = '[{"field":"nav","code":"NAV_MISSING","message":"Nobody knows."}]'`, 'Not determined'],
    [`engine_version = '0'`, 'Engine version'],
  ])('names the row if it has %s', async (change, column) => {
    for (const [subject, end] of [
      ['COMMITMENT', locked],
      ['COMMITMENT', open],
      ['INVESTOR', open],
    ] as const) {
      const found = await after(
        `UPDATE period_figure SET ${change} WHERE subject = '${subject}' AND period_end = '${end}' AND ($1 IN (subject_id, (SELECT investor_id FROM commitment WHERE id = subject_id AND vehicle_id = $2)))`,
        [investor, fund],
      );
      const location = subject === 'INVESTOR' ? `quarter ${end} > in EUR` : `quarter ${end} of ELM Fund`;
      expect(found).toEqual([`${location} > Partner LP: ${column}`]);
    }
  });

  it('names a changed entry before the figures that follow from it', async () => {
    const { findings } = await superuser.verifyAfter(async () => {
      await superuser.query('ALTER TABLE ledger_entry DISABLE TRIGGER USER');
      await superuser.query(`UPDATE ledger_entry SET amount = amount + 1 WHERE vehicle_id = $1`, [fund]);
    });
    const parts = [...new Set(findings.map(({ part }) => part))];
    expect(parts[0]).toBe('records');
    expect(parts.at(-1)).toBe('figures');
    expect(findings[0]).toMatchObject({ part: 'records', description: 'amount' });
    // The figures that follow are counted, one line for each fund, after the first figure of each kind.
    const consequences = findings.filter(({ part }) => part === 'figures' || part === 'locked quarters');
    const first = (figure: string) =>
      `quarter ${locked} of ELM Fund > version 1 > ELM Fund: ${figure}: stored 450.00 EUR, computed again 451.00 EUR`;
    expect(consequences.map(findingText)).toEqual([
      ...['Invested', 'Cost', 'Fair value'].map(first),
      'ELM Fund > quarters 2020-03-31 to 2020-06-30: 12 figures differ when computed again from the changed records (--all lists them): Invested 4, Cost 4, Fair value 4',
    ]);
  });

  it('lists each TVPI that isn’t the sum of DPI and RVPI, although records of the fund were changed', async () => {
    const { findings } = await superuser.verifyAfter(async () => {
      await superuser.query(`UPDATE ledger_entry SET amount = amount + 1 WHERE vehicle_id = $1`, [fund]);
      await superuser.query(`UPDATE period_figure SET tvpi = tvpi + 1 WHERE vehicle_id = $1 AND period_end = $2`, [
        fund,
        open,
      ]);
    });
    const lines = findings.filter(({ part }) => part === 'figures').map(findingText);
    for (const owner of ['ELM Fund', 'First LP', 'Partner LP'])
      expect(lines).toContainEqual(expect.stringMatching(`^quarter ${open} of ELM Fund > ${owner}: TVPI: stored `));
  });

  const uuid = /[0-9a-f]{8}-[0-9a-f]{4}/;
  const linesAfter = async (change: string, values: readonly unknown[] = []) =>
    (await superuser.verifyAfter(() => superuser.query(change, values))).findings
      .filter(({ part, location: [type] }) => part === 'records' && type !== 'reference')
      .map(findingText);
  it.each([
    ['nav', 'fund as a whole > NAV'],
    ['irr', 'Partner LP > Net IRR'],
  ])(
    'names fund, investor, figure and date of a reported figure that was changed, removed or added (%s)',
    async (figure, name) => {
      const location = `reported figure > ELM Fund > ${name} > ${open}`;
      expect(await linesAfter('UPDATE reported_figure SET value = value + 1 WHERE figure = $1', [figure])).toEqual([
        expect.stringMatching(`^${location}: value: \\S+( EUR)? before, \\S+( EUR)? now$`),
      ]);
      expect(await linesAfter('DELETE FROM reported_figure WHERE figure = $1', [figure])).toEqual([
        expect.stringMatching(`^${location}: is missing without an audit entry: `),
      ]);
      const added = await linesAfter(
        `INSERT INTO reported_figure (tenant_id, id, vehicle_id, commitment_id, figure, figure_date, booked, value, reverses_id, seq)
       SELECT tenant_id, gen_random_uuid(), vehicle_id, commitment_id, figure, figure_date, booked, 7, gen_random_uuid(), 0 FROM reported_figure WHERE figure = $1`,
        [figure],
      );
      expect(added).toEqual([
        `${location.replace(/(NAV|Net IRR)/, 'withdrawal of $1')}: has no entry in the audit log: nothing before, booked ${open}, reverses an unnamed record, value 7.00${figure === 'nav' ? ' EUR' : ''} now`,
      ]);
    },
  );

  it('names figures and reasons in words', async () => {
    const row = `WHERE subject = 'INVESTOR' AND period_end = '${open}' AND subject_id = $1`;
    const { findings } = await superuser.verifyAfter(() =>
      superuser.query(
        `UPDATE period_figure SET not_determined = '[{"field":"irr","code":"IRR_UNDETERMINED","message":"Nobody knows."}]',
           carried = '{"nav":"1.00"}', coverage = jsonb_build_object('total', 2, 'excluded', jsonb_build_array(jsonb_build_object('vehicleId', $2::uuid, 'lastDate', '2020-03-31'))) ${row}`,
        [investor, fund],
      ),
    );
    const lines = findings.filter(({ part }) => part === 'figures').map(findingText);
    for (const text of [
      'Not determined: stored Net IRR: Nobody knows, computed again ',
      'Carried: stored NAV 1.00, computed again ',
      'Coverage: stored Excluded Last date 2020-03-31, Vehicle ELM Fund, computed again Excluded Last date 2018-09-30, Vehicle OAK Fund',
    ])
      expect(lines).toContainEqual(expect.stringContaining(text));
    for (const line of lines) {
      expect(line).not.toMatch(/[{}[\]]/);
      expect(line).not.toMatch(uuid);
    }
  });

  it('continues past a malformed storage key and an unreadable part', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'carrara-verify-'));
    const report = await superuser.verifyAfter(
      async () => {
        await superuser.query('ALTER TABLE document DROP CONSTRAINT document_own_file');
        await superuser.query(
          `INSERT INTO document (tenant_id, id, object_type, object_id, name, storage_key) SELECT tenant_id, gen_random_uuid(), 'fund', id, 'Letter', 'no key' FROM fund WHERE id = $1`,
          [fund],
        );
        await superuser.query('ALTER TABLE forecast RENAME COLUMN name TO title');
        await superuser.query(`UPDATE period_figure SET nav = nav + 1 WHERE subject = 'VEHICLE' AND vehicle_id = $1`, [
          fund,
        ]);
      },
      { files: createDiskFiles(folder) as FileDigests },
    );
    const found = texts(report);
    expect(found).toContain('document > Letter > file no key: the storage key is malformed');
    expect(found).toContain('forecasts: can’t be checked: column "name" does not exist');
    for (const end of [locked, open]) expect(found).toContain(`quarter ${end} of ELM Fund > ELM Fund: NAV`);
    const lines = report.findings.map(findingText).filter((line) => line.includes('ELM Fund > ELM Fund: NAV'));
    // The figures of a locked quarter are compared with its version, those of an open one are computed again.
    expect(lines).toContainEqual(expect.stringMatching(`^quarter ${locked} .*: NAV: \\S+ EUR before, \\S+ EUR now$`));
    expect(lines).toContainEqual(
      expect.stringMatching(`^quarter ${open} .*: NAV: stored \\S+ EUR, computed again \\S+ EUR$`),
    );
    expect(report.files).toBe(1);
    const parts = report.findings.map(({ part }) => part);
    expect(parts.indexOf('stored files')).toBeLessThan(parts.indexOf('figures'));
  });
});
