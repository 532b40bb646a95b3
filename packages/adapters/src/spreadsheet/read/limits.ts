import { type Failure, fail } from '@carrara/domain/kernel';

/** Limits beyond which a workbook is refused. */
export interface ReadLimits {
  readonly maxBytes: number;
  /** Files inside the package. */
  readonly maxEntries: number;
  /** Total uncompressed size of all parts. */
  readonly maxInflatedBytes: number;
  /** Uncompressed size of all parts per compressed byte. Only files that unpack to more than `freeInflatedBytes` are measured. */
  readonly maxInflation: number;
  readonly freeInflatedBytes: number;
  /** Elements and attributes of all parts that are read. */
  readonly maxElements: number;
  readonly maxSheets: number;
  readonly maxRows: number;
  readonly maxColumns: number;
  readonly maxCells: number;
  /** Characters of all cells together: many cells may refer to one long text. */
  readonly maxCharacters: number;
  /** Processor time, so that a busy machine doesn't refuse a good workbook. */
  readonly processorMs: number;
  /** Time after which the process is killed, whatever it is waiting for. */
  readonly timeoutMs: number;
  readonly memoryMegabytes: number;
}

/** Ample for a firm's plan, and small enough that the worst file within the limits is read in about a second. */
export const defaultLimits: ReadLimits = {
  maxBytes: 20_000_000,
  maxEntries: 500,
  maxInflatedBytes: 64_000_000,
  // Cells of real workbooks shrink to a tenth, and blank ones to a thirtieth.
  maxInflation: 100,
  freeInflatedBytes: 10_000_000,
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
export const fileNotReadable = (detail: string): Failure => fail('FILE_NOT_READABLE', ['file'], detail);

/** Thrown at any depth to stop reading with a refusal. */
export class Refusal extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.detail);
    this.failure = failure;
  }
}
