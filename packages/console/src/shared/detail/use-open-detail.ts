import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { dms, unwrap } from '../../api/clients.ts'
import { textOf } from '../../text/i18n.ts'
import { notify, notifyProblem } from '../toasts/notify.ts'
import { applicationsQuery, detailAddress } from './applications.ts'

interface Detail {
  readonly detailUrl: string
  readonly bizType: string
  readonly bizId: string
}

/** Opens what an approval is about: a document here, anything else in its own application. */
export function useOpenDetail() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const openAttachment = useCallback(
    ({ documentId }: { readonly documentId: string }) => {
      void navigate({ to: '/documents/$documentId', params: { documentId } })
    },
    [navigate],
  )
  const open = useCallback(
    async ({ detailUrl, bizType, bizId }: Detail) => {
      if (bizType === 'dms.document') {
        const params = { path: { versionId: bizId } }
        const version = await unwrap(dms.GET('/api/dms/versions/{versionId}', { params }))
        openAttachment(version)
        return
      }
      const applications = await queryClient.ensureQueryData(applicationsQuery)
      const address = detailAddress(applications[bizType], detailUrl)
      if (address === undefined) notify(textOf('common:detail.unknown'))
      else window.open(address, '_blank', 'noopener')
    },
    [queryClient, openAttachment],
  )
  const openDetail = useCallback(
    (detail: Detail) => {
      open(detail).catch(notifyProblem)
    },
    [open],
  )
  return { openDetail, openAttachment }
}
