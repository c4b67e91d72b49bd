import { useDisclosure } from '@mantine/hooks'
import { useEffect } from 'react'

/** Whether the palette is open. Its keys work in fields, too; over a dialog they do nothing. */
export function usePalette() {
  const [isOpen, { open, close }] = useDisclosure(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isOurs = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isOurs || event.key.toLowerCase() !== 'k') return
      // Browsers have a search of their own on these keys.
      event.preventDefault()
      if (document.querySelector('[role=dialog][aria-modal=true]') === null) open()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [open])
  return { isOpen, open, close }
}
