import { Button, Timeline } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { UnreadRest } from '../../../shared/list/unread-rest.tsx'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { BlockSkeleton } from '../../../shared/page/skeletons.tsx'
import { useNames } from '../../../shared/people/people.ts'
import { Moment } from '../../../shared/time-text.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import classes from '../documents.module.css'
import { auditQuery, type DmsDocument } from '../queries.ts'
import type { activity } from '../text/activity-en.ts'

type Action = keyof typeof activity.action

/** Every access and change, as the audit has it. */
export function ActivityTab({ document }: { readonly document: DmsDocument }) {
  const { t } = useTranslation('documents')
  const { t: common } = useTranslation('common')
  const audit = useInfiniteQuery(auditQuery(document.id))
  const events = audit.data?.pages.flatMap(({ items }) => items) ?? []
  const nameOf = useNames(events.map(({ actor }) => actor.id))
  if (audit.isPending) return <BlockSkeleton />
  if (audit.isLoadingError)
    return <ErrorState error={audit.error} onRetry={() => void audit.refetch()} />
  const more = () => void audit.fetchNextPage()
  return (
    <>
      <Timeline bulletSize={14} lineWidth={2}>
        {events.map(({ sequence, action, actor, occurredAt, hash }) => (
          <Timeline.Item
            key={sequence}
            title={
              // An entry that is newer than these texts stays as it is.
              t(`activity.action.${action as Action}`, { defaultValue: action })
            }
          >
            <div>
              {actor.id === null ? t(`activity.anonymous`) : nameOf(actor.id)} ·{' '}
              <Moment time={occurredAt} />
            </div>
            <div className={classes.hash} title={hash}>
              {hash.slice(0, 16)}…
            </div>
          </Timeline.Item>
        ))}
      </Timeline>
      {audit.isFetchNextPageError ? (
        <UnreadRest
          rest={{ error: audit.error, isLoading: audit.isFetchingNextPage, retry: more }}
        />
      ) : (
        audit.hasNextPage && (
          <Button variant="default" mt="md" loading={audit.isFetchingNextPage} onClick={more}>
            {common('action.loadMore')}
          </Button>
        )
      )}
    </>
  )
}
