import type { ArgumentOf, ResultOf, TypedEndpoint } from '@carrara/contract/core/endpoint';
import ky, { type KyInstance } from 'ky';
import { err, ok, type Result } from 'neverthrow';
import { type ApiFailure, failureOfAnswer, otherServerFailure, unreachable } from './failure.ts';
import { wireRequest } from './request.ts';
import { parseResult } from './parseResult.ts';

export interface ClientOptions {
  /** Address of the server, such as http://localhost:4600. */
  readonly baseUrl: string;
  /** Session token of a program. Browsers send their cookie instead. */
  readonly token?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

interface CallOptions {
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/** A file that a call returned. */
export interface DownloadedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface ApiClient {
  /** Calls an endpoint of the contract. */
  call<E extends TypedEndpoint>(
    endpoint: E,
    argument: ArgumentOf<E>,
    options?: CallOptions,
  ): Promise<Result<ResultOf<E>, ApiFailure>>;
  /** Calls an endpoint that returns a file, or a list with a `format`. */
  download<E extends TypedEndpoint>(
    endpoint: E,
    argument: ArgumentOf<E>,
    options?: CallOptions,
  ): Promise<Result<DownloadedFile, ApiFailure>>;
  /** Uploads a file to an endpoint that accepts one. */
  upload<E extends TypedEndpoint>(
    endpoint: E,
    argument: ArgumentOf<E>,
    file: Blob,
    name: string,
  ): Promise<Result<ResultOf<E>, ApiFailure>>;
  /** Returns the same client for another session or tenant. */
  as(session: Pick<ClientOptions, 'token' | 'tenantId'>): ApiClient;
}

/**
 * Creates a client for all endpoints of the contract. It converts names and decimals to and from the wire format, and
 * returns failures instead of throwing them.
 */
export function createClient(options: ClientOptions): ApiClient {
  const { baseUrl, token, tenantId, fetch } = options;
  const http = ky.create({
    prefixUrl: baseUrl,
    retry: 0,
    timeout: 120_000,
    throwHttpErrors: false,
    headers: { ...(token ? { AuthToken: token } : {}), ...(tenantId ? { TenantId: tenantId } : {}) },
    ...(fetch ? { fetch } : {}),
  });
  const send = (endpoint: TypedEndpoint, argument: unknown, call: CallOptions = {}, body?: FormData) =>
    exchange(http, endpoint, argument, call, body);
  return {
    async call<E extends TypedEndpoint>(endpoint: E, argument: ArgumentOf<E>, call?: CallOptions) {
      const answer = await send(endpoint, argument, call);
      return answer.isErr() ? err(answer.error) : understood<E>(answer.value);
    },
    async download(endpoint, argument, call) {
      const answer = await send(endpoint, argument, call);
      if (answer.isErr()) return err(answer.error);
      // The body may break off after a complete header.
      return fileOf(answer.value).then(
        (file) => ok(file),
        (error: unknown) => err(unreachable(error)),
      );
    },
    async upload<E extends TypedEndpoint>(endpoint: E, argument: ArgumentOf<E>, file: Blob, name: string) {
      const body = new FormData();
      body.append('file', file, name);
      const answer = await send(endpoint, argument, {}, body);
      return answer.isErr() ? err(answer.error) : understood<E>(answer.value);
    },
    as: (session) => createClient({ ...options, ...session }),
  };
}

async function exchange(
  http: KyInstance,
  endpoint: TypedEndpoint,
  argument: unknown,
  { idempotencyKey, signal }: CallOptions,
  form: FormData | undefined,
): Promise<Result<Response, ApiFailure>> {
  const { method, path, search, json } = wireRequest(endpoint, argument);
  try {
    const answer = await http(path.replace(/^\//, ''), {
      method,
      ...(search === '' ? {} : { searchParams: search }),
      ...(form ? { body: form } : json === undefined ? {} : { json }),
      ...(idempotencyKey === undefined ? {} : { headers: { 'Idempotency-Key': idempotencyKey } }),
      ...(signal ? { signal } : {}),
    });
    return answer.ok ? ok(answer) : err(await failureOfAnswer(answer));
  } catch (error) {
    return err(unreachable(error));
  }
}

async function understood<E extends TypedEndpoint>(answer: Response): Promise<Result<ResultOf<E>, ApiFailure>> {
  try {
    return ok(await parseResult<E>(answer));
  } catch (error) {
    return err(error instanceof SyntaxError ? otherServerFailure : unreachable(error));
  }
}

async function fileOf(answer: Response): Promise<DownloadedFile> {
  const disposition = answer.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  return {
    name: encoded === undefined ? 'download' : decodeURIComponent(encoded),
    type: answer.headers.get('content-type') ?? 'application/octet-stream',
    bytes: new Uint8Array(await answer.arrayBuffer()),
  };
}
