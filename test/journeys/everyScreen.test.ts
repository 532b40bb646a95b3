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

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/**
 * How each screen is looked at once it is open, in this order: a theme and a width change in front of the open screen, as they do before a
 * person. The themes differ in colours alone, so the second is asked for nothing but contrast.
 */
const looks = [
  { theme: 'light', size: desk, rules: 'all' },
  { theme: 'light', size: phone, rules: 'all' },
  { theme: 'dark', size: phone, rules: 'contrast' },
  { theme: 'dark', size: desk, rules: 'contrast' },
] as const;
type Look = (typeof looks)[number];

/** So many pages share the screens. */
const hands = 2;

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
    .filter((path) => /^\/(carry|user|group|reference|appsettings|help|notification|note|navigation)(\/|$)/.test(path));
}

/** Long enough for a busy machine: only what never ends is a fault. */
const longestLoading = 30_000;

/** Once what was asked for is drawn: whether the page shows something, all in its colours, and nothing that says that it is loading. */
const shownAfterAFrame = () =>
  new Promise<boolean>((resolve) => {
    const answer = () =>
      resolve(
        (document.querySelector('main')?.textContent ?? '') !== '' &&
          !document.querySelector('[role=status][aria-label^=Loading], [aria-busy=true]') &&
          !document.getAnimations().some((one) => one instanceof CSSTransition),
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
    await this.shown();
  }

  async shown(): Promise<void> {
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

  async turnTo({ theme, size }: Look): Promise<void> {
    await this.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await this.page.setViewportSize(size);
    await this.shown();
  }

  /** What axe finds, as one line for each rule and place. */
  async violations(rules: Look['rules']): Promise<string[]> {
    return this.page.evaluate(async (asked) => {
      interface Found {
        readonly id: string;
        readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
      }
      const { axe } = window as unknown as {
        readonly axe: { run(root: Document, options: object): Promise<{ violations: readonly Found[] }> };
      };
      const only = asked === 'contrast' ? { runOnly: ['color-contrast'] } : {};
      const { violations } = await axe.run(document, { resultTypes: ['violations'], ...only });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(
          ({ target, failureSummary = '' }) => `${id} at ${target.join(' ')}: ${failureSummary.split('\n')[1] ?? ''}`,
        ),
      );
    }, rules);
  }

  /** The words and the number of elements of a page: a screen that has several addresses shows the same at each. */
  content(): Promise<string> {
    return this.page.evaluate(() => {
      const main = document.querySelector('main');
      return `${String(main?.querySelectorAll('*').length ?? 0)} ${main?.innerText ?? ''}`;
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
  }, 300_000);
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
    // The page of the sign-in has a main part too.
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
    return page;
  }

  const shares = Array.from({ length: hands }, (_, hand) => paths.filter((_path, at) => at % hands === hand));
  const examined = new Set<string>();

  it.concurrent.for(shares)(
    'opens without an error and without a barrier, wide and narrow, light and dark',
    { timeout: 480_000 },
    async (share, { expect }) => {
      const context = await browser.newContext({ colorScheme: 'light', viewport: desk, reducedMotion: 'reduce' });
      const page = await signIn(context);
      const addressOf = await demoAddresses(page);
      const watched = new Watched(page);
      await page.evaluate(axeSource);
      const found: string[] = [];
      for (const path of share) {
        const address = addressOf(path);
        if (address === undefined) {
          found.push(`${path}: the demo has no record for it`);
          continue;
        }
        await watched.open(address);
        expect(page.url()).not.toContain('#/login');
        const failed = page.getByRole('alert').filter({ hasText: 'Try again' });
        if ((await failed.count()) > 0) found.push(`${path}: shows that it failed`);
        const content = await watched.content();
        const isKnown = examined.has(content);
        examined.add(content);
        for (const look of isKnown ? [] : looks) {
          await watched.turnTo(look);
          const own = await watched.violations(look.rules);
          if (await watched.overflows()) own.push('is wider than the screen');
          found.push(...own.map((one) => `${path}, ${look.theme}, ${String(look.size.width)} wide: ${one}`));
        }
        if (!isKnown) await watched.turnTo(looks[0]);
        found.push(...watched.troubles.splice(0).map((one) => `${path}: ${one}`));
      }
      await context.close();
      expect(found).toEqual([]);
    },
  );

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
