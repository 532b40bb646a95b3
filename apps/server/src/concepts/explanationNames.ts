import type { Transaction } from '@carrara/adapters/postgres/unitOfWork';
import type { ExplanationNode } from '@carrara/contract/explanation';

type Step = string | number;
type Tree = Readonly<Record<string, unknown>>;

/** Whom a figure of a result is about: the last source, row or tax row on the way to it, by ids. */
function subjectOf(result: Tree, figure: readonly Step[], withinSource: boolean): readonly string[] {
  let at: unknown = result;
  let subject: readonly string[] = [];
  for (const step of figure) {
    at = at === null || typeof at !== 'object' ? undefined : (at as Readonly<Record<Step, unknown>>)[step];
    if (typeof step !== 'number' || at === null || typeof at !== 'object') continue;
    const { id, participantId, taxProfileId, characterizationId } = at as Readonly<Record<string, string | undefined>>;
    if (taxProfileId) subject = [taxProfileId, ...(characterizationId ? [characterizationId] : [])];
    // Of one participant over all sources, what tells the parts apart is the source.
    else if (participantId && withinSource) subject = [participantId];
    else if (id && !participantId) subject = [id];
  }
  return subject;
}

const isNumbered = (name: string) => /^(part|row) \d+$/.test(name);

function* numbered(
  node: ExplanationNode,
): Generator<{ readonly owner: ExplanationNode; readonly input: ExplanationNode['inputs'][number] }> {
  for (const input of node.inputs) if (input.figure && isNumbered(input.name)) yield { owner: node, input };
  for (const child of node.children) yield* numbered(child);
}

async function namesOf(tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const known = ids.filter((id) => /^[0-9a-f-]{36}$/i.test(id));
  const rows = await tx.query<{ id: string; name: string }>(
    `SELECT id, name FROM container WHERE tenant_id = $1 AND id = ANY ($2::uuid[])
     UNION ALL SELECT id, name FROM participant WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) AND kind <> 'entity'
     UNION ALL SELECT id, name FROM tax_profile WHERE tenant_id = $1 AND id = ANY ($2::uuid[])
     UNION ALL SELECT id, description FROM reference_entry WHERE tenant_id = $1 AND id = ANY ($2::uuid[])`,
    [tx.tenantId, known],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Calls the parts of a sum by their names instead of by number: the source, the participant, the tax profile with its characterization. */
export async function withNames(tx: Transaction, result: object, root: ExplanationNode): Promise<ExplanationNode> {
  const subject = (owner: ExplanationNode, figure: readonly Step[]) =>
    subjectOf(result as Tree, figure, owner.path[0] === 'sources');
  const subjects = [...numbered(root)].flatMap(({ owner, input }) => subject(owner, input.figure ?? []));
  const names = await namesOf(tx, [...new Set(subjects)]);
  const named = (node: ExplanationNode): ExplanationNode => {
    const called = new Map<string, string>();
    const inputs = node.inputs.map((input) => {
      if (!input.figure || !isNumbered(input.name)) return input;
      const name = subject(node, input.figure)
        .flatMap((id) => names.get(id) ?? [])
        .join(', ');
      if (name === '') return input;
      called.set(JSON.stringify(input.figure), name);
      return { ...input, name };
    });
    const children = node.children.map((child) => {
      const name = called.get(JSON.stringify(child.path));
      const own = named(child);
      return name === undefined ? own : { ...own, text: `${name}: ${own.text}` };
    });
    return { ...node, inputs, children };
  };
  return named(root);
}
