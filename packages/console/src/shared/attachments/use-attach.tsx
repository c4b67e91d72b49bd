import type { Attach } from '@countersign/approval-ui'
import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react'
import { loadTexts } from '../../text/i18n.ts'
import type { Attachment } from './queries.ts'

// The dialog and its texts are loaded when somebody first attaches something.
const Dialog = lazy(async () => {
  const [{ AttachDialog }] = await Promise.all([
    import('./attach-dialog.tsx'),
    loadTexts('attachments'),
  ])
  return { default: AttachDialog }
})

interface Asked {
  readonly people: Parameters<Attach>[0]['people']
  readonly answer: (attachments: readonly Attachment[]) => void
}

/** The `attach` of an approval panel, and the dialog in which it asks. */
export function useAttach(): { readonly attach: Attach; readonly dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked>()
  const attach = useCallback<Attach>(
    ({ people }) => new Promise((answer) => setAsked({ people, answer })),
    [],
  )
  const dialog = asked !== undefined && (
    <Suspense fallback={null}>
      <Dialog
        people={asked.people}
        onClose={(attachments) => {
          asked.answer(attachments)
          setAsked(undefined)
        }}
      />
    </Suspense>
  )
  return { attach, dialog }
}
