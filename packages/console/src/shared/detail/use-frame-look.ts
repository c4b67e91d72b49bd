import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../text/i18n.ts'
import { listenToFrame, type Frame } from './frame-messages.ts'

/**
 * Tells the page in a frame, once it has asked, in which language and theme the console is shown,
 * and again whenever they change. A page that does not ask hears nothing.
 */
export function useFrameLook(frame: Frame, address: string): void {
  const { language } = useTranslation('common')
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  // Counted, because a page that is loaded again asks again.
  const [asked, setAsked] = useState(0)
  useEffect(
    () => listenToFrame(frame, address, 'countersign.look', () => setAsked((before) => before + 1)),
    [frame, address],
  )
  useEffect(() => {
    if (asked === 0) return
    const look = { type: 'countersign.look', language, theme }
    frame.current?.contentWindow?.postMessage(look, new URL(address).origin)
  }, [frame, address, asked, language, theme])
}
