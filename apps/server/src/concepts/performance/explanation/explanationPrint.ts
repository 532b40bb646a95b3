import type { PrintedProfile } from '@carrara/adapters/pdf/profilePdf';
import { print } from '@carrara/adapters/pdf/print';
import { asText } from '@carrara/contract/core/asText';
import type { ExplanationEntry, ExplanationNode } from '@carrara/contract/core/explanation';
import { type Kind, kinds } from '@carrara/contract/core/kinds';

const isKind = (unit: string): unit is Kind => unit in kinds;
const written = (value: string | null, unit: string): string => print(isKind(unit) ? unit : 'text', value);

const stepColumns = [
  { field: 'name', kind: 'text', title: 'Step' },
  { field: 'text', kind: 'longText', title: 'Calculation' },
  { field: 'inputs', kind: 'longText', title: 'Inputs' },
  { field: 'result', kind: 'text', title: 'Result' },
] as const;
const entryColumns = [
  { field: 'date', kind: 'date', title: 'Date' },
  { field: 'booked', kind: 'date', title: 'Quarter' },
  { field: 'title', kind: 'text', title: 'What' },
  { field: 'subject', kind: 'text', title: 'Of' },
  { field: 'sharedBy', kind: 'text', title: 'Shared by' },
  { field: 'from', kind: 'text', title: 'From' },
] as const;
/** Returns the columns of amounts, in the unit of the entries. */
const amountColumns = ([first]: readonly ExplanationEntry[]) => {
  const unit = first?.unit ?? 'money';
  const kind = isKind(unit) ? unit : 'text';
  return [
    { field: 'amount', kind, title: 'Amount' },
    { field: 'counted', kind, title: 'Counted' },
  ];
};

/** The columns of entries of several funds. */
const entryColumnsOfFunds = [
  ...entryColumns.slice(0, 4),
  { field: 'fund', kind: 'text', title: 'Fund' },
  ...entryColumns.slice(4),
] as const;

/** Returns the distinct steps in reading order. An input that several steps share is listed where it first appears. */
function stepsOf(root: ExplanationNode): readonly ExplanationNode[] {
  const cached = new Map<string, ExplanationNode>();
  const visit = (node: ExplanationNode) => {
    const key = JSON.stringify(node.path);
    if (cached.has(key)) return;
    cached.set(key, node);
    node.children.forEach(visit);
  };
  visit(root);
  return [...cached.values()];
}

/** Lays out an explanation for print: every step, then the entries of each step that has some. */
export function explanationPrint(root: ExplanationNode): PrintedProfile {
  const steps = stepsOf(root);
  const reasons = root.whyNot
    ? [
        { label: 'Not determined', text: root.whyNot.message },
        { label: 'How to fix it', text: root.whyNot.mend },
      ]
    : [];
  return {
    title: 'Explanation',
    name: root.name ?? root.text,
    note: [root.text, root.note].filter(Boolean).join(' \u00b7 '),
    facts: [
      { label: 'Result', text: written(root.result, root.unit) },
      ...root.inputs.map(({ name, value, unit }) => ({ label: asText(name), text: written(value, unit) })),
      ...reasons,
    ],
    tables: [
      {
        title: 'Steps',
        columns: stepColumns,
        rows: steps.map(({ name, text, inputs, result, unit }) => ({
          name: name ?? '',
          text,
          inputs: inputs.map((input) => `${asText(input.name)}: ${written(input.value, input.unit)}`).join('; '),
          result: written(result, unit),
        })),
      },
      ...steps
        .filter(({ entries = [] }) => entries.length > 0)
        .map(({ name, entries = [] }) => ({
          title: name ?? '',
          columns: [
            ...(entries.some(({ fund }) => fund !== null) ? entryColumnsOfFunds : entryColumns),
            ...amountColumns(entries),
          ],
          rows: entries.map(({ source, ...entry }) => ({
            ...entry,
            from:
              source === null ? '' : source.row === null ? source.name : `${source.name}, row ${String(source.row)}`,
          })),
        })),
    ],
  };
}
