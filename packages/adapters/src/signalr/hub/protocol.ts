/** The JSON hub protocol of ASP.NET Core SignalR, as far as it is spoken here. Each message ends with the character 0x1E. */
export const separator = '\u001e';

export type ClientMessage =
  | {
      readonly kind: 'invocation';
      readonly target: string;
      readonly args: readonly unknown[];
      readonly id: string | undefined;
    }
  | { readonly kind: 'streamInvocation'; readonly id: string }
  | { readonly kind: 'ping' }
  | { readonly kind: 'close' }
  | { readonly kind: 'ignored' };

type Json = Readonly<Record<string, unknown>>;

/** A frame that breaks the protocol: the connection is closed. */
export class ProtocolError extends Error {}

/** The complete messages of a text, of which one frame may hold several; a text that ends in the middle of one breaks the protocol. */
export function splitFrame(text: string): readonly string[] {
  if (!text.endsWith(separator)) throw new ProtocolError('a message is incomplete');
  return text.slice(0, -1).split(separator);
}

function parseObject(text: string): Json {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ProtocolError('a message is not JSON');
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new ProtocolError('a message is no object');
  return value as Json;
}

/** The handshake comes first: the JSON protocol in version 1 or nothing. Answers what is wrong with it, if anything is. */
export function handshakeProblem(text: string): string | undefined {
  const { protocol, version } = parseObject(text);
  if (protocol !== 'json') return `The protocol '${String(protocol)}' is not supported.`;
  return version === 1 ? undefined : `Version ${String(version)} of the protocol is not supported.`;
}

export function parseMessage(text: string): ClientMessage {
  const { type, target, arguments: args, invocationId } = parseObject(text);
  const id = typeof invocationId === 'string' ? invocationId : undefined;
  if (type === 1) {
    if (typeof target !== 'string' || !Array.isArray(args))
      throw new ProtocolError('an invocation lacks its target or arguments');
    return { kind: 'invocation', target, args, id };
  }
  if (type === 4 && id !== undefined) return { kind: 'streamInvocation', id };
  if (type === 6) return { kind: 'ping' };
  if (type === 7) return { kind: 'close' };
  // Completions, stream items and cancellations answer calls that this hub never makes; unknown types are left out by the protocol's rule.
  if (typeof type === 'number') return { kind: 'ignored' };
  throw new ProtocolError('a message has no type');
}

const frame = (message: Json): string => JSON.stringify(message) + separator;

export const pingFrame = frame({ type: 6 });
export const handshakeFrame = (error?: string): string => frame(error === undefined ? {} : { error });
export const eventFrame = (target: string, args: readonly unknown[]): string =>
  frame({ type: 1, target, arguments: args });
export const resultFrame = (invocationId: string, result: unknown): string => frame({ type: 3, invocationId, result });
export const errorFrame = (invocationId: string, error: string): string => frame({ type: 3, invocationId, error });
export const closeFrame = (allowReconnect: boolean, error?: string): string =>
  frame({ type: 7, allowReconnect, ...(error === undefined ? {} : { error }) });
