import { z } from 'zod';

/**
 * The JSON hub protocol of ASP.NET Core SignalR, as far as it is used here. Each message ends with the character 0x1E.
 */
const separator = '\u001e';

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

/** Thrown for a frame that violates the protocol. The connection is closed. */
export class ProtocolError extends Error {}

/** Splits a frame into its messages. A frame that ends in the middle of one violates the protocol. */
export function splitFrame(text: string): readonly string[] {
  if (!text.endsWith(separator)) throw new ProtocolError('a message is incomplete');
  return text.slice(0, -1).split(separator);
}

const handshake = z.object({ protocol: z.string().max(40), version: z.number() });
const callId = z.string().max(200);
const message = z.discriminatedUnion('type', [
  z.object({
    type: z.literal(1),
    target: z.string().max(200),
    arguments: z.array(z.unknown()).max(20),
    invocationId: callId.optional(),
  }),
  z.object({ type: z.literal(4), invocationId: callId }),
  z.object({ type: z.literal(6) }),
  z.object({ type: z.literal(7) }),
]);
/**
 * Completions, stream items and cancellations would respond to calls that this hub never makes. By the protocol's rule,
 * unknown types are ignored.
 */
const otherMessage = z.object({ type: z.number().refine((type) => ![1, 4, 6, 7].includes(type)) });

function read<T>(schema: z.ZodType<T>, text: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ProtocolError('a message isn’t JSON');
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new ProtocolError('a message doesn’t have the required form');
  return parsed.data;
}

/**
 * Checks the handshake, which must request the JSON protocol in version 1. Returns what is wrong with it, if anything.
 *
 * Fails: throws a ProtocolError if the text is not a handshake.
 */
export function handshakeProblem(text: string): string | undefined {
  const { protocol, version } = read(handshake, text);
  if (protocol !== 'json') return `The protocol '${protocol}' isn’t supported.`;
  return version === 1 ? undefined : `Version ${version} of the protocol isn’t supported.`;
}

/** Parses a message after the handshake. Fails: throws a ProtocolError. */
export function parseMessage(text: string): ClientMessage {
  const received = read(z.union([message, otherMessage]), text);
  if ('arguments' in received)
    return { kind: 'invocation', target: received.target, args: received.arguments, id: received.invocationId };
  if ('invocationId' in received) return { kind: 'streamInvocation', id: received.invocationId };
  return received.type === 6 ? { kind: 'ping' } : received.type === 7 ? { kind: 'close' } : { kind: 'ignored' };
}

const frame = (content: object): string => JSON.stringify(content) + separator;

export const pingFrame = frame({ type: 6 });
export const handshakeFrame = (error?: string): string => frame(error === undefined ? {} : { error });
export const eventFrame = (target: string, args: readonly unknown[]): string =>
  frame({ type: 1, target, arguments: args });
export const resultFrame = (invocationId: string, result: unknown): string => frame({ type: 3, invocationId, result });
export const errorFrame = (invocationId: string, error: string): string => frame({ type: 3, invocationId, error });
export const closeFrame = (allowReconnect: boolean, error?: string): string =>
  frame({ type: 7, allowReconnect, ...(error === undefined ? {} : { error }) });
