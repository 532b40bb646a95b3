import type { StoredTenant } from '@carrara/adapters/postgres/platform/tenant';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { Contract } from '@carrara/contract/contract';
import type { Endpoint, InputOf, ResultOf, TypedEndpoints, TypedEndpoint } from '@carrara/contract/core/endpoint';
import type { Grants } from '@carrara/contract/core/permissions';
import { type CalendarDate, err, type Failures, type Result } from '@carrara/domain/kernel';
import type { SessionProof } from '@carrara/domain/platform/signIn';
import type { Readable } from 'node:stream';

/** The client of a request, for operations that sign in and out. */
export interface Client {
  readonly address: string;
  readonly userAgent: string;
  readonly sessionToken: string | undefined;
  /** Session token if it came in a cookie and not in a header. */
  readonly cookieToken?: string | undefined;
  /** Token of a sign-in at a provider that this browser is about to complete. */
  readonly pendingSignIn?: string | undefined;
  /** Host name that the request was sent to. */
  readonly host: string;
  /**
   * Origin of the page that sent the request, as the browser reports it. Other sites' pages are refused earlier, and
   * programs send none.
   */
  readonly origin?: string | undefined;
  storeSession(token: string): void;
  forgetSession(): void;
}

export interface PublicContext {
  readonly now: Date;
  readonly requestId: string;
  readonly client: Client;
}

export interface SignedInContext extends PublicContext {
  readonly person: { readonly id: string; readonly name: string; readonly firstName: string };
  readonly sessionId: string;
  /** Strength of the session's authentication. Absent for callers without a session, such as the demo. */
  readonly proof?: SessionProof;
  /** Firm of the API token. Absent for a session, which reaches all firms of the person. */
  readonly tokenTenantId?: string | undefined;
}

export type TenantOfRequest = StoredTenant;

/** Context of an operation in a tenant: its transaction, the person with their roles, and the time. */
export interface RequestContext extends SignedInContext {
  readonly tx: Transaction;
  readonly tenant: TenantOfRequest;
  readonly grants: Grants;
  /** Date in the tenant's time zone. */
  readonly today: CalendarDate;
}

type ContextOf<E extends TypedEndpoint> = E['permission'] extends 'public'
  ? PublicContext
  : E['permission'] extends 'signedIn'
    ? SignedInContext
    : RequestContext;

/** Input of a request, validated and in internal names. */
export interface DecodedInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** Result of an endpoint that returns a file. */
export interface FileAnswer {
  readonly name: string;
  readonly type: string;
  readonly content: Readable | Uint8Array | string;
  /** True to display it in the browser instead of downloading it. Only for types that can't execute anything. */
  readonly inline?: boolean;
  /** True if it contains somebody's pay, for an endpoint that returns other files too (`sensitive: 'byFile'`). */
  readonly isOfPay?: boolean;
  /** Employees whose pay it contains, if known. */
  readonly employees?: readonly string[];
  /** True if it requires a recent second factor, for an endpoint that returns other files too. */
  readonly requiresStrength?: boolean;
  /** Name for the log of downloads, if the real name isn't for everybody who reads that log. */
  readonly loggedAs?: string;
  /** Records further evidence before the file is sent, such as that its recipient downloaded it. */
  readonly evidence?: (tx: Transaction) => Promise<unknown>;
}

/** File of an upload request: stored on disk, limited in size, and deleted after the response. */
export interface UploadedFile {
  readonly name: string;
  readonly type: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly sizeBytes: number;
  readonly sha256: Uint8Array;
  /** File descriptor for another thread. Absent if the file was never on disk. */
  readonly fd?: number;
  /** Streams the content from its start. */
  stream(): Readable;
  /** Reads the whole content into memory. */
  bytes(): Promise<Buffer>;
}

