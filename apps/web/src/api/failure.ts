import { recordAddress } from '@carrara/contract/core/recordType';
import { innerName } from '@carrara/contract/core/wireNames';
import { rememberMessage } from '@carrara/ui/feedback/messageHelp.ts';
import { localSentence } from './localTexts.ts';

/** A refused field: its path in the body in camel case (`details.0.periodStart`), the code of the rule, and the message. */
export interface FieldFailure {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** The failure of a call. */
export interface ApiFailure {
  /** The HTTP status; 503 if there was no response. */
  readonly status: number;
  readonly message: string;
  readonly errors: readonly FieldFailure[];
  /** The id of an internal error of the server. */
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
  readonly Errors?: readonly {
    readonly Path?: string;
    readonly Code?: string;
    readonly Message?: string;
    readonly Records?: readonly { readonly Type: string; readonly Id: string; readonly Name: string }[];
  }[];
}

const innerPath = (path: string) =>
  path
    .replaceAll('[', '.')
    .replaceAll(']', '')
    .split('.')
    .map((part) => innerName(part))
    .join('.');

/** Parses a refusal. A response that is not from this server, such as the page of a proxy, still gets a status and a sentence. */
export async function readFailure(response: Response): Promise<ApiFailure> {
  const text = await response.text().catch(() => '');
  const errorId = response.headers.get('ErrorId');
  const wire = parse(text);
  const errors = (wire.Errors ?? []).map(({ Path = '', Code = '', Message = '', Records = [] }) => {
    const message = localSentence(Message);
    const links = Records.flatMap(({ Type, Id, Name }) => {
      const address = recordAddress(Type, Id);
      return address === undefined ? [] : [{ name: Name, href: `#${address}` }];
    });
    rememberMessage(message, Code, links);
    return { path: innerPath(Path), code: Code, message };
  });
  return {
    status: response.status,
    message: localSentence(
      wire.ExceptionMessage ?? wire.Message ?? (response.statusText || 'The server gave no reason.'),
    ),
    errors,
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

/** Returns the failure as a sentence for dialogs and for data that could not be loaded. Messages about fields are displayed at the fields. */
export function failureText(failure: unknown): string {
  if (!isFailure(failure)) return 'Something went wrong on this page. Please try again.';
  const first = failure.errors[0]?.message;
  return failure.status === 422 && first ? first : failure.message;
}

/** Returns the failure of an action for a toast: the status, then the sentence, as the specification requires. */
export const failureWithStatus = (failure: unknown): string =>
  isFailure(failure) ? `${failure.status} ${failureText(failure)}` : failureText(failure);
