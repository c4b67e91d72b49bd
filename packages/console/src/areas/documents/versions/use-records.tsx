import { useDisclosure } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense } from 'react'
import { useMay } from '../../../me/me.ts'
import type { DmsDocument, Version } from '../queries.ts'

const RecordsDialog = lazy(async () => {
  const { RecordsDialog: Loaded } = await import('./records-dialog.tsx')
  return { default: Loaded }
})

/** What an approval has decided, and left a record of. */
const decided: ReadonlySet<Version['status']> = new Set([
  'APPROVED',
  'REJECTED',
  'PUBLISHED',
  'ARCHIVED',
])

interface Records {
  /** Whether the person may see records of the version, if any is filed. */
  readonly areThere: boolean
  readonly open: () => void
  readonly dialog: ReactNode
}

/** The records that are filed with a version, as a dialog that is loaded when it is asked for. */
export function useRecords(document: DmsDocument, version: Version, mayFile: boolean): Records {
  const reads = useMay('dms:document:read') && document.rights?.includes('read') === true
  const [isShown, shown] = useDisclosure()
  return {
    areThere: reads && decided.has(version.status),
    open: shown.open,
    dialog: isShown && (
      <Suspense>
        <RecordsDialog versionId={version.id} mayFile={mayFile} onClose={shown.close} />
      </Suspense>
    ),
  }
}
