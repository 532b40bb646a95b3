import { type Failure, fail } from '@carrara/domain/kernel';

/** How much of a workbook is looked at before it is refused. */
export interface ReadLimits {
  readonly maxBytes: number;
  /** Files inside the package. */
  readonly maxEntries: number;
  /** All parts together, inflated. */
  readonly maxInflatedBytes: number;
  /** Elements and attributes of all parts that are read. */
  readonly maxElements: number;
  readonly maxSheets: number;
  readonly maxRows: number;
  readonly maxColumns: number;
  readonly maxCells: number;
  /** Characters of all cells together: many cells may point at one long text. */
  readonly maxCharacters: number;
  /** Processor time: a machine that is busy with other things refuses no good workbook. */
  readonly processorMs: number;
  /** After which the process is ended, whatever it was waiting for. */
  readonly timeoutMs: number;
  readonly memoryMegabytes: number;
}

/** Ample for a firm's plan, and small enough that the worst file within them is read in about a second. */
export const defaultLimits: ReadLimits = {
  maxBytes: 20_000_000,
  maxEntries: 500,
  maxInflatedBytes: 64_000_000,
  maxElements: 2_000_000,
  maxSheets: 60,
  maxRows: 50_000,
  maxColumns: 200,
  maxCells: 400_000,
  maxCharacters: 16_000_000,
  processorMs: 8_000,
  timeoutMs: 120_000,
  memoryMegabytes: 256,
};

export const tooLarge = (detail: string): Failure => fail('FILE_TOO_LARGE', ['file'], detail);
export const notReadable = (detail: string): Failure => fail('FILE_NOT_READABLE', ['file'], detail);

/** Ends the reading from anywhere below with a refusal. */
export class Refusal extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.detail);
    this.failure = failure;
  }
}
