import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../text/i18n.ts'
import classes from './inbox.module.css'
import { type Box, countsQuery, countText } from './queries.ts'

const boxes = [
  { name: 'todo', search: {} },
  { name: 'waiting', search: { box: 'waiting' } },
  { name: 'done', search: { box: 'done' } },
  { name: 'cc', search: { box: 'cc' } },
] as const

/** The boxes, with how much is in them. */
export function BoxTabs({ current }: { readonly current: Box }) {
  const { t } = useTranslation('inbox')
  const { data: counts } = useQuery(countsQuery)
  return (
    <nav className={classes.tabs} aria-label={t('box.label')}>
      {boxes.map(({ name, search }) => {
        const count = name === 'done' ? undefined : counts?.[name]
        return (
          <Link
            key={name}
            to="/inbox"
            search={search}
            className={classes.tab ?? ''}
            data-current={name === current || undefined}
            aria-current={name === current ? 'page' : undefined}
          >
            {t(`box.${name}`)}
            {count !== undefined && count > 0 && (
              <Badge size="sm" variant={name === 'todo' ? 'filled' : 'light'} circle={count < 10}>
                {countText(count, counts?.cap ?? 0)}
              </Badge>
            )}
          </Link>
        )
      })}
    </nav>
  )
}
