import { createClient, type DownloadedFile } from '@carrara/adapters/http/client';
import type { ApiFailure } from '@carrara/adapters/http/failure';
import { type Contract, callsByConcept } from '@carrara/contract/contract';
import type { ArgumentOf, ResultOf, TypedEndpoint } from '@carrara/contract/core/endpoint';
import type { FailureCode } from '@carrara/domain/kernel';
import type { FastifyInstance, InjectOptions } from 'fastify';

type Intersection<U> = (U extends unknown ? (part: U) => void : never) extends (all: infer I) => void ? I : never;
type Endpoints = Intersection<Contract[keyof Contract]>;

/** Tests may pass constants, so lists can be read-only. */
type Constant<T> = T extends readonly (infer I)[]
  ? readonly Constant<I>[]
  : T extends object
    ? { readonly [K in keyof T]: Constant<T[K]> }
    : T;
type Argument<E extends TypedEndpoint> = Constant<ArgumentOf<E>> &
  (E extends { readonly accepts: 'upload' } ? { readonly file: File } : unknown);
type Answer<E extends TypedEndpoint> = E extends { readonly answers: 'file' } ? DownloadedFile : ResultOf<E>;
type Call<E> = E extends TypedEndpoint
  ? unknown extends Argument<E>
    ? () => Promise<Answer<E>>
    : Record<string, never> extends Argument<E>
      ? (argument?: Argument<E>) => Promise<Answer<E>>
      : (argument: Argument<E>) => Promise<Answer<E>>
  : never;

/** Every call of the contract by its name. A refused call throws; see `refusal`. */
export type TestClient = { readonly [N in keyof Endpoints]: Call<Endpoints[N]> };

type PartOf<N extends keyof Endpoints, P extends 'body' | 'query'> = Parameters<TestClient[N]>[0] extends infer A
  ? A extends { readonly [K in P]?: infer V }
    ? NonNullable<V>
    : never
  : never;
/** The types of a call, by its name. */
export type BodyOf<N extends keyof Endpoints> = PartOf<N, 'body'>;
export type QueryOf<N extends keyof Endpoints> = PartOf<N, 'query'>;
export type AnswerOf<N extends keyof Endpoints> = Awaited<ReturnType<TestClient[N]>>;

class RefusedCall extends Error {
  readonly failure: ApiFailure;
  constructor(name: string, failure: ApiFailure) {
    const errors = failure.errors.map(({ code, path }) => `\n  ${code} ${path}`).join('');
    super(`${name}: ${failure.status} ${failure.message}${errors}`);
    this.failure = failure;
  }
}

const endpoints = new Map(Object.values(callsByConcept).flatMap((calls) => Object.entries(calls)));

/** Creates the client that the CLI uses, with the server in process instead of a connection. */
export function createTestClient(app: FastifyInstance, session: { token?: string; tenantId?: string }): TestClient {
  const client = createClient({ baseUrl: 'http://localhost', ...session, fetch: fetchFrom(app) });
  const call = async (name: string, { file, ...argument }: { readonly file?: File } = {}) => {
    const endpoint = endpoints.get(name)!;
    const answer = file
      ? await client.upload(endpoint, argument, file, file.name)
      : await client[endpoint.answers === 'file' ? 'download' : 'call'](endpoint, argument);
    if (answer.isErr()) throw new RefusedCall(name, answer.error);
    return answer.value;
  };
  // A test may await a call later, such as one that waits for a lock. The linter refuses calls that nothing awaits.
  const begin = (name: string, argument?: object) => {
    const answer = call(name, argument);
    answer.catch(() => undefined);
    return answer;
  };
  return new Proxy({} as TestClient, {
    // Other names are undefined, above all `then`: a client with it would never resolve when it is awaited.
    get: (_, name) => (endpoints.has(String(name)) ? (argument?: object) => begin(String(name), argument) : undefined),
  });
}

const fetchFrom =
  (app: FastifyInstance): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const { rawPayload, statusCode, headers } = await app.inject({
      method: request.method as NonNullable<InjectOptions['method']>,
      url: request.url.slice('http://localhost'.length),
      headers: Object.fromEntries(request.headers),
      ...(request.body ? { payload: Buffer.from(await request.arrayBuffer()) } : {}),
    });
    return new Response(new Uint8Array(rawPayload), { status: statusCode, headers: headers as Record<string, string> });
  };

export interface Refusal extends ApiFailure {
  readonly errors: readonly { readonly path: string; readonly code: FailureCode; readonly message: string }[];
}

/** Returns why a call was refused. Fails if it wasn't. */
export async function refusal(call: Promise<unknown>): Promise<Refusal> {
  const error = await call.then(
    () => new Error('The call was not refused.'),
    (reason: unknown) => reason,
  );
  if (error instanceof RefusedCall) return error.failure as Refusal;
  throw error;
}

/** Returns the status of a call, 200 if it was accepted. */
export async function responseStatus(call: Promise<unknown>): Promise<number> {
  const [outcome] = await Promise.allSettled([call]);
  return outcome.status === 'fulfilled' ? 200 : (await refusal(call)).status;
}

/** Returns the status of a refusal and its failures, such as `[422, 'OWN_RUN ', 'REQUIRED Lines[0].Source']`. */
export async function refusalCodes(call: Promise<unknown>): Promise<readonly (number | `${FailureCode} ${string}`)[]> {
  const { status, errors } = await refusal(call);
  return [status, ...errors.map(({ code, path }) => `${code} ${path}` as const)];
}
