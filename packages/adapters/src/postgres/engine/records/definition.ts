import type { Fields } from '@carrara/contract/core/fields';
import type { Kind } from '@carrara/contract/core/kinds';

/** A table that several kinds of record share (container, participant): the record has a row there under the same id. */
export interface Parent {
  readonly table: 'container' | 'participant';
  readonly kind: string;
  /** The record's fields that are kept there (one may be kept in two parents); the others are kept in the record's own table. */
  readonly fields: readonly string[];
}

/** A list of references, kept in a table of pairs. */
export interface LinkList {
  readonly table: string;
  readonly owner: string;
  readonly target: string;
}

/** Rows that belong to a record and are saved with it: schedule rows, rates, entries, members. */
export interface Child {
  readonly table: string;
  /** Column that points at the record. */
  readonly owner: string;
  /** Name under which a row answers the id of its record, where the contract has one. */
  readonly ownerField?: string;
  /** Field to kind, as in the contract; a reference is kept in `<field>_id`, kind `id` as it is named. */
  readonly fields: Readonly<Record<string, { readonly kind: Kind; readonly of?: string }>>;
  /** Whether the order of the rows is kept (column `position`); most are. */
  readonly ordered: boolean;
}

/**
 * How a record of the contract is kept, as data. Each field goes to the column of its name in snake_case: a reference to `<name>_id`, an
 * address to six columns, a picture to `<name>_image_id`. Fields that the contract calls read-only are computed elsewhere, unless they are
 * named in `stored`.
 */
export interface RecordDefinition {
  readonly objectType: string;
  readonly linkType?: string;
  readonly table: string;
  readonly parents?: readonly Parent[];
  readonly fields: Fields;
  /** The field that names the record which it hangs on: its changes are shown there too. */
  readonly containedBy?: string;
  readonly stored?: readonly string[];
  /** Columns that are no fields of the contract, such as the fund of a fund's investment. */
  readonly links?: Readonly<Record<string, { readonly kind: Kind; readonly of?: string }>>;
  readonly lists?: Readonly<Record<string, LinkList>>;
  readonly children?: Readonly<Record<string, Child>>;
  /** Texts of the status codes. */
  readonly statusTexts?: Readonly<Record<string, string>>;
}

export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Where a record's field is kept. */
export interface StoredField {
  readonly name: string;
  readonly kind: Kind;
  readonly of?: string | undefined;
  /** The parent it is read from; otherwise the record's own table. */
  readonly parent?: Parent | undefined;
}

/** The fields that have columns, in order; lists and children apart. */
export function storedFields(definition: RecordDefinition): readonly StoredField[] {
  const parentOf = (name: string) => definition.parents?.find((parent) => parent.fields.includes(name));
  const fromContract = Object.entries(definition.fields)
    .filter(([name, field]) => (!field.readOnly || definition.stored?.includes(name)) && !definition.lists?.[name])
    .map(([name, field]) => ({ name, kind: field.kind, of: field.of, parent: parentOf(name) }));
  const links = Object.entries(definition.links ?? {}).map(([name, link]) => ({
    name,
    ...link,
    parent: parentOf(name),
  }));
  return [...fromContract, ...links];
}
