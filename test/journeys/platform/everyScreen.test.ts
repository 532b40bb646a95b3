import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext } from 'playwright-core';
import { beforeAll, describe, inject, it } from 'vitest';
import { darkParts } from '../darkParts.ts';
import { demoAddresses } from '../demoRecords.ts';
import { openBrowser } from '../openBrowser.ts';
import {
  administrator,
  type DemoAccount,
  head,
  listedPaths,
  participant,
  signInToDemo,
  WatchedPage,
} from '../screens.ts';

const viewer = { login: 'viewer@alder.example', password: 'carrara-demo-2026' };
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/**
 * The variants in which each page is checked, in this order. Theme and width change while the page is open, as they do for a person. The themes
 * differ only in colors, so the second one is checked only for contrast.
 */
const appearances: readonly [Appearance, ...Appearance[]] = [
  { theme: 'light', size: desk, rules: 'all' },
  { theme: 'light', size: phone, rules: 'all' },
  { theme: 'dark', size: phone, rules: 'contrast' },
  { theme: 'dark', size: desk, rules: 'contrast' },
];
interface Appearance {
  readonly theme: 'light' | 'dark';
  readonly size: typeof desk;
  readonly rules: 'all' | 'contrast';
}

/** `npm run prove -- screens` checks all variants of a page. Otherwise each page is checked in one variant, by turns, with every rule. */
const isProving = process.env['PROVE_RUNS'] !== undefined;
/** The variants of each round. A page that opens in its final variant need not be rendered again, which would take as long as opening it. */
const rounds = isProving
  ? [{ appearances, has: (_at: number) => true }]
  : appearances.map((appearance, round) => ({
      appearances: [{ ...appearance, rules: 'all' as const }],
      has: (at: number) => at % appearances.length === round,
    }));

/**
 * Axe takes as long as opening a page, so it checks only four of every sixteen pages, one in each variant. `npm run prove -- screens` checks all of
 * them.
 */
const isAudited = (at: number) => isProving || at % (4 * appearances.length) < 2 * appearances.length;

/**
 * One of every two pages is opened, by turns with the variants. For the other one, the test only checks that the demo has a record for it. `npm run
 * prove -- screens` opens all of them.
 */
const isOpened = (at: number) => isProving || (at + Math.floor(at / appearances.length)) % 2 === 0;

/** Number of browser pages that share the work. */
const hands = 2;

/** A browser page that is checked in several themes and widths. */
class Watched extends WatchedPage {
  async turnTo({ theme, size }: Appearance): Promise<void> {
    await this.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await this.page.setViewportSize(size);
    await this.waitUntilVisible();
  }

  /** Returns axe's findings, with a line per rule and element. */
  async violations(rules: 'all' | 'contrast'): Promise<string[]> {
    return this.page.evaluate(async (ruleSet) => {
      interface Found {
        readonly id: string;
        readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
      }
      const { axe } = window as unknown as {
        readonly axe: { run(root: Document, options: object): Promise<{ violations: readonly Found[] }> };
      };
      const only = ruleSet === 'contrast' ? { runOnly: ['color-contrast'] } : {};
      const { violations } = await axe.run(document, { resultTypes: ['violations'], ...only });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(
          ({ target, failureSummary = '' }) => `${id} at ${target.join(' ')}: ${failureSummary.split('\n')[1] ?? ''}`,
        ),
      );
    }, rules);
  }

  /** Returns elements wider than the screen, such as a figure that can't be reached by scrolling, and a page that scrolls with its menu. */
  outside(): Promise<string[]> {
    return this.page.evaluate(() => {
      const main = document.querySelector('main');
      const width = window.innerWidth;
      const found: string[] = [];
      const { documentElement } = document;
      if (documentElement.scrollWidth > width) found.push('is wider than the screen');
      if (documentElement.scrollHeight > documentElement.clientHeight) found.push('scrolls out of its frame');
      if (main && main.scrollWidth > main.clientWidth + 1) found.push('scrolls sideways');
      // Highcharts' invisible overlays for screen readers don't count.
      const selector =
        'main :is(a, button:not(.highcharts-a11y-proxy-element), input, select, textarea, h1, h2, dt, dd)';
      const hasOwnBar = (element: Element): boolean => {
        const parent = element.parentElement;
        if (!parent || parent === main || parent === document.body) return false;
        return ['auto', 'scroll'].includes(getComputedStyle(parent).overflowX) || hasOwnBar(parent);
      };
      for (const element of document.querySelectorAll(selector)) {
        const box = element.getBoundingClientRect();
        const { visibility, clipPath } = getComputedStyle(element);
        const isVisible = box.width > 1 && box.height > 1 && visibility !== 'hidden' && clipPath === 'none';
        if (!isVisible || (box.left >= -1 && box.right <= width + 1) || hasOwnBar(element)) continue;
        const name = element.getAttribute('aria-label') ?? element.textContent;
        found.push(`${element.tagName} '${name.slice(0, 40)}' lies outside of the screen`);
      }
      return found;
    });
  }
}

