import type { Browser } from 'playwright-core';
import { beforeAll, describe, inject, it } from 'vitest';
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

const widths = [1920, 1440, 1280];
const height = 900;

/** True for pages that can have tables with money. Settings and pages of files have none, and grids of editors are measured by themselves. */
const isMeasured = (path: string) =>
  /^\/(carry|comp|performance|reporting|participant-portal)(\/|$)/.test(path) &&
  !/(edit|add|create|copy|settings|upload|mapping|note|document|activity|datamanagement|delivery|report$)/i.test(path);

/** Returns figures that are cut off, outside of their scroll area or covered, and reports a page that extends below its content. */
function cutFigures(): string[] {
  const found: string[] = [];
  const clips = (element: Element) => getComputedStyle(element).overflowX !== 'visible';
  /** Returns the boxes of visible words. Text for screen readers is clipped and does not count. */
  const wordRectangles = (cell: Element): DOMRect[] => {
    const boxes: DOMRect[] = [];
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (!parent || !/\d/.test(text.textContent ?? '') || getComputedStyle(parent).clipPath !== 'none') continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      boxes.push(...range.getClientRects());
    }
    return boxes.filter(({ width }) => width > 0);
  };
  for (const cell of document.querySelectorAll<HTMLElement>('main table td[data-align="right"]')) {
    if (getComputedStyle(cell).visibility === 'hidden' || cell.clientWidth === 0) continue;
    const table = cell.closest('table');
    const name = table?.parentElement?.getAttribute('aria-label') ?? 'a table';
    const report = (problem: string) => found.push(`${name}: '${cell.innerText.trim().slice(0, 40)}' ${problem}`);
    for (const box of wordRectangles(cell)) {
      let frame: Element | null = cell;
      let bottom = window.innerHeight;
      let top = 0;
      let isCut = false;
      while (frame && frame !== document.body && !isCut) {
        if (frame === cell || clips(frame)) {
          const outer = frame.getBoundingClientRect();
          isCut = box.left < outer.left - 1 || box.right > outer.right + 1;
          if (isCut) report(frame === cell ? 'is wider than its cell' : 'lies beyond the edge of its frame');
          if (frame !== cell) [top, bottom] = [Math.max(top, outer.top), Math.min(bottom, outer.bottom)];
        }
        frame = frame.parentElement;
      }
      const y = (box.top + box.bottom) / 2;
      // A person can scroll to figures that are out of view or partly covered by the totals at the bottom.
      if (isCut || box.top < top || box.bottom > bottom) continue;
      for (const x of [box.left + 1, box.right - 1]) {
        const seen = document.elementFromPoint(x, y);
        if (!seen || cell.contains(seen) || seen.contains(cell) || seen.closest('thead, tfoot, footer')) continue;
        report(`lies below ${seen.tagName.toLowerCase()} '${seen.textContent.trim().slice(0, 30)}'`);
        break;
      }
    }
  }
  const { documentElement } = document;
  if (documentElement.scrollHeight > documentElement.clientHeight) found.push('the document is higher than the window');
  const main = document.querySelector('main');
  const ends = [...(main?.children ?? [])].map((part) => part.getBoundingClientRect().bottom);
  const end = Math.max(0, ...ends) - (main?.getBoundingClientRect().top ?? 0) + (main?.scrollTop ?? 0);
  if (main && main.scrollHeight > main.clientHeight && main.scrollHeight - end > 60)
    found.push(`the page goes on ${String(Math.round(main.scrollHeight - end))} pixels below its content`);
  return [...new Set(found)];
}

/**
 * Returns grids whose columns, totals or notes are cut off or covered, and cut labels above them. A canvas has no elements to measure, so its columns
 * are compared by their sum with the width of its frame.
 */
function cutGrids(): string[] {
  const found: string[] = [];
  const foot = document.querySelector('main form footer')?.getBoundingClientRect().top ?? window.innerHeight;
  for (const scroller of document.querySelectorAll<HTMLElement>('main .dvn-scroller')) {
    const grid = scroller.closest('section');
    const name = grid?.getAttribute('aria-label') ?? 'a grid';
    const beyond = scroller.scrollWidth - scroller.clientWidth;
    if (beyond > 1) found.push(`${name}: its columns go on ${String(beyond)} pixels to the right`);
    const bottom = scroller.getBoundingClientRect().bottom;
    if (bottom > foot + 1)
      found.push(`${name}: its totals lie ${String(Math.round(bottom - foot))} pixels below the bar`);
    for (const note of grid?.querySelectorAll('p, button') ?? []) {
      const box = note.getBoundingClientRect();
      if (box.height > 0 && box.bottom > foot + 1) found.push(`${name}: '${note.textContent}' lies below the bar`);
    }
  }
  for (const label of document.querySelectorAll<HTMLElement>('main button, main button span')) {
    const { overflowX, textOverflow } = getComputedStyle(label);
    if (overflowX !== 'visible' && textOverflow !== 'ellipsis' && label.scrollWidth > label.clientWidth + 1)
      found.push(`'${label.textContent}' is cut`);
  }
  return [...new Set(found)];
}

