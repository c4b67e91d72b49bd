import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'

const pauseMs = 250

/**
 * What stands in a search field, told on when the person pauses, or leaves the field.
 *
 * @param applied The search that is shown now, which may change by other means (going back).
 */
export function useSearchText(applied: string, apply: (text: string) => void) {
  const [text, setText] = useState(applied)
  const tell = useDebouncedCallback(apply, pauseMs)
  useEffect(() => setText(applied), [applied])
  return {
    value: text,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => {
      setText(event.currentTarget.value)
      tell(event.currentTarget.value)
    },
    // Whoever goes on to what was found must not have it change under the keyboard a moment later.
    onBlur: () => tell.flush(),
  }
}
