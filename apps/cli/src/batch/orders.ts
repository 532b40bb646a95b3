import { safeFileName } from '@carrara/adapters/files/fileName';
import { join } from 'node:path';
import { required } from '@carrara/domain/kernel';
import { didYouMean } from '../run/closestNames.ts';
import { CommandStop } from '../run/commandStop.ts';
import { type Path, problem } from '../settings/yamlFile.ts';
import { noReport, type ReadablePart } from './batchFile.ts';
import { type BatchSource, batchSources } from './batchSource.ts';
import { EntryOfReport } from './entryOfReport.ts';
import { EntryValues } from './entryValues.ts';
import type { Names } from './names.ts';
import { numberText } from '../run/countText.ts';

/** A file of a batch. */
export interface Order {
  /** The path below the folder of the batch. */
  readonly file: string;
  readonly format: string;
}
/** The files of one report or document, requested with the same parameters. */
export interface OrderSet {
  readonly source: BatchSource;
  readonly query: Readonly<Record<string, string>>;
  /** Fund, investor or participant, and dates as the batch names them. */
  readonly labels: readonly string[];
  readonly orders: readonly Order[];
}
export interface Orders {
  readonly sets: readonly OrderSet[];
  /** Mistakes in the file, each with its line and field. */
  readonly problems: readonly string[];
}

const mostFiles = 10_000;

/** The files of a batch, and every mistake in it. Incomplete entries have no files and are checked as far as possible. */
export async function readOrders(
  { batch, incomplete }: ReadablePart,
  locationOf: (path: Path) => string,
  names: Names,
): Promise<Orders> {
  const problems: string[] = [];
  const refuse = (path: Path, reason: string) => void problems.push(problem(locationOf(path), path, reason));
  const sets: OrderSet[] = [];
  const pathsByFile = new Map<string, Path>();
  for (const [at, entry] of batch.reports.entries()) {
    const path: Path = ['reports', at];
    const context = { batch, entry, path, names, refuse };
    const source = batchSources.get(entry.report);
    if (!source && entry.report !== noReport)
      refuse(
        [...path, 'report'],
        `there is no report '${entry.report}'${didYouMean(entry.report, batchSources.keys())}`,
      );
    if (!source || incomplete.has(at)) {
      await new EntryValues(context).check();
      continue;
    }
    const requested = new EntryOfReport(source, context);
    const requestedFormats = requested.formats();
    const folder = requested.folder();
    const isCreated = new Set<string>();
    const requests = await requested.requests().catch((error: unknown) => {
      if (!(error instanceof CommandStop) || error.outcome !== 'refused') throw error;
      refuse(path, `${entry.report}: ${error.message}`);
      return [];
    });
    for (const { query, labels } of requests) {
      // A letter about sources of two funds is one letter.
      const key = JSON.stringify(Object.entries(query).sort(([first], [other]) => (first < other ? -1 : 1)));
      if (source.recipients === 'letter' && isCreated.has(key)) continue;
      isCreated.add(key);
      const name = [requested.stem(requestedFormats), ...labels].filter(Boolean).join(' - ');
      const orders = requestedFormats.map((format) => ({
        format,
        file: join(folder, safeFileName(name, required(source.formats[format], `format ${format}`).extension)),
      }));
      for (const { file } of orders) {
        const other = pathsByFile.get(file.toLowerCase());
        if (other)
          refuse(
            path,
            `creates the same file as ${locationOf(other)}, ${file}; give one of them another file or folder`,
          );
        else pathsByFile.set(file.toLowerCase(), path);
      }
      sets.push({ source, query, labels, orders });
    }
  }
  if (pathsByFile.size > mostFiles)
    refuse(['reports'], `create ${numberText(pathsByFile.size)} files; the maximum is ${numberText(mostFiles)}`);
  return { sets, problems: [...new Set(problems)] };
}
