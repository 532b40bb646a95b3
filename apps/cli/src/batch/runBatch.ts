import { coverageText, namesInFile } from '@carrara/contract/core/coverage';
import { capitalAccountEndpoints } from '@carrara/contract/performance/capitalAccount/capitalAccount';
import { required } from '@carrara/domain/kernel';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome } from '../run/exitCode.ts';
import { readPage } from '../lists/allRows.ts';
import { type Format, listFile } from '../lists/listFile.ts';
import type { Run } from '../run/act.ts';
import { CommandStop } from '../run/commandStop.ts';
import { progressLine } from '../run/progress.ts';
import { fileTrouble, saveFile } from '../run/saveFile.ts';
import { valueOrStop } from '../session/failureStop.ts';
import type { Session } from '../session/openSession.ts';
import { type CreatedFile, type Manifest, manifestWriter, sha256 } from './manifest.ts';
import type { Order, OrderSet } from './orders.ts';
import { splitQuery } from './splitQuery.ts';

export interface BatchOptions {
  /** The name of the batch. */
  readonly batch: string;
  readonly folder: string;
  readonly parallel: number;
  /** How long to wait for a server that can't be reached. */
  readonly patienceSeconds: number;
}

/** The files of a batch that exist unchanged, and files that block a new one. */
export interface BatchFolder {
  readonly unchanged: ReadonlyMap<string, CreatedFile>;
  readonly foreign: readonly string[];
}

const requestOf = ({ source, query }: OrderSet): string =>
  `${source.name}?${new URLSearchParams(Object.entries(query).sort(([first], [other]) => (first < other ? -1 : 1))).toString()}`;

/** Compares the folder with the manifest of the previous run. */
export async function readBatchFolder(
  { server, tenant }: Pick<Session, 'server' | 'tenant'>,
  sets: readonly OrderSet[],
  folder: string,
  before: Manifest | undefined,
): Promise<BatchFolder> {
  const createdByFile = new Map(before?.files.map((file) => [file.file, file]));
  const ours = before?.server === server && before.firm === tenant;
  const storedFiles = new Map<string, CreatedFile>();
  const foreign: string[] = [];
  for (const set of sets) {
    for (const { file, format } of set.orders) {
      const bytes = await readFile(join(folder, file)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
        throw fileTrouble(join(folder, file), error);
      });
      if (bytes === undefined) continue;
      const existing = createdByFile.get(file);
      if (existing?.sha256 !== sha256(bytes)) foreign.push(file);
      else if (ours && existing.format === format && existing.request === requestOf(set))
        storedFiles.set(file, existing);
    }
  }
  return { unchanged: storedFiles, foreign };
}

/** The figures of a whole report or of an investor's capital account. Each file must have been created from them. */
interface Figures {
  readonly rows: number | null;
  readonly totals: CreatedFile['totals'];
  readonly parameters: CreatedFile['parameters'];
}
const likeEach = (first: Pick<Figures, 'rows' | 'totals'>, other: Pick<Figures, 'rows' | 'totals'>): boolean =>
  JSON.stringify([first.rows, first.totals]) === JSON.stringify([other.rows, other.totals]);

/** Outcomes that end the whole batch instead of one report. */
const endsAll: ReadonlySet<Outcome> = new Set<Outcome>(['notSignedIn', 'notWritten', 'unreachable', 'stopped']);
const mostReadings = 3;

/** The files of a batch so far. */
interface BatchState {
  readonly files: Map<string, CreatedFile>;
  readonly failures: Map<string, Manifest['failures'][number]>;
  readonly createdNow: Set<string>;
}

