import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { navigation } from '../../areas/navigation.ts'
import { useMe } from '../../me/me.ts'
import { Icon } from '../../shared/icon.tsx'
import { sections } from '../area.ts'
import classes from './shell.module.css'

/** Where this person can go: what they may not open is not offered. */
export function Navigation({ onGo }: { readonly onGo: () => void }) {
  const { t } = useTranslation('common')
  const me = useMe()
  const offered = navigation.filter(({ isFor }) => isFor === undefined || isFor(me))
  return sections.map((section) => {
    const entries = offered.filter((entry) => entry.section === section)
    if (entries.length === 0) return null
    return (
      <div key={section}>
        <h2 className={classes.section} id={`nav-${section}`}>
          {t(`nav.${section}`)}
        </h2>
        <ul className={classes.list} aria-labelledby={`nav-${section}`}>
          {entries.map(({ to, label, icon, Count }) => (
            <li key={to}>
              <Link to={to} className={classes.entry ?? ''} onClick={onGo}>
                <Icon name={icon} />
                <span>{t(`nav.${label}`)}</span>
                {Count !== undefined && <Count />}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    )
  })
}
