import { demoPassword } from '@carrara/server/demo/people';
import lighthouse, { desktopConfig, type Result } from 'lighthouse';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { chromiumArguments, requireChromium } from '../../scripts/chromium.mjs';
import { stopAndRemove, dataFolder, freePort, root, send, startProduct } from '../faults/product.ts';
import { title } from './measure.ts';

const { ensureBuilt } = (await import(new URL('../../scripts/ensureBuilt.mjs', import.meta.url).href)) as {
  ensureBuilt: () => void;
};
ensureBuilt();

const rounds = 3;
const looks = [
  { name: 'desktop', goal: 0.97, config: desktopConfig },
  { name: 'phone', goal: 0.9, config: undefined },
];
const figures = [
  ['first-contentful-paint', 'first paint'],
  ['largest-contentful-paint', 'largest paint'],
  ['total-blocking-time', 'blocked'],
  ['cumulative-layout-shift', 'layout shift'],
] as const;

const folder = dataFolder();
const profile = mkdtempSync(join(tmpdir(), 'carrara-browser-'));
const main = join(root, 'apps', 'server', 'dist', 'main.js');
const product = await startProduct(folder, { DEMO: 'true', RATE_LIMIT_PER_MINUTE: '1000000' }, [main]);
const port = await freePort();
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: await requireChromium(),
  args: [...chromiumArguments, `--remote-debugging-port=${port}`],
});

title('Lighthouse, simulated network and processor, the middle of three visits with an empty cache');
try {
  await measure('sign-in', '/login');
  const distributionId = await signIn(browser);
  await measure('list of funds', '/carry/fund');
  await measure('list of participants', '/carry/participant');
  await measure('distribution', `/carry/distribution/${distributionId}/overview`);
} finally {
  await browser.close();
  await stopAndRemove(folder, product);
  rmSync(profile, { recursive: true, force: true });
}
process.exit(0);

/** Signs the browser in, so that Lighthouse's pages have the session cookie. Returns the id of a distribution of the demo. */
async function signIn(context: BrowserContext): Promise<string> {
  const page = await context.newPage();
  await page.goto(`${product.baseUrl}/#/login`);
  const login = 'admin@alder.example';
  await page.getByLabel('E-mail or user name').fill(login);
  await page.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  // The administrator of the demo belongs to several firms.
  await page.getByRole('button', { name: /^Alder Ridge/ }).click();
  await page.getByRole('navigation').first().waitFor();
  const tenantId = (await page.evaluate(() => window.localStorage.getItem('carrara.tenant'))) ?? '';
  await page.close();
  const payload = { Login: login, Password: demoPassword, AnswerToken: true };
  const caller = { token: '', tenantId };
  const { body: session } = await send<{ AuthToken: string }>(product.baseUrl, caller, '/api/signin/local', payload);
  const { body: list } = await send<{ PageData: readonly { Id: string }[] }>(
    product.baseUrl,
    { token: session.AuthToken, tenantId },
    '/api/carry/distribution?IncludeInactive=true&PageSize=1',
  );
  const [first] = list.PageData;
  if (!first) throw new Error('the demo has no distribution');
  return first.Id;
}

async function measure(name: string, path: string): Promise<void> {
  for (const look of looks) {
    const results: Result[] = [];
    for (let round = 0; round < rounds; round++) results.push(await visit(path, look.config));
    const middle = results.sort((a, b) => score(a) - score(b))[Math.floor(rounds / 2)];
    if (!middle) continue;
    const texts = figures.map(([id, text]) => `${text} ${middle.audits[id]?.displayValue ?? '?'}`).join(', ');
    const goal = `goal ${look.goal.toFixed(2)}`;
    console.log(`  ${`${name}, ${look.name}`.padEnd(32)} ${score(middle).toFixed(2)} (${goal})  ${texts}`);
    if (process.env['LIGHTHOUSE_DETAILS']) details(middle);
  }
}

async function visit(path: string, config: typeof desktopConfig | undefined, tries = 3): Promise<Result> {
  const page = await browser.newPage();
  const session = await browser.newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  // The session is a cookie, so storage stays. Only the cache is cleared.
  const flags = { port, onlyCategories: ['performance'], disableStorageReset: true, logLevel: 'error' as const };
  const run = await lighthouse(`${product.baseUrl}/#${path}`, flags, config);
  await page.close();
  const problem = run ? run.lhr.runtimeError?.message : 'Lighthouse answered nothing';
  if (run && problem === undefined) return run.lhr;
  // A busy machine can lose the start of a trace.
  if (tries > 1) return visit(path, config, tries - 1);
  throw new Error(problem);
}

function score(result: Result): number {
  return result.categories['performance']?.score ?? 0;
}

/** Prints Lighthouse's suggestions and the elements that moved. */
function details({ audits }: Result): void {
  for (const { id, score: mark, displayValue, details: auditDetails } of Object.values(audits)) {
    if (mark === null || mark >= 0.9) continue;
    console.log(`      ${id}: ${displayValue ?? ''} ${JSON.stringify(auditDetails ?? '').slice(0, 1500)}`);
  }
}
