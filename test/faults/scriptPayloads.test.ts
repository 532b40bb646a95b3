import { demoPassword } from '@carrara/server/demo/people';
import { demoGround } from '@carrara/server/testing/demoGround';
import type { TestGround } from '@carrara/server/testing/testServer';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumArguments, requireChromium } from '../../scripts/chromium.mjs';
import { fillWithPayloads } from './payloads.ts';
import { type Caller, stopAndRemove, type Product, send, startProduct } from './product.ts';

const entrances = [
  '/carry/participant',
  '/carry/fund',
  '/carry/coinvestment',
  '/carry/investment',
  '/carry/distribution',
];
const login = 'admin@alder.example';
const idPart = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** S43: replaces every text of the demo with one that would run as a script. No part of the product may run or render it. */
describe('S43: scripts in texts', () => {
  let ground: TestGround;
  let database: TestGround['database'];
  let product: Product;
  let browser: Browser;
  let caller: Caller;

  beforeAll(async () => {
    ground = await demoGround();
    database = ground.database;
    product = await startProduct(ground.folder, {
      DATABASE_URL: database.url,
      DEMO: 'true',
      RATE_LIMIT_PER_MINUTE: '1000000',
    });
    expect(await fillWithPayloads(database.adminUrl)).toBeGreaterThan(30);
    const { rows } = await database.worker.query<{ id: string }>(
      'SELECT tenant_id AS id FROM distribution GROUP BY 1 ORDER BY count(*) DESC LIMIT 1',
    );
    caller = await signedIn(rows[0]?.id ?? '');
    browser = await chromium.launch({ executablePath: await requireChromium(), args: [...chromiumArguments] });
    // If this file runs alone, it creates the demo first.
  }, 400_000);
  afterAll(async () => {
    await browser?.close();
    if (ground) await stopAndRemove(ground.folder, product);
    await ground?.leave();
  });

  async function signedIn(tenantId: string): Promise<Caller> {
    const payload = { Login: login, Password: demoPassword, AnswerToken: true };
    const { body } = await send<{ AuthToken: string }>(
      product.baseUrl,
      { token: '', tenantId },
      '/api/signin/local',
      payload,
    );
    return { token: body.AuthToken, tenantId };
  }

  /** Opens a path of the app and waits until all requests are done. */
  async function visit(page: Page, pending: Set<unknown>, path: string): Promise<void> {
    await page.goto(`${product.baseUrl}/#${path}`);
    await page.getByRole('main').waitFor();
    await expect.poll(() => pending.size, { timeout: 15_000, interval: 150 }).toBe(0);
  }

  it('are displayed as text on every linked screen', async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await context.addCookies([{ name: 'AuthToken', value: caller.token, url: product.baseUrl }]);
    const page = await context.newPage();
    const pending = new Set<unknown>();
    const attempts: string[] = [];
    page.on('request', (request) => pending.add(request));
    page.on('requestfinished', (request) => pending.delete(request));
    page.on('requestfailed', (request) => pending.delete(request));
    page.on(
      'console',
      (message) =>
        /Content Security Policy/i.test(message.text()) &&
        attempts.push(
          `${page.url().split('#')[1]}: ${message.location().url.split('/').at(-1)}:${message.location().lineNumber}`,
        ),
    );
    await page.goto(product.baseUrl);
    await page.getByRole('navigation').or(page.getByRole('heading')).first().waitFor();
    const choice = page.getByRole('button').or(page.getByRole('link')).filter({ hasText: 's43' }).first();
    if (await choice.isVisible()) await choice.click();
    const waiting = [...entrances];
    const seen = new Set(waiting);
    let displayedCount = 0;
    for (let path = waiting.shift(); path !== undefined && seen.size < 120; path = waiting.shift()) {
      await visit(page, pending, path);
      const found = await page.evaluate(() => ({
        drawn: document.querySelectorAll('[data-s43], a[href^="javascript:"]').length,
        ran: 's43' in globalThis,
        text: document.body.innerText.includes('data-s43'),
        links: [...document.querySelectorAll('a[href^="#/"]')].map((link) => link.getAttribute('href')?.slice(1) ?? ''),
      }));
      expect({ drawn: found.drawn, ran: found.ran }, path).toEqual({ drawn: 0, ran: false });
      if (found.text) displayedCount += 1;
      for (const link of found.links) {
        // One record per type is enough.
        const kind = link.split('?')[0]?.replaceAll(idPart, ':id') ?? '';
        if (!seen.has(kind)) {
          seen.add(kind);
          waiting.push(link);
        }
      }
    }
    expect([...new Set(attempts)]).toEqual([]);
    expect(displayedCount, `of ${[...seen].join(' ')}`).toBeGreaterThan(15);
  });

  it('are sent in files, never as pages', async () => {
    const { rows } = await database.worker.query<{ id: string }>(
      `SELECT id FROM distribution WHERE tenant_id = $1 AND status = 'DISB' LIMIT 1`,
      [caller.tenantId],
    );
    // The browser got another session when it chose a firm.
    const { token, tenantId } = await signedIn(caller.tenantId);
    const run = `/api/carry/distribution/${rows[0]?.id}`;
    const files = ['/Pdfletter-package', '/letter-package', '/export'].map((end) => `${run}${end}`);
    const lists = ['excel', 'csv', 'application/pdf'].map((format) => `/api/carry/fund?format=${format}`);
    for (const path of [...files, ...lists]) {
      const answer = await fetch(`${product.baseUrl}${path}`, {
        headers: { authtoken: token, tenantid: tenantId },
      });
      expect(answer.status, path).toBe(200);
      expect(answer.headers.get('content-disposition'), path).toMatch(
        path.endsWith('/Pdfletter-package') ? /^inline;.*pdf$/ : /^attachment;/,
      );
      expect(answer.headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(answer.headers.get('content-type'), path).not.toMatch(/html|svg|xml$/);
      expect((await answer.arrayBuffer()).byteLength, path).toBeGreaterThan(100);
    }
  });
});
