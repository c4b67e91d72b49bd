import { formatSince, formatTime } from '../text/format.ts'

/** How long ago or in how long, with day and time at hand. */
export function Since({ time }: { readonly time: string }) {
  return (
    <time dateTime={time} title={formatTime(time)}>
      {formatSince(time)}
    </time>
  )
}

/** Day and time. */
export function Moment({ time }: { readonly time: string }) {
  return <time dateTime={time}>{formatTime(time)}</time>
}
