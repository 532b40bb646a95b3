import { Result } from 'neverthrow';
import { type Calculator, type CalculatorAnswer, type CalculatorDefinition, unexpectedFailure } from './calculator.ts';
import { readInput, record, type Shape } from './reader.ts';

/** Creates a calculator from its input fields and a rule. The calculator reads the input, then returns failures or the result. It never throws. */
export function defineCalculator<const S extends Shape>(definition: CalculatorDefinition<S>): Calculator {
  const { name, summary, example, rule, strict = [] } = definition;
  const reader = record(definition.input);
  // A well-formed value can still exceed a rule's range (such as a date after year 9999). Report that as a failure too.
  const safely = Result.fromThrowable(rule, unexpectedFailure);
  return {
    name,
    summary,
    example,
    run(input, explain): CalculatorAnswer {
      const { reading, findings } = readInput(reader, input);
      if (reading === undefined)
        return { kind: findings.malformed ? 'malformed' : 'refused', failures: findings.failures };
      const refused = findings.unknownFields.filter(({ path: [field] }) => strict.some((own) => own === field));
      if (refused.length > 0) return { kind: 'refused', failures: refused };
      const outcome = safely(reading.value, explain);
      if (outcome.isErr()) return { kind: 'refused', failures: [outcome.error] };
      if (outcome.value.isErr()) return { kind: 'refused', failures: outcome.value.error };
      const { result, warnings = [] } = outcome.value.value;
      return { kind: 'result', result, warnings: [...findings.unknownFields, ...warnings] };
    },
  };
}
