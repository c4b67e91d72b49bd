import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { countsQuery, countText } from './queries.ts'
import { useInboxStream } from './use-inbox-stream.ts'

/** How many tasks wait for the person; it is always shown, so it keeps the counts up to date. */
export function OpenTaskCount() {
  const isLive = useInboxStream()
  const { data } = useQuery({
    ...countsQuery,
    // The stream tells of every change; without it, ask now and then while the page is looked at.
    refetchInterval: isLive ? false : 30_000,
  })
  if (data === undefined || data.todo === 0) return null
  return (
    <Badge size="sm" variant="light" circle={data.todo < 10}>
      {countText(data.todo, data.cap)}
    </Badge>
  )
}
