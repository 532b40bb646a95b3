import { callsByConcept } from '@carrara/contract/contract';
import type { AnyOperation, RequestContext, ServedOperations } from '../../../core/operations.ts';

/**
 * Returns operations that count all commitments in an investor's tenant, whatever basis is requested. Operations of calls
 * without a basis stay as they are.
 */
export function countAllCommitments<Concepts extends Partial<ServedOperations>>(concepts: Concepts): Concepts {
  const resolved = Object.entries(concepts).map(([concept, operations]) => [
    concept,
    Object.fromEntries(
      Object.entries(operations as Readonly<Record<string, AnyOperation>>).map(([name, operation]) => [
        name,
        Object.hasOwn(callsByConcept[concept]?.[name]?.query?.shape ?? {}, 'basis') ? withBasis(operation) : operation,
      ]),
    ),
  ]);
  return Object.fromEntries(resolved) as Concepts;
}

type Call = (context: RequestContext, input: unknown) => unknown;

function withBasis(operation: AnyOperation): Call {
  const resolving =
    (call: Call): Call =>
    (context, input) =>
      call(context, context.tenant.isLpTenant ? ofAllCommitments(input as { readonly query?: object }) : input);
  const { rows } = operation as { readonly rows?: Call };
  return Object.assign(resolving(operation), operation, rows && { rows: resolving(rows) });
}

const ofAllCommitments = <I extends { readonly query?: object }>(input: I): I => ({
  ...input,
  query: { ...input.query, basis: 'all' },
});
