import { Alert, Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dms, unwrap } from '../../api/clients.ts'
import { may, useMe } from '../../me/me.ts'
import { Icon } from '../../shared/icon.tsx'
import { useNames } from '../../shared/people/people.ts'
import { notifyProblem } from '../../shared/toasts/notify.ts'
import { useTranslation } from '../../text/i18n.ts'
import type { DmsDocument } from './queries.ts'

/** Why nothing can be changed now, and who could end that. */
export function LockNotice({ document }: { readonly document: DmsDocument }) {
  const { t } = useTranslation('documents')
  const me = useMe()
  const queries = useQueryClient()
  const { id, lock, rights = [] } = document
  const nameOf = useNames([lock?.holder ?? null])
  const release = useMutation({
    mutationFn: () =>
      unwrap(
        dms.DELETE('/api/dms/documents/{documentId}/lock', {
          params: { path: { documentId: id } },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['dms', 'documents', id] }),
    onError: notifyProblem,
  })
  if (lock === undefined) return null
  const isBound = lock.bindingId !== undefined
  // An administrator as such manages, but does not write: the service asks for both.
  const manages =
    may(me, 'dms:document:write') && rights.includes('manage') && rights.includes('write')
  return (
    <Alert color="yellow" icon={<Icon name="lock" />} title={t('locked')}>
      <Group justify="space-between">
        {isBound ? t('lock.approval') : t('lock.checkedOut', { name: nameOf(lock.holder) })}
        {!isBound && (lock.holder === me.id || manages) && (
          <Button
            variant="default"
            size="xs"
            loading={release.isPending}
            onClick={() => release.mutate()}
          >
            {t('lock.checkIn')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
