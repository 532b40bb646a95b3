import type { Readable } from 'node:stream';

/** A file to be read, as often as wanted. */
export interface FileToRead {
  readonly name: string;
  stream(): Readable;
  bytes(): Promise<Buffer>;
}

export const isCsv = ({ name }: Pick<FileToRead, 'name'>): boolean => /\.(csv|txt|tsv)$/i.test(name);
