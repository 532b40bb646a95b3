import { restoreBackup } from '@carrara/adapters/backup/restoreBackup';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../faults/firm.ts';
import {
  type Caller,
  stopAndRemove,
  dataFolder,
  programFromSources,
  type Product,
  root,
  send,
  startProduct,
} from '../faults/product.ts';
import {
  type DistributionAnswer,
  storedFigures,
  type StoredAnswers,
  storedAnswers,
  storedBackup,
  passphrase,
} from './storedVersion.ts';

const patiently = 300_000;

describe('the data of the previous version', { timeout: patiently }, () => {
  const answers = JSON.parse(readFileSync(storedAnswers, 'utf8')) as StoredAnswers;
  const folder = dataFolder();
  let product: Product | undefined;
  let accountant: Caller;

  beforeAll(async () => {
    await restoreBackup(storedBackup, passphrase, { checkout: root, dataDir: folder });
    product = await startProduct(folder, {}, programFromSources);
    accountant = await signIn(product.baseUrl, answers, answers.login);
  }, patiently);
  afterAll(() => stopAndRemove(folder, product), patiently);

  it.each(answers.distributions)('gives the same response at $path, to the cent', async ({ path, figures }) => {
    const { status, body } = await send<DistributionAnswer>(product?.baseUrl ?? '', accountant, path);
    expect(status).toBe(200);
    expect(storedFigures(body)).toEqual(figures);
  });

  it('is consistent: every chain, record, run and posting', () => {
    const verify = ['--import', 'tsx', 'apps/cli/src/main.ts', 'audit', 'verify', '--data', folder];
    const { stdout, stderr, status } = spawnSync(process.execPath, verify, { cwd: root, encoding: 'utf8' });
    expect(status, `${stdout}${stderr}`).toBe(0);
    expect(stdout).toContain('2 runs recomputed');
  });
});
