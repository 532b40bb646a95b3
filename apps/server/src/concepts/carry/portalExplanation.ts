import type { ExplanationNode } from '@carrara/contract/core/explanation';

/** An own share of a source: what follows from it is told without it. */
const isShare = (name: string) => /effective|carry amount|weighting/i.test(name);

/** Says of a figure that rests on an own share nothing below it: the firm shows no percentages. */
export function withoutShares(node: ExplanationNode): ExplanationNode {
  const rests = node.inputs.some(({ name }) => isShare(name));
  if (!rests) return { ...node, children: node.children.map(withoutShares) };
  return { ...node, inputs: [], children: [], note: 'Your firm does not show the shares that this is computed from.' };
}

const participants: ReadonlySet<string> = new Set(['employee', 'trust', 'entity']);

/**
 * An explanation as its own reader sees it: no record is linked, since none of them is the reader's to open, and what tells of a row of somebody
 * else is left out.
 */
export function ofOwnRows(root: ExplanationNode, isOwn: (participantId: string) => boolean): ExplanationNode {
  const shown = (node: ExplanationNode) =>
    (node.records ?? []).every(({ id, type }) => !participants.has(type) || isOwn(id));
  const own = ({
    records: _records,
    entries: _entries,
    children,
    inputs,
    ...node
  }: ExplanationNode): ExplanationNode => {
    const left = children.filter((child) => !shown(child)).map(({ path }) => path.join());
    return {
      ...node,
      inputs: inputs.filter(({ figure }) => !figure || !left.includes(figure.join())),
      children: children.filter(shown).map(own),
    };
  };
  return own(root);
}
