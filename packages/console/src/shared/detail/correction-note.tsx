import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useId, useState } from 'react'
import { loadTexts, useTranslation } from '../../text/i18n.ts'
import { Icon } from '../icon.tsx'
import { BlockSkeleton } from '../page/skeletons.tsx'
import { approvalQuery, versionQuery } from '../preview/queries.ts'
import classes from './detail-frame.module.css'

const Comparison = lazy(async () => {
  const [{ Comparison: component }] = await Promise.all([
    import('../preview/comparison.tsx'),
    loadTexts('preview'),
  ])
  return { default: component }
})

/**
 * That another version goes round than the one that this person decided on before, or that went round
 * before, and what is different.
 */
export function CorrectionNote({ versionId }: { readonly versionId: string }) {
  const { t } = useTranslation('common')
  const [isShown, setShown] = useState(false)
  const id = useId()
  const version = useQuery(versionQuery(versionId)).data
  const documentId = version?.documentId
  const approval = useQuery({
    ...approvalQuery(documentId ?? ''),
    enabled: documentId !== undefined,
  })
  const before = approval.data?.comparedWith
  const isBound = approval.data?.versionId === versionId
  if (version === undefined || before === undefined || !isBound) return null
  return (
    <>
      <div className={classes.head}>
        <span className={classes.label}>
          {t('detail.instead', { now: version.versionNo, before: before.versionNo })}
        </span>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Icon name="document" size={14} />}
          aria-expanded={isShown}
          aria-controls={id}
          onClick={() => setShown((open) => !open)}
        >
          {t(isShown ? 'detail.hideChanges' : 'detail.changes')}
        </Button>
      </div>
      <div id={id} hidden={!isShown} className={classes.over}>
        {isShown && (
          <Suspense fallback={<BlockSkeleton lines={4} />}>
            <Comparison documentId={version.documentId} from={before.versionId} to={versionId} />
          </Suspense>
        )}
      </div>
    </>
  )
}
