import { demoPassword } from '@carrara/server/demo/people';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumArguments, requireChromium } from '../../scripts/chromium.mjs';
import { clearAway, dataFolder, root, startProduct } from '../faults/product.ts';
import { title } from './measure.ts';

const { ensureBuilt } = (await import(new URL('../../scripts/ensureBuilt.mjs', import.meta.url).href)) as {
  ensureBuilt: () => void;
};
ensureBuilt();

const goal = 250;
const listsFiles = process.env['FILES'] !== undefined;
const assets = join(root, 'apps', 'web', 'dist-web');

/** Pages, with the person who opens them and what they display once they are drawn. */
const pages = [
  { name: 'sign-in', path: '/login', drawn: 'input[name="password"]' },
  { name: 'portal home', path: '/participant-portal', login: 'mateo@alder.example', drawn: 'main h2' },
  { name: 'list of funds', path: '/carry/fund', login: 'priya@alder.example', drawn: 'main tbody tr a' },
];

const folder = dataFolder();
const profile = mkdtempSync(join(tmpdir(), 'carrara-browser-'));
const main = join(root, 'apps', 'server', 'dist', 'main.js');
const product = await startProduct(folder, { DEMO: 'true', RATE_LIMIT_PER_MINUTE: '1000000' }, [main]);
const browser = await chromium.launch({ executablePath: await requireChromium(), args: [...chromiumArguments] });

title(`JavaScript until a page is drawn, empty cache, gzip (goal ${goal} KB)`);
try {
  for (const page of pages) await weigh(page);
} finally {
  await browser.close();
  await clearAway(folder, product);
  rmSync(profile, { recursive: true, force: true });
}
process.exit(0);

async function weigh({ name, path, login, drawn }: (typeof pages)[number]): Promise<void> {
  const context = await browser.newContext();
  if (login) await signIn(context, login);
  const page = await context.newPage();
  const cache = await context.newCDPSession(page);
  await cache.send('Network.clearBrowserCache');
  const scripts = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) scripts.add(pathname);
  });
  await page.goto(`${product.baseUrl}/#${path}`);
  await page.locator(drawn).first().waitFor();
  const untilDrawn = [...scripts];
  await page.waitForLoadState('networkidle');
  const sum = untilDrawn.reduce((total, file) => total + kilobytes(file), 0);
  const later = [...scripts].slice(untilDrawn.length);
  const rest = later.reduce((total, file) => total + kilobytes(file), 0);
  console.log(
    `  ${name.padEnd(20)} ${sum.toFixed(0).padStart(4)} KB in ${untilDrawn.length} files; then ${rest.toFixed(0)} KB in ${later.length}`,
  );
  if (listsFiles)
    for (const file of untilDrawn) console.log(`    ${kilobytes(file).toFixed(1).padStart(6)} KB ${file}`);
  if (listsFiles)
    for (const file of later) console.log(`    later ${kilobytes(file).toFixed(1).padStart(6)} KB ${file}`);
  await context.close();
}

/** Files too small to be compressed are sent as they are. */
function kilobytes(file: string): number {
  const size = statSync(join(assets, `${file}.gz`), { throwIfNoEntry: false }) ?? statSync(join(assets, file));
  return size.size / 1024;
}

async function signIn(context: BrowserContext, login: string): Promise<void> {
  const page: Page = await context.newPage();
  await page.goto(`${product.baseUrl}/#/login`);
  await page.getByLabel('E-mail or user name').fill(login);
  await page.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const firm = page.getByRole('button', { name: /^Alder Ridge/ });
  await firm.or(page.getByRole('navigation').first()).first().waitFor();
  if (await firm.isVisible()) await firm.click();
  await page.getByRole('navigation').first().waitFor();
  await page.close();
}
