import type { Field, Fields } from '@carrara/contract/core/fields';
import { displayedFigure } from '@carrara/contract/core/displayedFigure';
import type { ReactNode } from 'react';
import { Value } from '../value/Value.tsx';
import styles from './fieldGroups.module.css';

export interface FieldGroupsProps {
  readonly fields: Fields;
  readonly record: Readonly<Record<string, unknown>>;
  /** The fields in order; by default all. */
  readonly only?: readonly string[];
  /** Replaces a plain value, such as by a link to the referenced record. */
  readonly values?: Readonly<Record<string, ReactNode>>;
}

/** The fields of a record to read, in labeled groups. */
export function FieldGroups({ fields, record, only, values = {} }: FieldGroupsProps) {
  return (
    <div className={styles.groups}>
      {groupFields(fields, only).map(({ title, members }) => (
        <section key={title} className={styles.group} aria-label={title}>
          <h2>{title}</h2>
          <dl>
            {members.map(([name, field]) => (
              <div key={name} data-kind={field.kind}>
                <dt>{field.title}</dt>
                <dd>{values[name] ?? <Value {...displayedFigure({ field: name, kind: field.kind }, record)} />}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

export interface FieldGroup {
  readonly title: string;
  readonly members: readonly (readonly [name: string, field: Field])[];
}

/** The groups of a field table, in the order of their first field. */
export function groupFields(fields: Fields, only?: readonly string[]): readonly FieldGroup[] {
  const chosen = only
    ? only.flatMap((name) => (fields[name] ? [[name, fields[name]] as const] : []))
    : Object.entries(fields);
  const titles = [...new Set(chosen.map(([, field]) => field.group ?? 'Details'))];
  return titles.map((title) => ({
    title,
    members: chosen.filter(([, field]) => (field.group ?? 'Details') === title),
  }));
}
