import { formatSince, formatTime } from '../text/format.ts'

/** How long ago or in how long, with day and time at hand. */
export function Since({ time }: { readonly time: string }) {
  return (
    <time dateTime={time} title={formatTime(time)}>
      {formatSince(time)}
    </time>
  )
}

/** Day and time, with how long ago that was at hand. */
export function Moment({ time }: { readonly time: string }) {
  return (
    <time dateTime={time} title={formatSince(time)}>
      {formatTime(time)}
    </time>
  )
}
