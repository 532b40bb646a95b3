import { type Browser, chromium } from 'playwright-core';
import { chromiumArguments, requireChromium } from '../../scripts/chromium.mjs';

/** A step waits for a state of the page. How long a busy machine takes to reach it says nothing about the product. */
export const patienceMs = 120_000;

/** The browsers that this file's journeys have opened; `keepFailure.ts` closes them when the file has ended. */
export const browsers = new Set<Browser>();

/**
 * A browser in which each context is recorded, in case that its journey fails. With snapshots of the page, which take a third of the processor, where
 * JOURNEY_SNAPSHOTS asks for them: when a file that failed is repeated alone. Never where they would be thousands.
 */
export async function openBrowser({
  snapshots = process.env['JOURNEY_SNAPSHOTS'] !== undefined,
} = {}): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: await requireChromium(), args: [...chromiumArguments] });
  browser.on('context', (context) => {
    context.setDefaultTimeout(patienceMs);
    void context.tracing.start({ snapshots });
  });
  browsers.add(browser);
  return browser;
}
