import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { onSession, resumeSession } from '../../auth/session.ts'
import { useMe } from '../../me/me.ts'

type Session = 'open' | 'ended' | 'endKnown'

/**
 * Whether it is to be said that the session has ended: once, until somebody has signed in again in
 * another window. Then what is shown is read again, and what was typed is still there.
 */
export function useSessionEnd() {
  const queryClient = useQueryClient()
  const { tenantId } = useMe()
  const [session, setSession] = useState<Session>('open')
  const isOpen = session === 'open'
  useEffect(
    () =>
      onSession({
        // The inbox asks every now and then by itself: that is no news.
        ended: () => setSession((before) => (before === 'open' ? 'ended' : before)),
        signedInBeside: () => {
          if (isOpen) return
          void resumeSession(tenantId).then((goesOn) => {
            if (!goesOn) return
            setSession('open')
            void queryClient.invalidateQueries()
          })
        },
      }),
    [isOpen, tenantId, queryClient],
  )
  const close = useCallback(() => setSession('endKnown'), [])
  return { isTold: session === 'ended', close }
}
