import { lazy, Suspense } from 'react'
import { useMay } from '../../me/me.ts'
import { BlockSkeleton } from '../page/skeletons.tsx'
import type { Props } from './approval-panel-host.tsx'
import { useDocumentDetail, useFramedDetail } from './framed-detail.ts'

// The component and its styles are loaded when the first approval is opened.
const Host = lazy(async () => {
  const { ApprovalPanelHost } = await import('./approval-panel-host.tsx')
  return { default: ApprovalPanelHost }
})

const Frame = lazy(async () => {
  const { DetailFrame } = await import('./detail-frame.tsx')
  return { default: DetailFrame }
})

const Document = lazy(async () => {
  const { DocumentPreview } = await import('./document-preview.tsx')
  return { default: DocumentPreview }
})

/**
 * One approval with everything the person may do to it: a task, or an instance to read only; beside
 * it what it is about: a document, or the page of its application where that can be shown here.
 */
export function ApprovalView(props: Omit<Props, 'hideDetail' | 'children'>) {
  const detail = useFramedDetail(props)
  const framed = detail !== undefined
  const document = useDocumentDetail(props)
  const mayRead = useMay('dms:document:read')
  return (
    <div data-framed={framed || undefined}>
      <Suspense fallback={<BlockSkeleton lines={8} />}>
        <Host {...props} hideDetail={framed}>
          {document !== undefined && mayRead && (
            <Suspense fallback={<BlockSkeleton lines={1} />}>
              <Document {...document} />
            </Suspense>
          )}
          {framed && (
            <Suspense fallback={<BlockSkeleton lines={6} />}>
              <Frame key={detail.address} {...detail} />
            </Suspense>
          )}
        </Host>
      </Suspense>
    </div>
  )
}
