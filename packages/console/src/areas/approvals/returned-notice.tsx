import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { ApiProblem } from '../../api/problem.ts'
import { useMe } from '../../me/me.ts'
import { Icon } from '../../shared/icon.tsx'
import { ErrorAlert } from '../../shared/page/error-alert.tsx'
import { notifyDone } from '../../shared/toasts/notify.ts'
import { useTranslation } from '../../text/i18n.ts'
import { actOnInstance, type ProcessInstance } from './queries.ts'

/**
 * A returned approval waits for its initiator: the application that owns the object is changed
 * first, then it is sent on its way again.
 */
export function ReturnedNotice(props: {
  readonly instance: ProcessInstance
  readonly onChanged: () => void
}) {
  const { t } = useTranslation('approvals')
  const me = useMe()
  const { id, status, initiator } = props.instance
  const resubmit = useMutation({
    mutationFn: () => actOnInstance(id, 'resubmit', ''),
    onSuccess: () => {
      notifyDone(t('done.resubmit'))
      props.onChanged()
    },
  })
  if (status !== 'RETURNED' || initiator.id !== me.id) return null
  const { error } = resubmit
  const isUnchanged = error instanceof ApiProblem && error.code === 'bpm.owner_update_required'
  return (
    <Alert color="yellow" icon={<Icon name="return" />} title={t('returned.title')}>
      <Stack gap="sm">
        <Text size="sm">{t('returned.text')}</Text>
        {isUnchanged ? (
          <Text size="sm" fw={600} role="alert">
            {t('returned.changeFirst')}
          </Text>
        ) : (
          <ErrorAlert error={error} />
        )}
        <Group>
          <Button size="sm" loading={resubmit.isPending} onClick={() => resubmit.mutate()}>
            {t('action.resubmit')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
