import { asOwner } from '@carrara/adapters/postgres/engine/database/openDatabase';
import { keysIn, type PlantedPlan, plantCarryPlan, planDistributionBody } from '@carrara/server/testing/plantCarryPlan';
import { type TestPerson, TestServer } from '@carrara/server/testing/testServer';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Terminal } from './terminal.ts';

interface Pack {
  sha256: string;
  readonly run: { readonly kind: string; readonly name: string; readonly status: string };
  readonly computed: {
    readonly engineVersion: string;
    readonly inputs: { readonly input: { readonly sources: { netDistributableAmount: string }[] } };
    readonly figures: {
      readonly sources: { details: { readonly participantId: string; net: string; gross: string }[] }[];
    };
  };
  readonly approvals: readonly { readonly person: string; readonly decision: string }[];
  readonly auditLog: readonly { readonly action: string; readonly hash: string }[];
  readonly profiles: readonly { readonly version: number }[];
  readonly names: Readonly<Record<string, string>>;
  readonly explanation: { readonly result: string };
}

describe('the evidence of a run', { sequential: true }, () => {
  let server: TestServer;
  let tenantId: string;
  let person: TestPerson;
  let plan: PlantedPlan;
  let distribution: string;
  let terminal: Terminal;
  const at = (name: string) => join(terminal.folder, name);
  const run = (...args: readonly string[]) =>
    terminal.call(args, { environment: { CARRARA_TOKEN: person.token, CARRARA_TENANT: tenantId } });
  const pack = (name: string) => JSON.parse(readFileSync(at(name), 'utf8')) as Pack;
  /** Returns a pack with a changed value. If `fits` is true, its digest matches the change. */
  const tampered = (change: (pack: Pack) => void, fits: boolean): string => {
    const found = pack('run.json');
    change(found);
    if (fits) found.sha256 = digestOf(found);
    writeFileSync(at('tampered.json'), JSON.stringify(found));
    return 'tampered.json';
  };

  /** Creates the distribution of the plan, and approves and disburses it. */
  const paid = async (): Promise<string> => {
    const approver = await server.person(tenantId, { carry: 'viewer' });
    const done = async (by: TestPerson, path: string, payload: object) => {
      const url = `/api/carry/distribution/${path}`;
      const answer = await server.call(by.token, tenantId, { method: 'POST', url, payload });
      expect(answer.statusCode, answer.body.slice(0, 800)).toBe(200);
      return answer.json<{ readonly Id: string; readonly RowVersion: number }>();
    };
    const body = { ...planDistributionBody(plan), Approvers: [{ Id: approver.personId }] };
    const draft = await done(person, 'save-distribution', body);
    const { Id, RowVersion } = draft;
    const sent = await done(person, `${Id}/submit-for-approval`, { RowVersion, Acknowledged: keysIn(draft) });
    const decision = {
      DistributionId: Id,
      RowVersion: sent.RowVersion,
      ApprovalDecision: 'APP',
      Acknowledged: keysIn(sent),
    };
    const approved = await done(approver, 'save-approval', decision);
    await done(person, `${Id}/disburse`, { RowVersion: approved.RowVersion });
    return Id;
  };

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'administrator' });
    plan = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, plantCarryPlan);
    distribution = await paid();
    terminal = await Terminal.open(await server.app.listen({ host: '127.0.0.1', port: 0 }));
  });
  afterAll(async () => {
    await terminal.close();
    await server.stop();
  });

  it('is one file with identical bytes on each request, with inputs, versions, approvals, audit links, names and explanation', async () => {
    const saved = await run('export', 'evidence', 'distribution', distribution, '--out', 'run.json');
    expect([saved.code, saved.err]).toEqual([0, '']);
    await run('export', 'evidence', 'distribution', distribution, '--out', 'again.json');
    expect(readFileSync(at('again.json'), 'utf8')).toBe(readFileSync(at('run.json'), 'utf8'));
    const found = pack('run.json');
    expect(found.run).toMatchObject({ kind: 'distribution', status: 'DISB' });
    expect(found.computed.engineVersion).toMatch(/^\d+$/);
    expect(found.auditLog.map(({ action }) => action)).toContain('Distribution disbursed');
    for (const { hash } of found.auditLog) expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(found.profiles.length).toBeGreaterThan(0);
    expect(found.approvals.map(({ decision }) => decision)).toContain('APP');
    for (const { details } of found.computed.figures.sources)
      for (const { participantId } of details) expect(found.names[participantId]).toMatch(/\w/);
    expect(Number(found.explanation.result)).toBeGreaterThan(0);
  });

  it('is verified with its database, which that leaves as it is', async () => {
    const { url, adminUrl } = server.database;
    vi.stubEnv('DATABASE_URL', url);
    onTestFinished(() => void vi.unstubAllEnvs());
    writeFileSync(at('audit.key'), `${server.auditKey.toString('hex')}\n`);
    const verify = ['audit', 'verify', '--data', terminal.folder, '--without-heads', '--without-files'];
    expect((await terminal.call(verify)).out).not.toContain('Database rules');
    const database = decodeURIComponent(new URL(adminUrl).pathname.slice(1));
    const changed = await asOwner(adminUrl, async (owner) => {
      await owner.query(`GRANT CONNECT ON DATABASE ${database} TO PUBLIC`);
      return owner.query(`DELETE FROM schema_migration WHERE name LIKE '0007%' RETURNING name, checksum, applied_at`);
    });
    // Each time, because the first verification doesn't repair what it finds.
    for (const _time of ['first', 'second']) {
      const { code, out } = await terminal.call(verify);
      expect(code).toBe(1);
      expect(out).toMatch(/schema > migration 0007_attachments: missing: recorded with the checksum /);
      expect(out).toMatch(/schema > this database: unexpected: everybody may CONNECT/);
      // The rest is verified, too.
      expect(out).toMatch(/ 1 run recomputed, /);
    }
    const row: unknown = changed.rows[0];
    await asOwner(adminUrl, async (owner) => {
      await owner.query(`REVOKE CONNECT ON DATABASE ${database} FROM PUBLIC`);
      await owner.query('INSERT INTO schema_migration SELECT * FROM json_populate_record(NULL::schema_migration, $1)', [
        row,
      ]);
    });
  });

  it('is verified whatever settings the database has, which are named', async () => {
    const { url, adminUrl } = server.database;
    vi.stubEnv('DATABASE_URL', url);
    onTestFinished(() => void vi.unstubAllEnvs());
    writeFileSync(at('audit.key'), `${server.auditKey.toString('hex')}\n`);
    const name = decodeURIComponent(new URL(adminUrl).pathname.slice(1));
    const owner = new pg.Client({ connectionString: adminUrl });
    await owner.connect();
    try {
      const settings = {
        row_security: 'off',
        quote_all_identifiers: 'on',
        idle_session_timeout: '1ms',
        statement_timeout: '5ms',
        lock_timeout: '1ms',
        idle_in_transaction_session_timeout: '1ms',
      };
      for (const [setting, value] of Object.entries(settings))
        await owner.query(`ALTER DATABASE ${name} SET ${setting} = '${value}'`);
      const { code, out, err } = await terminal.call([
        'audit',
        'verify',
        '--data',
        terminal.folder,
        '--without-heads',
        '--without-files',
        '--all',
      ]);
      expect([code, err]).toEqual([1, '']);
      for (const [setting, value] of Object.entries(settings))
        expect(out).toContain(`schema > everybody: unexpected: sets ${setting}=${value}`);
      // They come first, and cause no others.
      expect(out).toMatch(/Database rules: \d differences\n( +schema > everybody: unexpected: sets .*\n){6}/);
      expect(out).toMatch(/ 1 run recomputed, /);
      // A part that can't be read is a difference, and the others are still verified.
      await owner.query(`ALTER DATABASE ${name} RESET ALL; REVOKE SELECT ON tenant FROM carrara_worker`);
      const unread = await terminal.call(['audit', 'verify', '--data', terminal.folder, '--without-files']);
      expect([unread.code, unread.err]).toEqual([1, '']);
      expect(unread.out).toContain('firms: can’t be checked: permission denied for table tenant');
      expect(unread.out).toMatch(/schema > tenant: missing: carrara_worker may SELECT/);
    } finally {
      await owner.query(`ALTER DATABASE ${name} RESET ALL; GRANT SELECT ON tenant TO carrara_worker`);
      await owner.end();
    }
  });

  it('is recomputed offline, from a file or from standard input, with the same result', async () => {
    const offline = { environment: { CARRARA_SERVER: 'http://127.0.0.1:9' } };
    const ended = await terminal.call(['calc', 'evidence', 'run.json'], offline);
    expect([ended.code, ended.err]).toEqual([0, '']);
    expect(ended.out).toMatch(/^.* \(distribution, DISB, engine version \d+\)\nEqual: all [\d,]+ figures match\.\n/);
    const input = readFileSync(at('run.json'), 'utf8');
    const piped = await terminal.call(['calc', 'evidence', '--json'], { ...offline, input });
    expect(JSON.parse(piped.out)).toMatchObject({ isEqual: true, isWhole: true, differences: [] });
    const explained = await terminal.call(['calc', 'evidence', 'run.json', '--explain'], offline);
    expect(JSON.parse(explained.out)).toMatchObject({ result: pack('run.json').explanation.result });
  });

  it('reports that it was changed, and which figure differs', async () => {
    const file = tampered((found) => {
      found.computed.figures.sources[0]!.details[0]!.net = '1000000.00';
    }, false);
    const ended = await run('calc', 'evidence', file);
    expect(ended.code).toBe(1);
    expect(ended.out).toContain('The file was changed: its content doesn’t match the SHA-256 in it.');
    expect(ended.out).toMatch(/\w > net: 1000000\.00 in the pack, \d+\.\d\d recomputed/);
    expect(ended.out).toContain('Not equal.');
  });

  it('reports a changed figure even with a matching digest, and a changed input by every dependent figure', async () => {
    const figure = tampered((found) => {
      found.computed.figures.sources[0]!.details[0]!.gross = '1.00';
    }, true);
    expect(await run('calc', 'evidence', figure)).toMatchObject({
      code: 1,
      out: expect.stringContaining('Not equal.'),
    });
    const input = tampered((found) => {
      found.computed.inputs.input.sources[0]!.netDistributableAmount = '999999.00';
    }, true);
    const verdict = JSON.parse((await run('calc', 'evidence', input, '--json')).out) as {
      isEqual: boolean;
      isWhole: boolean;
      differences: { figure: string }[];
    };
    expect([verdict.isEqual, verdict.isWhole]).toEqual([false, true]);
    expect(verdict.differences.map(({ figure: name }) => name)).toEqual(
      expect.arrayContaining(['gross', 'net', 'explanation']),
    );
  });

  it('is refused with a sentence if it is something else', async () => {
    writeFileSync(at('other.json'), '{"a":1}');
    writeFileSync(at('text.json'), 'hello');
    for (const file of ['other.json', 'text.json', 'none.json']) {
      const { code, err, out } = await run('calc', 'evidence', file);
      expect([code, out]).toEqual([2, '']);
      expect(err).toMatch(
        /^carrara calc evidence: (This isn’t an evidence pack|.* can’t be read: there is no such file\.)/,
      );
    }
  });

  it('is available for realizations too, and denied to people who may not read the run', async () => {
    const body = {
      Name: 'Q1 accrual',
      RealizationDate: '2026-03-31',
      UnallocatedAcknowledged: true,
      Sources: [{ ContainerId: plan.idOf('ARP-I'), ContainerType: 'Fund', TotalCarryForAll: '1000.00' }],
    };
    const url = '/api/carry/realization/save';
    const created = await server.call(person.token, tenantId, { method: 'POST', url, payload: body });
    expect(created.statusCode, created.body.slice(0, 400)).toBe(200);
    const saved = await run('export', 'evidence', 'realization', 'Q1 accrual', '--out', 'accrual.json');
    expect([saved.code, saved.err]).toEqual([0, '']);
    expect((await run('calc', 'evidence', 'accrual.json')).out).toContain('Equal: ');
    const stranger = await server.person(tenantId, { comp: 'administrator' });
    const response = await server.call(stranger.token, tenantId, {
      method: 'GET',
      url: `/api/carry/distribution/${distribution}/evidence`,
    });
    expect(response.statusCode).toBe(403);
  });

  it('is available for a release of escrow, recomputed offline, and changes are reported', async () => {
    const checker = await server.person(tenantId, { carry: 'editor' });
    const post = async (by: TestPerson, path: string, payload: object) => {
      const answer = await server.call(by.token, tenantId, {
        method: 'POST',
        url: `/api/carry/ledger/${path}`,
        payload,
      });
      expect(answer.statusCode, answer.body.slice(0, 800)).toBe(200);
      return answer.json<{ readonly Id: string; readonly RowVersion: number }>();
    };
    const line = { Source: { Id: plan.idOf('CO-HEL') }, Participant: { Id: plan.idOf('E001') } };
    const { Id, RowVersion } = await post(person, 'save', {
      Name: 'Brought along',
      Type: { Code: 'OPENING' },
      RunDate: '2020-12-31',
      Lines: [{ ...line, Accrued: '1000.00', Distributed: '400.00', Escrow: '40.00' }],
    });
    const sent = await post(person, `${Id}/submit`, { RowVersion });
    const approved = await post(checker, `${Id}/approve`, { RowVersion: sent.RowVersion });
    await post(person, `${Id}/post`, { RowVersion: approved.RowVersion });
    await post(person, 'save', {
      Name: 'Escrow of January',
      Type: { Code: 'RELEASE' },
      RunDate: '2021-01-31',
      Lines: [{ ...line, RequestedAmount: '10.01' }],
    });
    const saved = await run('export', 'evidence', 'ledgerRun', 'Escrow of January', '--out', 'release.json');
    expect([saved.code, saved.err]).toEqual([0, '']);
    const offline = { environment: { CARRARA_SERVER: 'http://127.0.0.1:9' } };
    const ended = await terminal.call(['calc', 'evidence', 'release.json'], offline);
    expect([ended.code, ended.err]).toEqual([0, '']);
    expect(ended.out).toContain('Equal: ');
    const release = JSON.parse(readFileSync(at('release.json'), 'utf8')) as Pack & {
      readonly computed: { readonly figures: { escrow: string }[] };
    };
    release.computed.figures[0]!.escrow = '10.02';
    release.sha256 = digestOf(release);
    writeFileSync(at('tampered.json'), JSON.stringify(release));
    const changed = await terminal.call(['calc', 'evidence', 'tampered.json'], offline);
    expect(changed.code).toBe(1);
    expect(changed.out).toContain('escrow: 10.02 in the pack, 10.01 recomputed');
    expect(changed.out).toContain('Not equal.');
  });

  it('previews the file name with --dry-run', async () => {
    const ended = await run('export', 'evidence', 'distribution', distribution, '--dry-run', '--out', 'dry.json');
    expect([ended.code, ended.out.trim()]).toEqual([0, at('dry.json')]);
    expect(() => readFileSync(at('dry.json'))).toThrow();
    const workbook = await run('export', 'distribution', distribution, '--package', '--dry-run');
    expect(workbook.code).toBe(0);
    expect(workbook.out.trim().split('\n')).toHaveLength(2);
    // The file is named after the run even if the command names its id.
    expect(workbook.out.split('\n')[0]).toBe(at(`${planDistributionBody(plan).Name as string}.xlsx`));
  });
});

/** Computes the digest as a reader of the pack does: sorted names, no whitespace, without digest and seal. */
function digestOf({ sha256: _named, ...found }: Pack): string {
  const { seal: _seal, ...content } = found as typeof found & { readonly seal: string };
  const inOrder = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inOrder);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .toSorted(([first], [other]) => (first < other ? -1 : 1))
        .map(([name, part]) => [name, inOrder(part)]),
    );
  };
  return createHash('sha256')
    .update(JSON.stringify(inOrder(content)))
    .digest('hex');
}
