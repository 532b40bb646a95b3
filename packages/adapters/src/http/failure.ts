/** A call that was refused or did not get through. */
export interface ApiFailure {
  /** The HTTP status; 503 also when the server could not be reached. */
  readonly status: number;
  /** For people. */
  readonly message: string;
  /** What is wrong where, in the names of the wire. */
  readonly errors: readonly { readonly path: string; readonly code: string; readonly message: string }[];
  /** The number under which the server's log tells what failed inside. */
  readonly errorId?: string;
}

interface WireError {
  readonly Message?: string;
  readonly ExceptionMessage?: string;
  readonly Errors?: readonly { readonly Path?: string; readonly Code?: string; readonly Message?: string }[];
}

export const unavailableText = 'API Server is currently unavailable. Please notify support';

export async function failureOfAnswer(answer: Response): Promise<ApiFailure> {
  const text = await answer.text();
  const body = parsed(text);
  const errorId = answer.headers.get('ErrorId');
  return {
    status: answer.status,
    message: body.ExceptionMessage ?? body.Message ?? answer.statusText,
    errors: (body.Errors ?? []).map(({ Path = '', Code = '', Message = '' }) => ({
      path: Path,
      code: Code,
      message: Message,
    })),
    ...(errorId === null ? {} : { errorId }),
  };
}

export function unreachable(error: unknown): ApiFailure {
  const aborted = error instanceof Error && error.name === 'AbortError';
  return { status: 503, message: aborted ? 'The call was cancelled.' : unavailableText, errors: [] };
}

function parsed(text: string): WireError {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? (value as WireError) : {};
  } catch {
    return {};
  }
}
