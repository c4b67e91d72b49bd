interface Timed {
  readonly time: string
}

/** What was read of one source so far, newest first. */
export interface Stream<Row extends Timed> {
  readonly rows: readonly Row[]
  readonly hasMore: boolean
}

/**
 * Several streams as one, newest first. A row is held back while a stream may still have a newer one
 * to come, so that rows never slip in above those that were shown.
 */
export function mergeStreams<Row extends Timed>(streams: readonly Stream<Row>[]): readonly Row[] {
  const edge = edgeOf(streams)
  return streams
    .flatMap(({ rows }) => rows)
    .filter((row) => timeOf(row) >= edge)
    .toSorted((a, b) => timeOf(b) - timeOf(a))
}

/** Which streams to read on in, for rows that are held back to be shown: their indexes. */
export function listBehind<Row extends Timed>(streams: readonly Stream<Row>[]): readonly number[] {
  const edge = edgeOf(streams)
  return streams.flatMap((stream, index) =>
    stream.hasMore && endOf(stream) >= edge ? [index] : [],
  )
}

/** Down to when all that happened is known. */
function edgeOf<Row extends Timed>(streams: readonly Stream<Row>[]): number {
  return Math.max(-Infinity, ...streams.filter(({ hasMore }) => hasMore).map(endOf))
}

function endOf<Row extends Timed>({ rows }: Stream<Row>): number {
  const last = rows.at(-1)
  return last === undefined ? Infinity : timeOf(last)
}

const timeOf = ({ time }: Timed) => Date.parse(time)
