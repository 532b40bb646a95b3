import type { FailureCode } from '@carrara/domain/kernel';
import type {
  AnyLifecycle,
  AskedField,
  CalledEventOf,
  LifecycleEvent,
  Refusal,
} from '@carrara/domain/kernel/lifecycle';
import { z } from 'zod';
import { type Endpoint, idParams } from './endpoint.ts';
import type { Fields } from './fields.ts';
import { inputOf, type InputShape } from './schema.ts';

/** What every move takes beside the fields that it asks for. */
const moveHead = { rowVersion: z.int(), comment: z.string().max(4000).nullish() };

type AskedOf<E> = E extends { readonly button: { readonly fields: infer F extends Fields } } ? F : Record<never, never>;
export interface MoveEndpoint<E extends LifecycleEvent<string>, R extends z.ZodType, H extends z.ZodRawShape> {
  readonly method: 'POST';
  readonly path: string;
  readonly summary: string;
  readonly permission: E['permission'];
  readonly params: typeof idParams;
  readonly body: z.ZodObject<H & InputShape<AskedOf<E>>, z.core.$strict>;
  readonly result: R;
  readonly idempotent: true;
  readonly failures: readonly FailureCode[];
}

interface MoveOptions<R extends z.ZodType, H extends z.ZodRawShape> {
  /** The address of one record: the moves lie below it. */
  readonly path: string;
  /** The record as it is read: every move answers it. */
  readonly result: R;
  readonly head?: H;
}

/**
 * The calls of a lifecycle: one for each event that says what its call is, with the permission of the event and a body of the fields that its
 * button asks for. Each takes an Idempotency-Key, since a move that is repeated would be refused by the state that it has led to.
 */
export function moveEndpoints<L extends AnyLifecycle, R extends z.ZodType, H extends z.ZodRawShape = typeof moveHead>(
  { states, refusals = {}, events }: L,
  { path, result, head = moveHead as unknown as H }: MoveOptions<R, H>,
) {
  const own: Readonly<Record<string, Refusal | undefined>> = refusals;
  const calls = Object.entries(events).flatMap(([event, { from, call, permission, button }]) => {
    if (!call) return [];
    const fields: Readonly<Record<string, AskedField>> = button?.fields ?? {};
    const closed = Object.keys(states).filter((state) => !from.includes(state));
    const refused = new Set(closed.map((state) => own[state]?.code ?? 'WRONG_STATE'));
    const endpoint = {
      method: 'POST',
      path: `${path}/:id/${call.path}`,
      summary: call.summary,
      permission: permission as Endpoint['permission'],
      params: idParams,
      body: z.strictObject({ ...head, ...inputOf(fields as Fields).shape }),
      result,
      idempotent: true,
      failures: [...refused, ...(call.failures ?? []), 'STALE_VERSION'],
    } as const satisfies Endpoint;
    return [[event, endpoint]];
  });
  return Object.fromEntries(calls) as { readonly [E in CalledEventOf<L>]: MoveEndpoint<L['events'][E], R, H> };
}
