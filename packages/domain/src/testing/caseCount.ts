// The domain is compiled without Node's types. Only tests load this module.
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };
const { PROVE_RUNS, TEST_DEPTH } = process.env;

/** True in `npm test -- all` and `npm run prove`, which try every combination. `npm test` tries a sample. */
export const isThorough = TEST_DEPTH === 'all' || PROVE_RUNS !== undefined;

/** The number of random cases for a law: `quick` in `npm test`, `all` in `npm test -- all`. PROVE_RUNS overrides both. */
export function caseCount({ quick, all }: { readonly quick: number; readonly all: number }): number {
  if (PROVE_RUNS !== undefined) return Number(PROVE_RUNS);
  return isThorough ? all : quick;
}
