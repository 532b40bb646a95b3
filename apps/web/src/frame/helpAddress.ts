import type { Access } from '@carrara/contract/core/permissions';

/** A help page, such as `user/carry-run`, and one of its sections. Without a page, it is the start of the help. */
export interface HelpAddress {
  readonly path?: string | undefined;
  readonly section?: string | undefined;
}

const prefix = '#/help';

/** Returns the hash address of the target `user/carry-run?section=letters`. */
export const helpHref = (target = ''): string => (target === '' ? prefix : `${prefix}/${target}`);

/** Parses a hash address; undefined if it doesn't lead to the help. */
export function parseHelpHref(href: string): HelpAddress | undefined {
  if (href !== prefix && !href.startsWith(`${prefix}/`)) return undefined;
  const [path = '', query = ''] = href.slice(prefix.length + 1).split('?');
  return { path: path || undefined, section: new URLSearchParams(query).get('section') ?? undefined };
}

const everyonesPages = ['glossary', 'user/your-carry'];
/** Signing in concerns everyone, so that page isn't for operators alone. */
const staffPages = /^(user|calculations)(\/|$)|^reference\/failures$|^operate\/sign-in$/;

/**
 * Returns the permission to read a page of the documentation in the product; undefined if the product doesn't contain it. Pages for operators are for
 * administrators.
 */
export function helpPermission(path: string): Access | undefined {
  if (everyonesPages.includes(path)) return 'member';
  if (staffPages.test(path)) return 'staff';
  return path.startsWith('operate/') ? 'tenant.edit' : undefined;
}
