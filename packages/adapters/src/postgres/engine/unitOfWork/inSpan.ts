/** Facts that may be recorded about a span: nothing about a person, no amounts, no user input. */
type SpanFacts = Readonly<Record<string, string | number | boolean>>;

interface SpanOf {
  readonly name: string;
  /** True if the work is done by another program, such as the database. */
  readonly awaitsOther?: boolean;
  readonly facts: SpanFacts;
}

/** Runs work as a span of the current trace. `tell` adds facts that are known only during the work. */
export type InSpan = <T>(span: SpanOf, work: (setFacts: (facts: SpanFacts) => void) => Promise<T>) => Promise<T>;
