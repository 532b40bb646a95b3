import { type Browser, chromium } from 'playwright-core';
import { chromiumArguments, requireChromium } from '../../scripts/chromium.mjs';

/** The timeout of a step, which waits for a state of the page. A slow machine is not a fault of the product. */
const patienceMs = 120_000;

/** The browsers that the journeys of this file have opened. `saveFailure.ts` closes them at the end of the file. */
export const browsers = new Set<Browser>();

/**
 * Opens a browser that records each context, in case its journey fails. With JOURNEY_SNAPSHOTS (when a failed file is repeated alone), it also takes
 * snapshots of the page, which need a third of the processor time. Tests with thousands of snapshots turn them off.
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
