import {
  type Context,
  context,
  type ContextManager,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** An ended span. */
export interface RecordedSpan {
  readonly name: string;
  readonly kind: number | undefined;
  readonly id: string;
  readonly parentId: string | undefined;
  readonly traceId: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly failed: boolean;
}

/** Records ended spans until `stop`, like the parts of an SDK that tests need. */
export function recordSpans(): { readonly spans: RecordedSpan[]; readonly stop: () => void } {
  const spans: RecordedSpan[] = [];
  const store = new AsyncLocalStorage<Context>();
  const manager: ContextManager = {
    active: () => store.getStore() ?? ROOT_CONTEXT,
    with: (within, work, self, ...args) => store.run(within, () => work.apply(self as never, args)),
    bind: (_within, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  const tracer: Tracer = {
    startSpan(name, options = {}, within = context.active()) {
      const parent = trace.getSpanContext(within);
      const own: SpanContext = {
        traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
        spanId: randomBytes(8).toString('hex'),
        traceFlags: 1,
      };
      const facts: Record<string, unknown> = { ...options.attributes };
      let failed = false;
      const span = {
        spanContext: () => own,
        setAttribute: (key: string, value: unknown) => (Object.assign(facts, { [key]: value }), span),
        setAttributes: (more: object) => (Object.assign(facts, more), span),
        setStatus: ({ code }: { readonly code: number }) => ((failed ||= code === 2), span),
        isRecording: () => true,
        end: () =>
          void spans.push({
            name,
            kind: options.kind,
            id: own.spanId,
            parentId: parent?.spanId,
            traceId: own.traceId,
            facts,
            failed,
          }),
      } as Span;
      return span;
    },
    startActiveSpan(name: string, ...rest: readonly unknown[]) {
      const work = rest.at(-1) as (span: Span) => never;
      const span = tracer.startSpan(name, rest[0] as object);
      return context.with(trace.setSpan(context.active(), span), () => work(span));
    },
  };
  context.setGlobalContextManager(manager);
  trace.setGlobalTracerProvider({ getTracer: () => tracer });
  propagation.setGlobalPropagator({
    fields: () => ['traceparent'],
    inject: () => undefined,
    extract(within, carrier, { get }) {
      const [, traceId = '', spanId = ''] = String(get(carrier, 'traceparent') ?? '').split('-');
      return traceId === '' ? within : trace.setSpanContext(within, { traceId, spanId, traceFlags: 1, isRemote: true });
    },
  });
  return {
    spans,
    stop() {
      propagation.disable();
      trace.disable();
      context.disable();
    },
  };
}
