import { useEffect, useState } from 'react'
import { onSession, resumeSession } from '../../auth/session.ts'
import { onChallenge, type PendingChallenge } from '../../auth/step-up.ts'
import { useMe } from '../../me/me.ts'

/**
 * What waits for the person to confirm who they are. Once they did, in another window, a token of
 * that sign-in is got here and the requests go on.
 */
export function useStepUp(): PendingChallenge | undefined {
  const { tenantId } = useMe()
  const [pending, setPending] = useState<PendingChallenge>()
  useEffect(() => onChallenge(setPending), [])
  useEffect(() => {
    if (pending === undefined) return undefined
    return onSession({
      ended: () => pending.settle(false),
      signedInBeside: () => {
        void resumeSession(tenantId).then((goesOn) => {
          if (goesOn) pending.settle(true)
        })
      },
    })
  }, [pending, tenantId])
  return pending
}
