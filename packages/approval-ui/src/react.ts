import {
  createElement,
  useEffect,
  useRef,
  type CSSProperties,
  type ReactElement,
  type ReactNode,
} from 'react'
import {
  ApprovalPanel,
  type Attach,
  type FindPeople,
  type PanelEventMap,
  type Transport,
} from './index.ts'

/** Properties of {@link ApprovalPanelView}; each has the meaning it has on the element. */
export interface ApprovalPanelProps {
  readonly taskNo?: string
  readonly instanceId?: string
  readonly transport: Transport
  readonly lang?: string
  readonly theme?: 'light' | 'dark'
  readonly findPeople?: FindPeople
  readonly attach?: Attach
  readonly hideDetail?: boolean
  readonly hideTitle?: boolean
  readonly live?: boolean
  readonly className?: string
  readonly style?: CSSProperties
  readonly onDecided?: (detail: PanelEventMap['approval-decided']) => void
  readonly onError?: (detail: PanelEventMap['approval-error']) => void
  readonly onOpenDetail?: (detail: PanelEventMap['approval-open-detail']) => void
  readonly onOpenAttachment?: (detail: PanelEventMap['approval-open-attachment']) => void
  /** The matter itself, as the page can show it. */
  readonly children?: ReactNode
  /** The element, for its methods. */
  readonly panelRef?: { current: ApprovalPanel | null }
}

/** `<approval-panel>` for React 18 and later. Keep `transport` the same between renders. */
export function ApprovalPanelView(props: ApprovalPanelProps): ReactElement {
  const { taskNo, instanceId, transport, findPeople, attach } = props
  const { hideDetail = false, hideTitle = false, live = false } = props
  const own = useRef<ApprovalPanel>(null)
  const ref = props.panelRef ?? own

  useEffect(() => {
    const panel = ref.current
    if (!(panel instanceof ApprovalPanel)) return
    const shown = { taskNo, instanceId, hideDetail, hideTitle, live }
    Object.assign(panel, { ...shown, transport, findPeople, attach })
  }, [taskNo, instanceId, transport, findPeople, attach, hideDetail, hideTitle, live])

  useEvent(ref, 'approval-decided', props.onDecided)
  useEvent(ref, 'approval-error', props.onError)
  useEvent(ref, 'approval-open-detail', props.onOpenDetail)
  useEvent(ref, 'approval-open-attachment', props.onOpenAttachment)

  const { lang, theme, className, style, children } = props
  return createElement('approval-panel', { ref, lang, theme, class: className, style }, children)
}

function useEvent<K extends keyof PanelEventMap>(
  ref: { readonly current: ApprovalPanel | null },
  name: K,
  handle: ((detail: PanelEventMap[K]) => void) | undefined,
): void {
  useEffect(() => {
    const panel = ref.current
    if (panel === null || handle === undefined) return undefined
    const listen = (event: Event) => {
      // The panel sends what its event map says under this name.
      handle((event as CustomEvent<PanelEventMap[K]>).detail)
    }
    panel.addEventListener(name, listen)
    return () => {
      // What was sent before it left the page may still fail, or be done: that is heard of, too.
      if (panel.isConnected) panel.removeEventListener(name, listen)
    }
  }, [ref, name, handle])
}
