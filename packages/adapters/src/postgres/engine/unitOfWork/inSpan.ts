/** What may be told of a part of the work: nothing of a person, no amount and nothing that was typed. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

export interface SpanOf {
  readonly name: string;
  /** Whether it is asked of another program, such as the database. */
  readonly asksAnother?: boolean;
  readonly facts: SpanFacts;
}

/** Does something as a span, a part of a trace under the one that is under way. `tell` adds what is known only then. */
export type InSpan = <T>(span: SpanOf, work: (tell: (facts: SpanFacts) => void) => Promise<T>) => Promise<T>;
