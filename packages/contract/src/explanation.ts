import { z } from 'zod';

/** 'Why this number?': one figure with its formula, named inputs and rounding; inputs that are computed figures are its children. */
export interface ExplanationNode {
  path: (string | number)[];
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
