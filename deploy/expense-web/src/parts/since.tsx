import { formatSince, formatTime } from '../text/format.ts'

/** How long ago, with day and time at hand. */
export function Since({ time }: { readonly time: string }) {
  return (
    <time dateTime={time} title={formatTime(time)}>
      {formatSince(time)}
    </time>
  )
}
