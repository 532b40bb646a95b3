import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { chromiumArguments, requireChromium } from '../../scripts/chromium.mjs';
import { clearAway, dataFolder, type Product, root, startProduct } from '../faults/product.ts';
import { demoAddresses } from './demoRecords.ts';

const administrator = { login: 'admin@alder.example', password: 'carrara-demo-2026', firm: 'Alder Ridge' };
const viewer = { login: 'viewer@alder.example', password: 'carrara-demo-2026' };
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Both themes and both widths; each screen is looked at in each. */
const looks = [
  { name: 'light, 1440 wide', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'dark, 390 wide', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const;

/** What the web app says that it has, redirects and the pages before a sign-in aside. */
function listedPaths(): string[] {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['scripts/listRoutes.mjs'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const all = stdout
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
  return all
    .filter(([, title = '']) => !title.startsWith('redirects to'))
    .map(([path = '']) => path)
    .filter((path) => /^\/(carry|user|group|reference|appsettings|notification|note|navigation)(\/|$)/.test(path));
}

const longestLoading = 5_000;

/** Once what was asked for is drawn: whether the page shows something, and nothing that says that it is loading. */
const shownAfterAFrame = () =>
  new Promise<boolean>((resolve) => {
    const answer = () =>
      resolve(
        (document.querySelector('main')?.textContent ?? '') !== '' &&
          !document.querySelector('[role=status][aria-label^=Loading], [aria-busy=true]'),
      );
    requestAnimationFrame(() => requestAnimationFrame(answer));
  });

/** A page that counts what is under way and keeps what went wrong. */
class Watched {
  readonly page: Page;
  readonly troubles: string[] = [];
  readonly #underWay = new Set<Request>();

  constructor(page: Page) {
    this.page = page;
    const isCall = (url: string) => !url.includes('/signalr');
    page.on('request', (request) => isCall(request.url()) && this.#underWay.add(request));
    page.on('requestfinished', (request) => this.#underWay.delete(request));
    page.on('requestfailed', (request) => this.#underWay.delete(request));
    page.on('console', (message) => {
      if (message.type() === 'error') this.troubles.push(`${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => this.troubles.push(error.message));
  }

  /** Opens a screen and waits until it shows what it has to show. */
  async open(path: string): Promise<void> {
    await this.page.evaluate((hash) => window.location.assign(hash), `#${path}`);
    const deadline = Date.now() + longestLoading;
    // Twice in a row: what came may ask for more.
    for (let quiet = 0; quiet < 2; ) {
      const isShown = await this.page.evaluate(shownAfterAFrame);
      quiet = isShown && this.#underWay.size === 0 ? quiet + 1 : 0;
      if (Date.now() > deadline) {
        const waitedFor = [...this.#underWay].map((request) => request.url());
        this.troubles.push(`goes on loading: ${waitedFor.join(' ') || 'says so'}`);
        return;
      }
    }
  }

  /** What axe finds, as one line for each rule and place. */
  async violations(): Promise<string[]> {
    return this.page.evaluate(async () => {
      interface Found {
        readonly id: string;
        readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
      }
      const { axe } = window as unknown as {
        readonly axe: { run(root: Document, options: object): Promise<{ violations: readonly Found[] }> };
      };
      const { violations } = await axe.run(document, { resultTypes: ['violations'] });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(
          ({ target, failureSummary = '' }) => `${id} at ${target.join(' ')}: ${failureSummary.split('\n')[1] ?? ''}`,
        ),
      );
    });
  }

  /** Whether the page is wider than the screen. */
  overflows(): Promise<boolean> {
    return this.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  }
}

describe('every screen, with the demo', () => {
  const paths = listedPaths();
  const folder = dataFolder();
  let product: Product;
  let browser: Browser;

  beforeAll(async () => {
    product = await startProduct(folder, { DEMO: 'true', RATE_LIMIT_PER_MINUTE: '100000' });
    browser = await chromium.launch({ executablePath: await requireChromium(), args: [...chromiumArguments] });
  });
  afterAll(async () => {
    await browser?.close();
    await clearAway(folder, product);
  });

  interface Account {
    readonly login: string;
    readonly password: string;
    readonly firm?: string;
  }
  async function signIn(context: BrowserContext, account: Account = administrator): Promise<Page> {
    const page = await context.newPage();
    await page.goto(product.baseUrl);
    await page.getByLabel('E-mail or user name').fill(account.login);
    await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    if (account.firm) await page.getByRole('button', { name: account.firm }).click();
    await page.getByRole('main').waitFor();
    return page;
  }

  it.concurrent.for(looks)('opens without an error and without a barrier: $name', async (look, { expect }) => {
    const { colorScheme, viewport } = look;
    const context = await browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce' });
    const page = await signIn(context);
    const addressOf = await demoAddresses(page);
    const watched = new Watched(page);
    await page.evaluate(axeSource);
    const found: string[] = [];
    for (const path of paths) {
      const address = addressOf(path);
      if (address === undefined) continue;
      await watched.open(address);
      expect(page.url()).not.toContain('#/login');
      const own = [...watched.troubles.splice(0), ...(await watched.violations())];
      const failed = page.getByRole('alert').filter({ hasText: 'Try again' });
      if ((await failed.count()) > 0) own.push('shows that it failed');
      if (await watched.overflows()) own.push('is wider than the screen');
      found.push(...own.map((one) => `${path}: ${one}`));
    }
    await context.close();
    expect(found).toEqual([]);
  });

  it.concurrent('takes a dialog away when Back leaves its page', async ({ expect }) => {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await signIn(context, viewer);
    const watched = new Watched(page);
    await watched.open('/carry/fund');
    await page.getByRole('row').nth(1).click();
    await page.getByRole('button', { name: /^Notes/ }).click();
    await page.getByRole('dialog').waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(page.url()).toMatch(/#\/carry\/fund(\?|$)/);
    await context.close();
  });
});