/** Returns a function that creates the manifest of a batch that starts now. */
function manifestOf(
  batch: Pick<Manifest, 'batch' | 'server' | 'firm'>,
  ordered: readonly string[],
  { files, failures, createdNow }: BatchState,
): (outcome: Manifest['outcome']) => Manifest {
  const startedDate = new Date().toISOString();
  return (outcome) => {
    const [createdCount, failed] = [createdNow.size, failures.size];
    const unchangedCount = files.size - createdCount;
    return {
      ...batch,
      startedDate,
      endedDate: outcome === 'running' ? null : new Date().toISOString(),
      outcome,
      counts: {
        files: ordered.length,
        created: createdCount,
        unchanged: unchangedCount,
        failed,
        open: ordered.length - createdCount - unchangedCount - failed,
      },
      files: ordered.flatMap((file) => files.get(file) ?? []),
      failures: ordered.flatMap((file) => failures.get(file) ?? []),
    };
  };
}

/** Creates the missing files, several reports at a time, and updates the manifest at each step. */
export async function runBatch(
  run: Run,
  session: Session,
  sets: readonly OrderSet[],
  existing: BatchFolder,
  options: BatchOptions,
): Promise<Manifest> {
  const { folder, batch } = options;
  const ordered = sets.flatMap(({ orders }) => orders.map(({ file }) => file));
  const state: BatchState = { files: new Map(existing.unchanged), failures: new Map(), createdNow: new Set() };
  const { files, failures, createdNow } = state;
  const manifestNow = manifestOf({ batch, server: session.server, firm: session.tenant }, ordered, state);
  const write = manifestWriter(folder);
  const progress = progressLine(run, 'files');
  const report = (activity: string) => {
    const { created: createdCount, failed } = manifestNow('running').counts;
    progress.at(createdCount + failed, ordered.length - existing.unchanged.size || 1, activity);
  };
  const save = async ({ file, format }: Order, set: OrderSet, bytes: Uint8Array, figures: Figures) => {
    const { rows, totals, parameters } = figures;
    const entry = { file, report: set.source.name, format, request: requestOf(set), parameters, rows, totals };
    files.set(file, { ...entry, bytes: bytes.length, sha256: sha256(bytes), createdDate: new Date().toISOString() });
    createdNow.add(file);
    // Listed before it exists, because a file that no manifest lists would count as someone else's.
    await write(() => manifestNow('running'));
    await saveFile(join(folder, file), bytes, { replace: true });
    progress.clear();
    if (!run.json) await run.print(join(folder, file));
    report(file);
  };
  const createSet = async (set: OrderSet) => {
    const open = set.orders.filter(({ file }) => !files.has(file));
    if (open.length === 0) return;
    report(open[0]?.file ?? '');
    try {
      const { figures, created } = await patiently(run, options, () => createdOf(session, set, files));
      for (const { order, bytes } of created) await save(order, set, bytes, figures);
    } catch (error) {
      if (!(error instanceof CommandStop) || endsAll.has(error.outcome)) throw error;
      const reason = [error.message, ...error.details].join(' ');
      progress.clear();
      for (const { file, format } of open) {
        failures.set(file, { file, report: set.source.name, format, reason });
        run.warn(`${file}: ${reason}`);
      }
      await write(() => manifestNow('running'));
    }
  };
  await createFolders(folder, ordered);
  await write(() => manifestNow('running'));
  let ended: Manifest['outcome'] = 'stopped';
  try {
    await inParallel(sets, options.parallel, run.stopped, createSet);
    if (run.stopped.aborted) throw new CommandStop('stopped', 'stopped.');
    ended = failures.size > 0 ? 'partly' : 'done';
  } finally {
    progress.end();
    // An error that ends a batch, such as a full disk, may also end this step. The file of the previous step stays.
    await write(() => manifestNow(ended)).catch(() => undefined);
  }
  return manifestNow(ended);
}

/**
 * Creates the files of a report that are missing or have outdated figures, so that all files of one report agree. Requests the figures before and
 * after, so that the manifest has the figures of the files.
 */
async function createdOf(session: Session, set: OrderSet, there: ReadonlyMap<string, CreatedFile>) {
  for (let reading = 0; reading < mostReadings; reading += 1) {
    const figures = await figuresOf(session, set);
    const created: { readonly order: Order; readonly bytes: Uint8Array }[] = [];
    for (const order of set.orders) {
      const existing = there.get(order.file);
      if (!existing || !likeEach(existing, figures)) created.push({ order, bytes: await fileOf(session, set, order) });
    }
    if (likeEach(figures, await figuresOf(session, set))) return { figures, created };
  }
  throw new CommandStop(
    'refused',
    'The figures changed during every attempt. Try again when nobody is saving changes.',
  );
}

