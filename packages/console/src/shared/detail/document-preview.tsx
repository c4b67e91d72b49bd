import { Button } from '@mantine/core'
import { lazy, Suspense, useId, useState } from 'react'
import { loadTexts, useTranslation } from '../../text/i18n.ts'
import { useBizTypeName } from '../biz-types.ts'
import { Icon } from '../icon.tsx'
import { BlockSkeleton } from '../page/skeletons.tsx'
import { CorrectionNote } from './correction-note.tsx'
import classes from './detail-frame.module.css'
import type { DocumentDetail } from './framed-detail.ts'

// What shows files, and its texts, are loaded when somebody first looks at one.
const Preview = lazy(async () => {
  const [{ PreviewOf }] = await Promise.all([
    import('../preview/version-preview.tsx'),
    loadTexts('preview'),
  ])
  return { default: PreviewOf }
})

/**
 * The document that is to be decided about. It is shown when it is asked for, since its audit keeps who
 * looked at it.
 */
export function DocumentPreview({ bizType, title, versionId }: DocumentDetail) {
  const { t } = useTranslation('common')
  const nameOf = useBizTypeName()
  const [isShown, setShown] = useState(false)
  const id = useId()
  const label = t('detail.title', { type: nameOf(bizType), title })
  return (
    <section className={classes.detail} aria-label={label}>
      <div className={classes.head}>
        <span className={classes.label}>{nameOf(bizType)}</span>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Icon name="eye" size={14} />}
          aria-expanded={isShown}
          aria-controls={id}
          onClick={() => setShown((before) => !before)}
        >
          {t(isShown ? 'detail.hidePreview' : 'detail.preview')}
        </Button>
      </div>
      <CorrectionNote key={versionId} versionId={versionId} />
      <div id={id} hidden={!isShown} className={classes.over}>
        {isShown && (
          <Suspense fallback={<BlockSkeleton lines={8} />}>
            <Preview key={versionId} versionId={versionId} />
          </Suspense>
        )}
      </div>
    </section>
  )
}
