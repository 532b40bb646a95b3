import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { RequestContext } from '../core/operations.ts';
import { fileOf } from './fileOf.ts';
import { by, type Firm, type Happening } from './firm.ts';
import type { DemoPersonKey } from './people.ts';
import { pagePdf } from './pagePdf.ts';

type AnnotatedType =
  | 'fund'
  | 'coinvestment'
  | 'investment'
  | 'vintage'
  | 'employee'
  | 'trust'
  | 'entity'
  | 'distribution'
  | 'allocationProfile';

/** A note on a record. The author defaults to the accountant. */
export interface NoteFacts {
  readonly type: AnnotatedType;
  /** Code or name of the record in the firm's book. */
  readonly of: string;
  readonly day: string;
  readonly text: string;
  readonly author?: DemoPersonKey;
}

/** A document: a link, or a page created here. */
export interface DocumentFacts {
  readonly type: AnnotatedType;
  readonly of: string;
  readonly day: string;
  readonly name: string;
  readonly category: string | null;
  readonly page?: readonly string[];
}

/** Types of records whose documents have categories of their own. */
const categoriesOf: Partial<Record<AnnotatedType, string>> = {
  fund: 'FUND',
  investment: 'INVESTMENT',
  employee: 'EMPLOYEE',
  trust: 'TRUST',
  entity: 'ENTITY',
  distribution: 'DISTRIBUTION',
};

const people: readonly AnnotatedType[] = ['employee', 'trust', 'entity'];
function idOf({ book }: Firm, type: AnnotatedType, of: string): string {
  if (people.includes(type)) return book.id('participant', of);
  return book.id(type === 'allocationProfile' ? 'profile' : (type as 'fund'), of);
}

async function add(
  firm: Firm,
  context: RequestContext,
  site: string,
  { type, of, name, category, page }: DocumentFacts,
): Promise<Result<unknown, Failures>> {
  const { operations, book } = firm;
  const objectId = idOf(firm, type, of);
  const group = categoriesOf[type];
  const word = category && group ? `${group}/${category}` : '';
  const categoryId = book.knows('reference document-category', word)
    ? book.id('reference document-category', word)
    : undefined;
  if (category && !categoryId) return err([fail('NOT_FOUND', ['category'], `${name}: ${word}`)]);
  const ofCategory = categoryId ? { categoryId } : {};
  if (page) {
    const file = fileOf(`${name}.pdf`, 'application/pdf', pagePdf(name, page));
    return operations.document.uploadDocument(context, {
      params: { relatedObject: objectId },
      query: { objectType: type, name: `${name}.pdf`, ...ofCategory },
      file,
    });
  }
  const path = `${type}/${of}/${name}`.toLowerCase().replaceAll(/[^a-z0-9/]+/g, '-');
  const url = `https://${site}/${path}`;
  return operations.document.saveExternalDocument(context, {
    body: { objectId, objectType: type, name, url, ...ofCategory },
  });
}

/** Files documents, those of one date together. */
export function filing(firm: Firm, site: string, documents: readonly DocumentFacts[]): Happening[] {
  const days = new Map<string, DocumentFacts[]>();
  for (const document of documents) days.set(document.day, [...(days.get(document.day) ?? []), document]);
  return [...days].map(([day, filed]) =>
    by(firm, day, async (context) => {
      for (const document of filed) {
        const added = await add(firm, context, site, document);
        if (added.isErr()) return added;
      }
      return ok(undefined);
    }),
  );
}

export function notes(firm: Firm, all: readonly NoteFacts[]): Happening[] {
  return all.map(({ type, of, day, text, author }) => ({
    day,
    who: author ?? firm.cast.accountant,
    act: (context) =>
      firm.operations.note.saveNote(context, {
        body: { objectId: idOf(firm, type, of), objectType: type, noteText: text },
      }),
  }));
}
