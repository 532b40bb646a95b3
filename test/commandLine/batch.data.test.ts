import { type PlantedCarry, plantCarry } from '@carrara/server/testing/plantedCarry';
import { plantVehicle } from '@carrara/server/testing/plantedVehicle';
import { type TestPerson, TestServer } from '@carrara/server/testing/testServer';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CommandOptions, Terminal } from './terminal.ts';

interface Manifest {
  readonly outcome: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly files: readonly {
    readonly file: string;
    readonly sha256: string;
    readonly rows: number | null;
    readonly createdDate: string;
    readonly parameters: readonly { readonly title: string; readonly text: string }[];
    readonly totals: readonly {
      readonly field: string;
      readonly splitKeys: readonly string[];
      readonly total: string;
    }[];
  }[];
  readonly failures: readonly { readonly file: string; readonly reason: string }[];
}

const guide = readFileSync(new URL('../../docs/user/command-line.md', import.meta.url), 'utf8');
const complete = /```yaml\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';

describe('a batch of reports', { sequential: true }, () => {
  let server: TestServer;
  let tenantId: string;
  let person: TestPerson;
  let planted: PlantedCarry;
  let terminal: Terminal;
  const at = (...path: readonly string[]) => join(terminal.folder, ...path);
  const write = (text: string, name = 'batch.yaml') => writeFileSync(at(name), text);
  const run = (args: readonly string[] = [], called: CommandOptions = {}) =>
    terminal.call(['batch', 'batch.yaml', '--patience', '0', ...args], {
      ...called,
      environment: { CARRARA_TOKEN: person.token, ...called.environment },
    });
  const manifest = (folder = 'out') => JSON.parse(readFileSync(at(folder, 'manifest.json'), 'utf8')) as Manifest;
  const small = 'out: out\nreports:\n  - report: distributions-by-fund\n    formats: [csv, json]\n';

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
    planted = await plantCarry(server, tenantId, person);
    await plantVehicle(server, tenantId, person, {
      code: 'HARBOR',
      entries: [
        ['CALL-INV', '500.00', '2020-01-10'],
        ['BUY', '400.00', '2020-02-01'],
      ],
      values: [
        ['2020-03-31', '420.00'],
        ['2020-06-30', '440.00'],
      ],
    });
    terminal = await Terminal.open(await server.app.listen({ host: '127.0.0.1', port: 0 }));
  });
  beforeEach(() => {
    for (const name of readdirSync(terminal.folder)) rmSync(at(name), { recursive: true });
  });
  afterAll(async () => {
    await terminal.close();
    await server.stop();
  });

  it("equals the guide's example: every file, with counts, totals and checksums, and is not created twice", async () => {
    write(complete);
    const done = await run();
    expect([done.code, done.err]).toEqual([0, expect.stringContaining('8 created, 0 unchanged, 0 failed')]);
    const { files, counts, outcome } = manifest('Q3 2026');
    expect([outcome, counts]).toEqual(['done', { files: 8, created: 8, unchanged: 0, failed: 0, open: 0 }]);
    expect(files.map(({ file }) => file)).toContain(
      join('By fund', 'distributions-by-fund - Fund I - 2026-01-01 to 2026-06-30.pdf'),
    );
    for (const { file, sha256 } of files) {
      expect(
        createHash('sha256')
          .update(readFileSync(at('Q3 2026', file)))
          .digest('hex'),
        file,
      ).toBe(sha256);
    }
    const whole = files.find(({ file }) => file.startsWith('All distributions'));
    expect(whole?.totals.find(({ field }) => field === 'grossCarryDistributed')).toEqual({
      field: 'grossCarryDistributed',
      splitKeys: ['Disbursed', 'USD'],
      total: '150.00',
    });
    const again = await run();
    expect([again.code, again.err]).toEqual([0, expect.stringContaining('0 created, 8 unchanged, 0 failed')]);
    expect(manifest('Q3 2026').files).toEqual(files);
    rmSync(at('Q3 2026', files[0]?.file ?? ''));
    const resumed = await run();
    expect([resumed.code, resumed.err]).toEqual([0, expect.stringContaining('1 created, 7 unchanged')]);
    expect((await run(['--again'])).err).toContain('8 created, 0 unchanged');
  });

  it('that is invalid is refused before it starts, each error with line, field and reason', async () => {
    write(['out: out', 'fromats: [pdf]', 'reports:', '  - report: distributions-by-fund'].join('\n'));
    const unknown = await run();
    expect([unknown.code, unknown.err]).toEqual([
      2,
      expect.stringContaining("batch.yaml:2:1 fromats: is unknown; did you mean 'formats'?"),
    ]);
    write(
      [
        'out: out',
        'reports:',
        '  - report: distribution-by-fund',
        '  - report: distributions-by-fund',
        '    formats: [exel]',
        '    dates: 2026-02-30',
        '    folder: ../elsewhere',
        '    file: ../../x',
        '  - report: distributions-by-fund',
        '    funds: [Fnud I, Fund I]',
        '    parameters: { statu: DISB, status: PAID }',
      ].join('\n'),
    );
    const { code, err } = await run();
    expect(code).toBe(2);
    expect(err).toContain(
      "batch.yaml:3:5 reports[1].report: there is no report 'distribution-by-fund'; did you mean 'distributions-by-fund' or 'participant-distribution-by-fund'?",
    );
    expect(err).toContain("reports[2].formats[1]: there is no format 'exel'; did you mean 'excel'?");
    expect(err).toContain("batch.yaml:6:5 reports[2].dates[1]: '2026-02-30' is not a calendar date (YYYY-MM-DD)");
    expect(err).toContain('batch.yaml:7:5 reports[2].folder: is outside the batch folder');
    expect(err).toContain('batch.yaml:8:5 reports[2].file: is outside the batch folder');
    expect(err).toContain(
      "batch.yaml:11:19 reports[3].parameters.statu: distributions-by-fund doesn’t have this parameter; did you mean 'status'?",
    );
    expect(err).toMatch(/batch\.yaml:11:32 reports\[3\]\.parameters\.status: /);
    write('out: out\nreports:\n  - report: distributions-by-fund\n    funds:\n      - Fund I\n      - Fnud I\n');
    const fund = await run();
    expect([fund.code, fund.err]).toEqual([
      2,
      expect.stringContaining(
        "batch.yaml:6:9 reports[1].funds[2]: there is no fund called 'Fnud I'; did you mean 'Fund I'?",
      ),
    ]);
    write(
      'out: out\nfunds: [Fnud I]\nreports:\n  - report: distribution-by-fund\n    dates: 2026-02-31\n  - report: distributions-by-fund\n',
    );
    const whole = await run(['--dry-run']);
    expect(whole.code).toBe(2);
    for (const text of [
      "no report 'distribution-by-fund'",
      "'2026-02-31' is not a calendar",
      "no fund called 'Fnud I'",
    ])
      expect(whole.err).toContain(text);
    write(
      [
        'fromats: [pdf]',
        'reports:',
        '  - { report: distributions-by-fund, dates: { from: [2026-01-01] }, funds: [Fnud I] }',
        '  - { reprot: distributions-by-fund, formats: [exel] }',
        '  - { report: distributions-by-fund, parameters: { statu: DISB } }',
      ].join('\n'),
    );
    const mixed = await run();
    expect(mixed.code).toBe(2);
    expect(mixed.err.match(/batch\.yaml:\d+:\d+ [\w[\].]+/g)).toEqual([
      'batch.yaml:1:1 fromats',
      'batch.yaml:1:1 out',
      'batch.yaml:3:38 reports[1].dates[1]',
      'batch.yaml:3:77 reports[1].funds[1]',
      'batch.yaml:4:5 reports[2].report',
      'batch.yaml:4:7 reports[2].reprot',
      'batch.yaml:4:48 reports[2].formats[1]',
      'batch.yaml:5:52 reports[3].parameters.statu',
    ]);
    write('reports: [\n');
    expect((await run()).err).toContain('can’t be read as YAML. Nothing was done.');
    expect((await terminal.call(['batch', 'none.yaml'])).err).toContain('none.yaml: there is no such file');
    expect(existsSync(at('out'))).toBe(false);
  });

  it('adds each file extension once, even if the name in the batch has it', async () => {
    write(
      [
        'out: out',
        'reports:',
        '  - { report: distributions-by-fund, file: q3.xlsx }',
        '  - { report: distributions-by-fund, file: Q3 both.XLSX, formats: [excel, pdf] }',
        '  - { report: distributions-by-fund, file: q3.csv, formats: [json] }',
      ].join('\n'),
    );
    const { code, out } = await run(['--dry-run']);
    const files = ['q3.xlsx', 'Q3 both.xlsx', 'Q3 both.pdf', 'q3.csv.json'];
    expect([code, out]).toEqual([0, files.map((file) => `create     ${at('out', file)}\n`).join('')]);
  });

  it('creates reports with a date in their address, for dates and quarters, and one for each investor of a fund', async () => {
    write(
      [
        'out: out',
        'formats: csv',
        'quarters: [Q2 2020]',
        'reports:',
        '  - { report: cas/funds, dates: 2020-03-31 }',
        '  - { report: pfs/funds }',
        '  - { report: cashflow, funds: HARBOR }',
        '  - { report: investor-irrs, funds: HARBOR, investors: all }',
        '  - { report: vesting-ahead }',
      ].join('\n'),
    );
    const { code, err } = await run();
    expect([code, err]).toEqual([0, expect.stringContaining('7 created, 0 unchanged, 0 failed')]);
    expect(manifest().files.map(({ file }) => file)).toEqual([
      'cas funds - 2020-03-31.csv',
      'pfs funds - Q2 2020.csv',
      'cashflow - HARBOR Fund - Q2 2020.csv',
      'investor-irrs - HARBOR Fund - HARBOR GP - Q2 2020.csv',
      'investor-irrs - HARBOR Fund - HARBOR LP-A - Q2 2020.csv',
      'investor-irrs - HARBOR Fund - HARBOR LP-B - Q2 2020.csv',
      'vesting-ahead - Q2 2020.csv',
    ]);
    expect(readFileSync(at('out', 'cas funds - 2020-03-31.csv'), 'utf8')).toContain('HARBOR');
    write('out: out\nreports:\n  - { report: cas/funds, quarters: [Q5 2020, 2020-05-31] }\n');
    const wrong = await run();
    expect([wrong.code, wrong.err]).toEqual([
      2,
      expect.stringContaining("'Q5 2020' is not a quarter, such as Q3 2026"),
    ]);
  });

  it("creates every investor's documents of a fund, and every payee's letter, in a batch or with one command", async () => {
    write(
      [
        'out: out',
        'reports:',
        '  - { report: capital-account, funds: HARBOR, quarters: Q2 2020, formats: [pdf, excel] }',
        '  - { report: ilpa-reporting-template, funds: HARBOR, quarters: Q2 2020, investors: HARBOR LP-A }',
        '  - { report: letter, funds: ARP-I, dates: { from: 2000-01-01, to: 2030-12-31 } }',
      ].join('\n'),
    );
    const { code, err } = await run();
    expect([code, err]).toEqual([0, expect.stringContaining('8 created, 0 unchanged, 0 failed')]);
    const files = manifest().files.map(({ file }) => file);
    expect(files).toContain('capital-account - HARBOR Fund - HARBOR LP-A - Q2 2020.pdf');
    expect(files).toContain('ilpa-reporting-template - HARBOR Fund - HARBOR LP-A - Q2 2020.xlsx');
    expect(files.find((file) => file.startsWith('letter - '))).toMatch(/ - Zanele Mokoena\.pdf$/);
    for (const file of files.filter((name) => name.endsWith('.pdf')))
      expect(readFileSync(at('out', file)).subarray(0, 5).toString(), file).toBe('%PDF-');
    const environment = { CARRARA_TOKEN: person.token };
    const ended = await terminal.call(['documents', 'HARBOR', 'Q2 2020', '--only', 'capital-account', '--out', 'all'], {
      environment,
    });
    expect([ended.code, ended.err]).toEqual([0, expect.stringContaining('3 created, 0 unchanged, 0 failed')]);
    expect(manifest('all').files.map(({ file }) => file)).toEqual([
      'Capital account - HARBOR Fund - HARBOR GP - Q2 2020.pdf',
      'Capital account - HARBOR Fund - HARBOR LP-A - Q2 2020.pdf',
      'Capital account - HARBOR Fund - HARBOR LP-B - Q2 2020.pdf',
    ]);
    // The ending NAVs of all partners add up to the fund's: 500 called, 400 invested, worth 440.
    const navs = manifest('all').files.map(({ totals }) => totals.find(({ field }) => field === 'endingNav'));
    expect(navs.map((nav) => nav?.splitKeys)).toEqual([['EUR'], ['EUR'], ['EUR']]);
    expect(navs.reduce((sum, nav) => sum + Number(nav?.total), 0)).toBeCloseTo(540, 2);
    for (const [quarter, text] of [
      ['Q2 2090', 'The quarter ending 06/30/2090 has not ended.'],
      ['Q4 2021', 'HARBOR Fund has no figures for the quarter ending 12/31/2021.'],
    ] as const) {
      const refused = await terminal.call(['documents', 'HARBOR', quarter, '--out', 'none'], { environment });
      expect([refused.code, refused.err], quarter).toEqual([1, expect.stringContaining(text)]);
    }
    const later = await terminal.call(['documents', 'HARBOR', 'Q4 2020', '--only', 'letter'], { environment });
    expect([later.code, later.err]).toEqual([1, expect.stringContaining('HARBOR Fund has none of these documents')]);
  });

  it("includes the README's sample, whose reports, parameters and formats exist", async () => {
    const sample = readFileSync(new URL('../../samples/quarter-end.yaml', import.meta.url), 'utf8');
    write(
      sample
        .replaceAll(/    investors: .*\n/g, '')
        .replaceAll('ARP-I', 'HARBOR')
        .replaceAll('Q2 2026', 'Q2 2020'),
    );
    const { code, out } = await run(['--dry-run']);
    expect([code, out]).toEqual([0, expect.stringContaining('Capital accounts')]);
  });

  it('previews its files, and creates none', async () => {
    write(small);
    const { code, out } = await run(['--dry-run']);
    expect([code, out]).toEqual([
      0,
      `create     ${at('out', 'distributions-by-fund.csv')}\ncreate     ${at('out', 'distributions-by-fund.json')}\n`,
    ]);
    expect(existsSync(at('out'))).toBe(false);
  });

  it('replaces no file that it did not create, or that has changed since, without the option', async () => {
    write(small);
    mkdirSync(at('out'));
    writeFileSync(at('out', 'distributions-by-fund.csv'), 'mine');
    const refused = await run();
    expect([refused.code, refused.err]).toEqual([6, expect.stringContaining('didn’t create')]);
    expect(readFileSync(at('out', 'distributions-by-fund.csv'), 'utf8')).toBe('mine');
    expect((await run(['--overwrite'])).code).toBe(0);
    writeFileSync(at('out', 'distributions-by-fund.csv'), 'edited');
    expect((await run()).code).toBe(6);
    expect(readdirSync(at('out')).sort()).toEqual([
      'distributions-by-fund.csv',
      'distributions-by-fund.json',
      'manifest.json',
    ]);
  });

  it("keeps a report's files consistent: one with older figures is created again", async () => {
    write(small);
    expect((await run()).code).toBe(0);
    const before = manifest();
    await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
      tx.query(
        `UPDATE distribution_source SET gross_carry_distributed = gross_carry_distributed + 1, total_distributed = total_distributed + 1, net_carry_distributed = net_carry_distributed + 1 WHERE distribution_id = $1`,
        [planted.distribution],
      ),
    );
    expect((await run()).err).toContain('0 created, 2 unchanged');
    rmSync(at('out', 'distributions-by-fund.json'));
    expect((await run()).err).toContain('2 created, 0 unchanged');
    expect(manifest().files[0]?.totals).not.toEqual(before.files[0]?.totals);
    await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
      tx.query(
        `UPDATE distribution_source SET gross_carry_distributed = gross_carry_distributed - 1, total_distributed = total_distributed - 1, net_carry_distributed = net_carry_distributed - 1 WHERE distribution_id = $1`,
        [planted.distribution],
      ),
    );
  });

  it('reports refusals, continues with the others, and has an exit code for that', async () => {
    const outsider = await server.person(tenantId, { performance: 'viewer' });
    write(small);
    const { code, err } = await run([], { environment: { CARRARA_TOKEN: outsider.token } });
    expect([code, err]).toEqual([5, expect.stringContaining('0 created, 0 unchanged, 2 failed')]);
    expect(manifest()).toMatchObject({ outcome: 'partly', counts: { failed: 2, open: 0 } });
    expect(manifest().failures[0]?.reason).not.toBe('');
    expect((await run()).err).toContain('2 created');
  });

  it('names each report that needs a permission which the person lacks', async () => {
    const carryOnly = await server.person(tenantId, { carry: 'editor' });
    write(
      [
        'out: out',
        'quarters: Q2 2020',
        'funds: HARBOR',
        'reports:',
        '  - { report: distributions-by-fund }',
        '  - { report: capital-account }',
        '  - { report: ilpa-reporting-template }',
      ].join('\n'),
    );
    const { code, err } = await run([], { environment: { CARRARA_TOKEN: carryOnly.token } });
    expect(code).toBe(2);
    expect(err.split('\n').filter((line) => line.includes('permission'))).toEqual([
      expect.stringMatching(/batch\.yaml:6:5 reports\[2\]: capital-account: You don.t have permission to do this\./),
      expect.stringMatching(
        /batch\.yaml:7:5 reports\[3\]: ilpa-reporting-template: You don.t have permission to do this\./,
      ),
    ]);
    expect(existsSync(at('out'))).toBe(false);
  });

  it('stops when the session ends, and continues after the next sign-in', async () => {
    const other = await server.person(tenantId, { carry: 'administrator' });
    write(`${small}  - report: distributions-by-fund\n    file: second\n    parameters: { status: DISB }\n`);
    const ended = await run(['--parallel', '1'], {
      environment: { CARRARA_TOKEN: other.token },
      columns: 100,
      when: [/second/, () => void server.call(other.token, undefined, { method: 'GET', url: '/api/signin/signout' })],
    });
    expect(readdirSync(at('out')).filter((name) => name.endsWith('.part') || name.endsWith('.lock'))).toEqual([]);
    // The signal arrives while the second report is generated. Either it ends the session, or the report was faster.
    expect([0, 3]).toContain(ended.code);
    if (ended.code === 3) expect(ended.err).toMatch(/has ended[\s\S]*continue where it stopped/);
    expect((await run()).err).toMatch(/[012] created, [123] unchanged, 0 failed/);
  });

  it('leaves no partial file when stopped with Ctrl-C, and continues on the next run', async () => {
    write(`${small}  - report: distributions-by-fund\n    file: second\n`);
    const stop = new AbortController();
    const stopped = await run(['--parallel', '1'], {
      columns: 100,
      stopped: stop.signal,
      when: [/1 of 3/, () => stop.abort()],
    });
    expect([stopped.code, manifest().outcome]).toEqual([130, 'stopped']);
    const { counts, files } = manifest();
    expect(counts['open']).toBeGreaterThan(0);
    expect(readdirSync(at('out')).sort()).toEqual([...files.map(({ file }) => file), 'manifest.json'].sort());
    expect((await run()).err).toContain('0 failed');
    expect(manifest().outcome).toBe('done');
  });

  it('refuses a second run in one folder, and takes over after a killed run', async () => {
    write(small);
    mkdirSync(at('out'));
    const lock = (pid: number, host: string) =>
      writeFileSync(at('out', '.carrara-batch.lock'), JSON.stringify({ pid, host, since: 'now' }));
    lock(process.pid, (await import('node:os')).hostname());
    const busy = await run();
    expect([busy.code, busy.err]).toEqual([6, expect.stringContaining('Another run')]);
    lock(2 ** 22 + 1, (await import('node:os')).hostname());
    expect((await run()).code).toBe(0);
    expect(existsSync(at('out', '.carrara-batch.lock'))).toBe(false);
  });

  it('reports an unavailable server and an unwritable folder', async () => {
    write(small);
    const away = await run(['--server', 'http://127.0.0.1:9']);
    expect([away.code, away.err]).toEqual([4, expect.stringContaining('Is the server running')]);
    writeFileSync(at('out'), 'a file');
    const blocked = await run();
    expect([blocked.code, blocked.err]).toEqual([6, expect.stringContaining('can’t be written')]);
    write('reports: [{ report: distributions-by-fund }]\n');
    expect((await run(['--out', '/dev/full/out'])).code).toBe(6);
  });

  it("writes outside its own folder only on the command line's request", async () => {
    symlinkSync(tmpdir(), at('link'));
    for (const out of ['../elsewhere', '/tmp/elsewhere', 'out/../../elsewhere', 'link', 'link/below']) {
      write(`out: ${out}\nreports: [{ report: distributions-by-fund }]\n`);
      const refused = await run(['--dry-run']);
      expect([refused.code, refused.err]).toEqual([
        2,
        expect.stringContaining('batch.yaml:1:1 out: is outside the batch folder'),
      ]);
      expect((await run(['--dry-run', '--out', '../elsewhere'])).code).toBe(0);
    }
  });

  it('saves a notice as a PDF for each investor with one command, or for one of them', async () => {
    const client = server.as(person);
    const [harbor] = (await client.listVehicleNavigation()).filter(({ code }) => code === 'HARBOR');
    const body = {
      vehicleId: harbor!.id,
      kind: 'CALL',
      date: '2020-05-10',
      amounts: { investments: '100.00' },
    } as const;
    await client.saveLedgerAct({ body });
    const save = (...args: readonly string[]) =>
      terminal.call(['notice', 'HARBOR', ...args], { environment: { CARRARA_TOKEN: person.token } });
    expect((await save('1', '--out', 'notices')).code).toBe(0);
    const file = (investor: string) => `HARBOR ${investor} - Call 1 - HARBOR Fund.pdf`;
    expect(readdirSync(at('notices')).toSorted()).toEqual([file('GP'), file('LP-A'), file('LP-B')]);
    expect(
      readFileSync(at('notices', file('GP')))
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const own = ['1', '--investor', 'HARBOR LP-A', '--out', 'notices'];
    expect((await save(...own)).err).toContain('--overwrite');
    const again = await save(...own, '--overwrite');
    expect([again.code, again.out.trim()]).toEqual([
      0,
      expect.stringMatching(/HARBOR LP-A - Call 1 - HARBOR Fund\.pdf$/),
    ]);
    const unknown = await save('7');
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('HARBOR Fund has no notice 7.')]);
  });
});
