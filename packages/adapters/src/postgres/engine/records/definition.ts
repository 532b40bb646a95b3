import type { Fields } from '@carrara/contract/core/fields';
import type { Kind } from '@carrara/contract/core/kinds';

/** A table that several record types share (container, participant). The record has a row there under the same id. */
export interface Parent {
  readonly table: 'container' | 'participant';
  readonly kind: string;
  /** Fields stored in the parent's table (a field may be in two parents). All others are in the record's own table. */
  readonly fields: readonly string[];
}

/** A list of references, stored as pairs in a table. */
export interface LinkList {
  readonly table: string;
  readonly owner: string;
  readonly target: string;
}

/** Rows that belong to a record and are saved with it: schedule rows, rates, entries, members. */
export interface Child {
  readonly table: string;
  /** Column with the record's id. */
  readonly owner: string;
  /** Field in which a row returns its record's id, if the contract has one. */
  readonly ownerField?: string;
  /**
   * Fields with their kinds, as in the contract. A reference is stored in `<field>_id`, kind `id` under its own name.
   */
  readonly fields: Readonly<Record<string, { readonly kind: Kind; readonly target?: string }>>;
  /** True if the order of rows is stored, in the column `position`. Usually it is. */
  readonly ordered: boolean;
}

/**
 * Storage of a contract's record, as data. Each field has a column of its name in snake_case: a reference `<name>_id`,
 * an address six columns, a picture `<name>_image_id`. Fields that are read-only in the contract are computed
 * elsewhere, unless they are listed in `stored`.
 */
export interface RecordDefinition {
  readonly objectType: string;
  readonly linkType?: string;
  readonly table: string;
  readonly parents?: readonly Parent[];
  readonly fields: Fields;
  /** Field with the record that this one belongs to. That record's activity includes the changes. */
  readonly containedBy?: string;
  readonly stored?: readonly string[];
  /** Columns that aren't fields of the contract, such as the fund of a fund's investment. */
  readonly links?: Readonly<Record<string, { readonly kind: Kind; readonly target?: string }>>;
  readonly lists?: Readonly<Record<string, LinkList>>;
  readonly children?: Readonly<Record<string, Child>>;
  /** Texts of the status codes. */
  readonly statusTexts?: Readonly<Record<string, string>>;
}

export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Location of a record's field. */
export interface StoredField {
  readonly name: string;
  readonly kind: Kind;
  readonly target?: string | undefined;
  /** Parent that has the field. Undefined for the record's own table. */
  readonly parent?: Parent | undefined;
}

/** Returns the fields with columns, in order, without lists and children. */
export function storedFields(definition: RecordDefinition): readonly StoredField[] {
  const parentOf = (name: string) => definition.parents?.find((parent) => parent.fields.includes(name));
  const fromContract = Object.entries(definition.fields)
    .filter(([name, field]) => (!field.readOnly || definition.stored?.includes(name)) && !definition.lists?.[name])
    .map(([name, field]) => ({ name, kind: field.kind, target: field.target, parent: parentOf(name) }));
  const links = Object.entries(definition.links ?? {}).map(([name, link]) => ({
    name,
    ...link,
    parent: parentOf(name),
  }));
  return [...fromContract, ...links];
}
