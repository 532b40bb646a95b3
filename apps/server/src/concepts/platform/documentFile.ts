import type { documentFileTypes } from '@carrara/contract/platform/document';

type FileType = (typeof documentFileTypes)[number];

const OCTETS = 'application/octet-stream';
const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** Names and MIME types by file extension. Types that a browser could execute are never included. */
const byEnding: Readonly<Record<string, readonly [FileType, string]>> = {
  xlsx: ['excel', `${OFFICE}.spreadsheetml.sheet`],
  xls: ['excel', 'application/vnd.ms-excel'],
  xlsm: ['excel', 'application/vnd.ms-excel.sheet.macroEnabled.12'],
  csv: ['excel', 'text/csv'],
  pdf: ['pdf', 'application/pdf'],
  docx: ['word', `${OFFICE}.wordprocessingml.document`],
  doc: ['word', 'application/msword'],
  pptx: ['powerpoint', `${OFFICE}.presentationml.presentation`],
  ppt: ['powerpoint', 'application/vnd.ms-powerpoint'],
  zip: ['zip', 'application/zip'],
  rar: ['rar', 'application/vnd.rar'],
  txt: ['text', 'text/plain; charset=utf-8'],
};

export interface DocumentFile {
  readonly fileType: FileType;
  readonly mimeType: string;
}

const endingOf = (name: string): string => /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** Determines a file's type from its name. The sender's claim isn't trusted. */
export function documentFile(name: string): DocumentFile {
  const ending = endingOf(name);
  const [fileType, mimeType] = (Object.hasOwn(byEnding, ending) ? byEnding[ending] : undefined) ?? ['other', OCTETS];
  return { fileType, mimeType };
}

/** Returns a document's name: the last part of a path of any system, never empty, at most 200 characters. */
export function documentName(wanted: string | undefined, fileName: string): string {
  const own = (fileName.split(/[\\/]/).at(-1) ?? '').trim();
  const name = wanted?.trim() || own || 'document';
  const ending = endingOf(own);
  const whole = ending !== '' && endingOf(name) !== ending ? `${name}.${ending}` : name;
  if (whole.length <= 200) return whole;
  return ending === '' ? whole.slice(0, 200) : `${whole.slice(0, 199 - ending.length)}.${ending}`.slice(0, 200);
}
