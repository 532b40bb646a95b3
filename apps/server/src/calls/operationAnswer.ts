import type { Endpoint } from '@carrara/contract/core/endpoint';
import { wireText } from '@carrara/contract/core/wireNames';
import { err, fail, type Failures, ok, type Result } from '@carrara/domain/kernel';
import { Readable } from 'node:stream';
import { checkSort, readablePage } from '../core/fieldAccess.ts';
import type { AnyOperation, DecodedInput, FileAnswer, RequestContext } from '../core/operations.ts';
import { exportList, type ListFiles, type RowsOperation, requestedFormat } from '../files/exportList.ts';
import { type PageQuery, requestedRows } from '../core/recordOperations.ts';
import { type Disclosure, disclosureInFile, disclosureInJson, gatherDisclosure } from './disclosure.ts';

/** A response: JSON text in wire form, or a file. */
export type Answer = ({ readonly json: string } | { readonly file: FileAnswer }) & {
  /** Sensitive data that it discloses. Absent if there is none. */
  readonly disclosure?: Disclosure | undefined;
};

/** Closes the file of a response that isn't sent. Otherwise its stream stays open, and the file keeps its place on disk. */
export function discardFile(answer: Answer): void {
  if ('file' in answer && answer.file.content instanceof Readable) answer.file.content.destroy();
}

/** An operation with its endpoint and the writers of list files. */
export interface Answering {
  readonly endpoint: Endpoint;
  readonly operation: AnyOperation;
  readonly listFiles: ListFiles;
  /** Called with the number of rows written to a file. */
  readonly onRows?: (done: number, total: number) => void;
}

/**
 * Runs an operation in a transaction and returns its response. A list is a page or a file. Data that the reader may not
 * see is left out.
 */
export async function operationAnswer(
  { endpoint, operation, listFiles, onRows }: Answering,
  context: RequestContext,
  input: DecodedInput,
): Promise<Result<Answer, Failures>> {
  const { list } = endpoint;
  if (!list) return (await operation(context, input)).map((value) => encode(endpoint, value));
  const sorted = checkSort(list, input.query, context.grants);
  if (sorted.isErr()) return err(sorted.error);
  const format = requestedFormat(endpoint, input);
  if (!format && requestedRows(input.query as PageQuery))
    return err([fail('INVALID_VALUE', ['rowIds'], 'is only for files')]);
  if (!format) {
    const page = await operation(context, input);
    return page.map((value) => encode(endpoint, readablePage(list, value, context.grants)));
  }
  // The types ensure that the operation of a list can return its rows (`Operation`).
  const rows = operation as RowsOperation;
  const gathered = gatherDisclosure(endpoint.sensitive);
  const exported = await exportList(listFiles, list, format, rows, context, input, gathered, onRows);
  return exported.andThen((file) => ok({ file, disclosure: gathered?.disclosed() }));
}

/** Encodes a value as the endpoint's response. */
export function encode(endpoint: Endpoint, value: unknown): Answer {
  if (endpoint.answers === 'file') {
    const file = value as FileAnswer;
    return { file, disclosure: disclosureInFile(endpoint, file) };
  }
  return { json: wireText(value), disclosure: disclosureInJson(endpoint, value) };
}
