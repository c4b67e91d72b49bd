import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useTranslation } from '../../text/i18n.ts'
import classes from './skeletons.module.css'

const rows = Array.from({ length: 8 }, (_, index) => index)

/** The place of a table whose rows are on their way; as high as the table, so that nothing jumps. */
export function TableSkeleton({ label }: { readonly label: string }) {
  const { t } = useTranslation('common')
  return (
    <div className={classes.table} role="status" aria-label={label} aria-busy="true">
      <VisuallyHidden>{t('state.loading')}</VisuallyHidden>
      {rows.map((row) => (
        <div key={row} className={classes.row}>
          <Skeleton height={14} width={`${55 - ((row * 7) % 20)}%`} />
          <Skeleton height={14} width="18%" />
          <Skeleton height={14} width="10%" />
        </div>
      ))}
    </div>
  )
}

/** The place of text or a form that is on its way. */
export function BlockSkeleton({ lines = 5 }: { readonly lines?: number }) {
  const { t } = useTranslation('common')
  return (
    <div className={classes.block} role="status" aria-busy="true">
      <VisuallyHidden>{t('state.loading')}</VisuallyHidden>
      {rows.slice(0, lines).map((row) => (
        <Skeleton key={row} height={16} width={`${92 - ((row * 13) % 45)}%`} />
      ))}
    </div>
  )
}

/** The place of a whole page whose code is on its way. */
export function PageSkeleton() {
  return (
    <div className={classes.page}>
      <Skeleton height={28} width="14rem" />
      <BlockSkeleton lines={8} />
    </div>
  )
}
