import { tracing, type Captured, type Span } from './tracing.ts'

/**
 * Runs what several requests share, such as one statement, in the span of the first who asked for it.
 * The spans of the others say so by a link: each trace shows where its time went, none shows another's.
 *
 * @param askers Where each of those who share it stood; undefined for who was in no span.
 */
export async function inSharedSpan<T>(
  askers: readonly (Captured | undefined)[],
  work: () => Promise<T>,
): Promise<T> {
  const on = tracing()
  if (on === undefined) return work()
  const [first, ...others] = askers.filter((asker) => asker !== undefined)
  if (first === undefined) return on.outside(work)
  if (others.length === 0) return first.run(work)
  const shared = first.run(() =>
    on.startSpan('shared work', {
      links: others.map(({ traceparent }) => traceparent),
      attributes: { 'countersign.shared_by': askers.length },
    }),
  )
  const links = [shared.run(() => on.traceparent() ?? '')]
  const waits = others.map((other) => other.run(() => on.startSpan('shared work', { links })))
  try {
    return await shared.run(work)
  } finally {
    for (const span of [shared, ...waits] satisfies Span[]) span.end()
  }
}
