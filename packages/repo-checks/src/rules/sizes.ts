/** Lines of a source file. */
export interface FileSize {
  readonly file: string
  readonly lines: number
}

const LONGEST = 400
const LONG = 250
/** At most one file in ten may be long. */
const LONG_SHARE = 0.1
const SHORT = 80

const NOT_COUNTED = /\.test\.tsx?$|\/(fixtures|generated)\//

/** What is wrong with the sizes of the files; tests are not counted. */
export function checkSizes(sizes: readonly FileSize[]): readonly string[] {
  const counted = sizes.filter(({ file }) => !NOT_COUNTED.test(file))
  const tooLong = counted
    .filter(({ lines }) => lines > LONGEST)
    .map(({ file, lines }) => `${file}: ${lines} lines, at most ${LONGEST}: it is two ideas`)
  const long = counted.filter(({ lines }) => lines > LONG)
  if (long.length <= counted.length * LONG_SHARE) return tooLong
  return [...tooLong, `${long.length} of ${counted.length} files are above ${LONG} lines`]
}

/** One line on how the sizes are spread. */
export function describeSizes(sizes: readonly FileSize[]): string {
  const counted = sizes.filter(({ file }) => !NOT_COUNTED.test(file))
  const short = counted.filter(({ lines }) => lines < SHORT).length
  const longest = counted.toSorted((a, b) => b.lines - a.lines).at(0)
  return `${counted.length} files, ${short} below ${SHORT} lines, longest ${longest?.file ?? '-'} (${longest?.lines ?? 0})`
}
