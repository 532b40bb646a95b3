/** A call that was refused or didn't reach the server. */
export interface ApiFailure {
  /** HTTP status. Also 503 if the server couldn't be reached. */
  readonly status: number;
  /** Message to display. */
  readonly message: string;
  /** Failed fields, by their names on the wire. */
  readonly errors: readonly { readonly path: string; readonly code: string; readonly message: string }[];
  /** Id under which the server's log records the internal error. */
  readonly errorId?: string;
  /** Reason why the product didn't respond, as the system names it: `ECONNREFUSED`, `TIMEOUT`, `NOT_THE_PRODUCT`. */
  readonly unreached?: string;
}

interface WireError {
  readonly Message?: string;
  readonly ExceptionMessage?: string;
  readonly Errors?: readonly { readonly Path?: string; readonly Code?: string; readonly Message?: string }[];
}

const unavailableText = 'API Server is currently unavailable. Please notify support';

export async function failureOfAnswer(answer: Response): Promise<ApiFailure> {
  const text = await answer.text();
  const body = parsed(text);
  const errorId = answer.headers.get('ErrorId');
  return {
    status: answer.status,
    message: body?.ExceptionMessage ?? body?.Message ?? answer.statusText,
    errors: (body?.Errors ?? []).map(({ Path = '', Code = '', Message = '' }) => ({
      path: Path,
      code: Code,
      message: Message,
    })),
    ...(errorId === null ? {} : { errorId }),
    // The response came from a proxy in front of an unavailable server, or from some other server.
    ...(body ? {} : { unreached: [502, 503, 504].includes(answer.status) ? 'NO_ANSWER' : 'NOT_THE_PRODUCT' }),
  };
}

export function unreachable(error: unknown): ApiFailure {
  const { name, code, cause } = Object(error) as Partial<Error> & { readonly code?: unknown };
  const aborted = name === 'AbortError';
  const why = code ?? (Object(cause) as { readonly code?: unknown }).code;
  return {
    status: 503,
    message: aborted ? 'The request was canceled.' : unavailableText,
    errors: [],
    unreached: aborted ? 'CANCELED' : name === 'TimeoutError' ? 'TIMEOUT' : typeof why === 'string' ? why : 'NO_ANSWER',
  };
}

/** Failure for responses that aren't in the product's format: the address leads to some other server. */
export const otherServerFailure: ApiFailure = {
  status: 502,
  message: 'The server at this address isn’t Carrara. Check the address.',
  errors: [],
  unreached: 'NOT_THE_PRODUCT',
};

function parsed(text: string): WireError | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? (value as WireError) : undefined;
  } catch {
    return undefined;
  }
}
