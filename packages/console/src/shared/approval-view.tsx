import { lazy, Suspense } from 'react'
import type { Props } from './approval-panel-host.tsx'
import { BlockSkeleton } from './skeletons.tsx'

// The component and its styles are loaded when the first approval is opened.
const Host = lazy(async () => {
  const { ApprovalPanelHost } = await import('./approval-panel-host.tsx')
  return { default: ApprovalPanelHost }
})

/** One approval with everything the person may do to it: a task, or an instance to read only. */
export function ApprovalView(props: Props) {
  return (
    <Suspense fallback={<BlockSkeleton lines={8} />}>
      <Host {...props} />
    </Suspense>
  )
}
