import type { Endpoint } from '@carrara/contract/core/endpoint';
import { wireText } from '@carrara/contract/core/wireNames';
import { err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import { checkSort, readablePage } from '../fieldAccess.ts';
import type { AnyOperation, FileAnswer, RequestContext } from '../operations.ts';
import type { Decoded } from './decode.ts';
import { exportList, type ListFiles, type RowsOperation, wantedFormat } from './exportList.ts';
import { gatherPay, payInFile, payInJson, type PayTold } from './payTold.ts';

/** An answer on its way out: JSON text of the wire, or a file. */
export type Answer = ({ readonly json: string } | { readonly file: FileAnswer }) & {
  /** Whose pay it discloses; absent where it discloses none. */
  readonly pay?: PayTold | undefined;
};

/** An operation with its call, and what turns the rows of its list into a file. */
export interface Answering {
  readonly endpoint: Endpoint;
  readonly operation: AnyOperation;
  readonly listFiles: ListFiles;
  /** Reports how many rows of a file are written. */
  readonly onRows?: (done: number, total: number) => void;
}

/** What an operation answers in a transaction: the rows of a list as a page or as a file, without what the reader may not see. */
export async function operationAnswer(
  { endpoint, operation, listFiles, onRows }: Answering,
  context: RequestContext,
  input: Decoded,
): Promise<Result<Answer, Failures>> {
  const { list } = endpoint;
  if (!list) return (await operation(context, input)).map((value) => encode(endpoint, value));
  const sorted = checkSort(list, input.query, context.grants);
  if (sorted.isErr()) return err(sorted.error);
  const format = wantedFormat(endpoint, input);
  if (!format) {
    const page = await operation(context, input);
    return page.map((value) => encode(endpoint, readablePage(list, value, context.grants)));
  }
  // The types have checked that the operation of a list gives its rows (`Operation`).
  const rows = operation as RowsOperation;
  const pay = gatherPay(endpoint.sensitive);
  const exported = await exportList(listFiles, list, format, rows, context, input, pay, onRows);
  return exported.andThen((file) => ok({ file, pay: pay?.told() }));
}

/** A value as the call answers it. */
export function encode(endpoint: Endpoint, value: unknown): Answer {
  if (endpoint.answers === 'file') {
    const file = value as FileAnswer;
    return { file, pay: payInFile(endpoint, file) };
  }
  return { json: wireText(value), pay: payInJson(endpoint, value) };
}
