import { chmodSync, statSync, writeFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPerson, TestServer } from '@carrara/server/testing/testServer';
import { Terminal } from './terminal.ts';

describe('a command-line session', { sequential: true }, () => {
  let server: TestServer;
  let person: TestPerson;
  let terminal: Terminal;
  let address: string;
  const sessionsFile = () => join(terminal.home, '.config', 'carrara', 'sessions.json');
  const login = (password = TestServer.password) =>
    terminal.call(['login', '--login', person.login], { input: `${password}\n` });

  beforeAll(async () => {
    server = await TestServer.start();
    person = await server.person(await server.tenant('Alder Capital'), { carry: 'viewer' });
    address = await server.app.listen({ host: '127.0.0.1', port: 0 });
    terminal = await Terminal.open(address);
  });
  afterAll(async () => {
    await terminal.close();
    await server.stop();
  });

  it('asks for the password, and refuses a wrong one without repeating it', async () => {
    const signedOut = await terminal.call(['whoami']);
    expect([signedOut.code, signedOut.err]).toEqual([
      3,
      `carrara whoami: You aren’t signed in to ${address}. Sign in with carrara login.\n`,
    ]);
    const wrong = await login('no such secret');
    expect(wrong.code).toBe(3);
    expect(wrong.out + wrong.err).not.toContain('no such secret');
    expect((await login('')).err).toContain('No password was entered');
  });

  it('is stored for its owner only, and never printed', async () => {
    const done = await login();
    expect([done.code, done.err]).toEqual([0, `Signed in to ${address} as ${person.login}, in Alder Capital.\n`]);
    expect(statSync(sessionsFile()).mode & 0o777).toBe(0o600);
    const { sessions } = JSON.parse(readFileSync(sessionsFile(), 'utf8')) as {
      sessions: Record<string, { token: string }>;
    };
    const whoami = await terminal.call(['whoami', '--json']);
    expect(JSON.parse(whoami.out)).toMatchObject({ Firm: 'Alder Capital', Server: address });
    expect(whoami.out + whoami.err + done.out + done.err).not.toContain(sessions[address]?.token);
    expect((await terminal.call(['whoami'], { environment: { CARRARA_SERVER: '' } })).out).toContain('Ada Example');
  });

  it('is not read from a file that others can read', async () => {
    chmodSync(sessionsFile(), 0o644);
    const refused = await terminal.call(['whoami']);
    expect([refused.code, refused.err]).toEqual([3, expect.stringContaining('can be read by others')]);
    chmodSync(sessionsFile(), 0o600);
  });

  it('is sent to no other server, even if a file in the folder names one', async () => {
    writeFileSync(join(terminal.folder, 'carrara.yaml'), 'server: http://127.0.0.1:9\n');
    const here = { CARRARA_SERVER: '' };
    const ended = await terminal.call(['whoami'], { environment: here });
    expect([ended.code, ended.err]).toEqual([3, expect.stringContaining('aren’t signed in to http://127.0.0.1:9')]);
    const secret = { ...here, CARRARA_LOGIN: person.login, CARRARA_PASSWORD: TestServer.password };
    const refused = await terminal.call(['whoami'], { environment: secret });
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringContaining('Secrets from the environment aren’t sent there'),
    ]);
    expect((await terminal.call(['whoami', '--server', address])).code).toBe(0);
    writeFileSync(join(terminal.folder, 'carrara.yaml'), '# nothing\n');
  });

  it('reads a setting from a flag, the environment, the project or the person, in this order', async () => {
    const firm = (environment: Readonly<Record<string, string>>, ...flags: readonly string[]) =>
      terminal.call(['whoami', ...flags], { environment }).then(({ err }) => err);
    writeFileSync(join(terminal.home, '.config', 'carrara', 'settings.yaml'), 'tenant: Of the person\n');
    expect(await firm({})).toContain('Name the firm with --tenant');
    writeFileSync(join(terminal.folder, 'carrara.yaml'), 'tenant: Alder Capital\n');
    expect(await firm({})).toBe('');
    expect(await firm({ CARRARA_TENANT: 'Of the environment' })).toContain('Name the firm');
    expect(await firm({ CARRARA_TENANT: 'Of the environment' }, '--tenant', 'alder capital')).toBe('');
    expect(await firm({ CARRARA_TENANT: 'Alder' })).toBe('');
    writeFileSync(join(terminal.folder, 'carrara.yaml'), 'tenent: Alder\ntoken: abc\n');
    const wrong = await firm({});
    expect(wrong).toContain("carrara.yaml:1:1 tenent: is unknown; did you mean 'tenant'?");
    expect(wrong).toContain('carrara.yaml:2:1 token: is a secret');
    expect(wrong).not.toContain('abc');
    writeFileSync(join(terminal.folder, 'carrara.yaml'), '');
    writeFileSync(join(terminal.home, '.config', 'carrara', 'settings.yaml'), '');
  });

  it('reports when it has expired and how to continue', async () => {
    server.passMinutes(13 * 60);
    const ended = await terminal.call(['whoami']);
    expect([ended.code, ended.err]).toEqual([3, expect.stringContaining('has ended. Sign in with carrara login')]);
    expect((await login()).code).toBe(0);
    const out = await terminal.call(['logout']);
    expect([out.code, out.err]).toEqual([0, `Signed out of ${address}.\n`]);
    expect((await terminal.call(['whoami'])).code).toBe(3);
  });

  it('with a password in the environment ends with its command', async () => {
    const open = async () =>
      Number(
        (await server.database.worker.query('SELECT count(*) FROM session WHERE revoked_at IS NULL')).rows[0]['count'],
      );
    const before = await open();
    const environment = { CARRARA_LOGIN: person.login, CARRARA_PASSWORD: TestServer.password };
    expect((await terminal.call(['whoami'], { environment })).code).toBe(0);
    expect(await open()).toBe(before);
  });

  it('is refused if no server or a different program responds', async () => {
    const away = await terminal.call(['whoami', '--server', 'http://127.0.0.1:9'], {
      environment: { CARRARA_TOKEN: 'x' },
    });
    expect([away.code, away.err]).toEqual([4, expect.stringContaining('Is the server running')]);
    const page = await terminal.call(['login', '--login', 'a', '--server', `${address}/elsewhere`], { input: 'x' });
    expect(page.code).not.toBe(0);
    const wrong = await terminal.call(['whoami', '--server', 'http://ana:secret@example.com']);
    expect([wrong.code, wrong.err]).toEqual([2, expect.not.stringContaining('secret@')]);
    expect((await terminal.call(['whoami', '--server', 'carrara'])).err).toContain("'carrara' isn’t a server address");
  });
});
