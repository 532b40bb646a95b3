import { Result } from 'neverthrow';
import type { Calculator, CalculatorAnswer, CalculatorDefinition } from './calculator.ts';
import { unexpected } from './calculator.ts';
import { read, record, type Shape } from './reader.ts';

/** Makes a calculator of the fields of its input and a rule: reads the input, refuses or runs, never throws. */
export function defineCalculator<const S extends Shape>(definition: CalculatorDefinition<S>): Calculator {
  const { name, summary, example, rule } = definition;
  const reader = record(definition.input);
  // A value of legal form and absurd size can leave what a rule can hold (a date past 9999): that is an answer too.
  const safely = Result.fromThrowable(rule, unexpected);
  return {
    name,
    summary,
    example,
    run(input, explain): CalculatorAnswer {
      const { reading, findings } = read(reader, input);
      if (reading === undefined)
        return { kind: findings.malformed ? 'malformed' : 'refused', failures: findings.failures };
      const outcome = safely(reading.value, explain);
      if (outcome.isErr()) return { kind: 'refused', failures: [outcome.error] };
      if (outcome.value.isErr()) return { kind: 'refused', failures: outcome.value.error };
      const { result, warnings = [] } = outcome.value.value;
      return { kind: 'result', result, warnings: [...findings.unknownFields, ...warnings] };
    },
  };
}
