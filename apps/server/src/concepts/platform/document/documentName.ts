import { fileExtension } from '@carrara/contract/core/fileTypes';

/** Returns a document's name: the last part of a path of any system, never empty, at most 200 characters. */
export function documentName(title: string | undefined, fileName: string): string {
  const own = (fileName.split(/[\\/]/).at(-1) ?? '').trim();
  const name = title?.trim() || own || 'document';
  const extension = fileExtension(own);
  const whole = extension !== '' && fileExtension(name) !== extension ? `${name}.${extension}` : name;
  if (whole.length <= 200) return whole;
  return extension === ''
    ? whole.slice(0, 200)
    : `${whole.slice(0, 199 - extension.length)}.${extension}`.slice(0, 200);
}