export type AnswerOf<E extends TypedEndpoint> = E extends { readonly answers: 'file' } ? FileAnswer : ResultOf<E>;
export type TypedFileEndpoint = TypedEndpoint & { readonly answers: 'file' };
export type HandlerInputOf<E extends TypedEndpoint> = InputOf<E> &
  (E extends { readonly accepts: 'upload' } ? { readonly file: UploadedFile } : unknown);

/** A list must also return all of its rows, for files. A list that would have to be paged through doesn't compile. */
interface ReturnsRows<E extends TypedEndpoint> {
  rows(context: RequestContext, input: HandlerInputOf<E>): Promise<Result<AsyncIterable<readonly object[]>, Failures>>;
}

export type Operation<E extends TypedEndpoint> = ((
  context: ContextOf<E>,
  input: HandlerInputOf<E>,
) => Promise<Result<AnswerOf<E>, Failures>>) &
  (E extends { readonly list: object } ? ReturnsRows<E> : unknown);

/** One operation per endpoint. A missing or mistyped one doesn't compile. */
export type Operations<Es extends TypedEndpoints> = { readonly [K in keyof Es]: Operation<Es[K]> };

/** Any operation, as seen by the registration once the types have been checked. */
export type AnyOperation = (
  context: PublicContext | SignedInContext | RequestContext,
  input: unknown,
) => Promise<Result<unknown, Failures>>;
/** Any operation with the types of its own endpoint. */
export type TypedOperation = (context: never, input: never) => Promise<Result<unknown, Failures>>;

/** Returns an operation without the types of its endpoint, which `Operations` has checked. The endpoint validates the input. */
export const anyOperation = (operation: TypedOperation): AnyOperation => operation as AnyOperation;

/** Returns the operation of a call by name. */
export function operationNamed(
  operations: Readonly<Record<string, Readonly<Record<string, TypedOperation>>>>,
  concept: string,
  name: string,
): AnyOperation | undefined {
  const operation = operations[concept]?.[name];
  return operation && anyOperation(operation);
}

/** True if a page of an operation's list is a single statement. */
export const isReadOnce = (operation: AnyOperation): boolean =>
  'readsOnce' in operation && operation.readsOnce === true;

/** Reads something in a short transaction of its own that changes nothing. */
export type RunInTransaction = <T>(
  read: (context: RequestContext) => Promise<Result<T, Failures>>,
) => Promise<Result<T, Failures>>;

/** The two halves of an operation whose slow half must not hold a database connection. */
export interface Halves<E extends TypedEndpoint, P> {
  /** Runs before the transaction. */
  readonly prepare: (read: RunInTransaction, input: HandlerInputOf<E>) => Promise<Result<P, Failures>>;
  /** Runs in the transaction, with the prepared value. */
  readonly run: (
    context: RequestContext,
    input: HandlerInputOf<E>,
    prepared: P,
  ) => Promise<Result<AnswerOf<E>, Failures>>;
  /** Undoes the preparation if the transaction didn't use it: it was refused, or repeats an earlier request. */
  readonly unused?: (prepared: P) => Promise<void>;
}

/** Creates an operation from two halves. Called directly, both run in the caller's transaction. */
export function prepareThenRun<E extends TypedEndpoint, P>(halves: Halves<E, P>) {
  const whole = async (context: RequestContext, input: HandlerInputOf<E>): Promise<Result<AnswerOf<E>, Failures>> => {
    const prepared = await halves.prepare((read) => read(context), input);
    if (prepared.isErr()) return err(prepared.error);
    const answer = await halves.run(context, input, prepared.value);
    if (answer.isErr()) await halves.unused?.(prepared.value);
    return answer;
  };
  return Object.assign(whole, { halves });
}

/** Returns the halves of an operation. Undefined if it has none. */
export const operationHalves = (operation: AnyOperation): Halves<Endpoint, unknown> | undefined =>
  'halves' in operation ? (operation.halves as Halves<Endpoint, unknown>) : undefined;

/** Operations of all concepts. */
export type ServedOperations = { readonly [C in keyof Contract]: Operations<Contract[C]> };
