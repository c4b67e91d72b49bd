import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from '../../text/i18n.ts'
import classes from './skeletons.module.css'

const rows = Array.from({ length: 8 }, (_, index) => index)

/** The place of a line. No component of the library: dozens of them are drawn while a page is still being loaded. */
function Bar({ width, isTitle = false }: { readonly width: string; readonly isTitle?: boolean }) {
  return <div className={classes.bar} style={{ width }} data-title={isTitle || undefined} />
}

/** The place of a table whose rows are on their way; as high as the table, so that nothing jumps. */
export function TableSkeleton({ label }: { readonly label: string }) {
  const { t } = useTranslation('common')
  return (
    <div className={classes.table} role="status" aria-label={label} aria-busy="true">
      <VisuallyHidden>{t('state.loading')}</VisuallyHidden>
      {rows.map((row) => (
        <div key={row} className={classes.row}>
          <Bar width={`${55 - ((row * 7) % 20)}%`} />
          <Bar width="18%" />
          <Bar width="10%" />
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
        <Bar key={row} width={`${92 - ((row * 13) % 45)}%`} />
      ))}
    </div>
  )
}

/** The place of a whole page whose code is on its way. */
export function PageSkeleton() {
  return (
    <div className={classes.page}>
      <Bar width="14rem" isTitle />
      <BlockSkeleton lines={8} />
    </div>
  )
}
