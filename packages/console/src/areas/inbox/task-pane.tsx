import type { ApprovalPanel, PanelEventMap } from '@countersign/approval-ui'
import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { Icon, type IconName } from '../../shared/icon.tsx'
import { BlockSkeleton } from '../../shared/page/skeletons.tsx'
import { useTranslation } from '../../text/i18n.ts'
import classes from './inbox.module.css'
import { useSwipe } from './use-swipe.ts'

/** Loaded when the list is there and nobody waits. */
export const loadApprovalView = () => import('../../shared/detail/approval-view.tsx')

const ApprovalView = lazy(async () => ({ default: (await loadApprovalView()).ApprovalView }))

/** One task beside the list it stands in. */
export function TaskPane(props: {
  readonly taskNo: string
  readonly onMove: (step: 1 | -1) => void
  readonly onClose: () => void
  readonly onDecided: (detail: PanelEventMap['approval-decided']) => void
  readonly panelRef: { current: ApprovalPanel | null }
}) {
  const { t } = useTranslation('inbox')
  const { taskNo } = props
  const swipe = useSwipe(props.onMove)
  const pane = useFocus(taskNo)
  return (
    <section
      ref={pane}
      tabIndex={-1}
      className={classes.pane}
      aria-label={t('pane.label', { task: taskNo })}
    >
      <div className={classes.paneHead}>
        <span>{taskNo}</span>
        <PaneButton icon="up" label={t('pane.previous')} onClick={() => props.onMove(-1)} />
        <PaneButton icon="down" label={t('pane.next')} onClick={() => props.onMove(1)} />
        <ActionIcon
          renderRoot={(props) => <Link {...props} to="/tasks/$taskNo" params={{ taskNo }} />}
          variant="subtle"
          color="gray"
          aria-label={t('pane.full')}
          title={t('pane.full')}
        >
          <Icon name="expand" size={18} />
        </ActionIcon>
        <PaneButton icon="cross" label={t('pane.close')} onClick={props.onClose} />
      </div>
      <div className={classes.paneBody} {...swipe}>
        <Suspense fallback={<Waiting />}>
          <ApprovalView taskNo={taskNo} onDecided={props.onDecided} panelRef={props.panelRef} />
        </Suspense>
      </div>
    </section>
  )
}

/** A list that gives its place to the task loses the focus: the task has it then, and afterwards its row. */
function useFocus(taskNo: string) {
  const pane = useRef<HTMLElement>(null)
  useEffect(() => {
    const { current } = pane
    if (current === null || current.contains(document.activeElement)) return
    if (isHidden(current.previousElementSibling)) current.focus({ preventScroll: true })
  }, [taskNo])
  useEffect(() => {
    const list = pane.current?.previousElementSibling
    return () => {
      if (document.activeElement !== document.body) return
      list?.querySelector<HTMLElement>('[role=row][tabindex="0"]')?.focus()
    }
  }, [])
  return pane
}

const isHidden = (list: Element | null): boolean =>
  list !== null && getComputedStyle(list).display === 'none'

const Waiting = () => (
  <div className={classes.waiting}>
    <BlockSkeleton lines={8} />
  </div>
)

function PaneButton(props: {
  readonly icon: IconName
  readonly label: string
  readonly onClick: () => void
}) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={props.label}
      title={props.label}
      onClick={props.onClick}
    >
      <Icon name={props.icon} size={18} />
    </ActionIcon>
  )
}
