import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dms, unwrap } from '../../../api/clients.ts'
import { useMe } from '../../../me/me.ts'
import { ConfirmDialog } from '../../../shared/form/confirm-dialog.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import type { Share } from '../queries.ts'

/** Makes somebody else's share one's own, so that it works by one's own right. */
export function TakeOver(props: { readonly documentId: string; readonly share: Share }) {
  const { t } = useTranslation('documents')
  const { documentId, share } = props
  const [isAsking, setIsAsking] = useState(false)
  const me = useMe()
  const queries = useQueryClient()
  const takeOver = useMutation({
    mutationFn: () =>
      unwrap(
        dms.POST('/api/dms/documents/{documentId}/shares/{shareId}/take-over', {
          params: { path: { documentId, shareId: share.id } },
        }),
      ),
    onSuccess: () => {
      setIsAsking(false)
      return queries.invalidateQueries({ queryKey: ['dms', 'documents', documentId] })
    },
  })
  const isMine = (share.takenOverBy ?? share.maker).id === me.id
  if (isMine) return null
  return (
    <>
      <Button
        variant={share.restsBecause === null ? 'subtle' : 'filled'}
        size="xs"
        onClick={() => setIsAsking(true)}
      >
        {t('share.takeOver')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t('share.takeOverTitle')}
        text={t('share.takeOverText')}
        confirm={t('share.takeOver')}
        isRunning={takeOver.isPending}
        error={takeOver.error}
        onConfirm={() => takeOver.mutate()}
        onClose={() => setIsAsking(false)}
      />
    </>
  )
}
