/** A word in the corner. */
export interface Toast {
  readonly id: number
  readonly tone: 'good' | 'bad' | 'plain'
  readonly title?: string | undefined
  readonly text: string
  /** What may be done about it; the word goes with it. */
  readonly action?: { readonly label: string; readonly run: () => void }
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

const shownMs = { good: 5_000, plain: 6_000, bad: 12_000 } as const
/** Long enough to read what was done, see that it was wrong, and reach the button. */
const withActionMs = 12_000
const most = 4

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a word in the corner for a while; errors stay longer. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  const id = (lastId += 1)
  change([...toasts, { ...toast, id }].slice(-most))
  setTimeout(() => hideToast(id), toast.action === undefined ? shownMs[toast.tone] : withActionMs)
}

export function hideToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id))
}

export const currentToasts = (): readonly Toast[] => toasts

export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
