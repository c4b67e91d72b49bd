/** One thing that the keyboard does. `keys` is one key or two, one after the other: `g i`. */
export interface Shortcut {
  readonly keys: string
  readonly label: string
  /** Whether holding it down does it again and again: never where something is decided. */
  readonly mayRepeat?: boolean
  readonly run: () => void
}

/** What the first keys of a shortcut that has not ended yet become worthless after. */
export const sequenceMs = 1_200

/** The place in a text or a choice, where a letter is a letter. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('[role=textbox],[role=listbox]') !== null)
    return true
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button'].includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

const pressed = 'a[href],button,summary,input,[role^=menuitem],[role=option]'

/** Whether the key presses, at this place, what has the focus: that comes before what it does on the page. */
export function isPress(key: string, target: EventTarget | null): boolean {
  return (
    (key === 'Enter' || key === ' ') &&
    target instanceof Element &&
    target.closest(pressed) !== null
  )
}

export type Match =
  | { readonly kind: 'run'; readonly shortcut: Shortcut }
  | { readonly kind: 'wait'; readonly typed: string }
  | { readonly kind: 'none' }

/**
 * What a key means after the keys before it. The last registered shortcut wins: a page comes after
 * the frame around it.
 */
export function matchKey(shortcuts: readonly Shortcut[], typed: string, key: string): Match {
  for (const sequence of typed === '' ? [key] : [`${typed} ${key}`, key]) {
    const shortcut = shortcuts.findLast(({ keys }) => keys === sequence)
    if (shortcut !== undefined) return { kind: 'run', shortcut }
    if (shortcuts.some(({ keys }) => keys.startsWith(`${sequence} `))) {
      return { kind: 'wait', typed: sequence }
    }
  }
  return { kind: 'none' }
}
