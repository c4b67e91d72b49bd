import { Group } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { typeAndNumber } from '../../shared/biz-number.ts'
import { useBizTypeName } from '../../shared/biz-types.ts'
import { ApprovalView } from '../../shared/detail/approval-view.tsx'
import { ErrorState } from '../../shared/page/error-state.tsx'
import { PageHeader } from '../../shared/page/page-header.tsx'
import { Page } from '../../shared/page/page.tsx'
import { PageSkeleton } from '../../shared/page/skeletons.tsx'
import { StatusBadge } from '../../shared/status-badge.tsx'
import { ExpectedEnd } from './expected-end.tsx'
import { InstanceActions } from './instance-actions.tsx'
import { instanceQuery } from './queries.ts'
import { RecordMenu } from './record-menu.tsx'
import { ReturnedNotice } from './returned-notice.tsx'

const route = getRouteApi('/approvals/$id')

/** One approval: how it stands, what happened, what comes, and what its initiator can do. */
export function InstancePage() {
  const { id } = route.useParams()
  const nameOf = useBizTypeName()
  const queryClient = useQueryClient()
  const { data: instance, error, refetch } = useQuery(instanceQuery(id))
  const onChanged = () => void queryClient.invalidateQueries({ queryKey: ['bpm'] })
  if (instance === undefined) {
    return error === null ? (
      <PageSkeleton />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    )
  }
  return (
    <Page narrow>
      <PageHeader
        title={instance.title}
        lead={
          <Group gap="xs">
            <StatusBadge status={instance.status} />
            <span>{typeAndNumber(nameOf(instance.bizType), instance.bizId)}</span>
          </Group>
        }
        actions={
          <>
            <RecordMenu instance={instance} />
            <InstanceActions instance={instance} onChanged={onChanged} />
          </>
        }
      />
      <ReturnedNotice instance={instance} onChanged={onChanged} />
      <ExpectedEnd instance={instance} />
      <ApprovalView instanceId={id} hideTitle onDecided={onChanged} />
    </Page>
  )
}
