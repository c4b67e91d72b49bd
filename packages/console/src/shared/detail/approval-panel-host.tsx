import { ApprovalPanelView, type ApprovalPanelProps } from '@countersign/approval-ui/react'
import { useComputedColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { authorizedFetch } from '../../auth/authorized-fetch.ts'
import { useMay } from '../../me/me.ts'
import { useAttach } from '../attachments/use-attach.tsx'
import { findPrincipalsQuery } from '../people/people.ts'
import classes from './approval-panel-host.module.css'
import { useOpenDetail } from './use-open-detail.ts'

export type Props = Pick<ApprovalPanelProps, 'taskNo' | 'instanceId' | 'onDecided' | 'hideDetail'>

const transport = (path: string, init?: RequestInit): Promise<Response> =>
  authorizedFetch(new Request(new URL(path, location.origin), init))

const kinds = ['user'] as const

export function ApprovalPanelHost(props: Props) {
  const { i18n } = useTranslation('common')
  const theme = useComputedColorScheme()
  const queryClient = useQueryClient()
  const findPeople = useCallback(
    async (text: string) => {
      const found = await queryClient.fetchQuery(findPrincipalsQuery(text, kinds))
      return found.map(({ id, name }) => ({ id, name }))
    },
    [queryClient],
  )
  const { openDetail, openAttachment } = useOpenDetail()
  const { attach, dialog } = useAttach()
  const mayAttach = useMay('dms:document:read')
  return (
    <>
      <ApprovalPanelView
        // Another approval is another panel: what was written for one must not reach the other.
        key={props.taskNo ?? props.instanceId}
        {...props}
        transport={transport}
        findPeople={findPeople}
        {...(mayAttach ? { attach } : {})}
        onOpenDetail={openDetail}
        onOpenAttachment={openAttachment}
        lang={i18n.language}
        theme={theme}
        className={classes.panel ?? ''}
      />
      {dialog}
    </>
  )
}
