import type { DestinationStream } from 'pino'

/** How long a line waits for others. */
const longestMs = 50
/** In characters; more is written at once. */
const mostWaiting = 16 * 1024
/** `warn`, as pino numbers it: these are read when something went wrong, and wait for nothing. */
const urgentLevel = 40

/** Where lines wait. Of the level of each pino tells it beforehand, by its `pino.metadata`. */
interface GatheredLines extends DestinationStream {
  lastLevel: number
  readonly flushSync: () => void
}

/**
 * Writes lines of a log several at a time: a call of the kernel for each costs a short request as much as its
 * routing. A warning, and whatever is worse, leaves at once with all that came before it. The end of the process
 * writes what waits, also by an exception that nobody caught; what kills it from outside (SIGKILL, want of memory)
 * takes along what it was told in its last 50 ms. That is why the log proves nothing: what must not be lost is in
 * the database.
 *
 * Kept by: packages/service-kit/src/process/gathered-lines.test.ts "are all there after the end by %s"
 * Kept by: packages/service-kit/src/process/gathered-lines.test.ts "leave before a warning, which waits for nothing"
 */
export function gatherLines(to: DestinationStream): GatheredLines {
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  const flushSync = () => {
    clearTimeout(timer)
    timer = undefined
    if (waiting === '') return
    const text = waiting
    waiting = ''
    to.write(text)
  }
  process.on('exit', flushSync)
  const lines = {
    lastLevel: 0,
    [Symbol.for('pino.metadata')]: true,
    flushSync,
    write: (line: string) => {
      waiting += line
      if (lines.lastLevel >= urgentLevel || waiting.length > mostWaiting) flushSync()
      else timer ??= setTimeout(flushSync, longestMs).unref()
    },
  }
  return lines
}
