import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

const pauseMs = 250

interface Typed {
  readonly currentTarget: { readonly value: string }
  readonly nativeEvent?: Event | { readonly isComposing: boolean }
}

const isComposing = ({ nativeEvent }: Typed): boolean =>
  nativeEvent !== undefined && 'isComposing' in nativeEvent && nativeEvent.isComposing

/**
 * What stands in a search field, told on when the person pauses, or leaves the field.
 *
 * @param applied The search that is shown now, which may change by other means (going back).
 */
export function useSearchText(applied: string, apply: (text: string) => void) {
  const [text, setText] = useState(applied)
  // What was told comes back as what is applied, when the person has typed on: their letters stay.
  const told = useRef<string[]>([])
  const tell = useDebouncedCallback((given: string) => {
    told.current.push(given)
    apply(given)
  }, pauseMs)
  useEffect(() => {
    // An address keeps no spaces around it.
    const at = told.current.findLastIndex((one) => one.trim() === applied.trim())
    told.current = at === -1 ? [] : told.current.slice(at + 1)
    if (at === -1) setText(applied)
  }, [applied])
  return {
    value: text,
    onChange: (event: Typed) => {
      setText(event.currentTarget.value)
      // Letters that an input method still puts together are no search yet.
      if (!isComposing(event)) tell(event.currentTarget.value)
    },
    onCompositionEnd: (event: Typed) => tell(event.currentTarget.value),
    // Whoever goes on to what was found must not have it change under the keyboard a moment later.
    onBlur: () => tell.flush(),
  }
}
