import type { StoredTenant } from '@carrara/adapters/postgres/platform/tenant';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import type { Contract } from '@carrara/contract/contract';
import type { Endpoint, InputOf, ResultOf, TypedEndpoints, TypedEndpoint } from '@carrara/contract/core/endpoint';
import type { Grants } from '@carrara/contract/core/permissions';
import { type CalendarDate, err, type Failures, type Result } from '@carrara/domain/kernel';
import type { SessionProof } from '@carrara/domain/platform/signIn';
import type { Readable } from 'node:stream';

/** The other end of a request, for the calls that sign in and out. */
export interface Client {
  readonly address: string;
  readonly userAgent: string;
  readonly sessionToken: string | undefined;
  /** The same where it came as cookie, not as a header. */
  readonly cookieToken?: string | undefined;
  /** The token of a sign-in at a provider that this browser is about to end. */
  readonly pendingSignIn?: string | undefined;
  /** The host name that the request was sent to. */
  readonly host: string;
  /** Where the page stands that sent it, as its browser says; none of another site comes this far. Programs say nothing. */
  readonly origin?: string | undefined;
  keepSession(token: string): void;
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
  /** How sure the session is of the person; absent for what no session asked for, such as the demo. */
  readonly proof?: SessionProof;
}

export type TenantOfRequest = StoredTenant;

/** What an operation in a tenant knows: the transaction that it is part of, who asks, with which roles, and when. */
export interface RequestContext extends SignedInContext {
  readonly tx: Transaction;
  readonly tenant: TenantOfRequest;
  readonly grants: Grants;
  /** The calendar day in the tenant's time zone. */
  readonly today: CalendarDate;
}

export type ContextOf<E extends TypedEndpoint> = E['permission'] extends 'public'
  ? PublicContext
  : E['permission'] extends 'signedIn'
    ? SignedInContext
    : RequestContext;

/** The answer of a call that answers a file. */
export interface FileAnswer {
  readonly name: string;
  readonly type: string;
  readonly content: Readable | Uint8Array | string;
  /** Shown by the browser instead of being saved; only for types that cannot run anything. */
  readonly inline?: boolean;
  /** It holds somebody's pay, of a call that answers other files too (`sensitive: 'payFile'`). */
  readonly isOfPay?: boolean;
  /** The employees whose pay it holds, where they are known. */
  readonly employees?: readonly string[];
  /** It asks for a second factor shown lately, of a call that answers other files too. */
  readonly asksStrength?: boolean;
  /** What the log of fetched files calls it, where its name is not for all who read that log. */
  readonly loggedAs?: string;
  /** What else is written down before it leaves, as that its recipient fetched it. */
  readonly evidence?: (tx: Transaction) => Promise<unknown>;
}

/** The file of a call that takes an upload: on the disk, bounded, and gone when the request has been answered. */
export interface UploadedFile {
  readonly name: string;
  readonly type: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly sizeBytes: number;
  readonly sha256: Uint8Array;
  /** Where it is open, for a thread beside this one; a file that never was on the disk has none. */
  readonly fd?: number;
  /** The content from its beginning. */
  stream(): Readable;
  /** All of it in memory. */
  bytes(): Promise<Buffer>;
}

export type AnswerOf<E extends TypedEndpoint> = E extends { readonly answers: 'file' } ? FileAnswer : ResultOf<E>;
export type TypedFileEndpoint = TypedEndpoint & { readonly answers: 'file' };
export type HandlerInputOf<E extends TypedEndpoint> = InputOf<E> &
  (E extends { readonly accepts: 'upload' } ? { readonly file: UploadedFile } : unknown);

/** A list gives all its rows as well, for its files; one that would have to be paged through does not compile. */
interface GivesRows<E extends TypedEndpoint> {
  rows(context: RequestContext, input: HandlerInputOf<E>): Promise<Result<AsyncIterable<readonly object[]>, Failures>>;
}

export type Operation<E extends TypedEndpoint> = ((
  context: ContextOf<E>,
  input: HandlerInputOf<E>,
) => Promise<Result<AnswerOf<E>, Failures>>) &
  (E extends { readonly list: object } ? GivesRows<E> : unknown);

/** One operation for each endpoint: a missing or mistyped one does not compile. */
export type Operations<Es extends TypedEndpoints> = { readonly [K in keyof Es]: Operation<Es[K]> };

/** Any operation, as the registration sees it after the types have done their work. */
export type AnyOperation = (
  context: PublicContext | SignedInContext | RequestContext,
  input: unknown,
) => Promise<Result<unknown, Failures>>;

/** Whether a page of an operation's list is a single statement. */
export const asksOnce = (operation: AnyOperation): boolean => 'asksOnce' in operation && operation.asksOnce === true;

/** Looks something up in a short transaction of its own, which changes nothing. */
export type Ask = <T>(look: (context: RequestContext) => Promise<Result<T, Failures>>) => Promise<Result<T, Failures>>;

/** The two halves of an operation whose slow half must hold no connection to the database. */
export interface Halves<E extends TypedEndpoint, P> {
  /** Before the transaction. */
  readonly prepare: (ask: Ask, input: HandlerInputOf<E>) => Promise<Result<P, Failures>>;
  /** In the transaction, with what was prepared. */
  readonly run: (
    context: RequestContext,
    input: HandlerInputOf<E>,
    prepared: P,
  ) => Promise<Result<AnswerOf<E>, Failures>>;
  /** Takes back what was prepared, where the transaction did not use it: it was refused, or is a repeat that has its first answer. */
  readonly unused?: (prepared: P) => Promise<void>;
}

/** An operation in two halves; called as one, both go in the transaction of the caller. */
export function inHalves<E extends TypedEndpoint, P>(halves: Halves<E, P>) {
  const whole = async (context: RequestContext, input: HandlerInputOf<E>): Promise<Result<AnswerOf<E>, Failures>> => {
    const prepared = await halves.prepare((look) => look(context), input);
    if (prepared.isErr()) return err(prepared.error);
    const answer = await halves.run(context, input, prepared.value);
    if (answer.isErr()) await halves.unused?.(prepared.value);
    return answer;
  };
  return Object.assign(whole, { halves });
}

/** The halves of an operation that has them. */
export const halvesOf = (operation: AnyOperation): Halves<Endpoint, unknown> | undefined =>
  'halves' in operation ? (operation.halves as Halves<Endpoint, unknown>) : undefined;

/** The operations of all concepts. */
export type ServedOperations = { readonly [C in keyof Contract]: Operations<Contract[C]> };
