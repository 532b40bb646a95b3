// Stores the data of this version for a test that the next version can open it. `npm run store:version` writes stored.carrara (a backup of a small firm)
// and stored.json (the responses). From 0.1.0 on, run it with the released version before a migration that changes stored data.
import { createBackup } from '@carrara/adapters/backup/createBackup';
import { openFiles } from '@carrara/adapters/files/openFiles';
import { openStorage, reachDatabase } from '@carrara/adapters/storage/openStorage';
import { rmSync, writeFileSync } from 'node:fs';
import { plantFirm, signIn } from '../faults/firm.ts';
import { stopAndRemove, dataFolder, programFromSources, root, send, startProduct } from '../faults/product.ts';
import { newStory, next, steps } from '../faults/stories.ts';
import {
  type DistributionAnswer,
  storedFigures,
  type StoredAnswers,
  storedAnswers,
  storedBackup,
  passphrase,
} from './storedVersion.ts';

const folder = dataFolder();
const options = { checkout: root, dataDir: folder };
const product = await startProduct(folder, {}, programFromSources);
try {
  const storage = await openStorage(options);
  const firm = await plantFirm(storage.database, storage.auditKey);
  await storage.close();
  const { baseUrl } = product;
  const accountant = await signIn(baseUrl, firm, firm.accountant.login);
  const approver = await signIn(baseUrl, firm, firm.approver.login);
  const cast = { accountant, approver, body: firm.wholeBody };
  // One disbursed distribution, and one that waits for its approver.
  const [paid, waiting] = [newStory(), newStory()];
  for (const story of [...steps.map(() => paid), waiting, waiting])
    if (!(await next(baseUrl, cast, story))) throw new Error(`${story.name} did not go on`);
  const distributions: StoredAnswers['distributions'][number][] = [];
  for (const { displayed } of [paid, waiting]) {
    const path = `/api/carry/distribution/${displayed?.Id}`;
    const { body } = await send<DistributionAnswer>(baseUrl, accountant, path);
    distributions.push({ path, figures: storedFigures(body) });
  }
  const answers: StoredAnswers = { tenantId: firm.tenantId, login: firm.accountant.login, distributions };
  writeFileSync(storedAnswers, `${JSON.stringify(answers)}\n`);
  rmSync(storedBackup, { force: true });
  const { adminUrl, close } = await reachDatabase(options);
  const source = { adminUrl, dataDir: folder, files: openFiles({}, folder) };
  const { tables } = await createBackup({ ...source, file: storedBackup, passphrase, now: new Date() });
  await close();
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(`${storedBackup}: ${String(rows)} rows\n`);
} finally {
  await stopAndRemove(folder, product);
}
