import type { Readable } from 'node:stream';

/** A file that can be read several times. */
export interface FileToRead {
  readonly name: string;
  stream(): Readable;
  bytes(): Promise<Buffer>;
}
