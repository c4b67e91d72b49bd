import { lazy, Suspense } from 'react'
import { BlockSkeleton } from '../page/skeletons.tsx'
import type { Props } from './approval-panel-host.tsx'
import classes from './approval-view.module.css'
import { DetailFrame } from './detail-frame.tsx'
import { useFramedDetail } from './framed-detail.ts'

// The component and its styles are loaded when the first approval is opened.
const Host = lazy(async () => {
  const { ApprovalPanelHost } = await import('./approval-panel-host.tsx')
  return { default: ApprovalPanelHost }
})

interface ViewProps extends Omit<Props, 'hideDetail'> {
  readonly version?: number
}

/**
 * One approval with everything the person may do to it: a task, or an instance to read only; beside
 * it what it is about, where its application can be shown here.
 *
 * @param version Another one has the approval read anew, and leaves the application's page alone.
 */
export function ApprovalView({ version, ...props }: ViewProps) {
  const detail = useFramedDetail(props)
  const framed = detail !== undefined
  return (
    <div className={classes.view}>
      <div className={classes.parts} data-framed={framed || undefined}>
        {framed && <DetailFrame key={detail.address} {...detail} />}
        <Suspense fallback={<BlockSkeleton lines={8} />}>
          <Host key={version} {...props} hideDetail={framed} />
        </Suspense>
      </div>
    </div>
  )
}
