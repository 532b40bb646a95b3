import { spawnSync } from 'node:child_process';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { root } from '../faults/product.ts';

export interface DemoAccount {
  readonly login: string;
  readonly password: string;
  /** The firm to choose if the person belongs to several. */
  readonly firm?: string;
}

const password = 'carrara-demo-2026';
export const administrator: DemoAccount = { login: 'admin@alder.example', password, firm: 'Alder Ridge' };
/** Opens pages of pay, which the administrator can't see. */
export const head: DemoAccount = { login: 'hr@alder.example', password };
/** Sees only their own carry. */
export const participant: DemoAccount = { login: 'viktor@alder.example', password };

/** Opens a page in a context with a person of the demo signed in. */
export async function signInToDemo(context: BrowserContext, baseUrl: string, account: DemoAccount): Promise<Page> {
  const page = await context.newPage();
  await page.goto(baseUrl);
  await page.getByLabel('E-mail or user name').fill(account.login);
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  if (account.firm) await page.getByRole('button', { name: account.firm }).click();
  // The page of the sign-in has a main element, too.
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
  return page;
}

/** Returns the pages that the web app lists, without redirects and the pages before a sign-in. */
export function listedPaths(): string[] {
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
    .filter((path) =>
      /^\/(carry|comp\/(employee|salary|award|deferred|statement|settings\/pay)|performance|reporting|participant-portal|user|group|reference|appsettings|help|notification|note|navigation)(\/|$|[A-Z])/.test(
        path,
      ),
    );
}

/** Long enough for a busy machine. Only loading that never ends is a fault. */
const longestLoading = 120_000;

/** Waits for a frame. Then true if the page displays content in its final colors and no loading state. */
const visibleAfterAFrame = () =>
  new Promise<boolean>((resolve) => {
    const answer = () =>
      resolve(
        (document.querySelector('main')?.textContent ?? '') !== '' &&
          !document.querySelector('[role=status][aria-label^=Loading], [aria-busy=true]') &&
          !document.getAnimations().some((animation) => animation instanceof CSSTransition),
      );
    requestAnimationFrame(() => requestAnimationFrame(answer));
  });

/** A browser page that counts open requests and collects errors. */
export class WatchedPage {
  readonly page: Page;
  readonly troubles: string[] = [];
  readonly pending = new Set<Request>();

  constructor(page: Page) {
    this.page = page;
    const isCall = (url: string) => !url.includes('/signalr');
    page.on('request', (request) => isCall(request.url()) && this.pending.add(request));
    page.on('requestfinished', (request) => this.pending.delete(request));
    page.on('requestfailed', (request) => this.pending.delete(request));
    page.on('console', (message) => {
      if (message.type() === 'error') this.troubles.push(`${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => this.troubles.push(error.message));
  }

  /** Opens a page of the app and waits until its content is displayed. */
  async open(path: string): Promise<void> {
    await this.page.evaluate((hash) => window.location.assign(hash), `#${path}`);
    await this.waitUntilVisible();
  }

  async waitUntilVisible(): Promise<void> {
    const deadline = Date.now() + longestLoading;
    // Twice in a row, because loaded data may cause more requests.
    for (let quiet = 0; quiet < 2; ) {
      const isVisible = await this.page.evaluate(visibleAfterAFrame);
      quiet = isVisible && this.pending.size === 0 ? quiet + 1 : 0;
      if (Date.now() > deadline) {
        const waitedFor = [...this.pending].map((request) => request.url());
        this.troubles.push(`goes on loading: ${waitedFor.join(' ') || 'says so'}`);
        return;
      }
    }
  }

  /** Returns the words and the number of elements of a page. A page with several addresses has the same content at each. */
  content(): Promise<string> {
    return this.page.evaluate(() => {
      const main = document.querySelector('main');
      return `${String(main?.querySelectorAll('*').length ?? 0)} ${main?.innerText ?? ''}`;
    });
  }
}
