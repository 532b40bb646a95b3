import type { FailureCode } from '@carrara/domain/kernel';
import type {
  AnyLifecycle,
  RequestedField,
  CalledEventOf,
  LifecycleEvent,
  Refusal,
} from '@carrara/domain/kernel/lifecycle';
import { z } from 'zod';
import { type Endpoint, idParams } from './endpoint.ts';
import type { Fields } from './fields.ts';
import { buildInputSchema, type InputShape, longText } from './schema.ts';

/** The input of every move in addition to its own fields. */
const moveHead = { rowVersion: z.int(), comment: longText().nullish() };

type RequestOf<E> = E extends { readonly button: { readonly fields: infer F extends Fields } }
  ? F
  : Record<never, never>;
/** @public */
export interface MoveEndpoint<E extends LifecycleEvent<string>, R extends z.ZodType, H extends z.ZodRawShape> {
  readonly method: 'POST';
  readonly path: string;
  readonly summary: string;
  readonly permission: E['permission'];
  readonly params: typeof idParams;
  readonly body: z.ZodObject<H & InputShape<RequestOf<E>>, z.core.$strict>;
  readonly result: R;
  readonly idempotent: true;
  readonly failures: readonly FailureCode[];
}

interface MoveOptions<R extends z.ZodType> {
  /** The address of a record. The moves are below it. */
  readonly path: string;
  /** The shape of the record, which every move returns. */
  readonly result: R;
}
type MoveEndpoints<L extends AnyLifecycle, R extends z.ZodType, H extends z.ZodRawShape> = {
  readonly [E in CalledEventOf<L>]: MoveEndpoint<L['events'][E], R, H>;
};

/**
 * Creates the calls of a lifecycle, one for each event with a call. It has the event's permission, and a body with the fields of its button.
 * Each accepts an Idempotency-Key, because the new state would reject a repeated move.
 */
export function moveEndpoints<L extends AnyLifecycle, R extends z.ZodType>(
  lifecycle: L,
  options: MoveOptions<R>,
): MoveEndpoints<L, R, typeof moveHead>;
export function moveEndpoints<L extends AnyLifecycle, R extends z.ZodType, H extends z.ZodRawShape>(
  lifecycle: L,
  options: MoveOptions<R> & { readonly head: H },
): MoveEndpoints<L, R, H>;
export function moveEndpoints<L extends AnyLifecycle, R extends z.ZodType>(
  { states, refusals = {}, events }: L,
  { path, result, head = moveHead }: MoveOptions<R> & { readonly head?: z.ZodRawShape },
) {
  const own: Readonly<Record<string, Refusal | undefined>> = refusals;
  const calls = Object.entries(events).flatMap(([event, { from, call, permission, button }]) => {
    if (!call) return [];
    const fields: Readonly<Record<string, RequestedField>> = button?.fields ?? {};
    const closed = Object.keys(states).filter((state) => !from.includes(state));
    const refused = new Set(closed.map((state) => own[state]?.code ?? 'WRONG_STATE'));
    const required = button?.comment === 'required' ? (['COMMENT_REQUIRED'] as const) : [];
    const endpoint = {
      method: 'POST',
      path: `${path}/:id/${call.path}`,
      summary: call.summary,
      permission: permission as Endpoint['permission'],
      params: idParams,
      body: z.strictObject({ ...head, ...buildInputSchema(fields as Fields).shape }),
      result,
      idempotent: true,
      failures: [...new Set([...refused, ...(call.failures ?? []), ...required, 'STALE_VERSION' as const])],
    } as const satisfies Endpoint;
    return [[event, endpoint]];
  });
  return Object.fromEntries(calls) as MoveEndpoints<L, R, z.ZodRawShape>;
}