/** Waits for three frames after a change of the width, during which tables are measured and rendered. */
const settled = () =>
  new Promise<void>((done) => {
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => done())));
  });

/** Returns tables whose layout changes from frame to frame without any action. */
async function restlessTables(): Promise<string[]> {
  const frames = [...document.querySelectorAll<HTMLElement>('main [data-fit]')];
  const layouts = () => frames.map((frame) => `${frame.dataset['fit'] ?? ''} ${String(frame.scrollWidth)}`);
  const before = layouts();
  const moved = new Set<number>();
  for (let frame = 0; frame < 4; frame += 1) {
    await new Promise((done) => requestAnimationFrame(done));
    for (const [at, layout] of layouts().entries()) if (layout !== before[at]) moved.add(at);
  }
  return [...moved].map((at) => `${frames[at]?.getAttribute('aria-label') ?? 'a table'}: its layout does not settle`);
}

describe('figures, with the demo', () => {
  const { baseUrl } = inject('product');
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser({ snapshots: false });
  });

  const listed = listedPaths().filter(isMeasured);
  // A profile without a view displays one of its views, so it is left out.
  const paths = listed.filter((path) => !listed.some((other) => other.startsWith(`${path}/`) && path.includes(':')));
  const ofPay = paths.filter((path) => path.startsWith('/comp/'));
  const ofPortal = paths.filter((path) => path.startsWith('/participant-portal'));
  const others = paths.filter((path) => !ofPay.includes(path) && !ofPortal.includes(path));
  const shares: readonly { readonly account: DemoAccount; readonly share: readonly string[] }[] = [
    { account: administrator, share: others.filter((_path, at) => at % 2 === 0) },
    { account: administrator, share: others.filter((_path, at) => at % 2 === 1) },
    { account: head, share: ofPay },
    { account: participant, share: ofPortal },
  ];

  /** Returns the problems with figures on the open page at each width, in the order of the widths. */
  async function measure(watched: WatchedPage, path: string, order: readonly number[]): Promise<string[]> {
    const { page } = watched;
    const found: string[] = [];
    const hasFigures = (await page.locator('main table td[data-align=right]').count()) > 0;
    for (const width of hasFigures ? order : order.slice(0, 1)) {
      if (page.viewportSize()?.width !== width) {
        await page.setViewportSize({ width, height });
        await page.evaluate(settled);
      }
      const own = [...(await page.evaluate(cutFigures)), ...(await page.evaluate(restlessTables))];
      found.push(...own.map((problem) => `${path}, ${String(width)} wide: ${problem}`));
    }
    return found;
  }

  it.concurrent.for(shares)(
    'are never truncated, covered or hidden at 1280, 1440 and 1920 pixels, and pages end with their content',
    { timeout: 900_000 },
    async ({ account, share }, { expect }) => {
      const context = await browser.newContext({
        viewport: { width: widths[0] ?? 0, height },
        reducedMotion: 'reduce',
      });
      const page = await signInToDemo(context, baseUrl, account);
      const addressOf = await demoAddresses(page);
      // Moves the mouse away, because hovering over a figure would display its explanation button.
      await page.mouse.move(0, 0);
      const watched = new WatchedPage(page);
      const measured = new Set<string>();
      const found: string[] = [];
      for (const path of share) {
        const address = addressOf(path);
        if (address === undefined) continue;
        await watched.open(address);
        const content = await watched.content();
        if (measured.has(content)) continue;
        measured.add(content);
        // Starts with the width at which the previous page ended.
        const isNarrow = page.viewportSize()?.width === widths.at(-1);
        found.push(...(await measure(watched, path, isNarrow ? widths.toReversed() : widths)));
      }
      expect(found).toEqual([]);
      await context.close();
    },
  );

  it('are all in the window in the grids of a distribution, with their totals and notes', async ({ expect }) => {
    const context = await browser.newContext({ viewport: { width: widths[0] ?? 0, height }, reducedMotion: 'reduce' });
    const page = await signInToDemo(context, baseUrl, administrator);
    const address = (await demoAddresses(page))('/carry/distribution/:id/edit');
    const watched = new WatchedPage(page);
    await watched.open(address ?? '');
    const tabs = page.getByRole('tablist', { name: 'Run' }).getByRole('tab');
    const found: string[] = [];
    for (const tab of [0, 2]) {
      await tabs.nth(tab).click();
      await page.locator('main canvas [role=columnheader]', { hasText: /^Net$/ }).waitFor({ state: 'attached' });
      await watched.content();
      for (const width of widths) {
        await page.setViewportSize({ width, height });
        await page.evaluate(settled);
        const cut = await page.evaluate(cutGrids);
        found.push(...cut.map((problem) => `${String(width)} wide: ${problem}`));
      }
    }
    expect(found).toEqual([]);
    await context.close();
  });
});
