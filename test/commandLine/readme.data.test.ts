import { demoGround } from '@carrara/server/testing/demoGround';
import { type TestGround, TestServer } from '@carrara/server/testing/testServer';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Terminal } from './terminal.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
/** The lines of the block that starts with the settings of a session. */
const lines = /```\n(export CARRARA_LOGIN[\s\S]*?)```/.exec(readme)?.[1]?.trim().split('\n') ?? [];

/** Returns the words of a line as a shell splits them. */
const splitLine = (line: string) =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
const environment = Object.fromEntries(
  splitLine(lines[0] ?? '').flatMap((word) => [word.split('=')].filter(({ length }) => length === 2)),
);
const commands = lines.slice(1).map((line) => splitLine(line.replace('npx --no-install carrara ', '')));

/** `demoCarry.data.test` follows the first step of the tour. */
describe('the README', { sequential: true }, () => {
  let ground: TestGround;
  let server: TestServer;
  let terminal: Terminal;

  beforeAll(async () => {
    ground = await demoGround();
    server = await TestServer.start({ ground });
    terminal = await Terminal.open(await server.app.listen({ host: '127.0.0.1', port: 0 }));
    symlinkSync(join(root, 'samples'), join(terminal.folder, 'samples'));
  });
  afterAll(async () => {
    await terminal.close();
    await server.stop();
  });

  it('has commands that check a file, save letters and verify the audit log', async () => {
    expect(commands.map(([first, second]) => `${first} ${second}`)).toEqual([
      'import carry-plan',
      'export distribution',
      'audit verify',
    ]);
    vi.stubEnv('DATABASE_URL', ground.database.url);
    for (const command of commands) {
      const onDatabase = command[0] === 'audit' ? ['--data', ground.folder, '--without-heads'] : [];
      const { code, out, err } = await terminal.call([...command, ...onDatabase], { environment });
      expect([command.join(' '), code], out + err).toEqual([command.join(' '), 0]);
    }
    vi.unstubAllEnvs();
    const letters = join(terminal.folder, 'letters');
    expect(existsSync(letters) && readdirSync(letters).filter((file) => file.endsWith('.pdf')).length).toBe(44);
  });

  it('has a tour whose people find the screens that it names', async () => {
    const { rows } = await server.database.worker.query<{ id: string }>(
      `SELECT id FROM tenant WHERE name LIKE 'Alder Ridge%'`,
    );
    const logins = [...readme.matchAll(/`(\S+@alder\.example)`/g)].map(([, login]) => login ?? '');
    expect(new Set(logins).size).toBe(6);
    const reader = async (name: string) => {
      expect(logins).toContain(`${name}@alder.example`);
      const token = await server.signIn(`${name}@alder.example`, environment['CARRARA_PASSWORD'] ?? '');
      return async <T>(url: string): Promise<T> => {
        const answer = await server.call(token, rows[0]!.id, { method: 'GET', url });
        expect([url, answer.statusCode]).toEqual([url, 200]);
        return answer.json<T>();
      };
    };
    const administrator = await reader('admin');
    const funds = await administrator<{ PageData: readonly { Id: string; Code: string }[] }>(
      '/api/carry/fund?PageSize=100',
    );
    const restated = funds.PageData.find(({ Code }) => Code === 'ARE-I')?.Id ?? '';
    const quarter = `/api/performance/period/${restated}/2025-12-31`;
    expect(await administrator(quarter)).toMatchObject({ Status: 'LOCKED', Version: 2 });
    const { Figures, Reopened } = await administrator<Record<'Figures' | 'Reopened', readonly object[]>>(
      `${quarter}/changes?From=1`,
    );
    expect([Figures.length > 0, Reopened.length]).toEqual([true, 1]);
    const hr = await reader('hr');
    for (const list of ['salary', 'award', 'payroll'])
      expect((await hr<{ TotalItemCount: number }>(`/api/comp/${list}?PageSize=5`)).TotalItemCount).toBeGreaterThan(0);
    const participant = await reader('mateo');
    const { Holders } = await participant<{ Holders: readonly { Name: string }[] }>('/api/participant-portal/home');
    expect(Holders.map(({ Name }) => Name)).toContain('Mateo Alvarez');
  });
});
