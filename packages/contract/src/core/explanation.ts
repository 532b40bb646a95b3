import { z } from 'zod';

/** A record that a step names, so that a screen can link to it. */
export interface ExplanationRecord {
  id: string;
  name: string;
  type: string;
  /** The record it belongs to, if it has no screen of its own. */
  containerId: string | null;
}

/** A ledger fact in a step: an entry, a value or a commitment change, with its counted amount. */
export interface ExplanationEntry {
  id: string;
  /** 'Capital call: investments'. */
  title: string;
  /** Its subject: a holding, a security or an investor. */
  subject: string | null;
  /** The fund or coinvestment, if the explanation has entries of several. */
  fund: string | null;
  date: string;
  /** The end of the quarter that shows it. */
  booked: string;
  isLate: boolean;
  isReversal: boolean;
  /** The unit of its amounts; money if omitted. */
  unit?: string | undefined;
  /** The amount as entered. */
  amount: string;
  /** The part that the figure includes. */
  counted: string;
  /** The key that splits it over the commitments. */
  sharedBy: string | null;
  /** Its origin; null if somebody typed it. */
  source: { name: string; row: number | null; record: ExplanationRecord } | null;
  record: ExplanationRecord;
}

/** The derivation of a figure: its formula, named inputs and rounding. Inputs that are computed figures are its children. */
export interface ExplanationNode {
  path: (string | number)[];
  /** The name of the figure. Different figures in a derivation have different names. */
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
  /** A remark, for example that it doesn't apply or that a rate isn't annualized. */
  note?: string | undefined;
  /** The reason why it isn't determined, and how to fix that. */
  whyNot?: { code: string; message: string; mend: string } | undefined;
  entries?: ExplanationEntry[] | undefined;
  children: ExplanationNode[];
}
const record = z.object({ id: z.string(), name: z.string(), type: z.string(), containerId: z.string().nullable() });
const entry = z.object({
  id: z.string(),
  title: z.string(),
  subject: z.string().nullable(),
  fund: z.string().nullable(),
  date: z.string(),
  booked: z.string(),
  isLate: z.boolean(),
  isReversal: z.boolean(),
  unit: z.string().optional(),
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
