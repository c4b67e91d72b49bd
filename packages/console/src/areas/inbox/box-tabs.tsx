import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './inbox.module.css'
import { countsQuery, countText } from './queries.ts'

const boxes = [
  { name: 'todo', to: '/inbox', search: {} },
  { name: 'done', to: '/inbox', search: { box: 'done' } },
  { name: 'cc', to: '/inbox', search: { box: 'cc' } },
  { name: 'started', to: '/started', search: {} },
] as const

/** The four boxes, with how much is in them. */
export function BoxTabs({ current }: { readonly current: (typeof boxes)[number]['name'] }) {
  const { t } = useTranslation('inbox')
  const { data: counts } = useQuery(countsQuery)
  return (
    <nav className={classes.tabs} aria-label={t('box.label')}>
      {boxes.map(({ name, to, search }) => {
        const count = name === 'started' || name === 'done' ? undefined : counts?.[name]
        return (
          <Link
            key={name}
            to={to}
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
