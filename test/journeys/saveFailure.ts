import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeEach, inject, type RunnerTask } from 'vitest';
import { browsers } from './openBrowser.ts';

/**
 * Stores the evidence of a failing journey in one folder: pictures of the pages, traces of the browser contexts, the server's log and the
 * error.
 */
const { log } = inject('product');
let hasFailed = false;

const folderOf = (file: string) => {
  const folder = join(inject('failures'), basename(file, '.test.ts'));
  mkdirSync(folder, { recursive: true });
  return folder;
};
const contexts = () => [...browsers].flatMap((browser) => browser.contexts());

// The steps of a story depend on each other, so later failures would not mean anything.
beforeEach(({ task, skip }) => {
  if (!task.concurrent) skip(hasFailed, 'a step before it failed');
});

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  hasFailed = true;
  await savePictures(folderOf(task.file.filepath));
});

// Vitest reads from its text which fixtures a hook asks for.
// oxlint-disable-next-line no-empty-pattern
afterAll(async ({}, { file }) => {
  const errors = errorsOf(file);
  if (errors.length > 0) await storeFailure(folderOf(file.filepath), errors);
  await Promise.all([...browsers].map((browser) => browser.close()));
  browsers.clear();
});

function errorsOf(task: RunnerTask): string[] {
  const own = (task.result?.errors ?? []).map(({ message, stack }) => `${task.name}\n${message}\n${stack ?? ''}\n`);
  return [...own, ...('tasks' in task ? task.tasks.flatMap(errorsOf) : [])];
}

async function storeFailure(folder: string, errors: readonly string[]): Promise<void> {
  writeFileSync(join(folder, 'errors.txt'), errors.join('\n'));
  copyFileSync(log, join(folder, 'server.log'));
  if (!hasFailed) await savePictures(folder);
  await Promise.all(
    contexts().map((context, at) => context.tracing.stop({ path: join(folder, `trace-${String(at + 1)}.zip`) })),
  );
  process.stderr.write(`What this failure left (npx playwright show-trace opens a trace): ${folder}\n`);
}

/** Skips a page that can't be photographed anymore, because that error must not hide the failure itself. */
async function savePictures(folder: string): Promise<void> {
  const pages = contexts().flatMap((context) => context.pages());
  const shots = pages.map((page, at) =>
    page.screenshot({ path: join(folder, `page-${String(at + 1)}.png`), timeout: 10_000 }),
  );
  await Promise.allSettled(shots);
}