describe('every screen, with the demo', () => {
  const paths = listedPaths();
  const { baseUrl } = inject('product');
  let browser: Browser;

  beforeAll(async () => {
    browser = await openBrowser({ snapshots: false });
  });

  const signIn = (context: BrowserContext, account = administrator) => signInToDemo(context, baseUrl, account);

  async function administratorAtWork() {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await signIn(context);
    const addressOf = await demoAddresses(page);
    const watched = new Watched(page);
    const open = (path: string) => watched.open(addressOf(path) ?? path);
    return { page, main: page.getByRole('main'), open, close: () => context.close() };
  }

  const isOfPay = (path: string) => path.startsWith('/comp/');
  const isOfPortal = (path: string) => path.startsWith('/participant-portal');
  const others = paths.filter((path) => !isOfPay(path) && !isOfPortal(path));
  interface Share {
    readonly account: DemoAccount;
    readonly share: readonly string[];
    /** Set if all pages of the share are opened. */
    readonly isWhole?: true;
  }
  const shares: readonly Share[] = [
    ...Array.from({ length: hands }, (_, hand) => ({
      account: administrator,
      share: others.filter((_path, at) => at % hands === hand),
    })),
    { account: head, share: paths.filter(isOfPay) },
    { account: participant, share: paths.filter(isOfPortal), isWhole: true },
  ];
  const examined = new Set<string>();

  /** Returns the problems of a page, one per line. */
  async function examine(
    watched: Watched,
    path: string,
    address: string | undefined,
    { appearances: appearancesToRun, isAudited }: { appearances: readonly Appearance[]; isAudited: boolean },
  ): Promise<string[]> {
    if (address === undefined) return [`${path}: the demo has no record for it`];
    const { page } = watched;
    const found: string[] = [];
    await watched.open(address);
    if (page.url().includes('#/login')) found.push(`${path}: asks for the sign-in`);
    const failed = page.getByRole('alert').filter({ hasText: 'Try again' });
    if ((await failed.count()) > 0) found.push(`${path}: shows that it failed`);
    const content = await watched.content();
    const isExamined = examined.has(content);
    examined.add(content);
    for (const appearance of isExamined ? [] : appearancesToRun) {
      if (appearancesToRun.length > 1) await watched.turnTo(appearance);
      const own = [...(isAudited ? await watched.violations(appearance.rules) : []), ...(await watched.outside())];
      found.push(
        ...own.map((problem) => `${path}, ${appearance.theme}, ${String(appearance.size.width)} wide: ${problem}`),
      );
    }
    found.push(...watched.troubles.splice(0).map((trouble) => `${path}: ${trouble}`));
    return found;
  }

  it.concurrent.for(shares)(
    'opens without errors and accessibility barriers, wide and narrow, light and dark',
    { timeout: 1_200_000 },
    async ({ account, share, isWhole = false }, { expect }) => {
      const context = await browser.newContext({ colorScheme: 'light', viewport: desk, reducedMotion: 'reduce' });
      const page = await signIn(context, account);
      const addressOf = await demoAddresses(page);
      const watched = new Watched(page);
      await page.evaluate(axeSource);
      const found: string[] = [];
      for (const round of rounds) {
        await watched.turnTo(round.appearances[0]);
        for (const [at, path] of share.entries()) {
          if (!round.has(at)) continue;
          if (!isWhole && !isOpened(at)) {
            if (addressOf(path) === undefined) found.push(`${path}: the demo has no record for it`);
            continue;
          }
          const how = { appearances: round.appearances, isAudited: isAudited(at) };
          found.push(...(await examine(watched, path, addressOf(path), how)));
        }
      }
      expect(found).toEqual([]);
      await context.close();
    },
  );

  it.concurrent('prints complete lists and profiles, without the menu', async ({ expect }) => {
    // A4 landscape within its margins.
    const paper = { width: 1032, height: 700 };
    const context = await browser.newContext({ reducedMotion: 'reduce', viewport: paper, colorScheme: 'dark' });
    const page = await signIn(context);
    const addressOf = await demoAddresses(page);
    const watched = new Watched(page);
    const printed = [
      '/carry/participant',
      '/carry/distribution/:id',
      '/carry/employee/:id/profile/overview',
      '/comp/employee/:id/profile/compensation',
    ];
    // Figures that are late offer a checkbox; charts have a choice of currency.
    for (const path of [...printed, '/performance/fund', '/performance/dashboard']) {
      await watched.open(addressOf(path) ?? path);
      await page.emulateMedia({ media: 'print' });
      await watched.waitUntilVisible();
      expect(await page.getByRole('navigation', { name: 'Main menu' }).isVisible(), path).toBe(false);
      const lost = await page.evaluate(() => {
        const paperWidth = window.innerWidth;
        const end = document.documentElement.scrollHeight;
        return [...document.querySelectorAll('main :is(td, th, dt, dd, h1)')].flatMap((element) => {
          const { right, bottom, width, height } = element.getBoundingClientRect();
          const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
          const isBeyond = right > paperWidth + 1 || bottom + window.scrollY > end + 1;
          if (width * height === 0 || !(isCut || isBeyond)) return [];
          return [`${element.textContent.slice(0, 40)} ends at ${String(right)}, ${isCut ? 'cut' : 'whole'}`];
        });
      });
      expect(lost, path).toEqual([]);
      expect(await page.evaluate(darkParts), path).toEqual([]);
      const pages = page.getByRole('navigation', { name: /^Pages/ });
      for (const text of await pages.allInnerTexts()) {
        const hasMore = !text.includes('Page 1 of 1');
        expect(/ more rows? (isn|aren)’t on this print\./.test(text), `${path}: ${text}`).toBe(hasMore);
      }
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)');
      await page.emulateMedia({ media: 'screen' });
    }
    await context.close();
  });

  it.concurrent('names the views and filters of its lists as in the requirements [U-C-017 U-C-021 U-C-029 U-C-030 U-C-166 M-C-001 M-C-002 M-C-003 M-C-035 M-C-036 M-C-037 M-C-038 M-C-039 M-C-040 M-C-042 M-C-043 M-C-044 M-C-089 M-C-090 M-C-091 M-C-092 M-C-093]', async ({
    expect,
  }) => {
    const { page, main, open, close } = await administratorAtWork();
    const views = async () => {
      const all = main.getByRole('navigation', { name: 'Views' }).last().getByRole('button');
      return (await all.allInnerTexts()).map((text) => text.replace(/[\s\d]+$/, ''));
    };
    const offered = async (filter: string) => {
      await page.getByRole('button', { name: new RegExp(`^${filter}:`) }).click();
      const choices = page.getByRole('dialog', { name: filter }).locator('label');
      await choices.first().waitFor();
      const labels = await choices.allInnerTexts();
      await page.keyboard.press('Escape');
      return labels;
    };
    await open('/carry/vintage');
    await expect.poll(views).toEqual(['Vintage Shares', 'Profile Interest', 'Variable']);
    await open('/carry/fund');
    await expect.poll(views).toEqual(['All', 'Funds', 'Coinvestments']);
    for (const view of ['employee', 'all']) {
      await open(`/carry/participant/${view}`);
      await main.locator('a[href*="/carry/employee/"]').first().waitFor();
    }
    const pending = page.waitForRequest(/distribution\?.*IncludeInactive=false/i);
    await open('/carry/distribution');
    await pending;
    await expect.poll(views).toEqual(['All', 'Draft', 'Rejected', 'Submitted', 'Approved', 'Disbursed']);
    await open('/carry/trust/:id/profile/allocations');
    expect(await offered('Source')).toEqual(['All', 'Fund/Coinvestment', 'Investment', 'Tranche', 'Vintage']);
    await open('/carry/trust/:id/profile/forecasts');
    expect(await offered('Source')).toEqual(['All', 'Fund', 'Coinvestment']);
    await close();
  });

  it.concurrent('names its charts, truncates long ones and omits empty ones [U-C-021 U-C-028 U-C-157 U-C-158 U-C-160 M-C-013 M-C-014 M-C-015 M-C-033 M-C-034]', async ({
    expect,
  }) => {
    const { page, main, open, close } = await administratorAtWork();
    // More entries than a chart displays, and none for coinvestments.
    const lengths = { sector: 9, fund: 9, investment: 12, coinvestment: 0 };
    for (const [chart, length] of Object.entries(lengths)) {
      const slice = (_: unknown, at: number) => ({
        Id: null,
        Name: `Part ${String(at)}`,
        Currency: 'USD',
        TotalCarryDistributed: `${String(99 - at)}.00`,
      });
      const json = Array.from({ length }, slice);
      await page.route(new RegExp(`/distribution/${chart}(\\?|$)`), (route) => route.fulfill({ json }));
    }
    await open('/carry/distribution');
    const charts = main.getByRole('group', { name: 'Chart views' });
    const labels = ['Sector', 'Fund', 'Coinvestment', 'Source', 'Time'];
    await expect.poll(() => charts.getByRole('button').allInnerTexts()).toEqual(labels);
    expect(await charts.getByRole('button', { name: 'Coinvestment' }).isDisabled()).toBe(true);
    for (const [label, expectedCount] of Object.entries({ Sector: 7, Fund: 7, Source: 10 })) {
      await charts.getByRole('button', { name: label }).click();
      const title = new RegExp(
        `^Which ${label.toLowerCase()}s account for the carry distributed.* \\(Top ${String(expectedCount)}\\)$`,
      );
      await main.getByRole('region', { name: title }).waitFor();
    }
    await charts.getByRole('button', { name: 'Time' }).click();
    const years = main.getByRole('region', { name: /^How much carry was distributed each year/ });
    expect((await years.locator('canvas, svg[height]').last().boundingBox())?.height).toBe(255);
    await open('/carry/trust/:id/profile/overview');
    const views = main.getByRole('radiogroup').filter({ hasText: 'Investment' });
    const ofTrust = await views.first().locator('label').allInnerTexts();
    expect(ofTrust.slice(0, 3)).toEqual(['Investment', 'Fund', 'Year']);
    await close();
  });

  it.concurrent('closes a dialog when Back leaves its page', async ({ expect }) => {
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
