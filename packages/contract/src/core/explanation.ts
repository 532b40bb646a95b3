import { z } from 'zod';

/** A record that a step names, so that a screen can link to it. */
export interface ExplanationRecord {
  id: string;
  name: string;
  type: string;
  /** The record that it hangs on, where it has no screen of its own. */
  containerId: string | null;
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
  children: ExplanationNode[];
}
const path = z.array(z.union([z.string(), z.number()]));
export const explanation: z.ZodType<ExplanationNode> = z.lazy(() =>
  z.object({
    path,
    name: z.string().optional(),
    records: z
      .array(z.object({ id: z.string(), name: z.string(), type: z.string(), containerId: z.string().nullable() }))
      .optional(),
    formula: z.string(),
    text: z.string(),
    inputs: z.array(
      z.object({ name: z.string(), value: z.string().nullable(), unit: z.string(), figure: path.optional() }),
    ),
    result: z.string().nullable(),
    unit: z.string(),
    rounding: z.string().optional(),
    source: z.string(),
    children: z.array(explanation),
  }),
);
