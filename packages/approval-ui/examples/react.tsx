import { ApprovalPanelView } from '@countersign/approval-ui/react'
import { useMemo, useState } from 'react'

interface Props {
  readonly taskNo: string
  /** From the page's own sign-in; renews the token when it has to. */
  readonly getAccessToken: () => Promise<string>
  readonly onOpen: (detailUrl: string) => void
}

export function Decide({ taskNo, getAccessToken, onOpen }: Props) {
  const [decided, setDecided] = useState('')
  // The same function for every render: another transport reads the task again.
  const transport = useMemo(
    () => async (path: string, init: RequestInit) => {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${await getAccessToken()}`)
      return fetch(path, { ...init, headers })
    },
    [getAccessToken],
  )
  return (
    <>
      <ApprovalPanelView
        taskNo={taskNo}
        transport={transport}
        lang="en"
        onDecided={({ action }) => setDecided(`${taskNo}: ${action}`)}
        onOpenDetail={({ detailUrl }) => onOpen(detailUrl)}
      />
      <p role="status">{decided}</p>
    </>
  )
}
