import type { ApprovalPanel } from '@countersign/approval-ui'
import { ApprovalPanelView, type ApprovalPanelProps } from '@countersign/approval-ui/react'
import { useComputedColorScheme } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { authorizedFetch } from '../../auth/authorized-fetch.ts'
import { useMay } from '../../me/me.ts'
import { useTranslation } from '../../text/i18n.ts'
import { useAttach } from '../attachments/use-attach.tsx'
import { findPrincipalsQuery, toldApart } from '../people/people.ts'
import classes from './approval-panel-host.module.css'
import { useFollowing } from './followed.ts'
import { useDocumentDetail, useInstanceId, type Subject } from './framed-detail.ts'
import { useLateFailure } from './use-late-failure.ts'
import { useOpenDetail } from './use-open-detail.ts'
import { useUnsent } from './use-unsent.ts'

export type Props = Pick<
  ApprovalPanelProps,
  'taskNo' | 'instanceId' | 'onDecided' | 'hideDetail' | 'hideTitle' | 'panelRef' | 'children'
>

const transport = (path: string, init?: RequestInit): Promise<Response> =>
  authorizedFetch(new Request(new URL(path, location.origin), init))

const kinds = ['user'] as const

export function ApprovalPanelHost(props: Props) {
  const { language } = useTranslation('common')
  const theme = useComputedColorScheme()
  const queryClient = useQueryClient()
  const findPeople = useCallback(
    async (text: string) => {
      const found = await queryClient.fetchQuery(findPrincipalsQuery(text, kinds))
      return toldApart(found)
    },
    [queryClient],
  )
  const { openDetail, openAttachment } = useOpenDetail()
  // After a return another version may go round than the one that the approval was started for.
  const versionId = useDocumentDetail(props)?.versionId
  const openCurrent = useCallback(
    (detail: Parameters<typeof openDetail>[0]) =>
      openDetail(versionId === undefined ? detail : { ...detail, bizId: versionId }),
    [openDetail, versionId],
  )
  const own = useRef<ApprovalPanel>(null)
  const panelRef = props.panelRef ?? own
  useNews(panelRef, props.taskNo ?? props.instanceId)
  useNewsOfOthers(panelRef, props)
  useUnsent(panelRef, props.taskNo)
  const onError = useLateFailure(props)
  const { attach, dialog } = useAttach()
  const mayAttach = useMay('dms:document:read')
  return (
    <>
      <ApprovalPanelView
        // Another approval is another panel: what was written for one must not reach the other.
        key={props.taskNo ?? props.instanceId}
        {...props}
        panelRef={panelRef}
        transport={transport}
        findPeople={findPeople}
        {...(mayAttach ? { attach } : {})}
        onError={onError}
        onOpenDetail={openCurrent}
        onOpenAttachment={openAttachment}
        lang={language}
        theme={theme}
        className={classes.panel ?? ''}
      />
      {dialog}
    </>
  )
}

/** The panel reads anew whenever what the page knows of approvals is out of date. */
function useNews(panelRef: { readonly current: ApprovalPanel | null }, subject?: string): void {
  useQuery({
    queryKey: ['bpm', 'panel', subject],
    queryFn: async () => {
      await panelRef.current?.reload()
      return true
    },
    // The panel reads for itself when it is shown first.
    initialData: true,
    staleTime: Infinity,
    gcTime: 0,
  })
}

/** What others do to the approval is read as it happens. */
function useNewsOfOthers(
  panelRef: { readonly current: ApprovalPanel | null },
  subject: Subject,
): void {
  const queryClient = useQueryClient()
  const instanceId = useInstanceId(subject)
  const catchUp = useCallback(
    async (sequence: number) => {
      const isNews = await panelRef.current?.catchUp(sequence)
      if (isNews !== true) return
      // What the page says around the panel.
      await queryClient.invalidateQueries({ queryKey: ['bpm', 'process-instances', instanceId] })
    },
    [panelRef, queryClient, instanceId],
  )
  useFollowing(instanceId, catchUp)
}
