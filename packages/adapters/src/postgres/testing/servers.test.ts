import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';

const programs = mkdtempSync(join(tmpdir(), 'carrara-programs-'));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(programs, { recursive: true });
});

it("skips the machine's PostgreSQL if it does not start, and reports it in one line", async () => {
  writeFileSync(join(programs, 'initdb'), '#!/bin/sh\necho no locale >&2\nexit 1\n');
  chmodSync(join(programs, 'initdb'), 0o755);
  vi.stubEnv('TEST_DEPTH', 'all');
  vi.stubEnv('TEST_POSTGRES_BIN', programs);
  vi.stubEnv('TEST_DATABASE_URL', undefined);
  for (const variable of ['TEST_SERVER_AWAY', 'TEST_SERVER_EMBEDDED', 'TEST_SERVER_SERVER'])
    vi.stubEnv(variable, undefined);
  vi.resetModules();
  const { startTestServers, testEngines, testServer } = await import('./servers.ts');
  expect(testEngines).toEqual(['embedded', 'server']);

  const written: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  const embedded = { adminUrl: 'postgres://embedded' };
  const servers = await startTestServers(async (engine) => (engine === 'embedded' ? embedded : testServer(engine)));
  expect(servers).toEqual([embedded]);
  expect(written).toHaveLength(1);
  expect(written[0]).toMatch(/^Skipped: the tests on the PostgreSQL in .*, which did not start\. .+\n$/);
  expect(process.env['TEST_SERVER_AWAY']).toBe('true');
});
