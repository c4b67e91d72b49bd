import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dms, unwrap } from '../../../api/clients.ts'
import { onward } from '../../../auth/session.ts'
import { useMe } from '../../../me/me.ts'
import { ErrorAlert } from '../../../shared/page/error-alert.tsx'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { BlockSkeleton } from '../../../shared/page/skeletons.tsx'
import { Tag } from '../../../shared/status-badge.tsx'
import { Moment } from '../../../shared/time-text.tsx'
import { approvalQuery } from '../../../shared/preview/queries.ts'
import { useTranslation } from '../../../text/i18n.ts'
import { versionsQuery, type DmsDocument } from '../queries.ts'
import { ApprovalStart } from './approval-start.tsx'
import { Returned } from './returned.tsx'

type Binding = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof approvalQuery>['queryFn']>>>
>

const open: ReadonlySet<Binding['status'] | undefined> = new Set(['REQUESTED', 'BOUND', 'UNKNOWN'])

/** How the document stands in its approval, and the way into one. */
export function ApprovalTab({ document }: { readonly document: DmsDocument }) {
  const { hasApproval = true } = document
  // The first wish may be refused, and then there is one: the form that says so stays while it is loaded.
  const known = hasApproval ? {} : { initialData: null, initialDataUpdatedAt: 0 }
  const approval = useQuery({ ...approvalQuery(document.id), ...known, enabled: hasApproval })
  const versions = useQuery(versionsQuery(document.id))
  const me = useMe()
  if (approval.isPending || versions.isPending) return <BlockSkeleton />
  if (approval.isLoadingError)
    return <ErrorState error={approval.error} onRetry={() => void approval.refetch()} />
  const version = versions.data?.find(({ id }) => id === document.currentVersionId)
  const isOpen = open.has(approval.data?.status)
  const isOwnWish = approval.data?.initiatorId === me.id && approval.data.versionId === version?.id
  return (
    <Stack>
      {approval.data !== null && <Present document={document} binding={approval.data} />}
      {!isOpen && version !== undefined && version.status !== 'APPROVED' && (
        <ApprovalStart
          key={version.id}
          document={document}
          version={version}
          refused={
            isOwnWish && approval.data?.status === 'FAILED' ? approval.data.cause : undefined
          }
        />
      )}
    </Stack>
  )
}

function Present(props: { readonly document: DmsDocument; readonly binding: Binding }) {
  const { t } = useTranslation('documents')
  const { document, binding } = props
  const me = useMe()
  const versions = useQuery(versionsQuery(document.id))
  const version = versions.data?.find(({ id }) => id === binding.versionId)
  const isReturned = version?.status === 'RETURNED' && binding.initiatorId === me.id
  const mayGiveUp = binding.initiatorId === me.id || document.rights?.includes('manage') === true
  const again = useApprovalStep(document.id, binding.instanceId)
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Tag tone={binding.status === 'UNKNOWN' ? 'warn' : 'info'}>
          {t(`binding.${binding.status}`)}
        </Tag>
        {version !== undefined && <Tag tone="plain">{t(`status.${version.status}`)}</Tag>}
        <Text size="sm" c="dimmed">
          {t('binding.since')} <Moment time={binding.createdAt} />
        </Text>
      </Group>
      {binding.instanceId !== undefined && (
        <Link to="/approvals/$id" params={{ id: binding.instanceId }}>
          {t('binding.open')}
        </Link>
      )}
      {isEndedBeside(binding) && mayGiveUp && <EndedBeside again={again} />}
      {binding.status === 'UNKNOWN' && <UnknownCall operation={binding.operation} again={again} />}
      {isReturned && (
        <Returned
          sent={version}
          versions={versions.data ?? []}
          isSending={again.isPending}
          onSend={(versionId) => again.mutate({ versionId })}
        />
      )}
      <ErrorAlert error={again.error} />
    </Stack>
  )
}

/**
 * Nobody knows whether the approval has begun, or goes round again: asking again does it at most once.
 * Only a start can be given up; what was sent back stays with its approval.
 */
function UnknownCall(props: {
  readonly operation: Binding['operation']
  readonly again: ReturnType<typeof useApprovalStep>
}) {
  const { t } = useTranslation('documents')
  const { operation, again } = props
  return (
    <Alert color="yellow" title={t('binding.unknown')}>
      <Text mb="sm">{t('binding.unknownHint')}</Text>
      <Group>
        <Button loading={again.isPending} onClick={() => again.mutate('retry')}>
          {t('binding.retry')}
        </Button>
        {operation === 'START' && (
          <Button variant="default" onClick={() => again.mutate('abandon')}>
            {t('binding.abandon')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}

const isEndedBeside = ({ status, cause }: Binding) =>
  status === 'BOUND' && cause?.['code'] === 'dms.approval_without_effect'

/** The approval was given for another version, or came too late: nothing but giving it up is left. */
function EndedBeside({ again }: { readonly again: ReturnType<typeof useApprovalStep> }) {
  const { t } = useTranslation('documents')
  return (
    <Alert color="yellow" title={t('binding.beside')}>
      <Text mb="sm">{t('binding.besideHint')}</Text>
      <Button loading={again.isPending} onClick={() => again.mutate('abandon')}>
        {t('binding.abandon')}
      </Button>
    </Alert>
  )
}

const instances = '/api/bpm/v1/process-instances'

function useApprovalStep(documentId: string, instanceId: string | undefined) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (step: 'retry' | 'abandon' | { readonly versionId: string }) => {
      const params = { path: { documentId } }
      const path = instanceId === undefined ? instances : `${instances}/${instanceId}/resubmit`
      const headers = onward(path)
      await unwrap(
        typeof step === 'object'
          ? dms.POST('/api/dms/documents/{documentId}/approval/resubmit', {
              params,
              headers,
              body: step,
            })
          : step === 'retry'
            ? dms.POST('/api/dms/documents/{documentId}/approval/retry', { params, headers })
            : dms.POST('/api/dms/documents/{documentId}/approval/abandon', { params }),
      )
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['dms', 'documents', documentId] }),
  })
}
