import type { Contract } from '@carrara/contract/contract';
import type { ArgumentOf, Method, ResultOf, TypedEndpoint } from '@carrara/contract/core/endpoint';
import type { Access } from '@carrara/contract/core/permissions';
import { endpoints } from 'virtual:contract/endpoints';

/** The data of a call in the browser; see build/contractData.ts. */
export interface CallData {
  readonly method: Method;
  readonly path: string;
  /** Listed for calls without a session and for lists. The server checks the permission of every call. */
  readonly permission?: Access;
  readonly tags?: readonly string[];
  readonly idempotent?: true;
  readonly readOnly?: true;
  readonly answers?: 'json' | 'file';
  readonly accepts?: 'json' | 'upload';
  /** True for a list or report of pay, whose files are created only while their reader waits. */
  readonly isPay?: true;
  /** The read of the record that a write returns. */
  readonly read?: string;
}

type Intersection<U> = (U extends unknown ? (value: U) => void : never) extends (all: infer I) => void ? I : never;
type AllOperations = Intersection<Contract[keyof Contract]>;
/** Every call of the contract by the name of its operation. Names are unique in the product. */
type Operations = {
  [O in keyof AllOperations]: AllOperations[O] extends TypedEndpoint ? AllOperations[O] : never;
};
export type Operation = Extract<keyof Operations, string>;

type Upload<E> = E extends { readonly accepts: 'upload' } ? { readonly file: File } : unknown;
type InputOf<E extends TypedEndpoint> = ArgumentOf<E> & Upload<E>;
/** The argument of a call; void if the call needs none. */
export type Argument<O extends Operation> =
  Record<string, never> extends InputOf<Operations[O]>
    ? unknown extends InputOf<Operations[O]>
      ? void
      : InputOf<Operations[O]> | void
    : InputOf<Operations[O]>;
export type Answer<O extends Operation> = ResultOf<Operations[O]>;

/** Calls that read and return JSON: hooks `use…Query`. */
export type QueryName = {
  [O in Operation]: Operations[O] extends { readonly method: 'GET' }
    ? Operations[O] extends { readonly answers: 'file' }
      ? never
      : O
    : never;
}[Operation];
/** Calls that return bytes: links, see download.ts. */
type DownloadName = {
  [O in Operation]: Operations[O] extends { readonly answers: 'file' } ? O : never;
}[Operation];
/** Calls that write, or compute from a body: hooks `use…Mutation`. */
export type MutationName = Exclude<Operation, QueryName | DownloadName>;
/** Calls that return a page of a list. */
export type ListName = {
  [O in Operation]: Operations[O] extends { readonly list: object } ? O : never;
}[Operation];

const byOperation: Readonly<Record<string, CallData & { readonly concept: string }>> = Object.fromEntries(
  Object.entries(endpoints).flatMap(([concept, calls]) =>
    Object.entries(calls).map(([operation, call]) => [operation, { method: 'GET' as const, ...call, concept }]),
  ),
);

export const operationNames = Object.keys(byOperation) as readonly Operation[];

export function callData(operation: Operation): CallData & { readonly concept: string } {
  const call = byOperation[operation];
  if (!call) throw new Error(`no call ${operation} in the contract`);
  return call;
}
