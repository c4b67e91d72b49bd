import { Button, Group } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from '../../text/i18n.ts'
import { useBizTypeName } from '../biz-types.ts'
import { Icon } from '../icon.tsx'
import { EmptyState } from '../page/empty-state.tsx'
import { BlockSkeleton } from '../page/skeletons.tsx'
import classes from './detail-frame.module.css'
import type { FramedDetail } from './framed-detail.ts'
import { useFrameLook } from './use-frame-look.ts'
import { useFrameHeight } from './use-frame-height.ts'

/**
 * What the page may do. It is of another origin, so that its own scripts reach nothing of ours; it
 * cannot lead the console away.
 */
const sandbox = [
  'allow-scripts',
  'allow-same-origin',
  'allow-forms',
  'allow-modals',
  'allow-downloads',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
].join(' ')

/** What is to be decided, as its own application shows it. */
export function DetailFrame({ bizType, title, address }: FramedDetail) {
  const { t } = useTranslation('common')
  const nameOf = useBizTypeName()
  const label = t('detail.title', { type: nameOf(bizType), title })
  // A new number is a new frame.
  const [attempt, setAttempt] = useState(0)
  return (
    <section className={classes.detail} aria-label={label}>
      <div className={classes.head}>
        {/* The title stands beside it. */}
        <span className={classes.label}>{nameOf(bizType)}</span>
        <OpenInWindow address={address} subtle />
      </div>
      <Content
        key={attempt}
        address={address}
        label={label}
        onRetry={() => setAttempt((before) => before + 1)}
      />
    </section>
  )
}

function Content(props: {
  readonly address: string
  readonly label: string
  readonly onRetry: () => void
}) {
  const { t } = useTranslation('common')
  const { address, label, onRetry } = props
  const frame = useRef<HTMLIFrameElement>(null)
  const { height, missing } = useFrameHeight(frame, address)
  useFrameLook(frame, address)
  const isThere = height !== undefined
  return (
    <div className={classes.content}>
      {/* It stays when it is late: it may still come. */}
      <iframe
        ref={frame}
        className={classes.frame}
        src={address}
        title={label}
        sandbox={sandbox}
        referrerPolicy="no-referrer"
        aria-hidden={!isThere}
        {...(isThere ? { style: { height } } : { tabIndex: -1 })}
      />
      {!isThere && (
        <div className={classes.over}>
          {missing ? (
            <EmptyState icon="alert" title={t('detail.missing')} hint={t('detail.missingHint')}>
              <Group mt="sm">
                <OpenInWindow address={address} />
                <Button variant="default" onClick={onRetry}>
                  {t('action.retry')}
                </Button>
              </Group>
            </EmptyState>
          ) : (
            <BlockSkeleton lines={6} />
          )}
        </div>
      )}
    </div>
  )
}

function OpenInWindow(props: { readonly address: string; readonly subtle?: boolean }) {
  const { t } = useTranslation('common')
  return (
    <Button
      component="a"
      href={props.address}
      target="_blank"
      rel="noopener noreferrer"
      {...(props.subtle === true ? { variant: 'subtle', size: 'compact-sm' } : {})}
      rightSection={<Icon name="window" size={14} />}
    >
      {t('detail.open')}
    </Button>
  )
}