async function fileOf(session: Session, { source, query }: OrderSet, { format }: Order): Promise<Uint8Array> {
  const request = splitQuery(source.call, query);
  if (source.report) return listFile(session, source.report, request, format as Format);
  const acceptsFormat = Object.hasOwn(source.call.query?.shape ?? {}, 'format');
  const own = acceptsFormat ? { format: source.formats[format]?.wire } : {};
  const argument = { params: request.params, query: { ...request.query, ...own } };
  return valueOrStop(session.server, await session.client.download(source.call, argument as never)).bytes;
}

/** Returns the ending NAV and the unfunded commitment in the capital account of the investor that a document is about. */
async function accountTotals(
  { server, client }: Pick<Session, 'server' | 'client'>,
  query: OrderSet['query'],
): Promise<CreatedFile['totals']> {
  const call = capitalAccountEndpoints.getCapitalAccount;
  const { currency, partners } = valueOrStop(server, await client.call(call, splitQuery(call, query) as never));
  const { ending, unfunded } = required(partners[0], 'the partner of a capital account').itd;
  return [
    { field: 'endingNav', splitKeys: [currency], total: ending },
    { field: 'unfunded', splitKeys: [currency], total: unfunded },
  ];
}

async function figuresOf({ server, client }: Session, { source, query, labels }: OrderSet): Promise<Figures> {
  if (!source.report) {
    const totals = source.recipients === 'investor' ? await accountTotals({ server, client }, query) : [];
    return { rows: null, totals, parameters: [{ title: source.title, text: labels.join(' - ') }] };
  }
  const request = splitQuery(source.call, query);
  const page = valueOrStop(server, await readPage(client, source.report, request, { startPage: 1, pageSize: 1 }));
  const { counted = 'rows' } = source.report.report;
  const sums = (page.subtotals ?? []).filter(({ keys }) => keys.length === 0);
  return {
    rows: page.totalItemCount,
    totals: sums.flatMap(({ splitKeys, totals }) =>
      totals.map(({ field, total, coverage }) => ({
        field,
        splitKeys: [...splitKeys],
        total,
        ...(coverage ? { coverage: coverageText(coverage, counted, namesInFile) } : {}),
      })),
    ),
    parameters: (page.parameters ?? []).map(({ title, text }) => ({ title, text })),
  };
}

/** Tries again while the server can't be reached, until the patience ends. */
async function patiently<T>(run: Run, { patienceSeconds }: BatchOptions, work: () => Promise<T>): Promise<T> {
  const end = performance.now() + patienceSeconds * 1000;
  for (let seconds = 1; ; seconds = Math.min(seconds * 2, 15)) {
    try {
      return await work();
    } catch (error) {
      const isAway = error instanceof CommandStop && error.outcome === 'unreachable' && !run.stopped.aborted;
      if (!isAway || performance.now() + seconds * 1000 > end) throw error;
      run.note(`${error.message} Trying again in ${seconds} s.`);
      await pause(seconds * 1000, undefined, { signal: run.stopped });
    }
  }
}

/** Works through a list, several items at a time. After the first failure, no other item begins. */
async function inParallel<T>(
  all: readonly T[],
  atOnce: number,
  stopped: AbortSignal,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...all];
  const wrong: unknown[] = [];
  const worker = async () => {
    for (
      let item = waiting.shift();
      item !== undefined && wrong.length === 0 && !stopped.aborted;
      item = waiting.shift()
    ) {
      await work(item).catch((error: unknown) => wrong.push(error));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (wrong.length > 0) throw wrong[0];
}

async function createFolders(folder: string, files: readonly string[]): Promise<void> {
  for (const directory of new Set(files.map((file) => dirname(join(folder, file))))) {
    await mkdir(directory, { recursive: true }).catch((error: unknown) => {
      throw fileTrouble(directory, error);
    });
  }
}
