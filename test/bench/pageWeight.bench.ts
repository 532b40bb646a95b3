import { demoPassword } from '@carrara/server/demo/people';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumArguments, requireChromium } from '../../scripts/chromium.mjs';
import { stopAndRemove, dataFolder, root, startProduct } from '../faults/product.ts';
import { title } from './measure.ts';

const { ensureBuilt } = (await import(new URL('../../scripts/ensureBuilt.mjs', import.meta.url).href)) as {
  ensureBuilt: () => void;
};
ensureBuilt();

const goal = 250;
/** Also prints the files of each page. */
const listsFiles = process.env['FILES'] !== undefined;
const assets = join(root, 'apps', 'web', 'dist-web');

/** Pages, with the person who opens them and what they display once they are drawn. */
const pages = [
  { name: 'sign-in', path: '/login', drawn: '#root input[name="password"]' },
  { name: 'portal home', path: '/participant-portal', login: 'mateo@alder.example', drawn: 'main h2' },
  { name: 'list of funds', path: '/carry/fund', login: 'priya@alder.example', drawn: 'main tbody tr a' },
];

const folder = dataFolder();
const main = join(root, 'apps', 'server', 'dist', 'main.js');
const product = await startProduct(folder, { DEMO: 'true', RATE_LIMIT_PER_MINUTE: '1000000' }, [main]);
const browser = await chromium.launch({ executablePath: await requireChromium(), args: [...chromiumArguments] });

title(`JavaScript until a page is drawn, empty cache, gzip (goal ${goal} KB)`);
try {
  for (const page of pages) await weigh(page);
} finally {
  await browser.close();
  await stopAndRemove(folder, product);
}
process.exit(0);

async function weigh({ name, path, login, drawn }: (typeof pages)[number]): Promise<void> {
  const context = await browser.newContext();
  if (login) await signIn(context, login);
  const page = await context.newPage();
  const cache = await context.newCDPSession(page);
  await cache.send('Network.clearBrowserCache');
  await page.addInitScript(noteDrawing, drawn);
  await page.goto(`${product.baseUrl}/#${path}`);
  await page.locator(drawn).first().waitFor();
  await page.waitForLoadState('networkidle');
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => new URL(entry.name).pathname.endsWith('.js'))
      .map(({ name: address, startTime }) => ({
        file: new URL(address).pathname,
        isLater: startTime > (performance.getEntriesByName('drawn')[0]?.startTime ?? 0),
      })),
  );
  const before = scripts.filter(({ isLater }) => !isLater);
  const later = scripts.filter(({ isLater }) => isLater);
  const rest = later.length > 0 ? `, then ${sizeOf(later)} KB in ${later.length}` : '';
  console.log(`  ${name.padEnd(20)} ${sizeOf(before).padStart(4)} KB in ${before.length} files${rest}`);
  if (listsFiles)
    for (const { file, isLater } of scripts)
      console.log(`    ${kilobytes(file).toFixed(1).padStart(6)} KB  ${file}${isLater ? ' (later)' : ''}`);
  await context.close();
}

/** Runs in the page: marks the time when the element first exists. */
function noteDrawing(selector: string): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    performance.mark('drawn');
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

function sizeOf(files: readonly { readonly file: string }[]): string {
  return files.reduce((total, { file }) => total + kilobytes(file), 0).toFixed(0);
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
