import { memo } from 'react'
import { useTranslation } from '../../text/i18n.ts'
import { Icon } from '../icon.tsx'
import { MenuButton } from '../menu/menu-button.tsx'
import classes from './data-table.module.css'
import { asItComes, toggleColumn, type Layout } from './layout.ts'

/** Which columns a table shows, and how dense its rows are. */
function DrawnMenu(props: {
  /** All that the table has. */
  readonly all: readonly { readonly id: string; readonly header: string }[]
  readonly layout: Layout
  readonly change: (change: (layout: Layout) => Layout) => void
}) {
  const { t } = useTranslation('common')
  const { all, layout, change } = props
  const columns = all.slice(1).map(({ id, header }) => ({
    id,
    label: header,
    isOn: !layout.hidden.includes(id),
    run: () => change((before) => toggleColumn(before, id)),
  }))
  return (
    <div className={classes.menu}>
      <MenuButton
        label={t('table.arrange')}
        face={<Icon name="columns" size={16} />}
        items={[
          ...columns,
          {
            id: 'compact',
            label: t('table.compact'),
            isOn: layout.isCompact,
            run: () => change((before) => ({ ...before, isCompact: !before.isCompact })),
          },
          { id: 'reset', label: t('table.reset'), run: () => change(() => asItComes) },
        ]}
      />
    </div>
  )
}

// As `TableHead`.
export const ColumnMenu = memo(DrawnMenu)
