import { Icon } from '../../shared/icon.tsx'
import { useTranslation } from '../../text/i18n.ts'
import classes from './shell.module.css'

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)
const paletteKeys = isApple ? '⌘ K' : 'Ctrl K'

/** Leads to the palette, and says by which keys it opens. */
export function PaletteButton({ onOpen }: { readonly onOpen: () => void }) {
  const { t } = useTranslation('common')
  return (
    <button
      type="button"
      className={classes.palette}
      aria-label={t('shell.palette')}
      aria-keyshortcuts="Control+K Meta+K"
      title={`${t('shell.palette')} (${paletteKeys})`}
      onClick={onOpen}
    >
      <Icon name="search" size={18} />
      <span>{t('shell.palette')}</span>
      {/* Drawn rather than written: it is no part of the button's name. */}
      <kbd data-keys={paletteKeys} />
    </button>
  )
}
