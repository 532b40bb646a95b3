import { innerName } from '@carrara/contract/core/wireNames';

/** One refused field: the path inside the body in our spelling (`details.0.periodStart`), the rule's code and the text to read. */
export interface FieldFailure {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** Why a call did not answer what was asked. */
export interface ApiFailure {
  /** The HTTP status; 503 when nothing answered. */
  readonly status: number;
  readonly message: string;
  readonly errors: readonly FieldFailure[];
  /** The server's mark of a failure of its own. */
  readonly errorId?: string;
}

export const unavailable: ApiFailure = {
  status: 503,
  message: 'API Server is currently unavailable. Please notify support',
  errors: [],
};

interface WireFailure {
  readonly Message?: string;
  readonly ExceptionMessage?: string;
  readonly Errors?: readonly { readonly Path?: string; readonly Code?: string; readonly Message?: string }[];
}

const innerPath = (path: string) =>
  path
    .replaceAll('[', '.')
    .replaceAll(']', '')
    .split('.')
    .map((part) => innerName(part))
    .join('.');

/** Reads a refusal. Anything that is not ours (a proxy's page, say) still gets a status and a sentence. */
export async function failureOf(response: Response): Promise<ApiFailure> {
  const text = await response.text().catch(() => '');
  const errorId = response.headers.get('ErrorId');
  const wire = parse(text);
  return {
    status: response.status,
    message: wire.ExceptionMessage ?? wire.Message ?? (response.statusText || 'The server gave no reason.'),
    errors: (wire.Errors ?? []).map(({ Path = '', Code = '', Message = '' }) => ({
      path: innerPath(Path),
      code: Code,
      message: Message,
    })),
    ...(errorId ? { errorId } : {}),
  };
}

function parse(text: string): WireFailure {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

export const isFailure = (value: unknown): value is ApiFailure =>
  typeof value === 'object' && value !== null && 'status' in value && 'errors' in value && 'message' in value;

/** The failure in a sentence, as dialogs and what could not be read say it; field texts stand at their fields. */
export function failureText(failure: unknown): string {
  if (!isFailure(failure)) return 'Something went wrong on this page. Please try again.';
  const first = failure.errors[0]?.message;
  return failure.status === 422 && first ? first : failure.message;
}

/** The failure of a save or another deed, as the specification has it in toasts: the status, then the sentence. */
export const failureWithStatus = (failure: unknown): string =>
  isFailure(failure) ? `${failure.status} ${failureText(failure)}` : failureText(failure);
