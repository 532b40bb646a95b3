import { err, type Failure, fail, MAX_JSON_NUMBER_DIGITS, ok, type Result } from '../kernel/index.ts';
import { type Calculation, calculate } from './calculate.ts';
import { type Calculator, printFailure } from './calculator.ts';

const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/**
 * Runs a calculator on JSON text, as read from a file or a line.
 *
 * Rejects numbers that JSON.parse would silently round and numbers with an exponent. This happens before parsing because the parsed value no longer
 * shows them.
 *
 * Source: docs/calculations/numbers.md, docs/calculations/README.md.
 */
export function calculateText(calculator: Calculator, text: string, options: { explain?: boolean } = {}): Calculation {
  return parseJson(text).match(
    (input) => calculate(calculator, input, options),
    (failure): Calculation => ({
      kind: failure.code === 'MALFORMED' ? 'malformed' : 'refused',
      output: { errors: [printFailure(failure)] },
    }),
  );
}

function parseJson(text: string): Result<unknown, Failure> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return err(fail('MALFORMED', [], `not JSON (${String(error)})`));
  }
  for (const [token] of text.matchAll(TOKENS)) {
    if (token.startsWith('"')) continue;
    if (/[eE]/.test(token)) return err(fail('NUMBER_FORMAT', [], `${shortened(token)} is written with an exponent`));
    if (significantDigits(token) > MAX_JSON_NUMBER_DIGITS) {
      const detail = `${shortened(token)} has more than ${MAX_JSON_NUMBER_DIGITS} digits; send it as a string`;
      return err(fail('NUMBER_NOT_EXACT', [], detail));
    }
  }
  return ok(value);
}

function significantDigits(token: string): number {
  const digits = token.replace(/[-.]/g, '').replace(/^0+/, '');
  return (token.includes('.') ? digits : digits.replace(/0+$/, '')).length;
}

function shortened(token: string): string {
  return token.length <= 40 ? token : `${token.slice(0, 37)}...`;
}
