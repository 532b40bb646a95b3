import { z } from 'zod';

/** A record that a step names, so that a screen can link to it. */
export interface ExplanationRecord {
  id: string;
  name: string;
  type: string;
  /** The record that it hangs on, where it has no screen of its own. */
  containerId: string | null;
}

/** What a ledger has of a step: an entry, a value, a change of a commitment, with how much of it is counted. */
export interface ExplanationEntry {
  id: string;
  /** 'Capital call: investments'. */
  title: string;
  /** What it is of: a holding, a security, an investor. */
  of: string | null;
  date: string;
  /** The end of the quarter that shows it. */
  booked: string;
  isLate: boolean;
  isReversal: boolean;
  /** As it was entered. */
  amount: string;
  /** What of it is in the figure. */
  counted: string;
  /** By what it is shared over the commitments. */
  sharedBy: string | null;
  /** Where it came from; null where somebody typed it. */
  source: { name: string; row: number | null; record: ExplanationRecord } | null;
  record: ExplanationRecord;
}

/** 'Why this number?': one figure with its formula, named inputs and rounding; inputs that are computed figures are its children. */
export interface ExplanationNode {
  path: (string | number)[];
  /** What the figure is; no two steps of a derivation that are different figures have the same name. */
  name?: string | undefined;
  records?: ExplanationRecord[] | undefined;
  /** Formula id, such as `distribution.net`. */
  formula: string;
  text: string;
  inputs: { name: string; value: string | null; unit: string; figure?: (string | number)[] | undefined }[];
  result: string | null;
  unit: string;
  rounding?: string | undefined;
  source: string;
  /** A sentence about it: that it does not apply, that a rate is not a year's. */
  note?: string | undefined;
  /** Why it is not determined, and what would give it a value. */
  whyNot?: { code: string; message: string; mend: string } | undefined;
  entries?: ExplanationEntry[] | undefined;
  children: ExplanationNode[];
}
const record = z.object({ id: z.string(), name: z.string(), type: z.string(), containerId: z.string().nullable() });
const entry = z.object({
  id: z.string(),
  title: z.string(),
  of: z.string().nullable(),
  date: z.string(),
  booked: z.string(),
  isLate: z.boolean(),
  isReversal: z.boolean(),
  amount: z.string(),
  counted: z.string(),
  sharedBy: z.string().nullable(),
  source: z.object({ name: z.string(), row: z.int().nullable(), record }).nullable(),
  record,
});
const path = z.array(z.union([z.string(), z.number()]));
export const explanation: z.ZodType<ExplanationNode> = z.lazy(() =>
  z.object({
    path,
    name: z.string().optional(),
    records: z.array(record).optional(),
    formula: z.string(),
    text: z.string(),
    inputs: z.array(
      z.object({ name: z.string(), value: z.string().nullable(), unit: z.string(), figure: path.optional() }),
    ),
    result: z.string().nullable(),
    unit: z.string(),
    rounding: z.string().optional(),
    source: z.string(),
    note: z.string().optional(),
    whyNot: z.object({ code: z.string(), message: z.string(), mend: z.string() }).optional(),
    entries: z.array(entry).optional(),
    children: z.array(explanation),
  }),
);
