/**
 * The seam of tracing. What a service does at its edges is told here, and goes to OpenTelemetry when
 * tracing is on. This file imports nothing: while tracing is off nothing of the SDK is loaded (165 ms and
 * 26 MB of each process), and a seam costs one comparison.
 *
 * Kept by: packages/service-kit/src/tracing/tracing.test.ts "loads nothing of OpenTelemetry but its API"
 */

export type SpanKind = 'internal' | 'server' | 'client' | 'consumer' | 'producer'

export type Attributes = Readonly<Record<string, string | number | boolean>>

/** The fields of W3C Trace Context, as a request or a row carries them. */
export interface TraceFields {
  readonly traceparent?: string | undefined
  readonly tracestate?: string | undefined
}

export interface SpanOptions {
  readonly kind?: SpanKind
  readonly attributes?: Attributes
  /** What came before: that of another process, or nothing; the active span when left out. */
  readonly parent?: TraceFields
  /** `traceparent` of spans that this one has to do with, and that are not its parent. */
  readonly links?: readonly string[]
  /** For what is told when it is over. */
  readonly startedMsAgo?: number
}

/** As log lines and exemplars name a span. */
export interface SpanIds {
  readonly trace_id: string
  readonly span_id: string
}

export interface Span {
  readonly ids: SpanIds
  /** Whether anybody will see it: a sampler may have left it out. */
  readonly isRecording: boolean
  /** Runs `work` with this span as the active one. */
  run<T>(work: () => T): T
  set(attributes: Attributes): void
  rename(name: string): void
  /** @param type A name of low cardinality (`error.type`), never a message: it may quote a value. */
  fail(type: string): void
  end(): void
}

/** A place to come back to: the span that was active where it was taken. */
export interface Captured {
  readonly traceparent: string
  run<T>(work: () => T): T
}

export interface Tracing {
  startSpan(name: string, options?: SpanOptions): Span
  /**
   * Whether there is an active span, and somebody will see it: what nobody waits for, such as the polls of
   * workers, has none, and below one that a sampler left out nothing is worth telling.
   */
  isRecording(): boolean
  ids(): SpanIds | undefined
  /** The active span as it is sent on or stored; undefined without one. */
  traceparent(): string | undefined
  /** The active span, for work that is done later for it; undefined without one. */
  capture(): Captured | undefined
  /** Runs `work` outside of any span. */
  outside<T>(work: () => T): T
  stop(): Promise<void>
}

// One for the process, like the standard output.
let current: Tracing | undefined

/** Undefined while tracing is off. */
export const tracing = (): Tracing | undefined => current

export function setTracing(started: Tracing | undefined): void {
  current = started
}

/** Runs `work` as a span; a failure is told by the name of its error. While tracing is off, just runs it. */
export async function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const span = current?.startSpan(name, options)
  if (span === undefined) return work(undefined)
  try {
    return await span.run(() => work(span))
  } catch (error) {
    span.fail(errorTypeOf(error))
    throw error
  } finally {
    span.end()
  }
}

/** As {@link inSpan}, as a part of the active span alone: what nobody asked for, or will see, has none. */
export const inSpanOfCaller = <T>(
  name: string,
  options: SpanOptions,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> => (current?.isRecording() === true ? inSpan(name, options, work) : work(undefined))

/** `error.type`: the code of a problem, of PostgreSQL or of the system, else the name of the error. */
export function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'error'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
