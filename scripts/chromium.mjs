import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Finds a Chromium that Playwright can control, for the story tests, the journeys and `npm test`.
 * Order: CHROMIUM_PATH, the system's headless shell, chromium or google-chrome, then Playwright's own browser.
 */
// The headless shell does not draw a window around the page, which would take a third of the processor time.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const folders = ['/usr/bin', '/usr/local/bin', '/snap/bin', ...(process.env.PATH ?? '').split(delimiter)];
const commonPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

export const chromiumMissing =
  'No Chromium was found. Install one (Debian: apt-get install chromium-headless-shell; elsewhere: npx playwright install chromium) ' +
  'or set CHROMIUM_PATH to the browser.';

/**
 * Returns the path of the browser, or undefined if there is none. A CHROMIUM_PATH that does not exist is an error and does not fall back to another
 * browser.
 */
export async function findChromium() {
  const configured = process.env.CHROMIUM_PATH;
  if (configured) {
    if (!isExecutable(configured)) throw new Error(`CHROMIUM_PATH is ${configured}, which is not an executable file.`);
    return configured;
  }
  const system = names.flatMap((name) => folders.filter(Boolean).map((folder) => join(folder, name)));
  const found = [...system, ...commonPaths].find(isExecutable);
  if (found) return found;
  const { chromium } = await import('playwright-core');
  const own = chromium.executablePath();
  return own && existsSync(own) ? own : undefined;
}

/** Like findChromium, but throws instructions if there is none. */
export async function requireChromium() {
  const path = await findChromium();
  if (!path) throw new Error(chromiumMissing);
  return path;
}

/** Like requireChromium, but first tries to install one: Debian's package if run as root, else Playwright's own browser. */
export async function ensureChromium() {
  if (await findChromium()) return requireChromium();
  const root = process.getuid?.() === 0;
  const attempts = [
    ...(root
      ? [
          ['apt-get', ['update', '-qq']],
          ['apt-get', ['install', '-y', '-qq', 'chromium-headless-shell']],
          ['apt-get', ['install', '-y', '-qq', 'chromium']],
        ]
      : []),
    [process.execPath, [process.env.npm_execpath ?? 'npm', 'exec', '--no', '--', 'playwright', 'install', 'chromium']],
  ];
  for (const [command, args] of attempts) {
    spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
    if (args.at(-1)?.startsWith('chromium') && (await findChromium())) break;
  }
  return requireChromium();
}

/**
 * Turns off the browser's address bar, which nobody sees. Its process per context took a third of all processor time. Only the last occurrence of the
 * flag counts, so the features that Playwright turns off are listed here, too.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Flags to run headless, as root, and without network access of the browser itself. */
export const chromiumArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  `--disable-features=${disabledFeatures.join(',')}`,
];

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
